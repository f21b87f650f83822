-- The history says which changes are those of the account that reads it: it may have two windows open. Source:
-- docs/behaviour/admin.md#two-editors

create or replace function public.record_history(
  table_name text, row_id bigint, before_id bigint default null, page_size integer default 20
) returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  perform staff.require();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', page.id, 'at', at, 'act', act, 'name', people.name, 'is_own', coalesce(page.actor = auth.uid(), false), 'source', source, 'operation', operation,
      'before', before, 'after', after
    ) order by page.id desc), '[]')
    from (
      select * from history.changes
       where changes.table_name = record_history.table_name and changes.row_id = record_history.row_id
         and (before_id is null or changes.id < before_id)
       order by changes.id desc limit least(greatest(page_size, 1), 100)
    ) as page left join history.people on people.id = page.actor
  );
end
$$;
comment on function public.record_history is
  'For staff: the changes of a row, the newest first: [{id, at, act, name, is_own, source, operation, before, after}]. A change without a name was made by the server or with its key; is_own: by the account that asks.';
