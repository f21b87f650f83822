-- What every table has that staff edit. A table calls rules.prepare_table when it is created, and again when it gets
-- another column, so that no column is without its rules and grants.

create function rules.touch() returns trigger language plpgsql set search_path = ''
as $$
declare
  uncounted constant text[] := array['updated_at', 'posted_at', 'list_rank', 'view_count', 'checked_at'];
begin
  if to_jsonb(new) - uncounted = to_jsonb(old) - uncounted then
    new.updated_at := old.updated_at;
  else
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;
comment on function rules.touch is
  'Sets updated_at. A counted page view and a check are no changes. Two changes never have the same time, so that it identifies a version of the row.';

create function rules.touch_table(target text) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create or replace trigger touch before update on public.%I for each row execute function rules.touch()', target
  );
end
$$;

create function staff.edited_tables() returns setof text language sql stable set search_path = ''
as $$
  select relname from pg_catalog.pg_trigger join pg_catalog.pg_class on pg_class.oid = tgrelid
   where tgname = 'record_inserts' and tgfoid = 'outbox.record_changes()'::regprocedure
$$;
comment on function staff.edited_tables is 'The tables that staff edit: those that rules.prepare_table has prepared.';

create function rules.prepare_table(target text, public_rows text) returns void
  language plpgsql set search_path = ''
as $$
begin
  -- Plans add a column, which needs its rules and grants.
  perform rules.plan_table(target);
  perform rules.constrain_columns(target), rules.touch_table(target), rules.close_table(target),
    rules.open_table(target, public_rows), outbox.record_table(target), rules.record_history_of(target),
    bin.collect_table(target);
end
$$;
comment on function rules.prepare_table is
  'Gives a table its column rules, updated_at, grants, policies, the outbox, its history and the bin, and notices their plans. May be called again. public_rows: the condition under which visitors see a row.';

create function content.is_edited_table(target text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select target is not null and target in (select staff.edited_tables())
$$;
comment on function content.is_edited_table is
  'Whether rules.prepare_table has prepared a table. With the rights of its owner, because only the owner may use the schema staff.';
revoke all on function content.is_edited_table from public;
grant execute on function content.is_edited_table to authenticated, service_role;
