-- The bin: deleted notices, and what notices refer to, with everything that is deleted with them. A row is deleted as
-- ever, so that nothing that reads tables knows of the bin; a trigger puts it here. Source: docs/decisions/051

create schema bin;

comment on schema bin is 'Deleted rows that can be restored. Not exposed over REST.';

create table bin.items (
  id bigint generated always as identity primary key,
  deleted_at timestamptz not null default clock_timestamp(),
  deleted_by uuid,
  table_name text not null,
  record_id bigint not null,
  title text not null,
  record jsonb not null,
  related jsonb not null default '{}',
  unique (table_name, record_id)
);
comment on table bin.items is 'Deleted rows of the last 30 days.';
comment on column bin.items.deleted_by is 'The account that deleted it; null for the server.';
comment on column bin.items.record is 'The whole row.';
comment on column bin.items.related is
  'What was deleted or changed with it: old_slugs and corrections as rows; of what notices refer to, also successor (the id of the row that took its place), moved ([{table, column, was, now, ids}]) and follows.';
create index items_deleted_at_idx on bin.items (deleted_at);

create function bin.put() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into bin.items (deleted_by, table_name, record_id, title, record, related)
  select auth.uid(), tg_table_name, old.id, coalesce(row_now ->> 'title', row_now ->> 'name'), row_now, jsonb_build_object(
    'old_slugs', (
      select coalesce(jsonb_agg(to_jsonb(slug_history)), '[]') from public.slug_history
       where content_table = tg_table_name and slug_history.record_id = old.id
    ),
    'corrections', (
      select coalesce(jsonb_agg(to_jsonb(corrections)), '[]') from public.corrections
       where content_table = tg_table_name and corrections.record_id = old.id
    )
  ) from to_jsonb(old) as row_now
  on conflict (table_name, record_id) do update set
    deleted_at = excluded.deleted_at, deleted_by = excluded.deleted_by, title = excluded.title,
    record = excluded.record, related = excluded.related;
  return old;
end
$$;
comment on function bin.put is 'Puts a row into the bin before other triggers delete what belongs to it.';

create function bin.take_out() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  restored bigint[];
begin
  select array_agg(items.id) into restored
    from new_rows join bin.items on table_name = tg_table_name and record_id = new_rows.id;
  if restored is not null then
    perform bin.restore_related(tg_table_name, restored);
    delete from bin.items where id = any (restored);
  end if;
  return null;
end
$$;
comment on function bin.take_out is
  'After an insertion: takes rows that came back, in whatever way, out of the bin, and restores what was deleted with them.';

create function bin.collect_table(target text) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create or replace trigger put_into_bin before delete on public.%1$I for each row execute function bin.put();
     create or replace trigger take_out_of_bin after insert on public.%1$I referencing new table as new_rows
       for each statement execute function bin.take_out()', target
  );
end
$$;
comment on function bin.collect_table is 'Makes the bin receive the deleted rows of a table. May be called again.';

create function rules.delete_bin_items(older_than interval, most integer) returns integer
  language sql security definer set search_path = ''
as $$
  with old as (
    select id from bin.items where deleted_at < now() - older_than limit most for update skip locked
  ), deleted as (
    delete from bin.items where id in (select id from old) returning id
  )
  select count(*)::integer from deleted
$$;
comment on function rules.delete_bin_items is 'Deletes old items of the bin for ever. Returns how many.';
revoke execute on function rules.delete_bin_items from public;
grant execute on function rules.delete_bin_items to service_role;
