-- Lists under filters: a set is read by a short statement of its own, and all choices are counted by one. Source: docs/decisions/043

drop function published.filter(content.kinds, jsonb, bit varying, date, boolean, boolean, smallint[]);
drop function published.only(published.filtered, bit varying);
alter type published.filtered drop attribute counts;
alter type published.filtered
  -- What may be applied for later, or at an unknown time.
  add attribute waiting bit varying,
  -- What a text leaves, if there is one, and what each chosen filter accepts.
  add attribute everything bit varying,
  add attribute is_text boolean,
  add attribute facets text[],
  add attribute accepted bit varying[];

create function published.set_of(p smallint, wanted_facet text, first text, last text, among text[] default null)
  returns bit varying language plpgsql stable parallel safe
as $$
begin
  return (
    select published.joined(coalesce((
        select bit_or(notices) from (
          select notices from published.choices
           where priority = p and facet = wanted_facet and choice between first and last and chunk = number
          union all
          select notices from published.choices
           where priority = p and facet = wanted_facet and choice = any (among) and chunk = number
        ) as one
      ), published.no_notices()))
      from pg_catalog.generate_series(0, (
        select max(chunk) from published.choices where priority = p and facet = 'public' and choice = ''
      )) as number
  );
end
$$;
comment on function published.set_of is
  'The notices of a kind that have one of a range of choices or of some others; the empty choice: do not state the fact. Bit n is the notice with id n. It inherits search_path and the kind of plan.';

create function published.age_set(p smallint, age integer) returns bit varying language plpgsql stable parallel safe
as $$
begin
  return published.set_of(p, 'age_min', null, null, array(
      select distinct choice from published.choices where priority = p and facet = 'age_min' and (choice = '' or choice::integer <= age)
    )) & published.set_of(p, 'age_max', null, null, array(
      select distinct choice from published.choices where priority = p and facet = 'age_max' and (choice = '' or choice::integer >= age)
    )) & ~ published.set_of(p, 'age', '', '');
end
$$;
comment on function published.age_set is 'The notices of a kind that state ages which an applicant of an age fits.';

create function published.filter(kind content.kinds, wanted jsonb, within bit varying, today date, with_unstated boolean)
  returns published.filtered language plpgsql stable parallel safe
  set search_path = '' set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  p constant smallint := kind.priority;
  answer published.filtered;
  exact bit varying;
  lenient bit varying;
  one bit varying;
  unstated bit varying;
  chosen record;
begin
  answer.everything := published.set_of(p, 'public', '', '');
  answer.is_text := within is not null;
  if answer.is_text then answer.everything := answer.everything & within; end if;
  answer.live := published.set_of(p, 'ends', today::text, '~', '{""}');
  answer.waiting := published.set_of(p, 'begins', (today + 1)::text, '~', '{""}');
  exact := answer.everything;
  lenient := answer.everything;
  for chosen in select key as facet, value as choice from jsonb_each_text(wanted) loop
    case chosen.facet
      when 'age' then one := published.age_set(p, chosen.choice::integer);
      when 'closing' then
        one := published.set_of(p, 'ends', today::text, (today + case chosen.choice when 'week' then 7 when '3-days' then 3 else 0 end)::text);
      when 'application' then
        one := case chosen.choice
          when 'closed' then ~ answer.live when 'soon' then answer.live & answer.waiting else answer.live & ~ answer.waiting end;
      when 'fee' then
        chosen.choice := coalesce(wanted ->> 'category', 'everyone');
        one := published.set_of(p, 'fee', chosen.choice, chosen.choice);
      else
        one := published.set_of(p, chosen.facet, chosen.choice, chosen.choice);
        if chosen.facet = 'state' then one := one | published.set_of(p, 'state', 'all-india', 'all-india'); end if;
    end case;
    unstated := one | published.set_of(p, chosen.facet, '', '');
    exact := exact & one;
    lenient := lenient & unstated;
    answer.facets := array_append(answer.facets, chosen.facet);
    answer.accepted := array_append(answer.accepted, case when with_unstated then unstated else one end);
  end loop;
  answer.matched := case when with_unstated then lenient else exact end;
  answer.total := bit_count(answer.matched);
  answer.closed := bit_count(answer.matched & ~ answer.live);
  answer.unstated := bit_count(lenient) - bit_count(exact);
  return answer;
end
$$;
comment on function published.filter is 'The notices of a kind that match filters, within a set of them.';

create function published.only(filtered published.filtered, within bit varying) returns published.filtered
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  filtered.matched := filtered.matched & within;
  filtered.total := coalesce(bit_count(filtered.matched), 0);
  filtered.closed := coalesce(bit_count(filtered.matched & ~ filtered.live), 0);
  return filtered;
end
$$;

create function published.under_others(filtered published.filtered, facet text) returns bit varying
  language plpgsql immutable parallel safe
as $$
declare
  -- The fee of each category counts, so what one pays does not decide about categories.
  left_out constant text[] := case facet when 'category' then '{category,fee}' else array[facet] end;
  answer bit varying := filtered.everything;
begin
  for place in 1 .. coalesce(cardinality(filtered.facets), 0) loop
    if filtered.facets[place] <> all (left_out) then answer := answer & filtered.accepted[place]; end if;
  end loop;
  return answer;
end
$$;
comment on function published.under_others is 'What the filters other than one leave.';

-- What is left under the other filters; null: all notices.
create type published.under as (priority smallint, facet text, among text[], notices bit varying);
create type published.number as (facet text, choice text, notices bigint);

create function published.counts(
  kinds smallint[],
  -- By priority.
  filtered published.filtered[],
  wanted jsonb, today date, with_unstated boolean, out counts json, out organizations json
) language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  payer constant text := coalesce(wanted ->> 'category', 'everyone');
  unstated constant text[] := case when with_unstated then '{""}' end;
  days constant text[] := array(select (today + later)::text from generate_series(0, 7) as later);
  offered constant text[] := array(
    select choice from published.choices where priority = any (kinds) and facet = 'organization'
     group by choice order by sum(counted) desc, choice limit 8
  );
  facet text;
  p smallint;
  one published.filtered;
  left_over bit varying;
  under published.under[];
  numbers published.number[];
begin
  foreach p in array kinds loop
    one := filtered[p];
    continue when one is null;
    foreach facet in array '{qualification,state,category,fee,vacancies,organization,ends}'::text[] loop
      left_over := published.under_others(one, case facet when 'ends' then 'closing' else facet end);
      if facet = 'category' and wanted ? 'fee' then
        -- The fee of each category counts.
        numbers := numbers || array(
          select (facet, category, bit_count(
              left_over & published.set_of(p, 'category', category, category, unstated) & published.set_of(p, 'fee', category, category, unstated)
            ))::published.number from unnest(rules.applicant_categories()) as category
        );
      else
        under := array_append(under, (p, facet, case facet
          when 'qualification' then rules.qualifications() || ''::text
          when 'state' then rules.states() || ''::text
          when 'category' then rules.applicant_categories() || ''::text
          when 'fee' then array[payer, '']
          when 'vacancies' then published.vacancy_steps()::text[] || ''::text
          when 'organization' then offered
          else days
        end, case when one.is_text or one.facets is not null then left_over end)::published.under);
      end if;
    end loop;
    left_over := published.under_others(one, 'application');
    numbers := numbers || array[
      ('application', 'open', bit_count(left_over & one.live & ~ one.waiting))::published.number,
      ('application', 'soon', bit_count(left_over & one.live & one.waiting))::published.number,
      ('application', 'closed', bit_count(left_over & ~ one.live))::published.number
    ];
  end loop;
  with counted as (
    -- Counted inside, so that no set is sorted.
    select facet, choice, own.notices from unnest(under) as under cross join lateral (
      select choice, sum(case
          when under.notices is null then counted else bit_count(choices.notices & substring(under.notices from chunk * 8192 + 1 for 8192))
        end::integer) as notices
        from published.choices
       where priority = under.priority and facet = under.facet and choice = any (under.among) group by choice
    ) as own
  ), shown as materialized (
    select case facet when 'ends' then 'closing' else facet end as facet, label as choice, sum(notices)::bigint as notices
      from counted cross join unnest(case
        when choice = '' and not with_unstated then '{}'
        when facet = 'fee' then '{free}'
        -- What does not state a fact is in every choice of it when it is listed, and all India is in every state.
        when choice = '' then array(select fact.choice from published.stated_choices() as fact where fact.facet = counted.facet)
        when choice = 'all-india' then rules.states()
        when facet = 'ends' then ('{today,3-days,week}'::text[])[case when choice <= days[1] then 1 when choice <= days[4] then 2 else 3 end :]
        else array[choice]
      end) as label
     group by 1, 2
    union all
    select facet, choice, sum(notices)::bigint from unnest(numbers) as number group by facet, choice
  )
  select (select coalesce(json_object_agg(facet, choices), '{}') from (
           select facet, json_object_agg(choice, notices) as choices from shown where notices > 0 and facet <> 'organization' group by facet
         ) as facet),
         (select coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'notices', notices) order by name), '[]')
            from shown join public.organizations on id = choice::bigint where facet = 'organization' and notices > 0)
    into counts, organizations;
end
$$;
comment on function published.counts is
  'Of every choice of a filter, the number of notices of some kinds under all other filters, {facet: {choice: notices}}, and the organizations with most notices.';

-- A text: its terms are looked up once for its sets and its results.

drop function published.text_sets(smallint[], text, boolean);
drop function published.containing(smallint[], text, boolean);
drop function published.set_where(smallint, text, text[], text, tsquery);

create function search.drivers_of(wanted text) returns search.driver[] language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return case when length(wanted) >= 2 then array(select driver::search.driver from search.drivers(wanted) as driver) else '{}' end;
end
$$;

create function published.set_where(p smallint, keys text[], wanted text, in_all boolean, meaning tsquery default null)
  returns bit varying language plpgsql stable parallel safe
  -- A term that most notices have is still found sooner in its index than in their texts.
  set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_indexscan = off
as $$
begin
  -- Collected 64 at a time in a number, which takes a tenth of the time of setting bits in a set.
  return (
    select ('x' || coalesce(encode(string_agg(int8send(coalesce(bits, 0)), '' order by block), 'hex'), ''))::bit varying
      from generate_series(0, (select 128 * max(chunk) + 127 from published.choices where priority = p and facet = 'public')) as block
      left join (
        select id / 64 as block, bit_or(1::bigint << (63 - id % 64)::integer) as bits from (
          -- Each key by itself: looking for all at once compares every notice that is found with every key. A key is of one kind.
          select id from unnest(keys) as key cross join lateral (
            select id from search.entries
             where search.keys(priority, title, others) && array[key]
               and (wanted is null or strpos(title, wanted) > 0 or in_all and strpos(others, wanted) > 0)
            offset 0
          ) as entry
          union all
          select id from search.entries
           where keys is null and meaning is null
             and priority = p and (strpos(title, wanted) > 0 or in_all and strpos(others, wanted) > 0)
          union all
          select id from search.entries where priority = p and words @@ meaning
        ) as entry group by 1
      ) as found using (block)
  );
end
$$;
comment on function published.set_where is
  'The notices of a kind that have one of the keys and, unless it is null, the text; without keys those with the text or a meaning.';

create function published.containing(among smallint[], wanted text, drivers search.driver[], all_fields boolean)
  returns setof published.text_set language plpgsql stable parallel safe set search_path = ''
as $$
declare
  key_price constant integer := 30; -- notices whose texts are compared in the time in which a key is found in its index
  word_count constant integer := cardinality(string_to_array(wanted, ' '));
  kind content.kinds;
  driver search.driver;
  in_all boolean;
  is_term boolean;
  keys text[];
  answer published.text_set;
begin
  for kind in select * from content.kinds where priority = any (among) order by priority loop
    in_all := all_fields or kind.list_searches_all_fields;
    answer := (kind.priority, null, null);
    keys := null;
    driver := (select one::search.driver from unnest(drivers) as one where one.priority = kind.priority);
    if driver is null and length(wanted) >= 2 then
      keys := '{}';
    else
      -- One or two words stand in a field exactly when one of its terms has them, unless a word was too long to be a term.
      is_term := word_count <= 2 and not '  ' = any (driver.terms);
      if is_term or driver.any_rows < driver.all_rows / 4 then
        -- Terms that no title has are not looked for in titles.
        keys := case when driver.title_rows > 0 then search.keys_of(driver, 't', driver.terms) else '{}' end
          || case when in_all and driver.other_rows > 0 then search.keys_of(driver, 'o', driver.terms) else '{}' end;
        if cardinality(keys) > 2 + driver.all_rows / key_price then keys := null; end if;
      end if;
    end if;
    if not in_all or driver is null or driver.at_least < driver.all_rows then
      answer.notices := published.set_where(kind.priority, keys, case when keys is null or not is_term then wanted end, in_all);
    end if;
    return next answer;
  end loop;
end
$$;

create or replace function published.meaning(among smallint[], typed text) returns setof published.text_set
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  wanted constant text collate "C" := search.fold(search.trimmed(typed));
  conditions constant text[] := case when length(wanted) between 2 and 100 then search.conditions_of(wanted) else '{}' end;
  known constant text[] := array_remove(conditions, null);
  kind content.kinds;
  own text[];
  notices bit varying;
  answer published.text_set[];
begin
  for used in reverse cardinality(known) .. greatest((cardinality(conditions) + 1) / 2, 1) loop
    answer := '{}';
    for kind in select * from content.kinds where priority = any (among) order by priority loop
      -- Every notice of a kind has its mark.
      own := array(select condition from unnest(known[:used]) as condition where strpos(condition, '''#' || kind.name || '''') = 0);
      notices := case when cardinality(own) > 0 then
        published.set_where(kind.priority, null, null, false, array_to_string(own, ' & ')::tsquery)
      end;
      continue when bit_count(notices) = 0;
      answer := array_append(answer, (kind.priority, notices, null)::published.text_set);
    end loop;
    exit when cardinality(answer) > 0;
  end loop;
  return query select * from unnest(answer);
end
$$;

create function published.text_sets(among smallint[], typed text, drivers search.driver[] default null, all_fields boolean default false)
  returns setof published.text_set language plpgsql stable parallel safe rows 2 set search_path = ''
as $$
declare
  few constant integer := 3; -- with fewer notices that have the text, those with its meaning are found, too
  wanted constant text collate "C" := search.fold(search.trimmed(typed));
  containing constant published.text_set[] := array(
    select text::published.text_set from published.containing(among, wanted, coalesce(drivers, search.drivers_of(wanted)), all_fields) as text
  );
begin
  if (select bool_or(text.notices is null) or coalesce(sum(bit_count(text.notices)), 0) >= few from unnest(containing) as text) then
    return query select * from unnest(containing);
  else
    return query
      select text.priority, case when close.priority is null then text.notices else (close.notices | text.notices)::bit varying end, text.notices
        from unnest(containing) as text left join published.meaning(among, typed) as close using (priority);
  end if;
end
$$;
comment on function published.text_sets is
  'What a text finds in each of some kinds: notices that contain it, and if in all of them fewer than three do, those with its meaning. Source: docs/behaviour/finding.md#text-under-filters';

create function published.list_page(
  content_table text,
  search text default null,
  only_status text default null,
  after_posted_at timestamptz default null,
  after_id bigint default null,
  page_size integer default 25,
  after_rank bigint default 0,
  out rows json, out more boolean, out close_matches json
) language plpgsql stable parallel safe set search_path = ''
as $$
declare
  few constant integer := 3; -- with fewer rows that have the text, close matches follow
  close_rows constant integer := 10;
  wanted_rows constant int := least(greatest(coalesce(page_size, 25), 1), 100);
  wanted constant text collate "C" := search.fold(search);
  kind content.kinds;
  driver search.driver;
  found_rows integer;
  source text := format('published.%I as card', content_table);
  listed constant text := case when wanted <> '' then 'entry' else 'card' end;
  conditions text[] := '{true}';
  keys text[];
begin
  close_matches := '[]';
  select * into kind from content.kinds where name = content_table;
  if not found then
    raise invalid_parameter_value using message = 'unknown content table';
  end if;
  if length(search) > 1000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;

  if wanted <> '' then
    conditions := conditions || case when kind.list_searches_all_fields
      then '(strpos(entry.title, $1) > 0 or strpos(entry.others, $1) > 0)' else 'strpos(entry.title, $1) > 0'
    end;
    source := format('search.entries as entry join published.%I as card using (id)', content_table);
    conditions := array_append(conditions, 'entry.priority = $6');
    if length(search.trimmed(wanted)) >= 2 then
      select * into driver from search.drivers(search.trimmed(wanted)) as found where found.priority = kind.priority;
      found_rows := case when kind.list_searches_all_fields then driver.any_rows else driver.title_rows end;
      -- Reading on in the order of the list is shorter where many have the text.
      if found_rows is null or found_rows <= sqrt(wanted_rows::double precision * driver.all_rows) then
        keys := coalesce(search.keys_of(driver, 't', driver.terms), '{}')
          || case when kind.list_searches_all_fields then search.keys_of(driver, 'o', driver.terms) end;
        conditions := array_append(conditions, 'search.keys(entry.priority, entry.title, entry.others) && $7');
      end if;
    end if;
  end if;
  if only_status is not null then
    conditions := array_append(conditions, 'card.status = $2');
  end if;
  if after_posted_at is not null then
    -- Of a comparison of rows PostgreSQL estimates the first column alone, and hardly any rank is below 0.
    conditions := array_append(conditions, format(
      case when after_rank > 0 then '(%1$s.list_rank, %1$s.posted_at, %1$s.id) < ($8, $3, $4)'
        else '%1$s.list_rank = 0 and (%1$s.posted_at, %1$s.id) < ($3, $4)'
      end, listed
    ));
  end if;

  execute format(
    'with page as materialized (
       select card.* from %1$s where %2$s order by %3$s.list_rank desc, %3$s.posted_at desc, %3$s.id desc limit $5 + 1
     )
     select coalesce((select json_agg(shown) from (select * from page limit $5) as shown), ''[]''), (select count(*) > $5 from page)',
    source, array_to_string(conditions, ' and '), listed
  ) into rows, more
  using wanted, only_status, after_posted_at, coalesce(after_id, 0), wanted_rows, kind.priority, keys, after_rank;

  if wanted <> '' and after_posted_at is null and json_array_length(rows) < few then
    execute format(
      'select coalesce(json_agg(card order by posted_at desc, id desc), ''[]'')
         from (
           select card.* from search.close_in_list($1, $2) as close join published.%I as card using (id)
            where id not in (select (exact ->> ''id'')::bigint from json_array_elements($3) as exact) and ($4 is null or card.status = $4)
            order by close.posted_at desc, close.id desc limit $5
         ) as card', content_table
    ) into close_matches using kind.priority, wanted, rows, only_status, close_rows;
  end if;
end
$$;
create or replace function public.list_notices(
  content_table text,
  search text default null,
  only_status text default null,
  after_posted_at timestamptz default null,
  after_id bigint default null,
  page_size integer default 25,
  after_rank bigint default 0
) returns json language plpgsql stable parallel safe set search_path = ''
as $$
declare
  page record;
begin
  page := published.list_page(content_table, search, only_status, after_posted_at, after_id, page_size, after_rank);
  return json_build_object('rows', page.rows, 'more', page.more, 'closeMatches', page.close_matches);
end
$$;

drop function published.page_of(content.kinds, published.filtered, text, bigint[], integer);
create type published.page as (rows json, more boolean, next bigint[]);
create function published.page_of(kind content.kinds, filtered published.filtered, sort text, after_keys bigint[], wanted_rows integer)
  returns published.page language plpgsql stable parallel safe set search_path = ''
as $$
declare
  answer published.page;
begin
  execute format(
    'with first as materialized (
       select * from published.first_of($1, $2, $3, $4, $5 + 1) with ordinality as row (id, keys, place)
     )
     select coalesce((select json_agg(card order by place) from first join published.%I as card using (id) where place <= $5), ''[]''),
            (select count(*) > $5 from first),
            (select keys from first where place = $5)', kind.name
  ) into answer using kind.priority, filtered, sort, after_keys, wanted_rows;
  return answer;
end
$$;
comment on function published.page_of is 'A page of filtered notices, its cards in order, and the keys of its last row.';

drop function public.filtered_list;
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
      select * into text from published.meaning(array[kind.priority], filtered_list.search);
      if found then
        close := published.only(published.filter(kind, wanted, text.notices, today, with_unstated), ~ filtered.matched);
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
comment on function public.filtered_list is
  'A page of a list under filters, {facet: choice}: {rows: [card], more, next: keys of its last row, total, unstated, counts: {facet: {choice: notices}}, organizations: [{slug, name, notices}], organization: name of the chosen one}. sort: newest, closing or vacancies; closed notices last. closeMatches: [card], close: their number, with a text: at most 10 when fewer than 3 of the found notices have it; all, paged instead of the rows and counted, when fewer than 3 of the kind have it. Without filters and sort the rows of list_notices, and without counts if there is a text. Source: docs/behaviour/finding.md#order-of-filtered-lists';
grant execute on function public.filtered_list to anon, authenticated;

create or replace function public.filtered_facts(
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

create function search.found(
  wanted text, drivers search.driver[], chosen smallint[], wanted_rows integer, skipped integer,
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
    number := search.count_found(driver, wanted);
    numbers[driver.priority] := number;
    continue when number = 0 or not driver.priority = any (chosen);
    total := total + number;
    hits := hits || array(
      select distinct on (hit.relevance, hit.posted_at, hit.id) hit::search.hit
        from search.best(driver, number, wanted, first + share) as hit
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
comment on function search.found is
  'The best notices that have a text, as public.search_notices describes them, and their number in each kind. The text is folded and trimmed.';

create or replace function public.search_notices(
  query text,
  categories text[] default null,
  result_limit integer default 50,
  result_offset integer default 0
) returns json language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  most_skipped constant integer := 1000; -- what was skipped has to be found and ordered as well
  wanted constant text collate "C" := search.fold(search.trimmed(coalesce(query, '')));
  skipped constant integer := greatest(coalesce(result_offset, 0), 0);
  answer record;
  results json;
begin
  if length(query) > 5000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;
  if skipped > most_skipped then
    raise invalid_parameter_value using message = 'result_offset is at most 1000';
  end if;
  select * into answer from search.found(
    wanted, search.drivers_of(wanted),
    array(select priority from content.kinds where categories is null or name = any (categories)),
    least(greatest(coalesce(result_limit, 50), 1), 100), skipped
  );
  results := search.cards_of(answer.hits);
  return json_build_object(
    'results', results,
    'categorizedResults', coalesce((
      select json_object_agg(category, cards order by first_position)
        from (
          select card ->> 'category' as category, min(position) as first_position, json_agg(card order by position) as cards
            from json_array_elements(results) with ordinality as found (card, position)
           group by category
        ) as categorized
    ), '{}'),
    'totalFound', answer.total,
    'counts', answer.counts,
    'closeMatches', search.cards_of(answer.close_hits)
  );
end
$$;

drop function published.cards_in_order(published.ranked[]);
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

drop function public.filtered_search;
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
      typed, drivers, array(select priority from content.kinds where category is null or name = category), wanted_rows, skipped
    );
    cards := search.cards_of(answer.hits);
    close_cards := search.cards_of(answer.close_hits);
    total := answer.total;
    counts := answer.counts;
  else
    if not is_meant and total < few and skipped = 0 then
      for text in select * from published.meaning(chosen, typed) loop
        select * into strict kind from content.kinds where priority = text.priority;
        close[kind.priority] := published.only(
          published.filter(kind, wanted, text.notices, today, with_unstated), ~ (filtered[kind.priority]).matched
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
comment on function public.filtered_search is
  'Search of the kinds that can be filtered, under filters, {facet: choice}: {results, totalFound, counts: {kind: results}, closeMatches, closeTotal, closePaged, choices: {facet: {choice: results}}, unstated, organizations, organization}, as filtered_list and search_notices have them. sort: newest, closing or vacancies, otherwise by relevance; closed notices last. closePaged: the counts include close matches, and pages list all of them. Without filters and sort what search_notices finds. Source: docs/behaviour/finding.md#filters-of-the-search';
grant execute on function public.filtered_search to anon, authenticated;

drop function published.sum_of(jsonb[]), published.organizations_in(jsonb);

create or replace function published.fitting(filters jsonb) returns table (priority smallint, notices bit varying)
  language sql stable parallel safe set search_path = ''
as $$
  select kinds.priority, (published.filter(kinds, published.checked_filters(filters), null, current_date, false)).matched
    from content.kinds
   where filters <> '{}' and exists (select from published.choices where choices.priority = kinds.priority)
$$;

grant execute on function search.drivers_of, search.found, published.set_where, published.containing, published.text_sets,
  published.list_page, published.page_of, published.cards_in_order, published.set_of, published.age_set, published.filter, published.only, published.under_others, published.counts
  to anon, authenticated, service_role;
