-- The lists of the admin find notices by their state, too. Source: docs/behaviour/publication.md#states

create or replace function staff.list_conditions(table_name text, search text, only_status text) returns text
  language plpgsql stable set search_path = ''
as $$
declare
  -- Only these three characters have a meaning in a pattern.
  pattern text := quote_literal('%' || regexp_replace(search, '[\\%_]', '\\\&', 'g') || '%');
  is_notice boolean := published.is_content_table(table_name);
  organizations text;
  conditions text := 'true';
begin
  if table_name is null or table_name not in (select staff.edited_tables()) then
    raise invalid_parameter_value using message = 'unknown table';
  end if;
  if length(search) > 1000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;
  if search <> '' then
    if is_notice or table_name = 'recruitments' then
      -- As constants: PostgreSQL can then look them up in an index or a hash table, whichever is cheaper.
      execute 'select array_agg(id) from public.organizations where name ilike ' || pattern into organizations;
      conditions := conditions || format(
        ' and (title ilike %s or organization_id = any (%L::bigint[]))', pattern, coalesce(organizations, '{}')
      );
    else
      conditions := conditions || format(' and (name ilike %1$s or slug ilike %1$s)', pattern);
    end if;
  end if;
  if only_status is not null then
    conditions := conditions || case
      when is_notice and only_status in ('state:draft', 'state:scheduled') then format(
        ' and status = ''inactive'' and id in (
           select record_id from public.notice_plans where content_table = %L and state = %L
         )', table_name, substr(only_status, 7)
      )
      when is_notice then format(' and status is not distinct from nullif(%L, '''')', only_status)
      else format(' and is_active = %L', only_status = 'active')
    end;
  end if;
  return conditions;
end
$$;
comment on function public.admin_count is
  'How many rows of a table match a text and a status: the empty status means that none is set, state:draft and state:scheduled find what is planned; a table without status has active and inactive rows.';
