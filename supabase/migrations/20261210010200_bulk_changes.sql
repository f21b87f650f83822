-- Bulk acts: one request for all selected rows, which says what became of each. Source: docs/decisions/051

create function content.require_editor_of(target text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not public.is_staff() then
    raise insufficient_privilege using message = 'only for staff';
  end if;
  if not content.is_edited_table(target) then
    raise invalid_parameter_value using message = 'unknown table';
  end if;
end
$$;
grant execute on function content.require_editor_of to authenticated, service_role;

create function public.change_rows(target text, changes jsonb) returns jsonb
  language plpgsql volatile set search_path = ''
as $$
declare
  assignments text;
  answer jsonb;
begin
  perform content.require_editor_of(target);
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) not between 1 and 1000 then
    raise invalid_parameter_value using message = 'changes must be a list of 1 to 1000 rows';
  end if;
  select string_agg(format('%1$I = (jsonb_populate_record(stored, after)).%1$I', name), ', ') into assignments
    from jsonb_object_keys(changes -> 0 -> 'after') as name;
  -- A plan is changed only with its row, so the plans of locked rows stay as the next statement reads them.
  execute format(
    'select from public.%I where id in (select (change ->> ''id'')::bigint from jsonb_array_elements($1) as change)
      order by id for no key update', target
  ) using changes;
  execute format(
    'with wanted as materialized (
       select (change ->> ''id'')::bigint as id,
              content.as_stored(null::public.%1$I, change -> ''before'') as before,
              content.as_stored(null::public.%1$I, change -> ''after'') as after
         from jsonb_array_elements($1) as change
     ), present as materialized (
       select wanted.*, stored.id is not null as is_there, content.has_values(%1$L, to_jsonb(stored), after) as is_done
         from wanted left join public.%1$I as stored on stored.id = wanted.id
     ), changed as (
       update public.%1$I as stored set %2$s from present
        where stored.id = present.id and not is_done and content.has_values(%1$L, to_jsonb(stored), before)
       returning stored.id
     )
     select jsonb_agg(jsonb_build_object(''id'', present.id, ''outcome'', case
       when changed.id is not null or is_done then ''done''
       when is_there then ''changed''
       else ''gone''
     end) order by present.id)
       from present left join changed using (id)',
    target, assignments
  ) into answer using changes;
  return answer;
end
$$;
comment on function public.change_rows is
  'For staff: changes the same columns of up to 1,000 rows [{id, before, after}] in one statement: [{id, outcome}]. A row is changed only while it has the values of "before", the plan of a notice included: done (also when it has those of "after" already, and then nothing is written), changed (somebody has changed them meanwhile), gone. Calling it again changes nothing.';
revoke execute on function public.change_rows from public, anon;
grant execute on function public.change_rows to authenticated, service_role;

create function public.delete_rows(target text, ids bigint[], versions text[] default null) returns jsonb
  language plpgsql volatile set search_path = ''
as $$
declare
  left_over bigint[] := ids;
  used bigint[];
  row_id bigint;
  stored_ids bigint[];
  deletion constant text := format(
    'delete from public.%I as stored using unnest($1, $2) as wanted (id, version)
      where stored.id = wanted.id and (version is null or stored.updated_at = version::timestamptz)', target
  );
begin
  perform content.require_editor_of(target);
  if not public.may_delete(target) then
    raise insufficient_privilege using message = 'you may not delete these rows';
  end if;
  if cardinality(ids) > 1000 then
    raise invalid_parameter_value using message = 'ids must be at most 1000';
  end if;
  if cardinality(versions) <> cardinality(ids) then
    raise invalid_parameter_value using message = 'versions must be as many as ids';
  end if;
  if published.is_content_table(target) then
    execute deletion using ids, versions;
    left_over := '{}';
  end if;
  -- A category can be deleted after those below it, so what is in use is tried again while others are deleted.
  while cardinality(left_over) > 0 loop
    used := '{}';
    foreach row_id in array left_over loop
      begin
        execute deletion using array[row_id], array[versions[array_position(ids, row_id)]];
      exception when restrict_violation or foreign_key_violation then
        used := used || row_id;
      end;
    end loop;
    exit when cardinality(used) = cardinality(left_over);
    left_over := used;
  end loop;
  execute format('select array_agg(id) from public.%I where id = any ($1)', target) into stored_ids using ids;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'outcome', case
      when id = any (left_over) then 'used'
      when id = any (stored_ids) then 'changed'
      else 'done'
    end) order by id), '[]') from unnest(ids) as id
  );
end
$$;
comment on function public.delete_rows is
  'For staff: deletes up to 1,000 rows, which go to the bin: [{id, outcome}]. versions: the updated_at of each row; one that has another by now is left; without versions all are deleted. outcome: done (also when it was deleted before), changed (somebody has changed it meanwhile) or used (something refers to it). Calling it again changes nothing.';
revoke execute on function public.delete_rows from public, anon;
grant execute on function public.delete_rows to authenticated, service_role;

create function content.has_values(target text, record jsonb, given jsonb) returns boolean
  language sql stable set search_path = ''
as $$
  select record @> (given - 'plan') and (not given ? 'plan' or coalesce(
    (
      select case when jsonb_typeof(given -> 'plan') = 'object' then
          (stored.state, date_trunc('milliseconds', stored.publish_at), date_trunc('milliseconds', stored.hide_at))
            is not distinct from (wanted.state, wanted.publish_at, wanted.hide_at)
          -- A public notice has its badge in its status.
          and (stored.state = 'published' or stored.status is not distinct from wanted.status)
        else stored.state in ('published', 'hidden') and stored.hide_at is null end
        from public.notice_plans as stored
       where stored.content_table = target and stored.record_id = (record ->> 'id')::bigint
    ),
    jsonb_typeof(given -> 'plan') <> 'object'
      or (wanted.state, wanted.publish_at, wanted.hide_at) is not distinct from
         (case record ->> 'status' when 'inactive' then 'hidden' else 'published' end, null, null)
  ))
  from (
    select state, status, date_trunc('milliseconds', publish_at) as publish_at, date_trunc('milliseconds', hide_at) as hide_at
      from jsonb_to_record(case when jsonb_typeof(given -> 'plan') = 'object' then given -> 'plan' else '{}' end)
        as plan (state text, status text, publish_at timestamptz, hide_at timestamptz)
  ) as wanted
$$;
comment on function content.has_values is
  'Whether a row has given values. The member plan of a notice is compared with what is stored for it; null means that it is neither a draft nor has a time. Times are compared in milliseconds, as browsers know them.';
revoke execute on function content.has_values from public;
grant execute on function content.has_values to authenticated, service_role;

create function content.as_stored(type_of_row anyelement, given jsonb) returns jsonb
  language sql stable set search_path = ''
as $$
  select given || coalesce(jsonb_object_agg(key, value), '{}')
    from jsonb_each(to_jsonb(jsonb_populate_record(type_of_row, given))) where given ? key
$$;
comment on function content.as_stored is
  'Given values of columns as to_jsonb writes them for a row of this type; other members stay as they are.';
revoke execute on function content.as_stored from public;
grant execute on function content.as_stored to authenticated, service_role;
