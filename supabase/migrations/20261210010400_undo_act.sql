-- Undoing an act: the values before it return where nobody has changed them since. Source: docs/decisions/050

create aggregate history.merged(jsonb) (sfunc = jsonb_concat, stype = jsonb, initcond = '{}');
comment on aggregate history.merged(jsonb) is 'One object with the members of all; of members with the same name the last.';

create function history.plan_after(act uuid, target text, id bigint, since bigint) returns jsonb
  language sql stable set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('plan', before -> 'plan') from history.changes
     where changes.table_name = target and changes.row_id = plan_after.id and changes.id > since
       and changes.act <> plan_after.act and operation = 'update' and before ? 'plan'
     order by changes.id limit 1
  ), '{}')
$$;
comment on function history.plan_after is
  'The plan with which an act left a notice that it has created, as a member of the row; no member when nobody has changed the plan since.';

create function history.changes_of(act uuid)
  returns table (table_name text, row_id bigint, operation text, before jsonb, after jsonb)
  language sql stable set search_path = ''
as $$
  select table_name, row_id, operation,
         case operation when 'update' then outbox.previous_values(before, after) else before end,
         case operation
           when 'update' then outbox.previous_values(after, before)
           when 'insert' then after - 'plan' || history.plan_after(changes_of.act, table_name, row_id, first)
           else after
         end
    from (
      select table_name, row_id, min(id) as first,
             case
               when (array_agg(operation order by id))[1] = 'insert' then 'insert'
               when (array_agg(operation order by id desc))[1] = 'delete' then 'delete'
               else 'update'
             end as operation,
             history.merged(before order by id desc) as before, history.merged(after order by id) as after,
             (array_agg(operation order by id))[1] = 'insert' and (array_agg(operation order by id desc))[1] = 'delete' as is_nothing
        from history.changes where changes.act = changes_of.act and row_id is not null
       group by table_name, row_id
    ) as row where not is_nothing and (operation <> 'update' or outbox.previous_values(before, after) is not null)
$$;
comment on function history.changes_of is 'What an act changed in the end, one row for each row that it changed.';

create function history.columns_of(target text, names text[]) returns text
  language sql stable set search_path = ''
as $$
  select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
   where attrelid = format('public.%I', target)::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     and (names is null or attname = any (names))
$$;
comment on function history.columns_of is 'The columns of a table that can be written, or those of them with some names.';

create function history.may_return(target text, deleted_id bigint) returns boolean
  language plpgsql stable set search_path = ''
as $$
begin
  return exists (select from bin.items where table_name = target and record_id = deleted_id)
    or public.is_admin()
    or not exists (
      select from pg_catalog.pg_trigger where tgname = 'put_into_bin' and tgrelid = format('public.%I', target)::regclass
    );
end
$$;
comment on function history.may_return is
  'Whether a deleted row may return: what the bin collects and does not have any more was deleted for ever, and returns by admins alone.';

create function history.undo_statement(target text, operation text, columns text) returns text
  language sql immutable set search_path = ''
  return format(
    'with wanted as (
       select * from jsonb_to_recordset($1) as wanted (row_id bigint, before jsonb, after jsonb)
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
          where history.may_return(%1$L, wanted.row_id)
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
comment on function history.undo_statement is
  'The statement that undoes an operation on rows, [{row_id, before, after}], and returns the ids of those that it has undone.';

create function history.undo_rows(target text, operation text, changes jsonb) returns jsonb
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
comment on function history.undo_rows is
  'Undoes one operation on rows of a table that changed the same columns. Returns those that were left: [{table, id, reason}].';

create function history.undoable_tables() returns table (name text, depth bigint)
  language sql stable set search_path = ''
as $$
  select relname, (select count(*) from pg_catalog.pg_constraint where contype = 'f' and conrelid = pg_class.oid)
    from pg_catalog.pg_trigger join pg_catalog.pg_class on pg_class.oid = tgrelid
   where tgname = 'history_updated' and relnamespace = 'public'::regnamespace
$$;
comment on function history.undoable_tables is
  'Tables whose changes can be undone. What refers to more tables has a greater depth: it is restored later and deleted earlier.';

create function public.undo_act(act uuid) returns jsonb
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
    select table_name, operation, jsonb_agg(jsonb_build_object('row_id', row_id, 'before', before, 'after', after) order by row_id) as changes
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
comment on function public.undo_act is
  'For staff: restores what an act changed, row by row, where nobody has changed the same columns since: {act, undone, refused: [{table, id, title, reason}]}. "act" is the number by which this can be undone. Reasons: changed, taken (an address or id), used (by other rows), deleted (for ever), forbidden (it was added, and the account may not delete it). Undoing again changes nothing.';
grant execute on function public.undo_act to authenticated;
