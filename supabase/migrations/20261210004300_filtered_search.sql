-- The search of the whole site under filters. At the end, after everything in the schema search: who may use it, and its
-- indexes. Source: docs/behaviour/finding.md#filters-of-the-search

create type published.ranked as (priority smallint, id bigint, relevance integer, keys bigint[]);

create function published.ranked_of(p smallint, filtered published.filtered, wanted text, sort text, wanted_rows integer)
  returns setof published.ranked language plpgsql stable parallel safe set search_path = ''
as $$
declare
  whole_word constant text := search.whole_word(wanted);
begin
  if sort = 'relevance' then
    return query
      select p, entry.id, relevance,
             array[1 - get_bit(filtered.live, entry.id::integer), -relevance, -(extract(epoch from posted_at) * 1000000)::bigint, p, -entry.id]
        from search.entries as entry
       cross join lateral search.relevance(title, others, wanted, whole_word) as relevance
       where entry.priority = p and entry.id = any (array(select published.ids_of(filtered.matched)));
  else
    return query
      select p, first.id, 0,
             case when sort = 'closing' and first.keys[1] = 0 then first.keys
               else first.keys[1] || array(select - key from unnest(first.keys[2:]) with ordinality as part (key, place) order by place)
             end
        from published.first_of(p, filtered, sort, null, wanted_rows) as first;
  end if;
end
$$;
comment on function published.ranked_of is
  'The first of filtered notices, in the order of their keys, which are compared with those of other kinds; of the sort relevance all.';
grant execute on function published.ranked_of to anon, authenticated, service_role;

create function published.cards_in_order(ranked published.ranked[]) returns json
  language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select coalesce(json_agg(shown), '[]') from (
      select card.*, one.relevance
        from search.cards(array(select (one.priority, one.id, null, one.relevance)::search.hit from unnest(ranked) as one)) as card
        join unnest(ranked) as one using (priority, id)
       order by one.keys
    ) as shown
  );
end
$$;
grant execute on function published.cards_in_order to anon, authenticated, service_role;

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
grant execute on function published.few_found, search.all_hits to anon, authenticated, service_role;

create function public.filtered_search(
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
comment on function public.filtered_search is
  'Search of the kinds that can be filtered, under filters, {facet: choice}: {results, totalFound, counts: {kind: results}, closeMatches, closeTotal, closePaged, choices: {facet: {choice: results}}, unstated, organizations, organization}, as filtered_list and search_notices have them. sort: newest, closing or vacancies, otherwise by relevance; closed notices last. closePaged: the counts include close matches, and pages list all of them. Without filters and sort what search_notices finds. Source: docs/behaviour/finding.md#filters-of-the-search';
grant execute on function public.filtered_search to anon, authenticated;

-- The index has public notices only. What writes it is called by triggers and by the server.
grant select on all tables in schema search to anon, authenticated, service_role;
grant execute on all functions in schema search to anon, authenticated, service_role;
revoke execute on function search.rebuild, search.count_terms, search.index_notices, search.index_table,
  search.collect_meanings, search.collect_sets from anon, authenticated;
revoke execute on function search.collect_sets from service_role;

-- There are no notices yet: this creates the indexes of search.entries and search.terms.
select search.rebuild();
