-- Lists and searches take less of the processor. A plan that PostgreSQL makes once is used again, where one was made for
-- each call; queries for other lengths of text, and for other filters, are no longer prepared. The answers are the same.
-- Source: docs/decisions/066

-- Cards of one kind.

create function content.cards_of_kind(kind content.kinds) returns text language sql immutable set search_path = ''
  return format(
    'when %1$s then return (
       select coalesce(json_agg(card order by place), ''[]'')
         from unnest(ids) with ordinality as listed (id, place) join published.%2$I as card using (id)
     );',
    kind.priority, kind.name
  );

create or replace function content.create_unions() returns void language plpgsql set search_path = ''
as $$
declare
  notices text;
  newest_changes text;
  search_cards text;
  home_sections text;
  cards text;
begin
  select
    string_agg(content.notices_of(kind), ' union all ' order by priority),
    string_agg(content.newest_change_of(kind), ' union all ' order by priority),
    string_agg(content.search_cards_of(kind), ' union all ' order by priority),
    string_agg(content.home_section_of(kind), ' union all ' order by priority) filter (where home_status is not null),
    string_agg(content.cards_of_kind(kind), ' ' order by priority)
  into notices, newest_changes, search_cards, home_sections, cards from content.kinds as kind;

  drop view if exists published.notices, published.newest_changes;
  execute 'create view published.notices with (security_invoker) as ' || notices;
  execute 'create view published.newest_changes with (security_invoker) as ' || newest_changes;
  execute format(
    'create or replace function search.cards(hits search.hit[]) returns table (
       category text, priority smallint, id bigint, slug text, title text, status text, post_time text,
       created_at timestamptz, posted_at timestamptz, apply_end_date date, exam_date date, document_url text
     ) language plpgsql stable parallel safe set search_path = '''' set plan_cache_mode = force_generic_plan as %L',
    format(E'#variable_conflict use_column\nbegin return query %s; end', search_cards)
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
comment on function content.create_unions is
  'Creates what reads all kinds: published.notices, published.newest_changes, published.home_sections, published.cards_of, search.cards.';
select content.create_unions();

create or replace function published.page_of(kind content.kinds, filtered published.filtered, sort text, after_keys bigint[], wanted_rows integer)
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

-- The list in its own order, from one index of all kinds.
create function published.plain_page(
  p smallint, after_rank bigint, after_posted_at timestamptz, after_id bigint, wanted_rows integer, out rows json, out more boolean
) language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  ids constant bigint[] := array(
    select id from search.entries
     where priority = p and (list_rank, posted_at, id) < (after_rank, after_posted_at, after_id)
     order by list_rank desc, posted_at desc, id desc limit wanted_rows + 1
  );
begin
  rows := published.cards_of(p, ids[:wanted_rows]);
  more := cardinality(ids) > wanted_rows;
end
$$;
comment on function published.plain_page is 'A page of a list without a text and filters: what follows a place in its order.';

create or replace function published.list_page(
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

  if wanted is null or wanted = '' then
    if only_status is null then
      -- The first page is what follows the highest possible place.
      select page.rows, page.more into rows, more from published.plain_page(
        kind.priority,
        case when after_posted_at is null then 9223372036854775807 else coalesce(after_rank, 0) end,
        coalesce(after_posted_at, 'infinity'),
        case when after_posted_at is null then 9223372036854775807 else coalesce(after_id, 0) end,
        wanted_rows
      ) as page;
      return;
    end if;
  else
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

-- The words and pairs of a text: each length of text has its own queries, so that the others need not be prepared.
create function search.terms_with(typed text[], last_slot integer)
  returns table (number integer, term text, priority smallint, title_rows integer, other_rows integer, any_rows integer, id_sum bigint)
  language plpgsql stable parallel safe set search_path = extensions set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  last_word constant integer := cardinality(typed);
  -- Too many pairs begin with such a text: search.pair_starts has one term for all of them.
  ends_in_letter constant boolean := last_word > 1 and length(typed[last_word]) = 1;
  pair_start constant text := typed[last_word - 1] || '  ' || typed[last_word];
  first_pair constant text := typed[1] || ' ' || typed[2];
  last_pair constant text := typed[last_word - 1] || ' ' || typed[last_word];
  -- Of a pair the letters around its space: they are in fewer terms than the others, and are soon compared.
  runs constant text[] := search.runs_in(case when last_word > 1 then right(typed[1], 2) || ' ' || left(typed[2], 2) else typed[1] end, 3);
begin
  if last_word = 1 and length(typed[1]) = 2 then
    return query select 1, term, priority, title_rows, other_rows, any_rows, id_sum from search.words
      where search.runs_in(term, 2) @> typed;
  elsif last_word = 1 and length(typed[1]) > 2 then
    return query select 1, term, priority, title_rows, other_rows, any_rows, id_sum from search.words
      where search.runs_in(term, 3) @> runs and strpos(term, typed[1]) > 0;
  elsif last_word = 2 and ends_in_letter then
    return query select 1, term, priority, title_rows, other_rows, any_rows, id_sum from search.pair_starts
      where reverse(term) >= reverse(pair_start) and reverse(term) < reverse(pair_start) || U&'\+10FFFF';
  elsif last_word = 2 then
    return query select 1, term, priority, title_rows, other_rows, any_rows, id_sum from search.pairs
      where search.runs_in(term, 3) @> runs and strpos(term, first_pair) > 0;
  elsif last_word > 2 then
    return query select 1, term, priority, title_rows, other_rows, any_rows, id_sum from search.pairs
      where search.runs_in(term, 3) @> runs and right(term, length(first_pair)) = first_pair;
    return query select number, term, priority, title_rows, other_rows, any_rows, id_sum
      from generate_series(2, least(last_slot, last_word - 2)) as number
      join search.pairs on kind = 'pair' and term = typed[number] || ' ' || typed[number + 1];
    if last_slot = last_word - 1 and ends_in_letter then
      return query select last_slot, term, priority, title_rows, other_rows, any_rows, id_sum from search.pair_starts
        where kind = 'pair_start' and term = pair_start;
    elsif last_slot = last_word - 1 then
      return query select last_slot, term, priority, title_rows, other_rows, any_rows, id_sum from search.pairs
        where kind = 'pair' and term >= last_pair and term < last_pair || U&'\+10FFFF';
    end if;
  end if;
  -- Two spaces mark a field with a word that is too long to be a term: it may contain any text.
  return query select number, term, priority, title_rows, other_rows, any_rows, id_sum
    from search.pairs cross join generate_series(1, last_slot) as number where kind = 'pair' and term = '  ';
end
$$;
comment on function search.terms_with is 'The terms that have a word of a text, or two neighbouring words, by the number of the first.';

create or replace function search.slots(wanted text) returns setof search.driver
  language plpgsql stable strict parallel safe set search_path = extensions set plan_cache_mode = force_generic_plan
as $$
declare
  words constant text[] := string_to_array(wanted, ' ');
  last_word constant integer := cardinality(words);
  last_slot constant integer := least(greatest(last_word - 1, 1), 12); -- the first 12 pairs of a long text are selective enough
begin
  return query
  with slots as (
    select found.priority, number,
           array_agg(term) as terms,
           coalesce(array_agg(term) filter (where found.any_rows > 1), '{}') as shared_terms,
           coalesce(array_agg(id_sum) filter (where found.any_rows = 1 and found.title_rows > 0), '{}') as title_ids,
           coalesce(array_agg(id_sum) filter (where found.any_rows = 1 and found.title_rows = 0), '{}') as other_ids,
           least(sum(found.title_rows), 2000000000)::integer as title_rows,
           least(sum(found.other_rows), 2000000000)::integer as other_rows,
           least(sum(found.any_rows), 2000000000)::integer as any_rows,
           case when last_word <= 2 then coalesce(max(found.any_rows) filter (where term <> '  '), 0) else 0 end as at_least
      from search.terms_with(words, last_slot) as found
     group by found.priority, number
  )
  select slots.priority, slots.terms,
         coalesce(letters.title_rows, slots.title_rows),
         coalesce(letters.other_rows, slots.other_rows),
         coalesce(letters.any_rows, slots.any_rows),
         coalesce(letters.any_rows, slots.at_least),
         letters is not null or cardinality(slots.terms) = 1 and slots.at_least > 0,
         every.any_rows,
         slots.shared_terms, slots.title_ids, slots.other_ids,
         case when last_word > 1 then words[number] || ' ' || words[number + 1] else wanted end
    from slots
    join search.words as every on every.kind = 'word' and every.term = '' and every.priority = slots.priority
    left join search.letters on letters.kind = 'letters' and letters.term = wanted and letters.priority = slots.priority
   where (select count(*) from slots as each where each.priority = slots.priority) = last_slot
   order by slots.priority, number;
end
$$;

create or replace function search.found(
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
  whole_word constant text := search.whole_word(wanted);
  driver search.driver;
  number integer;
  numbers integer[] := array_fill(0, array[search.last_priority()]);
  few_matched smallint[] := '{}'; -- kinds with so few matches that all are compared
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
    -- As in search.best: of so many, reading all costs no more than reading newest first until enough are found.
    if matched[driver.priority] is not null and number <= greatest(first + share, sqrt((first + share)::double precision * driver.all_rows)) then
      few_matched := few_matched || driver.priority;
      continue;
    end if;
    hits := hits || array(
      select distinct on (hit.relevance, hit.posted_at, hit.id) hit::search.hit
        from search.best(driver, number, wanted, first + share, matched[driver.priority]) as hit
       order by hit.relevance desc, hit.posted_at desc, hit.id desc
      offset first limit share
    );
  end loop;
  if few_matched <> '{}' then
    hits := hits || array(
      select hit::search.hit from unnest(few_matched) as p cross join lateral (
        select priority, id, posted_at, search.relevance(title, others, wanted, whole_word) as relevance
          from search.entries where priority = p and id = any (array(select published.ids_of(matched[p])))
         order by relevance desc, posted_at desc, id desc
        offset first limit share
      ) as hit
    );
  end if;
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

-- Every choice is counted in all kinds at once; without a text and filters, from the numbers that are stored.
create type published.counted_choices as (facet text, among text[], sets bit varying[]);

create or replace function published.counts(
  kinds smallint[],
  -- By priority.
  filtered published.filtered[],
  wanted jsonb, today date, with_unstated boolean, out counts json, out organizations json
) language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  payer constant text := coalesce(wanted ->> 'category', 'everyone');
  unstated constant text[] := case when with_unstated then '{""}' else '{}' end;
  days constant text[] := array(select (today + later)::text from generate_series(0, 7) as later);
  offered constant text[] := array(
    select choice from published.organization_totals where priority = any (kinds) and notices > 0
     group by choice order by sum(notices) desc, choice limit 8
  );
  counted_kinds smallint[] := '{}';
  -- Without a text and filters the stored numbers count.
  has_sets boolean := wanted <> '{}';
  facet text;
  filter_name text;
  p smallint;
  one published.filtered;
  -- By priority: what is left under all filters, and under all but one.
  left_over bit varying[] := '{}';
  left_by_others bit varying[];
  left_in_kind bit varying;
  choices published.counted_choices[];
  numbers published.number[] := '{}';
  open_notices bigint := 0;
  soon bigint := 0;
  closed bigint := 0;
begin
  foreach p in array kinds loop
    one := filtered[p];
    continue when one is null;
    counted_kinds := counted_kinds || p;
    has_sets := has_sets or one.is_text;
    left_over[p] := published.under_others(one, '');
    left_in_kind := case when wanted ? 'application' then published.under_others(one, 'application') else left_over[p] end;
    open_notices := open_notices + bit_count(left_in_kind & one.live & ~ one.waiting);
    soon := soon + bit_count(left_in_kind & one.live & one.waiting);
    closed := closed + bit_count(left_in_kind & ~ one.live);
    if wanted ? 'fee' then
      -- The fee of each category counts.
      left_in_kind := published.under_others(one, 'category');
      numbers := numbers || array(
        select ('category', category, sum(bit_count(substring(left_in_kind from chunk * 8192 + 1 for 8192) & of_category & of_fee)))::published.number
          from (
            select category, chunk, bit_or(notices) filter (where choices.facet = 'category') as of_category,
                   bit_or(notices) filter (where choices.facet = 'fee') as of_fee
              from unnest(rules.applicant_categories()) as category
              join published.choices on priority = p and choices.facet in ('category', 'fee')
                and (choice = category or choice = any (unstated))
             group by category, chunk
          ) as of_both group by category
      );
    end if;
  end loop;
  foreach facet in array '{qualification,state,category,fee,vacancies,organization,ends}'::text[] loop
    continue when facet = 'category' and wanted ? 'fee';
    left_by_others := left_over;
    filter_name := case facet when 'ends' then 'closing' else facet end;
    if wanted ? filter_name then
      foreach p in array counted_kinds loop
        left_by_others[p] := published.under_others(filtered[p], filter_name);
      end loop;
    end if;
    choices := array_append(choices, (facet, case facet
      when 'qualification' then rules.qualifications() || unstated
      when 'state' then rules.states() || unstated
      when 'category' then rules.applicant_categories() || unstated
      when 'fee' then payer || unstated
      when 'vacancies' then published.vacancy_steps()::text[] || unstated
      when 'organization' then offered
      else days
    end, left_by_others)::published.counted_choices);
  end loop;
  with counted as (
    -- Counted inside, so that no set is sorted.
    select facet, choice, notices from unnest(choices) as each cross join lateral (
      select choice, sum(counted::integer) as notices from published.choices
       where not has_sets and priority = any (counted_kinds) and facet = each.facet and choice = any (each.among) group by choice
      union all
      select choice, sum(bit_count(choices.notices & substring(each.sets[priority] from chunk * 8192 + 1 for 8192))::integer)
        from published.choices
       where has_sets and priority = any (counted_kinds) and facet = each.facet and choice = any (each.among) group by choice
    ) as own
  ), shown as materialized (
    select facet, choice, sum(notices::integer) as notices from (
      select case facet when 'ends' then 'closing' else facet end as facet, notices, unnest(case
          when facet = 'fee' then '{free}'
          -- What does not state a fact is in every choice of it when it is listed, and all India is in every state.
          when choice = '' then array(select fact.choice from published.stated_choices() as fact where fact.facet = counted.facet)
          when choice = 'all-india' then rules.states()
          when facet = 'ends' then ('{today,3-days,week}'::text[])[case when choice <= days[1] then 1 when choice <= days[4] then 2 else 3 end :]
          else array[choice]
        end) as choice
        from counted where notices > 0
    ) as labelled group by 1, 2
    union all
    select facet, choice, sum(notices::integer) from unnest(numbers) as number where notices > 0 group by facet, choice
    union all
    select 'application', choice, notices
      from unnest('{open,soon,closed}'::text[], array[open_notices, soon, closed]) as application (choice, notices) where notices > 0
  )
  select (select coalesce(json_object_agg(facet, choices), '{}') from (
           select facet, json_object_agg(choice, notices) as choices from shown where facet <> 'organization' group by facet
         ) as facet),
         (select coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'notices', notices) order by name), '[]')
            from shown join public.organizations on id = choice::bigint where facet = 'organization')
    into counts, organizations;
end
$$;

drop type published.under;

grant execute on function published.plain_page, search.terms_with to anon, authenticated, service_role;
