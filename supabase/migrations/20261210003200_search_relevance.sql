-- What is relevant, which terms a text must have, and how many notices have it.

create function search.relevance(title text, others text, wanted text, whole_word text) returns integer
  language sql immutable parallel safe -- not strict, so that PostgreSQL can inline it
  return case
      when title = wanted then 140
      when strpos(title, wanted) = 0 then 0
      else case when starts_with(title, wanted) then 80 else 60 end
        + case when strpos(' ' || title || ' ', ' ' || wanted || ' ') > 0 or title ~ whole_word then 40 else 0 end
    end
    + case when strpos(others, wanted) > 0 then 30 else 0 end;
comment on function search.relevance is
  'Title exact 100, starts with 80, contains 60; as a whole word of the title 40 more; in another field 30 more. The texts are folded. Source: docs/behaviour/search.md#order-of-results';

-- The terms of one category that a text must have one of, and how many notices have them.
create type search.driver as (
  priority smallint,
  terms text[],
  title_rows integer,
  other_rows integer,
  any_rows integer,
  at_least integer,
  is_exact boolean,
  all_rows integer,
  -- The terms that several notices have; the notices that alone have a term, in the title or only in another field.
  shared_terms text[],
  title_ids bigint[],
  other_ids bigint[],
  -- What the terms have of the text.
  part text
);

-- The words and pairs of a text. Each length of text has its own query, so that the others need not be prepared.
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
grant execute on function search.terms_with to anon, authenticated, service_role;

create function search.slots(wanted text) returns setof search.driver
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
comment on function search.slots is 'What is known of the notices with each word or pair of neighbouring words of a text, for each kind; none when one of them is in no notice.';
grant execute on function search.slots to anon, authenticated, service_role;

create function search.drivers(wanted text) returns setof search.driver
  language sql stable strict parallel safe set search_path = ''
as $$
  select distinct on (priority) * from search.slots(wanted) order by priority, any_rows
$$;
comment on function search.drivers is 'The rarest of the words and pairs of a text, for each kind.';

-- The keys of terms of a driver in a field, t or o, as search.keys has them.
create function search.keys_of(driver search.driver, field text, terms text[]) returns text[]
  language sql immutable parallel safe
  return array(select (driver).priority || field || unnest(terms));

-- How many notices of a kind have a text; 10,001 for more than 10,000.
create function search.count_found(driver search.driver, wanted text) returns integer
  language plpgsql stable strict parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  category constant smallint := driver.priority;
  keys text[];
begin
  if driver.at_least > 10000 then return 10001; end if;
  if driver.is_exact then return driver.any_rows; end if;
  -- Many have the terms: reading on until there are enough is shorter than making the list of all that have one.
  if driver.any_rows::bigint * (cardinality(driver.terms) + 7) / 8 > driver.all_rows then
    return (
      select count(*) from (
        select from search.entries
         where priority = category and (strpos(title, wanted) > 0 or strpos(others, wanted) > 0) limit 10001
      ) as found
    );
  end if;
  keys := search.keys_of(driver, 't', driver.terms) || search.keys_of(driver, 'o', driver.terms);
  return (
    select count(*) from (
      select from search.entries as entry
       where search.keys(entry.priority, title, others) && keys
         and (strpos(title, wanted) > 0 or strpos(others, wanted) > 0) limit 10001
    ) as found
  );
end
$$;

-- One statement for texts of one or two words, of which each kind has one driver.
create function search.drivers_of(wanted text) returns search.driver[]
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
grant execute on function search.drivers_of to anon, authenticated, service_role;
