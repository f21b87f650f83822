-- A text of three or more words is found by the sets of its pairs instead of by comparing every notice that has the rarest of
-- them. The search without filters uses the sets that it needs for the counts of its filters. Source: docs/decisions/065

create or replace function published.set_of_terms(p smallint, keys text[], ids bigint[], wanted text, in_all boolean)
  returns bit varying language plpgsql stable parallel safe
  -- A key that many notices have is still found sooner in its index than in their texts.
  set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_indexscan = off
as $$
declare
  frequent constant text[] := array(select distinct key from search.sets where wanted is null and key = any (keys));
  rare constant text[] := array(select key from unnest(keys) as key where key <> all (frequent));
  answer bit varying;
  one_by_one bit varying;
begin
  if frequent <> '{}' then
    answer := (
      select published.joined(coalesce(
               (select bit_or(notices) from search.sets where key = any (frequent) and chunk = number), published.no_notices()
             ) order by number)
        from generate_series(0, (select max(chunk) from published.choices where priority = p and facet = 'public')) as number
    );
    if rare = '{}' and ids = '{}' then return answer; end if;
  end if;
  one_by_one := published.set_from(p, array(
    -- Each key by itself: looking for all at once compares every notice that is found with every key.
    select id from unnest(rare) as key cross join lateral (
      select id from search.entries
       where search.keys(priority, title, others) && array[key]
         and (wanted is null or strpos(title, wanted) > 0 or in_all and strpos(others, wanted) > 0)
      offset 0
    ) as entry
    union all
    select id from unnest(ids) as id where wanted is null
    union all
    select id from search.entries
     where wanted is not null and priority = p and id = any (ids) and (strpos(title, wanted) > 0 or in_all and strpos(others, wanted) > 0)
  ));
  return coalesce(answer | one_by_one, one_by_one);
end
$$;

create function published.set_of_phrase(p smallint, slots search.driver[], wanted text, in_all boolean)
  returns bit varying language plpgsql stable parallel safe set search_path = ''
as $$
declare
  slot search.driver;
  field text;
  has_all bit varying;
  unsure bit varying;
  answer bit varying := published.set_from(p, '{}');
  to_compare bit varying := answer;
begin
  foreach field in array case when in_all then '{t,o}' else '{t}' end::text[] loop
    continue when exists (select from unnest(slots) where case field when 't' then title_rows else other_rows end = 0);
    has_all := ~ answer; -- what the title has need not be looked for again
    -- These fields may have all pairs without having the text: two spaces mark a word that is too long to be a term, three
    -- spaces a word that stands there more than once. Source: search.terms_in
    unsure := published.set_of_terms(p, array[p || field || '  ', p || field || '   '], '{}', null, in_all);
    foreach slot in array slots loop
      has_all := published.set_of_terms(p, search.keys_of(slot, field, slot.shared_terms), case field
        when 't' then slot.title_ids else slot.title_ids || slot.other_ids end, null, in_all) & has_all;
      -- A term that only one notice has, and has in its title, may not stand in its other fields.
      if field = 'o' and slot.title_ids <> '{}' then unsure := unsure | published.set_from(p, slot.title_ids); end if;
    end loop;
    answer := answer | (has_all & ~ unsure);
    to_compare := to_compare | (has_all & unsure);
  end loop;
  to_compare := to_compare & ~ answer;
  if bit_count(to_compare) > 0 then
    answer := answer | published.set_from(p, array(
      select id from search.entries
       where priority = p and id = any (array(select published.ids_of(to_compare)))
         and (strpos(title, wanted) > 0 or in_all and strpos(others, wanted) > 0)
    ));
  end if;
  return answer;
end
$$;
comment on function published.set_of_phrase is
  'The notices of a kind with a text of three or more words, from the sets of its pairs of neighbouring words. A field that has all pairs and no word twice has them one after the other; others are compared with the text.';

create or replace function published.containing(among smallint[], wanted text, drivers search.driver[], all_fields boolean)
  returns setof published.text_set language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  key_price constant integer := 30; -- notices whose texts are compared in the time in which a key is found in its index
  word_count constant integer := cardinality(string_to_array(wanted, ' '));
  kind content.kinds;
  driver search.driver;
  in_all boolean;
  is_term boolean;
  keys text[];
  slots search.driver[];
  answer published.text_set;
begin
  for kind in select * from content.kinds where priority = any (among) order by priority loop
    in_all := all_fields or kind.list_searches_all_fields;
    answer := (kind.priority, null, null);
    driver := (select one::search.driver from unnest(drivers) as one where one.priority = kind.priority);
    if driver is null and length(wanted) >= 2 then
      answer.notices := published.set_from(kind.priority, '{}');
    elsif not in_all or driver is null or driver.at_least < driver.all_rows then
      -- Terms that no title has are not looked for in titles.
      keys := case when driver.title_rows > 0 then search.keys_of(driver, 't', driver.shared_terms) else '{}' end
        || case when in_all and driver.other_rows > 0 then search.keys_of(driver, 'o', driver.shared_terms) else '{}' end;
      -- One or two words stand in a field exactly when one of its terms has them, unless a word was too long to be a term.
      is_term := word_count <= 2 and not '  ' = any (driver.terms);
      slots := case when word_count > 2 and driver.any_rows >= search.frequent()
        then array(select slot::search.driver from search.slots(wanted) as slot where slot.priority = kind.priority) end;
      -- Of a very long text only the first pairs are looked up.
      if cardinality(slots) = word_count - 1
          and (select sum(cardinality(shared_terms)) from unnest(slots)) <= 2 * cardinality(slots) + driver.all_rows / key_price then
        answer.notices := published.set_of_phrase(kind.priority, slots, wanted, in_all);
      elsif (is_term or driver.any_rows < driver.all_rows / 4) and cardinality(keys) <= 2 + driver.all_rows / key_price then
        answer.notices := published.set_of_terms(
          kind.priority, keys, driver.title_ids || case when in_all then driver.other_ids end, case when not is_term then wanted end, in_all
        );
      else
        answer.notices := published.set_from(kind.priority, array(
          select id from search.entries
           where priority = kind.priority and (strpos(title, wanted) > 0 or in_all and strpos(others, wanted) > 0)
        ));
      end if;
    end if;
    return next answer;
  end loop;
end
$$;

drop function search.best(search.driver, integer, text, integer);
create function search.best(driver search.driver, found_rows integer, wanted text, wanted_rows integer, matched bit varying default null)
  returns setof search.hit
  language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- With this many matches, reading all of them costs about as much as reading newest first until enough are found.
  few constant integer := sqrt(wanted_rows::double precision * driver.all_rows);
  many constant integer := 20000;
  cost_of_fetching constant integer := 5; -- notices that can be skipped in the time of fetching one
  names constant text[] := '{is_title,starts,is_whole,in_title,in_others}';
  start constant text collate "C" := left(wanted, 60);
  have integer[]; -- notices with each property
  needs boolean[];
  rarest integer;
  whole_word constant text := search.whole_word(driver.part);
  whole search.driver := driver;
  rank search.ranks;
  found integer;
begin
  if driver.any_rows <= few or found_rows <= wanted_rows and driver.any_rows <= many then
    return query select * from search.best_with('in_any', driver, wanted, wanted_rows);
    return;
  end if;

  whole.terms := array(
    select term from unnest(driver.terms) as term where term = '  ' or term ~ whole_word
    union all
    -- A start of pairs stands for many pairs. The text is a whole word in those where no letter or digit follows it.
    select pair.term
      from (select replace(term, '  ', ' ') as begun from unnest(driver.terms) as term where search.is_pair_start(term)) as start
     cross join lateral (
       select pairs.term from search.pairs
        where kind = 'pair' and priority = driver.priority
          and (pairs.term >= begun and pairs.term < begun || '0'
            or pairs.term >= begun || ':' and pairs.term < begun || 'a'
            or pairs.term >= begun || '{' and pairs.term < begun || U&'\+10FFFF')
       offset 0
     ) as pair
     where pair.term ~ whole_word
  );
  have := array[
    0,
    (select count(*) from (
      select from search.entries
       where priority = driver.priority and left(title, 60) between start and start || U&'\+10FFFF' limit many
    ) as starting),
    (select least(coalesce(sum(title_rows), 0), 2000000000) from search.terms
      where kind in ('word', 'pair') and term = any (whole.terms) and priority = driver.priority),
    least(driver.title_rows, found_rows + many * (found_rows / 10001)), driver.other_rows
  ];
  if have[2] > few then
    have[1] := (select count(*) from (
      select from search.entries where priority = driver.priority and left(title, 60) = start limit many
    ) as same);
  end if;

  for property in reverse 5 .. 1 loop
    if have[property] between 1 and few then
      return query select * from search.best_with(names[property], case property when 3 then whole else driver end, wanted, wanted_rows);
      have := search.settled(have, property);
    end if;
  end loop;

  for rank in select * from search.ranks order by relevance desc loop
    needs := array[rank.is_title, rank.starts, rank.is_whole, rank.in_title, rank.in_others];
    rarest := null;
    for property in 1 .. 5 loop
      if needs[property] and (rarest is null or have[property] <= have[rarest]) then rarest := property; end if;
    end loop;
    continue when have[rarest] = 0;

    -- The text is in titles only, and the notices that are left differ by their time alone: the set gives the newest ones.
    if matched is not null and needs = '{f,f,f,t,f}' and driver.other_rows = 0 then
      return query
        select entry.priority, entry.id, entry.posted_at, search.relevance(title, others, wanted, search.whole_word(wanted))
          from published.in_order(driver.priority, matched, 'posted', true, null, wanted_rows) as newest
          join search.entries as entry on entry.priority = driver.priority and entry.id = newest.id;
      exit;
    end if;
    return query
      select * from search.newest_of(rank, driver.priority, wanted, wanted_rows, cost_of_fetching * have[rarest]);
    get diagnostics found = row_count;
    exit when found = wanted_rows;
    return query select * from search.best_with(names[rarest], case rarest when 3 then whole else driver end, wanted, wanted_rows);
    have := search.settled(have, rarest);
  end loop;
end
$$;

drop function search.found(text, search.driver[], smallint[], integer, integer);
create function search.found(
  wanted text, drivers search.driver[], chosen smallint[], wanted_rows integer, skipped integer, matched bit varying[] default null,
  out hits search.hit[], out close_hits search.hit[], out total bigint, out counts json
) language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  few constant integer := 3; -- an exact search that finds less gets close matches too
  close_rows constant integer := 10; -- per category
  close_length constant integer := 100; -- longer texts are not misspelt words
  share constant integer := ceil(wanted_rows::numeric / greatest(cardinality(chosen), 1));
  first constant integer := skipped::bigint * share / wanted_rows;
  driver search.driver;
  number integer;
  numbers integer[] := array_fill(0, array[search.last_priority()]);
begin
  hits := '{}';
  close_hits := '{}';
  total := 0;
  foreach driver in array drivers loop
    number := case when matched[driver.priority] is null then search.count_found(driver, wanted)
      else least(bit_count(matched[driver.priority]), 10001) end;
    numbers[driver.priority] := number;
    continue when number = 0 or not driver.priority = any (chosen);
    total := total + number;
    hits := hits || array(
      select distinct on (hit.relevance, hit.posted_at, hit.id) hit::search.hit
        from search.best(driver, number, wanted, first + share, matched[driver.priority]) as hit
       order by hit.relevance desc, hit.posted_at desc, hit.id desc
      offset first limit share
    );
  end loop;
  if skipped = 0 and length(wanted) between 2 and close_length and (select sum(count) from unnest(numbers) as count) < few then
    close_hits := array(
      select close::search.hit from search.close_to(wanted, close_rows) as close
       where close.priority = any (chosen)
         and (close.priority, close.id) not in (select priority, id from unnest(hits))
    );
  end if;
  counts := (select json_object_agg(name, numbers[priority] order by priority) from content.kinds);
end
$$;

create function published.without_text(p smallint, filtered published.filtered) returns published.filtered
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  filtered.is_text := false;
  filtered.everything := published.set_of(p, 'public', '', '');
  filtered.matched := published.under_others(filtered, '');
  return published.only(filtered, filtered.matched);
end
$$;
comment on function published.without_text is 'What fulfils the same filters, with any text.';

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
  wanted constant jsonb := published.checked_filters(coalesce(filters, '{}'));
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
  if is_counted then
    if filtered_list.search <> '' then
      select * into text from published.text_sets(array[kind.priority], filtered_list.search);
    end if;
    filtered := published.filter(kind, wanted, text.notices, today, with_unstated);
    select * into counts, organizations from published.counts(
      array[kind.priority], array_fill(filtered, array[1], array[kind.priority::integer]), wanted, today, with_unstated
    );
  end if;
  if is_plain then
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
    'organization', (select name from public.organizations where id = (wanted ->> 'organization')::bigint)
  );
end
$$;

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
  wanted constant jsonb := published.checked_filters(coalesce(filters, '{}'));
  typed constant text collate "C" := search.fold(search.trimmed(coalesce(query, '')));
  is_plain constant boolean := wanted = '{}' and sort is null;
  wanted_rows constant integer := least(greatest(coalesce(result_limit, 50), 1), 100);
  skipped constant integer := greatest(coalesce(result_offset, 0), 0);
  among constant smallint[] := published.kinds_with_filters();
  chosen constant smallint[] := array(
    select priority from content.kinds where priority = any (among) and (category is null or name = category)
  );
  drivers constant search.driver[] := search.drivers_of(typed);
  kind content.kinds;
  text published.text_set;
  one published.filtered;
  filtered published.filtered[] := array_fill(null::published.filtered, array[search.last_priority()]);
  close published.filtered[] := filtered;
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
    'organization', (select name from public.organizations where id = (wanted ->> 'organization')::bigint)
  );
end
$$;

grant execute on function search.frequent, published.set_of_phrase, published.without_text, search.best, search.found to anon, authenticated, service_role;
