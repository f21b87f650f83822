-- Thousands of pairs of words may begin with a text that ends in a single letter, such as 'recruitment 4'. So each word with
-- the first letter of the next word is a term of its own. Source: docs/decisions/065

create table search.pair_starts partition of search.terms for values in ('pair_start');
grant select on search.pair_starts to anon, authenticated, service_role;
comment on table search.terms is
  'Every word, every pair of neighbouring words, every word with the first letter of the next and every two letters inside a word, with the number of notices that have it in the title, in another field, and in any. The empty word counts all notices.';

create or replace function search.terms_in(folded text) returns text[] language sql immutable strict parallel safe
begin atomic
  with field as (select string_to_array(folded, ' ') as words),
  pair as (select unnest(words[:cardinality(words) - 1]) as first, unnest(words[2:]) as second from field),
  term as (
    select '' as text
    union all
    select unnest(words) from field
    union all
    select first || ' ' || second from pair
    union all
    -- With two spaces, so that it differs from a pair whose second word is one letter.
    select first || '  ' || left(second, 1) from pair where second <> ''
    union all
    -- Three spaces mark a field with a word that stands in it more than once.
    select '   ' from field where (select count(distinct word) < count(*) from unnest(words) as word)
  )
  select coalesce(array_agg(distinct case when length(text) <= 60 or length(text) <= 121 and text !~ '[^ ]{61}' then text else '  ' end), '{}')
    from term;
end;

create function search.is_pair_start(term text) returns boolean language sql immutable strict parallel safe
  return strpos(term, '  ') > 0 and btrim(term) <> '';
comment on function search.is_pair_start is 'Whether a term is a word with the first letter of the next, divided by two spaces, as search.terms_in makes it.';

create or replace function search.terms_of(entry search.entries)
  returns table (kind text, term text, priority smallint, in_title integer, in_others integer)
  language sql immutable strict parallel safe
begin atomic
  select case when is_letters then 'letters' when search.is_pair_start(term) then 'pair_start' when strpos(term, ' ') > 0 then 'pair' else 'word' end,
         term, (entry).priority, max(in_title), max(in_others)
    from (
      select false as is_letters, unnest(search.terms_in((entry).title)) as term, 1 as in_title, 0 as in_others
      union all
      select false, unnest(search.terms_in((entry).others)), 0, 1
      union all
      select true, unnest(search.letters_in((entry).title)), 1, 0
      union all
      select true, unnest(search.letters_in((entry).others)), 0, 1
    ) as found
   group by is_letters, term
  union all
  select 'plain', unnest(tsvector_to_array((entry).words)), 0::smallint, 0, 1;
end;

create or replace function search.frequent() returns integer language sql immutable parallel safe
  -- The notices of a rarer key are found in its index within two milliseconds, and a small site writes no sets.
  return 1024;

-- Inlined, so it has no search_path of its own.
create or replace function search.frequent_keys(counted search.terms, kinds smallint[]) returns setof text language sql immutable parallel safe
as $$
  select search.set_key(counted.kind, kind_with_filters, field, counted.term)
    from unnest(kinds) as kind_with_filters
   cross join lateral (values ('t', counted.title_rows), ('o', counted.other_rows)) as part (field, notices)
   where notices >= search.frequent()
     and (counted.kind = 'plain' or counted.kind in ('word', 'pair', 'pair_start') and counted.priority = kind_with_filters)
$$;

create or replace function search.rebuild() returns void language plpgsql set search_path = extensions
as $$
declare
  category content.kinds;
begin
  truncate search.entries, search.terms, search.sets;
  drop index if exists search.entries_list_idx, search.entries_posted_at_idx, search.entries_title_idx, search.entries_keys_idx,
    search.entries_words_idx, search.words_two_idx, search.words_three_idx, search.pairs_three_idx, search.pair_starts_idx, search.plain_words_similar_idx;
  alter table search.entries disable trigger user;
  for category in select * from content.kinds order by priority loop
    execute format(
      'insert into search.entries
       select entry.* from public.%I as notice, search.entry_of($1, to_jsonb(notice)) as entry
        where status is distinct from ''inactive'' order by notice.posted_at', category.name
    ) using category;
  end loop;
  alter table search.entries enable trigger user;

  insert into search.terms
  select kind, term, found.priority, sum(in_title), sum(in_others), count(*), sum(id)
    from search.entries, search.terms_of(entries) as found
   group by kind, term, found.priority
   order by kind, term; -- terms with the same beginning are looked for together

  create index entries_list_idx on search.entries (priority, list_rank desc, posted_at desc, id desc);
  create index entries_posted_at_idx on search.entries (priority, posted_at desc, id desc);
  create index entries_title_idx on search.entries (priority, left(title, 60));
  create index entries_keys_idx on search.entries using gin (search.keys(priority, title, others)) with (fastupdate = off);
  create index entries_words_idx on search.entries using gin (words) with (fastupdate = off);
  create index words_two_idx on search.words using gin (search.runs_in(term, 2)) with (fastupdate = off);
  create index words_three_idx on search.words using gin (search.runs_in(term, 3)) with (fastupdate = off);
  create index pairs_three_idx on search.pairs using gin (search.runs_in(term, 3)) with (fastupdate = off);
  create index pair_starts_idx on search.pair_starts (reverse(term)); -- by how they end
  create index plain_words_similar_idx on search.plain_words using gin (term gin_trgm_ops) with (fastupdate = off);
  perform search.collect_sets(array(
    select frequent from search.terms cross join search.frequent_keys(terms, (select published.kinds_with_filters())) as frequent where terms.any_rows >= search.frequent()
  ));
  analyze search.entries, search.terms, search.sets;
end
$$;

create function search.slots(wanted text) returns setof search.driver
  language plpgsql stable strict parallel safe set search_path = extensions set plan_cache_mode = force_generic_plan
as $$
declare
  words constant text[] := string_to_array(wanted, ' ');
  last_word constant integer := cardinality(words);
  -- Too many pairs begin with such a text: search.pair_starts has one term for all of them.
  ends_in_letter constant boolean := last_word > 1 and length(words[last_word]) = 1;
  pair_start constant text := words[last_word - 1] || '  ' || words[last_word];
  last_slot constant integer := least(greatest(last_word - 1, 1), 12); -- the first 12 pairs of a long text are selective enough
begin
  return query
  with slot as materialized (
    select number, text, runs
      from generate_series(1, last_slot) as number
     cross join lateral (
       select case when last_word > 1 then words[number] || ' ' || words[number + 1] else wanted end as text,
              -- Of a pair the letters around its space: they are in fewer terms than the others, and are soon compared.
              search.runs_in(case when last_word > 1 then right(words[number], 2) || ' ' || left(words[number + 1], 2) else wanted end, 3) as runs
     ) as part
  ),
  found as (
    select number, terms.* from slot
      join search.words as terms on search.runs_in(term, 2) @> array[text]
     where last_word = 1 and length(wanted) = 2
    union all
    select number, terms.* from slot
      join search.words as terms on search.runs_in(term, 3) @> runs and strpos(term, text) > 0
     where last_word = 1 and length(wanted) > 2
    union all
    select number, terms.* from slot
      join search.pairs as terms on search.runs_in(term, 3) @> runs and strpos(term, text) > 0
     where last_word = 2 and not ends_in_letter
    union all
    select number, terms.* from slot
      join search.pairs as terms on search.runs_in(term, 3) @> runs and right(term, length(text)) = text
     where last_word > 2 and number = 1
    union all
    select number, terms.* from slot
      join search.pairs as terms on kind = 'pair' and term = text
     where number > 1 and number < last_word - 1
    union all
    select number, terms.* from slot
      join search.pairs as terms on kind = 'pair' and term >= text and term < text || U&'\+10FFFF'
     where number > 1 and number = last_word - 1 and not ends_in_letter
    union all
    select number, terms.* from slot
      join search.pair_starts as terms on reverse(term) >= reverse(pair_start) and reverse(term) < reverse(pair_start) || U&'\+10FFFF'
     where last_word = 2 and ends_in_letter
    union all
    select number, terms.* from slot
      join search.pair_starts as terms on kind = 'pair_start' and term = pair_start
     where number > 1 and number = last_word - 1 and ends_in_letter
    union all
    -- Two spaces mark a field with a word that is too long to be a term: it may contain any text.
    select number, terms.* from slot
      join search.pairs as terms on kind = 'pair' and term = '  '
  ),
  slots as (
    select found.priority, number,
           array_agg(term) as terms,
           coalesce(array_agg(term) filter (where found.any_rows > 1), '{}') as shared_terms,
           coalesce(array_agg(id_sum) filter (where found.any_rows = 1 and found.title_rows > 0), '{}') as title_ids,
           coalesce(array_agg(id_sum) filter (where found.any_rows = 1 and found.title_rows = 0), '{}') as other_ids,
           least(sum(found.title_rows), 2000000000)::integer as title_rows,
           least(sum(found.other_rows), 2000000000)::integer as other_rows,
           least(sum(found.any_rows), 2000000000)::integer as any_rows,
           case when last_word <= 2 then coalesce(max(found.any_rows) filter (where term <> '  '), 0) else 0 end as at_least
      from found
     group by found.priority, number
  )
  select slots.priority, slots.terms,
         coalesce(letters.title_rows, slots.title_rows),
         coalesce(letters.other_rows, slots.other_rows),
         coalesce(letters.any_rows, slots.any_rows),
         coalesce(letters.any_rows, slots.at_least),
         letters is not null or cardinality(slots.terms) = 1 and slots.at_least > 0,
         every.any_rows,
         slots.shared_terms, slots.title_ids, slots.other_ids, slot.text
    from slots
    join slot using (number)
    join search.words as every on every.kind = 'word' and every.term = '' and every.priority = slots.priority
    left join search.letters on letters.kind = 'letters' and letters.term = wanted and letters.priority = slots.priority
   where (select count(*) from slots as each where each.priority = slots.priority) = last_slot
   order by slots.priority, number;
end
$$;
comment on function search.slots is 'What is known of the notices with each word or pair of neighbouring words of a text, for each kind; none when one of them is in no notice.';

create or replace function search.drivers(wanted text) returns setof search.driver
  language sql stable strict parallel safe set search_path = ''
as $$
  select distinct on (priority) * from search.slots(wanted) order by priority, any_rows
$$;
comment on function search.drivers is 'The rarest of the words and pairs of a text, for each kind.';

select search.rebuild();
grant execute on function search.is_pair_start, search.slots to anon, authenticated, service_role;
