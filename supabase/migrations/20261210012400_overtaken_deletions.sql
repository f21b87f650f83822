-- A deletion is undone only as long as it is the last change of its row: what was restored and deleted again since is in
-- the bin as it was then.

create function history.is_overtaken(act uuid, target text, id bigint) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from history.changes as later
     where later.table_name = target and later.row_id = is_overtaken.id and later.id > (
       select max(own.id) from history.changes as own
        where own.act = is_overtaken.act and own.table_name = target and own.row_id = is_overtaken.id
     )
  )
$$;
comment on function history.is_overtaken is 'Whether a row was changed since an act has changed it.';

create or replace function history.undo_statement(target text, operation text, columns text) returns text
  language sql immutable set search_path = ''
  return format(
    'with wanted as (
       select * from jsonb_to_recordset($1) as wanted (row_id bigint, before jsonb, after jsonb, act uuid)
     ), undone as (' || case operation
      when 'insert' then
        'delete from public.%1$I as record using wanted
          where record.id = row_id and outbox.previous_values(
            after - array[''updated_at'', ''posted_at'', ''list_rank'', ''view_count''],
            history.with_plan(%1$L, to_jsonb(record))
          ) is null'
      when 'delete' then
        'insert into public.%1$I as record (%2$s) overriding system value
         select %2$s from wanted cross join lateral jsonb_populate_record(null::public.%1$I, wanted.before) as deleted
          where history.may_return(%1$L, wanted.row_id) and not history.is_overtaken(wanted.act, %1$L, wanted.row_id)
         on conflict do nothing'
      else
        'update public.%1$I as record
            set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, wanted.before))
           from wanted where record.id = row_id
            and outbox.previous_values(after, history.with_plan(%1$L, to_jsonb(record))) is null'
    end || ' returning record.id)
     select coalesce(array_agg(id), ''{}'') from undone',
    target, columns
  );

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

create or replace function public.undo_act(act uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  part record;
  rows_of_act bigint := 0;
  refused jsonb := '[]';
begin
  perform staff.require();
  -- The undoing is an act of its own, so that it can be undone.
  if coalesce(current_setting('suchana.act', true), '') in ('', act::text) then
    perform set_config('suchana.act', gen_random_uuid()::text, true);
  end if;
  -- What returns to where it was is not news.
  perform set_config('suchana.is_moving', 'on', true);
  for part in
    select table_name, operation,
           jsonb_agg(
             jsonb_build_object('act', undo_act.act, 'row_id', row_id, 'before', before, 'after', after) order by row_id
           ) as changes
      from history.changes_of(act) join history.undoable_tables() on undoable_tables.name = table_name
     group by table_name, depth, operation, case operation when 'update' then array(select jsonb_object_keys(after)) end
     order by array_position(array['delete', 'update', 'insert'], operation), case operation when 'insert' then -depth else depth end
  loop
    rows_of_act := rows_of_act + jsonb_array_length(part.changes);
    refused := refused || case
      -- What was added is deleted.
      when part.operation = 'insert' and not public.may_delete(part.table_name) then (
        select jsonb_agg(jsonb_build_object('table', part.table_name, 'id', wanted -> 'row_id', 'reason', 'forbidden'))
          from jsonb_array_elements(part.changes) as wanted
      )
      else history.undo_rows(part.table_name, part.operation, part.changes)
    end;
  end loop;
  return jsonb_build_object(
    'act', current_setting('suchana.act'),
    'undone', rows_of_act - jsonb_array_length(refused),
    'refused', (
      select coalesce(jsonb_agg(
        row || jsonb_build_object('title', history.title_of(row ->> 'table', (row ->> 'id')::bigint))
      ), '[]') from jsonb_array_elements(refused) as row
    )
  );
end
$$;
