-- Texts that are part of very many different terms, such as the first digit of a number. Source: docs/decisions/061

create or replace function search.drivers(wanted text) returns setof search.driver
  language plpgsql stable strict parallel safe set search_path = extensions set plan_cache_mode = force_generic_plan
as $$
declare
  words constant text[] := string_to_array(wanted, ' ');
  last_word constant integer := cardinality(words);
  last_slot constant integer := least(greatest(last_word - 1, 1), 12); -- the first 12 pairs of a long text are selective enough
begin
  return query
  with slot as materialized (
    select number, text, search.whole_word(text) as whole_word
      from generate_series(1, last_slot) as number
     cross join lateral (select case when last_word > 1 then words[number] || ' ' || words[number + 1] else wanted end as text) as part
  ),
  found as (
    select number, whole_word, terms.* from slot
      join search.words as terms on search.runs_in(term, 2) @> array[text]
     where last_word = 1 and length(wanted) = 2
    union all
    select number, whole_word, terms.* from slot
      join search.words as terms on search.runs_in(term, 3) @> search.runs_in(text, 3) and strpos(term, text) > 0
     where last_word = 1 and length(wanted) > 2
    union all
    select number, whole_word, terms.* from slot
      join search.pairs as terms on search.runs_in(term, 3) @> search.runs_in(text, 3) and strpos(term, text) > 0
     where last_word = 2
    union all
    select number, whole_word, terms.* from slot
      join search.pairs as terms on search.runs_in(term, 3) @> search.runs_in(text, 3) and right(term, length(text)) = text
     where last_word > 2 and number = 1
    union all
    select number, whole_word, terms.* from slot
      join search.pairs as terms on kind = 'pair' and term = text
     where number > 1 and number < last_word - 1
    union all
    select number, whole_word, terms.* from slot
      join search.pairs as terms on kind = 'pair' and term >= text and term < text || U&'\+10FFFF'
     where number > 1 and number = last_word - 1
    union all
    -- Two spaces mark a field with a word that is too long to be a term: it may contain any text.
    select number, whole_word, terms.* from slot
      join search.pairs as terms on kind = 'pair' and term = '  '
  ),
  judged as (
    select number, priority, term, title_rows, other_rows, any_rows,
           term = '  ' or term ~ whole_word as is_whole
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

create or replace function published.set_where(p smallint, condition text, keys text[], wanted text, meaning tsquery) returns bit varying
  language plpgsql stable parallel safe
  -- A term that most notices have is still found sooner in its index than in their texts.
  set search_path = '' set jit = off set enable_seqscan = off set enable_indexscan = off
as $$
declare
  answer bit varying;
begin
  -- Collected 64 at a time in a number, which takes a tenth of the time of setting bits in a set.
  execute format(
    'select published.joined(coalesce(notices, published.no_notices()) order by chunk)
       from generate_series(0, (select max(chunk) from published.choices where priority = $1 and facet = ''public'')) as chunk
       left join (
         select (block / 128)::integer as chunk, bit_or(bits::bit(64)::bit(8192) >> (block %% 128)::integer * 64) as notices
           from (
             select id / 64 as block, bit_or(1::bigint << (63 - id %% 64)::integer) as bits
               from %s where priority = $1 and (%s) group by 1
           ) as blocks group by 1
       ) as fitting using (chunk)',
    -- Each key by itself: looking for all at once compares every notice that is found with every key.
    case when keys is null then 'search.entries'
      else 'unnest($2) as key join search.entries on search.keys(priority, title, others) && array[key]' end,
    condition
  ) into answer using p, keys, wanted, meaning;
  return answer;
end
$$;

create or replace function published.containing(among smallint[], typed text, all_fields boolean) returns setof published.text_set
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  term_price constant integer := 60; -- notices whose texts are compared in the time in which a term is found in its index
  wanted constant text collate "C" := search.fold(search.trimmed(typed));
  drivers constant search.driver[] := array(select driver::search.driver from search.drivers(wanted) as driver where length(wanted) >= 2);
  kind content.kinds;
  driver search.driver;
  in_all boolean;
  is_term boolean;
  condition text;
  keys text[];
  answer published.text_set;
begin
  for kind in select * from content.kinds where priority = any (among) order by priority loop
    in_all := all_fields or kind.list_searches_all_fields;
    condition := case when in_all then 'strpos(title, $3) > 0 or strpos(others, $3) > 0' else 'strpos(title, $3) > 0' end;
    keys := null;
    driver := (select one::search.driver from unnest(drivers) as one where one.priority = kind.priority);
    if driver is null and length(wanted) >= 2 then
      condition := 'false';
    else
      -- One or two words stand in a field exactly when one of its terms has them, unless a word was too long to be a term.
      is_term := cardinality(string_to_array(wanted, ' ')) <= 2 and not '  ' = any (driver.terms);
      if (is_term or driver.any_rows < driver.all_rows / 4) and cardinality(driver.terms) <= 1 + driver.all_rows / term_price then
        keys := search.keys_of(driver, 't', driver.terms) || case when in_all then search.keys_of(driver, 'o', driver.terms) else '{}' end;
        condition := case when is_term then 'true' else condition end;
      end if;
    end if;
    answer := (kind.priority, null, null);
    if not in_all or driver is null or driver.at_least < driver.all_rows then
      answer.notices := published.set_where(kind.priority, condition, keys, wanted, null);
    end if;
    return next answer;
  end loop;
end
$$;
