-- Further reports of a notice that has many say no more than the first ones, so they are dropped in silence. When all notices
-- together have too many, a report of another mistake would be lost: the answer says that it was not stored, and the log
-- says so. Source: docs/behaviour/reports.md#what-is-stored
create or replace function rules.limit_reports() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if (select count(*) from added) > 1 then
    raise exception 'One report at a time';
  end if;
  delete from public.mistake_reports using added
   where mistake_reports.id = added.id and (
     select count(*) from public.mistake_reports as other
      where other.content_table = added.content_table and other.record_id = added.record_id and other.done_at is null
   ) > 50;
  if exists (select from public.mistake_reports where done_at is null offset 5000) then
    raise exception 'There are too many open reports' using errcode = 'configuration_limit_exceeded';
  end if;
  return null;
end
$$;
