-- Filtered lists: a page of rows, the total and the count of every choice in one call. Source: docs/decisions/043

create type published.page as (rows json, more boolean, next bigint[]);

create function published.page_of(kind content.kinds, filtered published.filtered, sort text, after_keys bigint[], wanted_rows integer)
  returns published.page language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  answer published.page;
begin
  with first as materialized (
    select * from published.first_of(kind.priority, filtered, sort, after_keys, wanted_rows + 1) with ordinality as row (id, keys, place)
  )
  select published.cards_of(kind.priority, array(select id from first where place <= wanted_rows order by place)),
         (select count(*) > wanted_rows from first),
         (select keys from first where place = wanted_rows)
    into answer;
  return answer;
end
$$;
comment on function published.page_of is 'A page of filtered notices, its cards in order, and the keys of its last row.';
grant execute on function published.page_of to anon, authenticated, service_role;

create function published.stated_choices() returns table (facet text, choice text)
  language sql immutable parallel safe set search_path = ''
as $$
  select 'qualification', unnest(rules.qualifications())
  union all
  select 'state', unnest(rules.states())
  union all
  select 'category', unnest(rules.applicant_categories())
  union all
  select 'fee', unnest(rules.applicant_categories() || 'everyone'::text)
  union all
  select 'vacancies', unnest(published.vacancy_steps()::text[])
$$;
comment on function published.stated_choices is 'The choices of the filters by facts that a notice may leave open.';
grant execute on function published.stated_choices to anon, authenticated, service_role;

-- Filters as published.filter takes them: an organization by its id, -1 for an unknown one. Others are an error.
create function published.checked_filters(filters jsonb) returns jsonb
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  filter record;
  is_known boolean;
  organization bigint;
begin
  if jsonb_typeof(filters) is distinct from 'object' then
    raise invalid_parameter_value using message = 'filters must be an object of texts';
  end if;
  for filter in select key, value from jsonb_each_text(filters) loop
    is_known := case filter.key
      when 'age' then filter.value ~ '^[0-9]{1,3}$'
      when 'organization' then true
      when 'closing' then filter.value in ('today', '3-days', 'week')
      when 'application' then filter.value in ('open', 'soon', 'closed')
      when 'qualification' then filter.value = any (rules.qualifications())
      when 'state' then filter.value = any (rules.states())
      when 'category' then filter.value = any (rules.applicant_categories())
      when 'fee' then filter.value = 'free'
      when 'vacancies' then filter.value = any (published.vacancy_steps()::text[])
    end;
    if is_known is not true then
      raise invalid_parameter_value using message = 'unknown filter';
    end if;
  end loop;
  if filters ? 'organization' then
    select id into organization from public.organizations where slug = filters ->> 'organization';
    filters := filters || jsonb_build_object('organization', coalesce(organization, -1)::text);
  end if;
  return filters;
end
$$;

-- The kind of this name, or the error that callers get. Whether it has filters is not asked.
create function published.kind_with_filters(content_table text) returns content.kinds
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  kind content.kinds;
begin
  select * into kind from content.kinds where name = content_table;
  if not found then
    raise invalid_parameter_value using message = 'unknown content table';
  end if;
  return kind;
end
$$;
grant execute on function published.checked_filters, published.kind_with_filters to anon, authenticated, service_role;

create function public.filtered_list(
  content_table text,
  filters jsonb default '{}',
  search text default null,
  sort text default null,
  with_unstated boolean default false,
  today date default (now() at time zone interval '5 hours 30 minutes')::date,
  after_keys bigint[] default null,
  after_posted_at timestamptz default null,
  after_id bigint default null,
  after_rank bigint default null,
  page_size integer default 25
) returns json language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  kind constant content.kinds := published.kind_with_filters(content_table);
  wanted constant jsonb := case when filters <> '{}' then published.checked_filters(filters) else '{}' end;
  wanted_rows constant integer := least(greatest(coalesce(filtered_list.page_size, 25), 1), 100);
  is_plain constant boolean := wanted = '{}' and filtered_list.sort is null;
  -- While a visitor types into the plain list, the rows matter.
  is_counted constant boolean := not is_plain or coalesce(filtered_list.search, '') = '';
  few constant integer := 3; -- with fewer rows that have the text, close matches follow
  close_rows constant integer := 10;
  text published.text_set;
  filtered published.filtered;
  close published.filtered;
  page published.page;
  close_found json := '[]';
  close_total bigint;
  counts json;
  organizations json;
begin
  if length(filtered_list.search) > 1000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;
  if is_plain and is_counted and with_unstated is not true then
    select plain.total, 0, plain.counts, plain.organizations into filtered.total, filtered.unstated, counts, organizations
      from published.plain_counts(kind.priority, today) as plain;
  elsif is_counted then
    if filtered_list.search <> '' then
      select * into text from published.text_sets(array[kind.priority], filtered_list.search);
    end if;
    filtered := published.filter(kind, wanted, text.notices, today, with_unstated);
    select * into counts, organizations from published.counts(
      array[kind.priority], array_fill(filtered, array[1], array[kind.priority::integer]), wanted, today, with_unstated
    );
  end if;
  if is_plain and is_counted then
    -- The order of the list itself; the first page is what follows the highest possible place.
    select list.rows, list.more into page.rows, page.more from published.plain_page(
      kind.priority,
      case when filtered_list.after_posted_at is null then 9223372036854775807 else coalesce(filtered_list.after_rank, 0) end,
      coalesce(filtered_list.after_posted_at, 'infinity'),
      case when filtered_list.after_posted_at is null then 9223372036854775807 else coalesce(filtered_list.after_id, 0) end,
      wanted_rows
    ) as list;
  elsif is_plain then
    -- The order of the list itself.
    select list.rows, list.more, close_matches into page.rows, page.more, close_found from published.list_page(
      content_table => filtered_list.content_table, search => filtered_list.search,
      after_posted_at => filtered_list.after_posted_at, after_id => filtered_list.after_id,
      after_rank => filtered_list.after_rank, page_size => wanted_rows
    ) as list;
  elsif text.exact is null then
    page := published.page_of(kind, filtered, filtered_list.sort, after_keys, wanted_rows);
    if filtered_list.search <> '' and after_keys is null and filtered.total < few then
      close := published.without_text(kind.priority, filtered);
      select * into text from published.meaning(
        array[kind.priority], filtered_list.search, array_fill(close.matched, array[1], array[kind.priority::integer])
      );
      if found then
        close := published.only(close, coalesce(text.notices, close.matched) & ~ filtered.matched);
        close_found := (published.page_of(kind, close, filtered_list.sort, null, close_rows)).rows;
      end if;
    end if;
  else
    -- What contains the text stands on the first page, above the list of what has its meaning.
    close := published.only(filtered, ~ text.exact);
    page := published.page_of(kind, close, filtered_list.sort, after_keys, wanted_rows);
    close_found := page.rows;
    close_total := close.total;
    page.rows := '[]';
    if after_keys is null then
      page.rows := (published.page_of(kind, published.only(filtered, text.exact), filtered_list.sort, null, few)).rows;
    end if;
  end if;
  return json_build_object(
    'rows', page.rows,
    'more', page.more,
    'next', page.next,
    'closeMatches', close_found,
    'close', coalesce(close_total, json_array_length(close_found)),
    'total', filtered.total,
    'unstated', filtered.unstated,
    'counts', counts,
    'organizations', coalesce(organizations, '[]'),
    'organization', case when wanted ? 'organization'
      then (select name from public.organizations where id = (wanted ->> 'organization')::bigint) end
  );
end
$$;
comment on function public.filtered_list is
  'A page of a list under filters, {facet: choice}: {rows: [card], more, next: keys of its last row, total, unstated, counts: {facet: {choice: notices}}, organizations: [{slug, name, notices}], organization: name of the chosen one}. sort: newest, closing or vacancies; closed notices last. closeMatches: [card], close: their number, with a text: at most 10 when fewer than 3 of the found notices have it; all, paged instead of the rows and counted, when fewer than 3 of the kind have it. Without filters and sort the rows of list_notices, and without counts if there is a text. Source: docs/behaviour/finding.md#order-of-filtered-lists';
grant execute on function public.filtered_list to anon, authenticated;

create function public.filtered_facts(
  content_table text,
  filters jsonb default '{}',
  search text default null,
  sort text default 'posted',
  with_unstated boolean default false,
  today date default (now() at time zone interval '5 hours 30 minutes')::date,
  wanted integer default 50
) returns jsonb language plpgsql stable parallel safe set search_path = ''
as $$
#variable_conflict use_column
declare
  kind constant content.kinds := published.kind_with_filters(content_table);
  checked constant jsonb := published.checked_filters(coalesce(filters, '{}'));
  most constant integer := least(greatest(coalesce(filtered_facts.wanted, 50), 1), 200);
  text published.text_set;
  found published.filtered;
  ids bigint[];
  answer jsonb;
begin
  if length(filtered_facts.search) > 1000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;
  if filtered_facts.search <> '' then
    select * into text from published.text_sets(array[kind.priority], filtered_facts.search);
  end if;
  found := published.filter(kind, checked, text.notices, today, with_unstated);
  if filtered_facts.sort = 'closing' then
    ids := array(select id from published.in_order(kind.priority, found.matched & found.live, 'closing', false, null, most));
  else
    ids := array(select id from published.in_order(kind.priority, found.matched, 'posted', true, null, most));
  end if;
  execute format(
    'select jsonb_agg(facts order by place) from unnest($1) with ordinality as listed (id, place)
      cross join lateral (%s) as notice', published.facts_statement(kind.name, 'notice.id = listed.id')
  ) into answer using ids;
  return coalesce(answer, '[]');
end
$$;
comment on function public.filtered_facts is
  'The notices of a filtered list for feeds, newest first, or with the sort closing for calendars: those that are not closed, the first last date first. As newest_notices has them.';
grant execute on function public.filtered_facts to anon, authenticated;
