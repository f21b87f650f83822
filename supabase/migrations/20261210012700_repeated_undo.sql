-- Undoing again, because the first answer was lost, finds rows that have their former values already: they
-- have not been changed since, and count as undone. Source: docs/behaviour/history.md#undoing-an-act

create function history.undone_already(target text, operation text, changes jsonb) returns bigint[]
  language plpgsql stable set search_path = ''
as $$
declare
  ids bigint[];
begin
  execute format(
    'select coalesce(array_agg(row_id), ''{}'')
       from jsonb_to_recordset($1) as wanted (row_id bigint, before jsonb) left join public.%1$I as record on record.id = row_id
      where case $2
        when ''insert'' then record.id is null
        when ''delete'' then record.id is not null
        else record.id is not null and outbox.previous_values(before, history.with_plan(%1$L, to_jsonb(record))) is null
      end', target
  ) into ids using changes, operation;
  return ids;
end
$$;
comment on function history.undone_already is
  'The ids of those rows, [{row_id, before, after}], that are as they were before an operation.';

create or replace function history.undo_rows(target text, operation text, changes jsonb) returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  ids constant bigint[] := array(select (wanted ->> 'row_id')::bigint from jsonb_array_elements(changes) as wanted);
  names constant text[] := array(select jsonb_object_keys(changes -> 0 -> 'after'));
  columns constant text := history.columns_of(target, case operation when 'update' then names end);
  undone bigint[] := '{}';
  refused jsonb := '[]';
  change jsonb;
begin
  if operation = 'delete' then
    -- Whoever restores them meanwhile has come first.
    perform from bin.items where table_name = target and record_id = any (ids) order by id for update;
  else
    execute format('select from public.%I where id = any ($1) order by id for update', target) using ids;
  end if;
  -- Columns that do not exist any more cannot be restored.
  if columns is not null then
    execute history.undo_statement(target, operation, columns) into undone using changes;
  end if;
  if cardinality(undone) < cardinality(ids) then
    undone := undone || history.undone_already(target, operation, changes);
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'table', target, 'id', wanted -> 'row_id', 'reason', case
        when operation <> 'delete' or history.is_overtaken((wanted ->> 'act')::uuid, target, (wanted ->> 'row_id')::bigint)
          then 'changed'
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
