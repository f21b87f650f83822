-- Values of a bulk act are compared with a row in the form in which the database writes them: a browser writes the same
-- time with other characters. Source: docs/behaviour/bin.md#bulk-acts

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

create or replace function public.change_rows(target text, changes jsonb) returns jsonb
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
