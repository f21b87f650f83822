-- What is relevant, which terms a text must have, and how many notices have it.

create function search.relevance(title text, others text, wanted text, whole_word text) returns integer
  language sql immutable parallel safe -- not strict, so that PostgreSQL can inline it
  return case
      when title = wanted then 140
      when strpos(title, wanted) = 0 then 0
      else case when starts_with(title, wanted) then 80 else 60 end + case when title ~ whole_word then 40 else 0 end
    end
    + case when strpos(others, wanted) > 0 then 30 else 0 end;
comment on function search.relevance is
  'Title exact 100, starts with 80, contains 60; as a whole word of the title 40 more; in another field 30 more. The texts are folded. Source: docs/behaviour/search.md#order-of-results';

-- The terms of one category that a text must have one of, and how many notices have them.
create type search.driver as (
  priority smallint,
  terms text[],
  whole_terms text[],
  title_rows integer,
  other_rows integer,
  any_rows integer,
  whole_rows integer,
  at_least integer,
  is_exact boolean,
  all_rows integer
);

create function search.drivers(wanted text) returns setof search.driver
  language plpgsql stable strict parallel safe set search_path = extensions set plan_cache_mode = force_generic_plan
as $$
declare
  words constant text[] := string_to_array(wanted, ' ');
  last_word constant integer := cardinality(words);
  last_slot constant integer := least(greatest(last_word - 1, 1), 12); -- the first 12 pairs of a long text are selective enough
begin
  return query
  with slot as (
    select number, case when last_word > 1 then words[number] || ' ' || words[number + 1] else wanted end as text
      from generate_series(1, last_slot) as number
  ),
  found as (
    select number, text, terms.* from slot
      join search.words as terms on search.runs_in(term, 2) @> array[text]
     where last_word = 1 and length(wanted) = 2
    union all
    select number, text, terms.* from slot
      join search.words as terms on search.runs_in(term, 3) @> search.runs_in(text, 3) and strpos(term, text) > 0
     where last_word = 1 and length(wanted) > 2
    union all
    select number, text, terms.* from slot
      join search.pairs as terms on search.runs_in(term, 3) @> search.runs_in(text, 3) and strpos(term, text) > 0
     where last_word = 2
    union all
    select number, text, terms.* from slot
      join search.pairs as terms on search.runs_in(term, 3) @> search.runs_in(text, 3) and right(term, length(text)) = text
     where last_word > 2 and number = 1
    union all
    select number, text, terms.* from slot
      join search.pairs as terms on kind = 'pair' and term = text
     where number > 1 and number < last_word - 1
    union all
    select number, text, terms.* from slot
      join search.pairs as terms on kind = 'pair' and term >= text and term < text || U&'\+10FFFF'
     where number > 1 and number = last_word - 1
    union all
    -- Two spaces mark a field with a word that is too long to be a term: it may contain any text.
    select number, text, terms.* from slot
      join search.pairs as terms on kind = 'pair' and term = '  '
  ),
  judged as (
    select number, priority, term, title_rows, other_rows, any_rows,
           term = '  ' or term ~ search.whole_word(text) as is_whole
      from found
  ),
  slots as (
    select judged.priority, number,
           array_agg(term) as terms,
           coalesce(array_agg(term) filter (where is_whole), '{}') as whole_terms,
           least(sum(judged.title_rows), 2000000000)::integer as title_rows,
           least(sum(judged.other_rows), 2000000000)::integer as other_rows,
           least(sum(judged.any_rows), 2000000000)::integer as any_rows,
           least(coalesce(sum(judged.title_rows) filter (where is_whole), 0), 2000000000)::integer as whole_rows,
           case when last_word <= 2 then coalesce(max(judged.any_rows) filter (where term <> '  '), 0) else 0 end as at_least,
           last_word <= 2 and count(*) = 1 and bool_and(term <> '  ') as is_exact
      from judged
     group by judged.priority, number
  )
  select distinct on (slots.priority)
         slots.priority, slots.terms, slots.whole_terms,
         coalesce(letters.title_rows, slots.title_rows),
         coalesce(letters.other_rows, slots.other_rows),
         coalesce(letters.any_rows, slots.any_rows),
         slots.whole_rows,
         coalesce(letters.any_rows, slots.at_least),
         letters is not null or slots.is_exact,
         every.any_rows
    from slots
    join search.words as every on every.kind = 'word' and every.term = '' and every.priority = slots.priority
    left join search.letters on letters.kind = 'letters' and letters.term = wanted and letters.priority = slots.priority
   where (select count(*) from slots as each where each.priority = slots.priority) = last_slot
   order by slots.priority, slots.any_rows;
end
$$;

create function search.keys_of(driver search.driver, field text, terms text[]) returns text[]
  language sql immutable parallel safe
  return array(select (driver).priority || field || unnest(terms));

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
