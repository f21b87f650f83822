-- An undoing compares rows with their plans as they are once it holds them: somebody may be saving a plan meanwhile.
-- Source: docs/behaviour/history.md#undoing-an-act

create or replace function history.undo_rows(target text, operation text, changes jsonb) returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  names constant text[] := array(select jsonb_object_keys(changes -> 0 -> 'after'));
  columns constant text := history.columns_of(target, case operation when 'update' then names end);
  undone bigint[] := '{}';
  refused jsonb := '[]';
  change jsonb;
begin
  if operation <> 'delete' then
    execute format('select from public.%I where id = any ($1) order by id for update', target)
      using array(select (wanted ->> 'row_id')::bigint from jsonb_array_elements(changes) as wanted);
  end if;
  -- Columns that do not exist any more cannot be restored.
  if columns is not null then
    execute history.undo_statement(target, operation, columns) into undone using changes;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'table', target, 'id', wanted -> 'row_id', 'reason', case
        when operation <> 'delete' then 'changed'
        when history.may_return(target, (wanted ->> 'row_id')::bigint) then 'taken'
        else 'deleted'
      end
    )), '[]')
    from jsonb_array_elements(changes) as wanted where (wanted ->> 'row_id')::bigint <> all (undone)
  );
exception when integrity_constraint_violation then
  if jsonb_array_length(changes) = 1 then
    return jsonb_build_array(jsonb_build_object(
      'table', target, 'id', changes -> 0 -> 'row_id',
      'reason', case sqlstate when '23505' then 'taken' else 'used' end
    ));
  end if;
  -- One row that cannot be undone does not keep the others.
  for change in select * from jsonb_array_elements(changes) loop
    refused := refused || history.undo_rows(target, operation, jsonb_build_array(change));
  end loop;
  return refused;
end
$$;
