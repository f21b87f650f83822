-- Bulk acts: one request for all selected rows, which says what became of each. Source: docs/decisions/051

create function content.require_editor_of(target text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not public.is_staff() then
    raise insufficient_privilege using message = 'only for staff';
  end if;
  if not (published.is_content_table(target) or target in ('organizations', 'categories', 'recruitments')) then
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
  execute format(
    'with wanted as materialized (
       select (change ->> ''id'')::bigint as id, change -> ''before'' as before, change -> ''after'' as after
         from jsonb_array_elements($1) as change
     ), changed as (
       update public.%1$I as stored set %2$s from wanted
        where stored.id = wanted.id and (
          to_jsonb(stored) @> (before - ''plan'')
          -- Its status alone does not tell whether a plan is stored, so a plan is written again.
          or jsonb_typeof(after -> ''plan'') = ''object'' and to_jsonb(stored) @> (after - ''plan'')
        ) returning stored.id
     )
     select jsonb_agg(jsonb_build_object(''id'', wanted.id, ''outcome'', case
       when changed.id is not null or to_jsonb(stored) @> (after - ''plan'') then ''done''
       when stored.id is null then ''gone''
       else ''changed''
     end) order by wanted.id)
       from wanted left join changed using (id) left join public.%1$I as stored on stored.id = wanted.id',
    target, assignments
  ) into answer using changes;
  return answer;
end
$$;
comment on function public.change_rows is
  'For staff: changes the same columns of up to 1,000 rows [{id, before, after}] in one statement: [{id, outcome}]. A row is changed only while it has the values of "before": done (also when it has those of "after" already), changed (somebody has changed them meanwhile), gone. The column plan of notices, which always reads null, is compared by neither. Calling it again changes nothing.';
revoke execute on function public.change_rows from public, anon;
grant execute on function public.change_rows to authenticated, service_role;

create function public.delete_rows(target text, ids bigint[]) returns jsonb
  language plpgsql volatile set search_path = ''
as $$
declare
  left_over bigint[] := ids;
  used bigint[];
  row_id bigint;
begin
  perform content.require_editor_of(target);
  if cardinality(ids) > 1000 then
    raise invalid_parameter_value using message = 'ids must be at most 1000';
  end if;
  if published.is_content_table(target) then
    execute format('delete from public.%I where id = any ($1)', target) using ids;
    left_over := '{}';
  end if;
  -- A category can be deleted after those below it, so what is in use is tried again while others are deleted.
  while cardinality(left_over) > 0 loop
    used := '{}';
    foreach row_id in array left_over loop
      begin
        execute format('delete from public.%I where id = $1', target) using row_id;
      exception when restrict_violation or foreign_key_violation then
        used := used || row_id;
      end;
    end loop;
    exit when cardinality(used) = cardinality(left_over);
    left_over := used;
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', id, 'outcome', case when id = any (left_over) then 'used' else 'done' end
    ) order by id), '[]') from unnest(ids) as id
  );
end
$$;
comment on function public.delete_rows is
  'For staff: deletes up to 1,000 rows, which go to the bin: [{id, outcome}]. outcome: done (also when it was deleted before) or used (something refers to it). Calling it again changes nothing.';
revoke execute on function public.delete_rows from public, anon;
grant execute on function public.delete_rows to authenticated, service_role;
