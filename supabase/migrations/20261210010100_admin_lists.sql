-- The lists of the admin: what REST cannot ask, or not fast enough over a million rows. These functions run past
-- row-level security, under which PostgreSQL uses no text index, and reject everybody but staff.

create function staff.list_conditions(table_name text, search text, only_status text) returns text
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

create function public.admin_count(table_name text, search text default null, only_status text default null)
  returns bigint language plpgsql stable security definer set search_path = ''
as $$
declare
  counted bigint;
begin
  perform staff.require();
  execute format(
    'select count(*) from public.%I where %s',
    table_name, staff.list_conditions(table_name, search, only_status)
  ) into counted;
  return counted;
end
$$;
comment on function public.admin_count is
  'How many rows of a table match a text and a status: the empty status means that none is set, state:draft and state:scheduled find what is planned; a table without status has active and inactive rows.';

create function public.admin_counts() returns json
  language plpgsql stable security definer set search_path = ''
as $$
declare
  name text;
  counted bigint;
  counts jsonb := '{}';
begin
  perform staff.require();
  for name in select staff.edited_tables() loop
    execute format('select count(*) from public.%I', name) into counted;
    counts := counts || jsonb_build_object(name, counted);
  end loop;
  return counts;
end
$$;
comment on function public.admin_counts is 'How many rows each table has that staff edit.';

create function public.admin_search(
  table_name text,
  search text,
  only_status text default null,
  sort text default null,
  descending boolean default true,
  after_value text default null,
  after_id bigint default null,
  page_size integer default 50
) returns json language plpgsql stable security definer set search_path = ''
as $$
declare
  conditions text;
  is_notice boolean := published.is_content_table(table_name);
  sorted text := coalesce(sort, case when is_notice then 'posted_at' else 'created_at' end);
  way text := case when descending then 'desc' else 'asc' end;
  further text := case when descending then '<' else '>' end;
  sort_type text;
  is_always_there boolean;
  page json;
begin
  perform staff.require();
  conditions := staff.list_conditions(table_name, search, only_status);
  select format_type(atttypid, null), attnotnull into sort_type, is_always_there from pg_catalog.pg_attribute
   where attrelid = format('public.%I', table_name)::regclass and attname = sorted and attnum > 0 and not attisdropped;
  if sort_type is null then
    raise invalid_parameter_value using message = 'unknown column to sort by';
  end if;
  if after_id is not null then
    conditions := conditions || case
      when after_value is null then format(' and listed.%I is null and listed.id %s %s', sorted, further, after_id)
      else format(
        ' and (listed.%1$I %2$s %3$L::%4$s or listed.%1$I = %3$L::%4$s and listed.id %2$s %5$s%6$s)',
        sorted, further, after_value, sort_type, after_id,
        case when is_always_there then '' else format(' or listed.%I is null', sorted) end
      )
    end;
  end if;
  execute format(
    'select coalesce(json_agg(row), ''[]'') from (
       select listed.*, %1$s from public.%2$I as listed
        where %3$s order by listed.%4$I %5$s, listed.id %6$s limit %7$s
     ) as row',
    case
      when is_notice then
        '(select json_build_object(''name'', name) from public.organizations where id = listed.organization_id) as organizations,
         (select json_build_object(''name'', name) from public.categories where id = listed.category_id) as categories,
         (select json_build_object(''title'', title) from public.recruitments where id = listed.recruitment_id) as recruitments'
      when table_name = 'recruitments' then
        '(select json_build_object(''name'', name) from public.organizations where id = listed.organization_id) as organizations'
      when table_name = 'categories' then
        '(select json_build_object(''name'', above.name) from public.categories as above where above.id = listed.parent_id) as parent'
      else 'null'
    end,
    -- No index has the order of "nulls last", and a column without nulls does not need it.
    table_name, conditions, sorted, way || case when is_always_there then '' else ' nulls last' end, way,
    least(greatest(coalesce(page_size, 50), 1), 1000)
  ) into page;
  return page;
end
$$;
comment on function public.admin_search is
  'For staff: a page of the rows whose heading or organization contains a text, literally and in any case, with the names of what they refer to as REST embeds them. The next page starts after the sorted value and the id of the last row; rows without a value come last.';
grant execute on function public.admin_count, public.admin_counts, public.admin_search to authenticated;
