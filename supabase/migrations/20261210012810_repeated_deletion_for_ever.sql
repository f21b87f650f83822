-- A deletion for ever whose answer was lost is asked for again in the same act, by the browser itself too: what the act has
-- deleted already counts as deleted. Source: docs/behaviour/bin.md#the-bin

create or replace function public.delete_for_ever(wanted jsonb) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  deleted bin.items[];
  request constant history.request := history.current_request();
  deleted_before integer;
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'only for admins';
  end if;
  with gone as (
    delete from bin.items using jsonb_to_recordset(wanted) as entry ("table" text, id bigint, item bigint)
     where table_name = entry."table" and record_id = entry.id and items.id = coalesce(entry.item, items.id)
    returning items
  )
  select coalesce(array_agg(items), '{}') into deleted from gone;
  select count(*) into deleted_before
    from jsonb_to_recordset(wanted) as entry ("table" text, id bigint, item bigint)
   where exists (
     select from history.changes as earlier
      where earlier.act = request.act and earlier.actor = request.actor and earlier.table_name = 'bin'
        and earlier.before ->> 'table' = entry."table" and (earlier.before ->> 'row')::bigint = entry.id
        and earlier.row_id = coalesce(entry.item, earlier.row_id)
   );
  if cardinality(deleted) > 0 then
    -- Under a name of its own: the last change of the row itself stays its deletion, which an admin can undo.
    insert into history.changes (act, actor, source, table_name, row_id, operation, before)
    select request.act, request.actor, request.source, 'bin', id, 'delete',
           jsonb_build_object('id', id, 'table', table_name, 'row', record_id, 'title', title)
      from unnest(deleted);
  end if;
  return cardinality(deleted) + deleted_before;
end
$$;
comment on function public.delete_for_ever is
  'For admins: deletes items [{table, id, item}] of the bin; their addresses still answer 410. item, which may be absent: its place in the bin, so that a row that was restored and deleted again stays. Records who did it and the titles, as a deletion of rows of the table bin. Returns how many, with those that the same act has deleted before. Calling it again changes nothing.';
