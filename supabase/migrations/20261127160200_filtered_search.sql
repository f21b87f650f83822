-- The search of the whole site under filters. Source: docs/behaviour/finding.md#filters-of-the-search

create function published.kinds_with_filters() returns smallint[] language sql stable parallel safe set search_path = ''
  return array(
    select priority from content.kinds as kind
     where exists (select from published.choices where choices.priority = kind.priority and facet = 'public' and choice = '')
     order by priority
  );
comment on function published.kinds_with_filters is 'The kinds that can be filtered and have notices.';

create function published.sum_of(counts jsonb[]) returns jsonb language sql immutable strict parallel safe set search_path = ''
  return (
    select coalesce(jsonb_object_agg(facet, choices), '{}') from (
      select facet, jsonb_object_agg(choice, notices) as choices from (
        select facet.key as facet, choice.key as choice, sum(choice.value::bigint) as notices
          from unnest(counts) as one cross join jsonb_each(one) as facet cross join jsonb_each_text(facet.value) as choice
         group by 1, 2
      ) as choice group by facet
    ) as facet
  );
comment on function published.sum_of is 'The counts of choices in several kinds together.';

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

create function published.cards_in_order(found published.ranked[]) returns jsonb
  language sql stable parallel safe set search_path = ''
  return (
    select coalesce(jsonb_agg(to_jsonb(card) || jsonb_build_object('relevance', relevance) order by keys), '[]')
      from search.cards(array(select (one.priority, one.id, null, one.relevance)::search.hit from unnest(found) as one)) as card
      join unnest(found) as one using (priority, id)
  );

create function public.filtered_search(
  query text,
  filters jsonb default '{}',
  category text default null,
  sort text default null,
  with_unstated boolean default false,
  today date default (now() at time zone interval '5 hours 30 minutes')::date,
  result_limit integer default 50,
  result_offset integer default 0
) returns jsonb language plpgsql stable parallel safe set search_path = ''
as $$
declare
  few constant integer := 3; -- with fewer results, close matches follow
  close_rows constant integer := 10; -- per kind
  most_ranked constant integer := 1000; -- of more results the newest come first
  most_skipped constant integer := 1000;
  wanted constant jsonb := published.checked_filters(coalesce(filters, '{}'));
  typed constant text collate "C" := search.fold(search.trimmed(coalesce(query, '')));
  is_plain constant boolean := wanted = '{}' and sort is null;
  wanted_rows constant integer := least(greatest(coalesce(result_limit, 50), 1), 100);
  skipped constant integer := greatest(coalesce(result_offset, 0), 0);
  among constant smallint[] := published.kinds_with_filters();
  chosen constant smallint[] := array(
    select priority from content.kinds where priority = any (among) and (category is null or name = category)
  );
  kind content.kinds;
  text published.text_set;
  one published.filtered;
  filtered published.filtered[] := array_fill(null::published.filtered, array[search.last_priority()]);
  close published.filtered[] := filtered;
  counts jsonb[] := '{}';
  totals jsonb := '{}';
  total bigint := 0;
  close_total bigint := 0;
  is_meant boolean := false;
  order_name text;
  results published.ranked[];
  close_results published.ranked[];
  organizations jsonb;
  answer jsonb;
begin
  if length(query) > 5000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;
  if skipped > most_skipped then
    raise invalid_parameter_value using message = 'result_offset is at most 1000';
  end if;
  if length(typed) >= 2 then
    for text in select * from published.text_sets(among, typed, true) loop
      select * into strict kind from content.kinds where priority = text.priority;
      continue when is_plain and not kind.priority = any (chosen);
      one := published.filter(kind, wanted, text.notices, today, with_unstated, kind.priority = any (chosen), chosen);
      totals := totals || jsonb_build_object(kind.name, one.total);
      continue when not kind.priority = any (chosen);
      total := total + one.total;
      counts := array_append(counts, one.counts);
      filtered[kind.priority] := one;
      if text.exact is not null then
        is_meant := true;
        filtered[kind.priority] := published.only(one, text.exact);
        close[kind.priority] := published.only(one, ~ text.exact);
        close_total := close_total + (close[kind.priority]).total;
      end if;
    end loop;
  end if;
  if is_plain then
    answer := public.search_notices(query, case when category is not null then array[category] end, wanted_rows, skipped)::jsonb
      - 'categorizedResults';
  else
    if not is_meant and total < few and skipped = 0 then
      for text in select * from published.meaning(chosen, typed) loop
        select * into strict kind from content.kinds where priority = text.priority;
        close[kind.priority] := published.only(
          published.filter(kind, wanted, text.notices, today, with_unstated, false), ~ (filtered[kind.priority]).matched
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
    answer := jsonb_build_object(
      'results', published.cards_in_order(results),
      'totalFound', total,
      'counts', totals,
      'closeMatches', published.cards_in_order(close_results),
      'closeTotal', case when is_meant then close_total else cardinality(close_results) end,
      'closePaged', is_meant
    );
  end if;
  answer := answer || jsonb_build_object('choices', published.sum_of(counts) - 'organization');
  organizations := published.organizations_in(published.sum_of(counts));
  return answer || jsonb_build_object(
    'unstated', (select coalesce(sum(each.unstated), 0) from unnest(filtered) as each),
    'organizations', organizations,
    'organization', (select name from public.organizations where id = (wanted ->> 'organization')::bigint)
  );
end
$$;
comment on function public.filtered_search is
  'Search of the kinds that can be filtered, under filters, {facet: choice}: {results, totalFound, counts: {kind: results}, closeMatches, closeTotal, closePaged, choices: {facet: {choice: results}}, unstated, organizations, organization}, as filtered_list and search_notices have them. sort: newest, closing or vacancies, otherwise by relevance; closed notices last. closePaged: the counts include close matches, and pages list all of them. Without filters and sort the answer of search_notices with choices. Source: docs/behaviour/finding.md#filters-of-the-search';

grant execute on function published.kinds_with_filters, published.sum_of, published.ranked_of, published.cards_in_order
  to anon, authenticated, service_role;
grant execute on function public.filtered_search to anon, authenticated;
