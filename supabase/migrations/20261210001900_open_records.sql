-- Who has a record open in the admin. It lies in the database because servers share nothing else, and because realtime
-- passes no messages between clients. Source: docs/behaviour/staff.md#who-edits-a-record

create unlogged table staff.open_records (
  table_name text not null,
  record_id bigint not null,
  account uuid not null references auth.users on delete cascade,
  page uuid not null,
  seen_at timestamptz not null default now(),
  primary key (table_name, record_id, account, page)
);
comment on table staff.open_records is 'Pages of the admin that show a record, and when each last said so.';

create function public.keep_record_open(table_name text, record_id bigint, page uuid, is_closed boolean default false)
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  forgotten constant interval := '40 seconds';
begin
  perform staff.require();
  if table_name not in (select staff.edited_tables()) then
    raise exception 'There are no records of this name' using errcode = 'invalid_parameter_value';
  end if;
  delete from staff.open_records as stored
   where stored.seen_at < now() - forgotten
      or (is_closed and stored.page = keep_record_open.page and stored.account = auth.uid());
  if not is_closed then
    insert into staff.open_records (table_name, record_id, account, page)
      values (keep_record_open.table_name, keep_record_open.record_id, auth.uid(), keep_record_open.page)
      on conflict on constraint open_records_pkey do update set seen_at = now();
  end if;
  return (
    select coalesce(jsonb_agg(distinct coalesce(profiles.display_name, users.email)), '[]')
      from staff.open_records as stored
      join public.profiles on profiles.id = stored.account
      join auth.users on users.id = stored.account
     where stored.table_name = keep_record_open.table_name and stored.record_id = keep_record_open.record_id
       and stored.account <> auth.uid() and profiles.deactivated_at is null
  );
end
$$;
comment on function public.keep_record_open is
  'For staff: says that a page shows a record, or has left it, and returns the names of the others who have it open. A page that says nothing for 40 seconds is forgotten.';
revoke execute on function public.keep_record_open from public, anon;
grant execute on function public.keep_record_open to authenticated, service_role;
