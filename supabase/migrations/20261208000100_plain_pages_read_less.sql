-- Lists and searches without filters are answered by few short statements, each of which reads what its numbers need. A
-- search finds its notices once, for its results and for its counts. The answers are the same.
-- Source: docs/decisions/067

-- The ids of each kind are looked up once, not by one query for each.
create or replace function content.search_cards_of(kind content.kinds) returns text language sql immutable set search_path = ''
  return format(
    'select %1$L, %2$s::smallint, id, slug, title, status, post_time, created_at, posted_at,
            (%3$s)::date, (%4$s)::date, (%5$s)::text
       from public.%1$I where status is distinct from ''inactive''
        and id = any (ids_%2$s)',
    kind.name, kind.priority, coalesce(kind.search_card ->> 'apply_end_date', 'null'),
    coalesce(kind.search_card ->> 'exam_date', 'null'), coalesce(kind.search_card ->> 'document_url', 'null')
  );

create or replace function content.create_unions() returns void language plpgsql set search_path = ''
as $$
declare
  notices text;
  newest_changes text;
  search_cards text;
  ids text;
  ids_of_hits text;
  home_sections text;
  cards text;
begin
  select
    string_agg(content.notices_of(kind), ' union all ' order by priority),
    string_agg(content.newest_change_of(kind), ' union all ' order by priority),
    string_agg(content.search_cards_of(kind), ' union all ' order by priority),
    string_agg(content.home_section_of(kind), ' union all ' order by priority) filter (where home_status is not null),
    string_agg(content.cards_of_kind(kind), ' ' order by priority),
    string_agg(format('ids_%s bigint[];', priority), ' ' order by priority),
    format(
      'select %s into %s from unnest(hits);',
      string_agg(format('array_agg(id) filter (where priority = %s)', priority), ', ' order by priority),
      string_agg(format('ids_%s', priority), ', ' order by priority)
    )
  into notices, newest_changes, search_cards, home_sections, cards, ids, ids_of_hits from content.kinds as kind;

  drop view if exists published.notices, published.newest_changes;
  execute 'create view published.notices with (security_invoker) as ' || notices;
  execute 'create view published.newest_changes with (security_invoker) as ' || newest_changes;
  execute format(
    'create or replace function search.cards(hits search.hit[]) returns table (
       category text, priority smallint, id bigint, slug text, title text, status text, post_time text,
       created_at timestamptz, posted_at timestamptz, apply_end_date date, exam_date date, document_url text
     ) language plpgsql stable parallel safe set search_path = '''' set plan_cache_mode = force_generic_plan as %L',
    format(E'#variable_conflict use_column\ndeclare %s begin %s return query %s; end', ids, ids_of_hits, search_cards)
  );
  execute format(
    'create or replace function published.home_sections(page_sizes jsonb) returns table (name text, cards json)
       language plpgsql stable parallel safe set search_path = '''' as %L',
    format(
      E'#variable_conflict use_column\nbegin return query %s; end',
      coalesce(home_sections, 'select null, null where false')
    )
  );
  execute format(
    'create or replace function published.cards_of(p smallint, ids bigint[]) returns json
       language plpgsql stable parallel safe set search_path = '''' set plan_cache_mode = force_generic_plan as %L',
    format(E'begin case p %s end case; end', cards)
  );

  comment on view published.notices is 'The public notices of all kinds, with the dates of a timeline.';
  comment on view published.newest_changes is 'The time of the newest change of every kind.';
  comment on function search.cards is 'The cards of the notices that a search has found.';
  comment on function published.home_sections is 'The newest cards of every kind that has a section on the home page.';
  comment on function published.cards_of is 'The cards of notices of one kind, in the order of their ids.';
  grant select on published.notices, published.newest_changes to anon, authenticated, service_role;
  grant execute on function search.cards, published.home_sections, published.cards_of to anon, authenticated, service_role;
end
$$;
select content.create_unions();

create function published.plain_counts(p smallint, today date, out total bigint, out counts json, out organizations json)
  language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  first_day constant text collate "C" := today;
  third_day constant text collate "C" := today + 3;
  last_day constant text collate "C" := today + 7;
  -- Of those that depend on the day, and of the fee, each is counted by itself.
  own_facets constant text[] := '{application,application,application,closing,closing,closing,fee}';
  own_choices constant text[] := '{open,soon,closed,today,3-days,week,free}';
  endless bigint;
  all_india bigint;
  free bigint;
  live bigint;
  days bigint[];
  soon bigint := 0;
  own_numbers bigint[];
  waiting record;
begin
  select coalesce(sum(counted::integer) filter (where facet = 'public' and choice = ''), 0),
         coalesce(sum(counted::integer) filter (where facet = 'ends' and choice = ''), 0),
         coalesce(sum(counted::integer) filter (where facet = 'fee' and choice = 'everyone'), 0),
         coalesce(sum(counted::integer) filter (where choice = 'all-india'), 0)
    into total, endless, free, all_india from published.choices
   where priority = p and facet = any ('{ends,fee,public,state}') and choice = any ('{"",all-india,everyone}');
  select coalesce(sum(counted::integer), 0),
         array[
           coalesce(sum(counted::integer) filter (where choice <= first_day), 0),
           coalesce(sum(counted::integer) filter (where choice <= third_day), 0),
           coalesce(sum(counted::integer) filter (where choice <= last_day), 0), free
         ]
    into live, days from published.choices where priority = p and facet = 'ends' and choice >= first_day;
  -- What has no first date waits as well, and what has no last date stays live.
  for waiting in
    select chunk, bit_or(notices) as notices from (
      select chunk, notices from published.choices where priority = p and facet = 'begins' and choice > first_day
      union all
      select chunk, notices from published.choices where priority = p and facet = 'begins' and choice = ''
    ) as one group by chunk
  loop
    soon := soon + (
      select coalesce(sum(bit_count(notices & waiting.notices)), 0) from (
        select notices from published.choices where priority = p and facet = 'ends' and choice >= first_day and chunk = waiting.chunk
        union all
        select notices from published.choices where priority = p and facet = 'ends' and choice = '' and chunk = waiting.chunk
      ) as one
    );
  end loop;
  own_numbers := array[live + endless - soon, soon, total - live - endless] || days;
  -- A notice for all India is in every state.
  counts := (
    select coalesce(json_object_agg(facet, choices), '{}') from (
      select facet, json_object_agg(choice, notices) as choices from (
        select facet, choice, sum(counted::integer) as notices from (
          select facet, choice, counted from published.choices
           where priority = p and facet = any ('{category,qualification,state,vacancies}') and choice <> ''
          union all
          select 'state', state, all_india from unnest(rules.states()) as state where all_india > 0 and state <> 'all-india'
          union all
          select * from unnest(own_facets, own_choices, own_numbers)
        ) as one group by facet, choice
      ) as each where notices > 0 group by facet
    ) as shown
  );
  organizations := (
    select coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'notices', notices) order by name), '[]')
      from (
        select choice, notices from published.organization_totals where priority = p and notices > 0 order by notices desc, choice limit 8
      ) as offered
      join public.organizations on id = choice::bigint
  );
end
$$;
comment on function published.plain_counts is 'The number of notices of one kind and of every choice, without a text and filters.';

create or replace function public.filtered_list(
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

create function published.text_counts(
  kinds smallint[],
  -- By priority; no kind without one.
  sets bit varying[],
  -- The bits of a chunk that matter: 8192, or fewer when all notices of the sets are at the start of the first one.
  width integer,
  -- The kinds whose largest organizations are offered.
  among smallint[],
  today date, out counts json, out organizations json
) language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  first_day constant text collate "C" := today;
  third_day constant text collate "C" := today + 3;
  last_day constant text collate "C" := today + 7;
  offered constant text[] := array(
    select choice from published.organization_totals where priority = any (among) and notices > 0
     group by choice order by sum(notices) desc, choice limit 8
  );
  -- Of those that depend on the day, and of the fee, each is counted by itself.
  own_facets constant text[] := '{application,application,application,closing,closing,closing,fee}';
  own_choices constant text[] := '{open,soon,closed,today,3-days,week,free}';
  last_chunk constant integer := (length(sets[kinds[1]]) - 1) / 8192;
  p smallint;
  total bigint := 0;
  -- By priority. What has no first date waits as well.
  waiting bit varying[] := '{}';
  waits bit varying;
  all_india bigint;
  live bigint;
  soon bigint;
  days bigint[];
  own_numbers bigint[];
begin
  foreach p in array kinds loop
    total := total + bit_count(sets[p]);
    if width = 8192 then
      waits := published.set_of(p, 'begins', (today + 1)::text, '~', '{""}');
    else
      waits := (
        select bit_or(notices) from (
          select substring(notices from 1 for width) as notices from published.choices
           where priority = p and facet = 'begins' and choice > first_day and chunk = 0
          union all
          select substring(notices from 1 for width) from published.choices where priority = p and facet = 'begins' and choice = '' and chunk = 0
        ) as one
      );
    end if;
    waiting[p] := waits;
  end loop;
  select coalesce(sum(number) filter (where facet = 'ends'), 0),
         coalesce(sum(number_waiting), 0),
         coalesce(sum(number) filter (where choice = 'all-india'), 0),
         array[
           coalesce(sum(number) filter (where facet = 'ends' and choice <> '' and choice <= first_day), 0),
           coalesce(sum(number) filter (where facet = 'ends' and choice <> '' and choice <= third_day), 0),
           coalesce(sum(number) filter (where facet = 'ends' and choice <> '' and choice <= last_day), 0),
           coalesce(sum(number) filter (where facet = 'fee' and choice = 'everyone'), 0)
         ]
    into live, soon, all_india, days from (
      -- Each is counted once.
      select facet, choice, bit_count(notices) as number,
             case facet when 'ends' then bit_count(notices & substring(waiting[priority] from chunk * 8192 + 1 for width)) end as number_waiting
        from (
          select priority, facet, choice, chunk, substring(notices from 1 for width) & substring(sets[priority] from chunk * 8192 + 1 for width) as notices
            from published.choices
           where priority = any (kinds) and chunk <= last_chunk and facet = any ('{ends,fee,state}') and choice = any ('{"",all-india,everyone}')
          union all
          select priority, facet, choice, chunk, substring(notices from 1 for width) & substring(sets[priority] from chunk * 8192 + 1 for width)
            from published.choices where priority = any (kinds) and chunk <= last_chunk and facet = 'ends' and choice >= first_day
        ) as one
      offset 0
    ) as counted;
  own_numbers := array[live - soon, soon, total - live] || days;
  counts := (
    select coalesce(json_object_agg(facet, choices), '{}') from (
      select facet, json_object_agg(choice, notices) as choices from (
        select facet, choice, sum(counted::integer) as notices from (
          select facet, choice, bit_count(substring(notices from 1 for width) & substring(sets[priority] from chunk * 8192 + 1 for width)) as counted
            from published.choices
           where priority = any (kinds) and chunk <= last_chunk and facet = any ('{category,qualification,state,vacancies}') and choice <> ''
          union all
          select 'state', state, all_india from unnest(rules.states()) as state where all_india > 0 and state <> 'all-india'
          union all
          select * from unnest(own_facets, own_choices, own_numbers)
        ) as one group by facet, choice
      ) as each where notices > 0 group by facet
    ) as shown
  );
  organizations := (
    select coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'notices', notices) order by name), '[]')
      from (
        select choice, sum(bit_count(substring(notices from 1 for width) & substring(sets[priority] from chunk * 8192 + 1 for width))::integer) as notices
          from published.choices where priority = any (kinds) and chunk <= last_chunk and facet = 'organization' and choice = any (offered) group by choice
      ) as counted
      join public.organizations on id = choice::bigint where notices > 0
  );
end
$$;
comment on function published.text_counts is 'As published.plain_counts, of the notices of several kinds that have a text.';

-- All results of a text of which no kind has many.
create function search.all_hits(drivers search.driver[], wanted text) returns search.hit[]
  language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  whole_word constant text := search.whole_word(wanted);
  keys constant text[] := array(
    select driver.priority || field || term
      from unnest(drivers) as driver cross join unnest('{t,o}'::text[]) as field cross join unnest(driver.terms) as term
     where case field when 't' then driver.title_rows else driver.other_rows end > 0
  );
begin
  return array(
    select (priority, id, posted_at, search.relevance(title, others, wanted, whole_word))::search.hit
      from search.entries
     where search.keys(priority, title, others) && keys and (strpos(title, wanted) > 0 or strpos(others, wanted) > 0)
  );
end
$$;
comment on function search.all_hits is 'All notices that have a text, of all kinds that have one of its terms.';

-- A plain search for a text that few notices have finds them once, for its results and for its counts.
create function published.few_found(
  typed text, drivers search.driver[], among smallint[], wanted_rows integer, today date,
  out cards json, out total bigint, out counts json, out choices json, out organizations json
) language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  few constant integer := 3; -- of fewer, those with the meaning of the text are found, too
  share constant integer := ceil(wanted_rows::numeric / (select count(*) from content.kinds));
  driver search.driver;
  hits search.hit[];
  own record;
  one bit varying;
  notice bigint;
  last_id bigint;
  width integer;
  numbers bigint[] := '{}';
  most bigint := 0;
  with_filters bigint := 0;
  found smallint[] := '{}';
  sets bit varying[] := '{}';
begin
  foreach driver in array drivers loop
    -- As in search.best: of more, reading newest first until enough are found costs less than reading all.
    if driver.any_rows > sqrt(share::double precision * driver.all_rows) then return; end if;
  end loop;
  hits := search.all_hits(drivers, typed);
  last_id := (select max(id) from unnest(hits) where priority = any (among));
  -- In a small site most of a chunk is empty.
  width := case when last_id < 8192 then (last_id / 64 + 1) * 64 else 8192 end;
  for own in select priority, count(*) as number, array_agg(id) as ids from unnest(hits) group by priority loop
    numbers[own.priority] := own.number;
    most := greatest(most, own.number);
    if own.priority = any (among) then
      found := found || own.priority;
      with_filters := with_filters + own.number;
      if width < 8192 then
        one := repeat('0', width);
        foreach notice in array own.ids loop
          one := set_bit(one, notice::integer, 1);
        end loop;
      else
        one := published.set_from(own.priority, own.ids);
      end if;
      sets[own.priority] := one;
    end if;
  end loop;
  if with_filters < few then return; end if;
  select text_counts.counts, text_counts.organizations into choices, organizations from published.text_counts(found, sets, width, among, today);
  total := cardinality(hits);
  counts := (
    select json_object_agg(name, coalesce(numbers[priority], 0) order by priority) from content.kinds
  );
  if most > share then
    hits := array(
      select (priority, id, posted_at, relevance)::search.hit from (
        select *, row_number() over (partition by priority order by relevance desc, posted_at desc, id desc) as place from unnest(hits)
      ) as placed where place <= share
    );
  end if;
  cards := search.cards_of(hits);
end
$$;
comment on function published.few_found is
  'The answer to a search without filters when no kind has many notices with the text; total is null when one has, or when hardly any notice has the text.';

create or replace function public.filtered_search(
  query text,
  filters jsonb default '{}',
  category text default null,
  sort text default null,
  with_unstated boolean default false,
  today date default (now() at time zone interval '5 hours 30 minutes')::date,
  result_limit integer default 50,
  result_offset integer default 0
) returns json language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  few constant integer := 3; -- with fewer results, close matches follow
  close_rows constant integer := 10; -- per kind
  most_ranked constant integer := 1000; -- of more results the newest come first
  most_skipped constant integer := 1000;
  wanted constant jsonb := case when filters <> '{}' then published.checked_filters(filters) else '{}' end;
  typed constant text collate "C" := search.fold(search.trimmed(coalesce(query, '')));
  is_plain constant boolean := wanted = '{}' and sort is null;
  wanted_rows constant integer := least(greatest(coalesce(result_limit, 50), 1), 100);
  skipped constant integer := greatest(coalesce(result_offset, 0), 0);
  among constant smallint[] := published.kinds_with_filters();
  chosen smallint[];
  drivers constant search.driver[] := search.drivers_of(typed);
  kind content.kinds;
  text published.text_set;
  one published.filtered;
  filtered published.filtered[];
  close published.filtered[];
  under published.filtered[];
  within bit varying[];
  totals jsonb := '{}';
  counts json;
  total bigint := 0;
  close_total bigint := 0;
  is_meant boolean := false;
  order_name text;
  results published.ranked[];
  close_results published.ranked[];
  answer record;
  cards json;
  close_cards json;
  choices json;
  organizations json;
begin
  if length(query) > 5000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;
  if skipped > most_skipped then
    raise invalid_parameter_value using message = 'result_offset is at most 1000';
  end if;
  if is_plain and category is null and skipped = 0 and with_unstated is not true and drivers <> '{}' then
    select * into answer from published.few_found(typed, drivers, among, wanted_rows, today);
    if answer.total is not null then
      return json_build_object(
        'results', answer.cards,
        'totalFound', answer.total,
        'counts', answer.counts,
        'closeMatches', '[]'::json,
        'closeTotal', 0,
        'closePaged', false,
        'choices', answer.choices,
        'unstated', 0,
        'organizations', answer.organizations,
        'organization', null
      );
    end if;
  end if;
  chosen := array(select priority from content.kinds where priority = any (among) and (category is null or name = category));
  filtered := array_fill(null::published.filtered, array[search.last_priority()]);
  close := filtered;
  if length(typed) >= 2 then
    for text in select * from published.text_sets(among, typed, drivers, true) loop
      select * into strict kind from content.kinds where priority = text.priority;
      continue when is_plain and not kind.priority = any (chosen);
      one := published.filter(kind, wanted, text.notices, today, with_unstated);
      totals := totals || jsonb_build_object(kind.name, one.total);
      continue when not kind.priority = any (chosen);
      total := total + one.total;
      filtered[kind.priority] := one;
      if text.exact is not null then
        is_meant := true;
        filtered[kind.priority] := published.only(one, text.exact);
        close[kind.priority] := published.only(one, ~ text.exact);
        close_total := close_total + (close[kind.priority]).total;
      end if;
    end loop;
  end if;
  select * into choices, organizations from published.counts(chosen, filtered, wanted, today, with_unstated);
  if is_plain then
    select * into answer from search.found(
      typed, drivers, array(select priority from content.kinds where category is null or name = category), wanted_rows, skipped,
      array(select each.matched from unnest(filtered) with ordinality as each order by ordinality)
    );
    cards := search.cards_of(answer.hits);
    close_cards := search.cards_of(answer.close_hits);
    total := answer.total;
    counts := answer.counts;
  else
    if not is_meant and total < few and skipped = 0 then
      for kind in select * from content.kinds where priority = any (chosen) loop
        continue when filtered[kind.priority] is null;
        under[kind.priority] := published.without_text(kind.priority, filtered[kind.priority]);
        within[kind.priority] := (under[kind.priority]).matched;
      end loop;
      for text in select * from published.meaning(chosen, typed, within) loop
        close[text.priority] := published.only(
          under[text.priority], coalesce(text.notices, within[text.priority]) & ~ (filtered[text.priority]).matched
        );
      end loop;
    end if;
    order_name := coalesce(nullif(sort, 'newest'), case when sort is not null or total > most_ranked then 'posted' else 'relevance' end);
    results := array(
      select best::published.ranked from unnest(chosen) as p, published.ranked_of(p, filtered[p], typed, order_name, skipped + wanted_rows) as best
       where (filtered[p]).total > 0 order by best.keys offset case when is_meant then 0 else skipped end limit wanted_rows
    );
    order_name := case order_name when 'relevance' then 'posted' else order_name end;
    close_results := array(
      select best::published.ranked from unnest(chosen) as p,
             published.ranked_of(p, close[p], typed, order_name, case when is_meant then skipped + wanted_rows else close_rows end) as best
       where (close[p]).total > 0 order by best.keys offset skipped limit wanted_rows
    );
    if is_meant and skipped > 0 then results := '{}'; end if;
    counts := totals;
    cards := published.cards_in_order(results);
    close_cards := published.cards_in_order(close_results);
    if not is_meant then close_total := cardinality(close_results); end if;
  end if;
  return json_build_object(
    'results', cards,
    'totalFound', total,
    'counts', counts,
    'closeMatches', close_cards,
    'closeTotal', case when is_plain then json_array_length(close_cards) else close_total end,
    'closePaged', is_meant and not is_plain,
    'choices', choices,
    'unstated', (select coalesce(sum(each.unstated), 0) from unnest(filtered) as each),
    'organizations', organizations,
    'organization', case when wanted ? 'organization'
      then (select name from public.organizations where id = (wanted ->> 'organization')::bigint) end
  );
end
$$;

-- One statement for texts of one or two words, of which each kind has one driver.
create or replace function search.drivers_of(wanted text) returns search.driver[]
  language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  words constant text[] := string_to_array(wanted, ' ');
begin
  if length(wanted) < 2 or wanted is null then return '{}'; end if;
  if cardinality(words) > 2 then return array(select driver::search.driver from search.drivers(wanted) as driver); end if;
  -- One word, or one pair: as search.slots, which has to compare several.
  return array(
    select (
             found.priority, terms,
             coalesce(letters.title_rows, found.title_rows), coalesce(letters.other_rows, found.other_rows), coalesce(letters.any_rows, found.any_rows),
             coalesce(letters.any_rows, at_least), letters is not null or cardinality(terms) = 1 and at_least > 0, every.any_rows,
             shared_terms, title_ids, other_ids, wanted
           )::search.driver
      from (
        select priority, array_agg(term) as terms,
               coalesce(array_agg(term) filter (where any_rows > 1), '{}') as shared_terms,
               coalesce(array_agg(id_sum) filter (where any_rows = 1 and title_rows > 0), '{}') as title_ids,
               coalesce(array_agg(id_sum) filter (where any_rows = 1 and title_rows = 0), '{}') as other_ids,
               least(sum(title_rows), 2000000000)::integer as title_rows,
               least(sum(other_rows), 2000000000)::integer as other_rows,
               least(sum(any_rows), 2000000000)::integer as any_rows,
               coalesce(max(any_rows) filter (where term <> '  '), 0) as at_least
          from search.terms_with(words, 1) group by priority
      ) as found
      join search.words as every on every.kind = 'word' and every.term = '' and every.priority = found.priority
      left join search.letters on letters.kind = 'letters' and letters.term = wanted and letters.priority = found.priority
     order by found.priority
  );
end
$$;

create or replace function published.kinds_with_filters() returns smallint[]
  language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return array(select distinct priority from published.choices where facet = 'public' and choice = '' order by priority);
end
$$;

-- In a small site there is one chunk.
create or replace function published.set_of(p smallint, wanted_facet text, first text, last text, among text[] default null)
  returns bit varying language plpgsql stable parallel safe
as $$
declare
  chunks constant integer := 1 + (
    select max(chunk) from published.choices where priority = p and facet = 'public' and choice = ''
  );
  stored integer := 0;
  answer bit varying;
begin
  if first = last and among is null then
    select published.joined(notices order by chunk), count(*) into answer, stored
      from published.choices where priority = p and facet = wanted_facet and choice = first;
    if stored = chunks then return answer; end if;
  end if;
  if chunks = 1 then
    return coalesce((
      select bit_or(notices) from (
        select notices from published.choices where priority = p and facet = wanted_facet and choice between first and last
        union all
        select notices from published.choices where priority = p and facet = wanted_facet and choice = any (among)
      ) as one
    ), published.no_notices());
  end if;
  -- Chunks in which no notice has the choice are not stored.
  return (
    select published.joined(coalesce(notices, published.no_notices()) order by chunk)
      from pg_catalog.generate_series(0, chunks - 1) as chunk
      left join (
        select chunk, bit_or(notices) as notices from (
          select chunk, notices from published.choices where priority = p and facet = wanted_facet and choice between first and last
          union all
          select chunk, notices from published.choices where priority = p and facet = wanted_facet and choice = any (among)
        ) as one group by chunk
      ) as found using (chunk)
  );
end
$$;

grant execute on function published.plain_counts, published.text_counts, published.few_found, search.all_hits
  to anon, authenticated, service_role;
