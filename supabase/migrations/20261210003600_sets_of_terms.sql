-- A text becomes the set of its notices from what its terms know of them; terms of many notices have their sets stored.
-- Source: docs/decisions/064
-- Bit n of a set is the notice with id n; chunks of 8,192 are stored, as in filter_choices and filter_sets.

create table search.sets (
  key text collate "C" not null,
  chunk integer not null,
  notices bit(8192) not null,
  primary key (key, chunk)
) with (fillfactor = 70);
comment on table search.sets is
  'The notices of frequent keys (search.set_key) of the kinds with filters: of chunk c the notices with ids from 8192 * c on, one bit each. A key has all its chunks or none.';
grant select on search.sets to anon, authenticated, service_role;

create function search.frequent() returns integer language sql immutable parallel safe
  -- The notices of a rarer key are found in its index within two milliseconds, and a small site writes no sets.
  return 1024;

create function search.collect_sets(new_keys text[]) returns void language plpgsql set search_path = ''
as $$
begin
  -- Other transactions may be changing notices that have the keys: the next change collects them then.
  if pg_try_advisory_xact_lock(7824264099) then
    insert into search.sets
      select key, chunk, bit_or(notices) from (
        select key, (id / 8192)::integer as chunk, set_bit(published.no_notices(), (id % 8192)::integer, 1) as notices
          from unnest(new_keys) as key
         cross join lateral (select id from search.entries where search.keys(priority, title, others) && array[key] offset 0) as entry
        union all
        select key, (id / 8192)::integer, set_bit(published.no_notices(), (id % 8192)::integer, 1)
          from unnest(new_keys) as key
         cross join lateral regexp_matches(key, '^([0-9]+)p(.+)$') as plain
         cross join lateral (
           select id from search.entries
            where priority = plain[1]::smallint and words @@ ('''' || plain[2] || '''')::tsquery offset 0
         ) as entry
        union all
        -- A kind may have no notice with a plain word that is frequent in others.
        select key, 0, published.no_notices() from unnest(new_keys) as key
      ) as one
       where key not in (select sets.key from search.sets)
       group by key, chunk;
  end if;
end
$$;

create function published.set_from(p smallint, ids bigint[], meaning tsquery default null)
  returns bit varying language plpgsql stable parallel safe
  -- A word that most notices have is still found sooner in its index than in their texts.
  set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_indexscan = off
as $$
declare
  few constant integer := 100; -- setting their bits one by one takes less time than joining all blocks
  answer bit varying;
  notice bigint;
begin
  if meaning is null and cardinality(ids) <= few then
    answer := (
      select published.joined(published.no_notices())
        from pg_catalog.generate_series(0, (select max(chunk) from published.choices where priority = p and facet = 'public'))
    );
    foreach notice in array ids loop
      if notice < length(answer) then answer := set_bit(answer, notice::integer, 1); end if;
    end loop;
    return answer;
  end if;
  -- Collected 64 at a time in a number, which takes a tenth of the time of setting bits in a set.
  return (
    select ('x' || coalesce(encode(string_agg(int8send(coalesce(bits, 0)), '' order by block), 'hex'), ''))::bit varying
      from generate_series(0, (select 128 * max(chunk) + 127 from published.choices where priority = p and facet = 'public')) as block
      left join (
        select id >> 6 as block, bit_or(1::bigint << (63 - (id & 63))::integer) as bits from (
          select unnest(ids) as id
          union all
          select id from search.entries where priority = p and words @@ meaning
        ) as one group by 1
      ) as found using (block)
  );
end
$$;
comment on function published.set_from is 'The set of some notices of a kind, by their ids or the meaning of their words.';

create function published.set_of_terms(p smallint, keys text[], ids bigint[], wanted text, in_all boolean)
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
comment on function published.set_of_terms is
  'The notices of a kind that have one of the keys, and some others by their ids, as far as they have a text; null: all of them.';
grant execute on function published.set_from, published.set_of_terms to anon, authenticated, service_role;

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
grant execute on function search.frequent, published.set_of_phrase to anon, authenticated, service_role;

create function search.set_key(kind text, priority smallint, field text, term text) returns text language sql immutable parallel safe
  return priority || case when kind = 'plain' then 'p' else field end || term;
comment on function search.set_key is 'The key of a term in search.sets: that of search.keys for words and pairs; with a p for a plain word or mark.';

-- Inlined, so it has no search_path of its own.
create function search.frequent_keys(counted search.terms, kinds smallint[]) returns setof text language sql immutable parallel safe
as $$
  select search.set_key(counted.kind, kind_with_filters, field, counted.term)
    from unnest(kinds) as kind_with_filters
   cross join lateral (values ('t', counted.title_rows), ('o', counted.other_rows)) as part (field, notices)
   where notices >= search.frequent()
     and (counted.kind = 'plain' or counted.kind in ('word', 'pair', 'pair_start') and counted.priority = kind_with_filters)
$$;
comment on function search.frequent_keys is 'The keys of a frequent term of a kind with filters; of a plain word, which is counted for all kinds together, one for each.';

create function published.set_of_meaning(p smallint, conditions text[]) returns bit varying
  language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_variable
declare
  -- None for a kind whose last notice is gone: its sets stay.
  chunks constant integer := coalesce(1 + (select max(chunk) from published.choices where choices.priority = p and facet = 'public'), 0);
  condition text;
  phrases text[];
  keys text[];
  rare text[] := '{}';
  notices bit varying;
  answer bit varying;
begin
  foreach condition in array conditions loop
    phrases := string_to_array(btrim(condition, '()'), ' | ');
    keys := array(
      select key from unnest(phrases) as phrase cross join search.set_key('plain', p, '', btrim(phrase, '''')) as key
       where exists (select from search.sets where sets.key = key.key and sets.chunk = 0)
    );
    if keys = '{}' then
      rare := array_append(rare, condition);
    else
      notices := (
        select published.joined(coalesce(stored.notices, published.no_notices()) order by chunk)
          from generate_series(0, chunks - 1) as chunk
          left join (select chunk, bit_or(sets.notices) as notices from search.sets where key = any (keys) group by chunk) as stored using (chunk)
      );
      phrases := array(select phrase from unnest(phrases) as phrase where search.set_key('plain', p, '', btrim(phrase, '''')) <> all (keys));
      if phrases <> '{}' then notices := notices | published.set_from(p, null, array_to_string(phrases, ' | ')::tsquery); end if;
      answer := coalesce(answer & notices, notices);
    end if;
  end loop;
  if rare <> '{}' then
    -- The index finds those that have all of them.
    notices := published.set_from(p, null, array_to_string(rare, ' & ')::tsquery);
    answer := coalesce(answer & notices, notices);
  end if;
  return answer;
end
$$;
comment on function published.set_of_meaning is 'The notices of a kind that fulfil all of some conditions as search.conditions_of has them.';
grant execute on function search.set_key, search.frequent_keys, published.set_of_meaning to anon, authenticated, service_role;
