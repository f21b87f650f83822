-- The present state of notices that a visitor has saved, in one call.

-- The id of a public notice by its slug, or by one that it had before.
create function published.id_of_slug(content_table text, slug text) returns bigint
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  found_id bigint;
begin
  execute format('select id from published.%I where slug = any (array[$1, $2])', content_table) into found_id
    using id_of_slug.slug, public.resolve_slug(content_table, id_of_slug.slug) ->> 'moved_to';
  return found_id;
end
$$;
grant execute on function published.id_of_slug to anon, authenticated, service_role;

create function public.notice_states(wanted jsonb) returns jsonb
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  kind text;
  states jsonb;
  answer jsonb := '[]';
begin
  if jsonb_typeof(wanted) is distinct from 'array' or jsonb_array_length(wanted) > 500 then
    raise invalid_parameter_value using message = 'wanted must be a list of at most 500 notices';
  end if;
  for kind in
    select name from content.kinds where name in (select entry ->> 'table' from jsonb_array_elements(wanted) as entry)
  loop
    execute format(
      'select jsonb_agg(jsonb_build_object(''wanted'', asked.entry, ''notice'', found.facts))
         from (
           select entry, coalesce((entry ->> ''id'')::bigint, published.id_of_slug(%1$L, entry ->> ''slug'')) as id
             from jsonb_array_elements($1) as entry where entry ->> ''table'' = %1$L
         ) as asked
        cross join lateral (%2$s) as found',
      kind, published.facts_statement(kind, 'notice.id = asked.id')
    ) into states using wanted;
    answer := answer || coalesce(states, '[]');
  end loop;
  return answer;
end
$$;
comment on function public.notice_states is
  'The public ones among at most 500 wanted notices, {table, id} or {table, slug}: [{wanted, notice}], in no order; a notice has every field but long texts, table and organization.';
grant execute on function public.notice_states to anon, authenticated;
