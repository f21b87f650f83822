-- The lists of the admin and the bin find each word of a text, wherever it stands, and whatever code points a keyboard has
-- written for its letters.

create or replace function content.create_indexes(target text) returns void language plpgsql set search_path = ''
as $$
declare
  index record;
begin
  for index in select * from (values
    -- Lists and their pages, and the same with a status.
    ('list', '(list_rank desc, posted_at desc, id desc)'),
    ('status_list', '(status, list_rank desc, posted_at desc, id desc)'),
    -- The newest notices, in feeds and for other clients, and the notices of what a notice refers to.
    ('posted_at', '(posted_at desc, id desc)'),
    ('status', '(status, posted_at desc, id desc)'),
    ('updated_at', '(updated_at desc)'),
    ('organization_id', '(organization_id, posted_at desc)'),
    ('category_id', '(category_id, posted_at desc)'),
    ('recruitment_id', '(recruitment_id)'),
    -- Filters of the admin find hidden notices too, which the search index does not contain: most titles by their letters,
    -- and the few that are not in Unicode's form C one by one.
    ('title', 'using gin (title extensions.gin_trgm_ops)'),
    ('title_form', '(id) where title is not nfc normalized'),
    -- The newest change of every 50,000 ids, for the index of sitemaps.
    ('changes', $index$(((id - 1) / 50000), updated_at desc) where status is distinct from 'inactive'$index$)
  ) as wanted (name, definition) loop
    execute format('create index if not exists %I on public.%I %s', target || '_' || index.name || '_idx', target, index.definition);
  end loop;
end
$$;
select content.create_indexes(name) from content.kinds order by priority;

create index recruitments_title_form_idx on public.recruitments (id) where title is not nfc normalized;

create function staff.word_patterns(searched text) returns text[] language plpgsql immutable set search_path = ''
as $$
declare
  patterns constant text[] := array(
    select distinct case when word ~ '^[[:alnum:]]{1,2}$' then '(^|[^[:alnum:]])' else '' end
                    || regexp_replace(normalize(word, NFC), '[][\\.^$|?*+(){}]', '\\\&', 'g') as pattern
      from regexp_split_to_table(btrim(searched), '\s+') as word where word <> '' order by pattern
  );
begin
  -- Each word costs a list some 20 ms where there are very many organizations.
  if length(searched) > 1000 or cardinality(patterns) > 40 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;
  return patterns;
end
$$;
comment on function staff.word_patterns is
  'For each different word of a text a regular expression that finds it in any case in texts in Unicode''s form C. A word is data, not an expression. One or two letters or digits are found only where a word begins. More than 1,000 characters or 40 words are rejected.';

create or replace function staff.list_conditions(table_name text, search text, only_status text) returns text
  language plpgsql stable set search_path = ''
as $$
declare
  pattern text;
  is_notice boolean := published.is_content_table(table_name);
  organizations text;
  -- Rows whose title is not in Unicode's form C, in which the pattern is.
  others text;
  conditions text := 'true';
begin
  if table_name is null or table_name not in (select staff.edited_tables()) then
    raise invalid_parameter_value using message = 'unknown table';
  end if;
  foreach pattern in array staff.word_patterns(search) loop
    if is_notice or table_name = 'recruitments' then
      -- As constants: PostgreSQL can then look them up in an index or a hash table, whichever is cheaper.
      select array_agg(id) into organizations from public.organizations where normalize(name) ~* pattern;
      execute format('select array_agg(id) from public.%I where title is not nfc normalized and normalize(title) ~* %L', table_name, pattern)
         into others;
      conditions := conditions || format(
        ' and (title ~* %L or id = any (%L::bigint[]) or organization_id = any (%L::bigint[]))',
        pattern, coalesce(others, '{}'), coalesce(organizations, '{}')
      );
    else
      conditions := conditions || format(' and (normalize(name) ~* %1$L or slug ~* %1$L)', pattern);
    end if;
  end loop;
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

comment on function public.admin_search is
  'For staff: a page of the rows whose heading or organization contains each word of a text, literally and in any case, with the names of what they refer to as REST embeds them. The next page starts after the sorted value and the id of the last row; rows without a value come last.';
comment on function public.admin_count is
  'How many rows of a table match the words of a text and a status: the empty status means that none is set, state:draft and state:scheduled find what is planned; a table without status has active and inactive rows.';

create or replace function public.bin_items(
  tables text[] default null,
  search text default null,
  account uuid default null,
  deleted_after timestamptz default null,
  before_id bigint default null,
  page_size integer default 50
) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  patterns text[];
begin
  perform staff.require();
  patterns := staff.word_patterns(bin_items.search);
  return (
    with found as materialized (
      select id, deleted_at, deleted_by, table_name, record_id, title, record ->> 'slug' as slug, record ->> 'status' as status
        from bin.items
       where (tables is null or table_name = any (tables))
         and (patterns = '{}' or concat_ws(' ', normalize(title), record ->> 'slug') ~* all (patterns))
         and (account is null or deleted_by = account)
         and (deleted_after is null or deleted_at >= deleted_after)
    )
    select jsonb_build_object(
      'total', (select count(*) from found),
      'people', (
        select coalesce(jsonb_agg(jsonb_build_object('id', deleted_by, 'name', name) order by name), '[]')
          from (select distinct deleted_by from bin.items where deleted_by is not null) as people
         cross join lateral bin.name_of(deleted_by) as name where name is not null
      ),
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'item', page.id, 'table', table_name, 'id', record_id, 'title', title, 'slug', slug, 'status', status,
          'deleted_at', deleted_at, 'name', bin.name_of(deleted_by)
        ) order by page.id desc), '[]')
          from (
            select * from found where before_id is null or found.id < before_id
             order by found.id desc limit least(greatest(page_size, 1), 1000)
          ) as page
      )
    )
  );
end
$$;
