-- Close matches: notices with the meaning of the words that were typed. Source: docs/behaviour/search.md#close-matches

-- Notices with all words in any order, the newest of each kind. Where none has all of them, the commonest word is left
-- out, then the next one, but never more than half of them. Of words that very many have, only the newest notices are read.
create function search.close_to(folded text, wanted_rows integer, chosen smallint[] default null)
  returns setof search.hit
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  many constant integer := 1000;
  newest constant integer := 2000;
  kinds constant smallint[] := coalesce(chosen, array(select priority from content.kinds));
  conditions constant text[] := search.conditions_of(folded);
  known constant text[] := array_remove(conditions, null);
  condition tsquery;
  hits search.hit[];
begin
  for used in reverse cardinality(known) .. greatest((cardinality(conditions) + 1) / 2, 1) loop
    condition := array_to_string(known[:used], ' & ');
    hits := array(select hit::search.hit from search.entries_with(condition, kinds, many + 1) as hit);
    if cardinality(hits) > many then
      hits := coalesce(
        nullif(array(select hit::search.hit from search.newest_with(condition, kinds, wanted_rows, newest) as hit), '{}'), hits
      );
    end if;
    return query
      select priority, id, posted_at, relevance
        from (
          select *, row_number() over (partition by priority order by posted_at desc, id desc) as position
            from unnest(hits) as hit
        ) as close
       where position <= wanted_rows;
    exit when found;
  end loop;
end
$$;

-- A word that no notice has, cut into words that notices have: sscgd is ssc gd. A single letter is only a word after the
-- word before it, as in group d.
create function search.split(typed text) returns text
  language plpgsql stable strict parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
  -- With a plan for any text PostgreSQL would read the whole dictionary for each cut.
  set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  return (
    with recursive cut as (
      select '{}'::text[] collate "C" as pieces, typed collate "C" as rest, null::integer as fewest
      union all
      select pieces || term, substr(rest, length(term) + 1), least(fewest, any_rows)
        from cut
       cross join generate_series(1, length(rest)) as size
        join search.plain_words on kind = 'plain' and priority = 0 and term = left(rest, size)
       where cardinality(pieces) < 4 and (
         size > 1 or rest = term and exists (
           select from search.pairs as pair where pair.kind = 'pair' and pair.term >= pieces[cardinality(pieces)] || ' ' || rest
              and pair.term < pieces[cardinality(pieces)] || ' ' || rest || U&'\+10FFFF'
         )
       )
    )
    select array_to_string(pieces, ' ') from cut where rest = '' order by cardinality(pieces), fewest desc limit 1
  );
end
$$;

-- The phrases that a notice may have for a typed word or phrase, and how many notices have about each of them: words that
-- begin with it, what it means, the word that it makes with its neighbour. When there is nothing, the words that it is
-- made of, or else words that are spelled almost like it: similar in their letters, and few keys away. Similar alone is
-- not enough: 'nothing' resembles 'non-teaching'.
create function search.phrases_for(typed text, joined text[]) returns table (phrase text, notices integer)
  language plpgsql stable strict parallel safe set search_path = extensions set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  most_endings constant integer := 20;
  keys_apart constant integer := greatest(1, length(typed) / 3);
begin
  return query
  with candidate as (
    select term as phrase from (
      select term from search.plain_words
       where kind = 'plain' and term >= typed and term < typed || U&'\+10FFFF' and (length(typed) > 2 or term = typed)
       order by any_rows desc limit most_endings
    ) as beginning
    union
    select phrase from search.meanings where written = typed
    union
    select typed where strpos(typed, ' ') > 0
    union
    select unnest(joined)
  )
  select phrase, min(coalesce(any_rows, 0))
    from candidate
   cross join unnest(string_to_array(phrase, ' ')) as word
    left join search.plain_words on kind = 'plain' and priority = 0 and term = word
   group by phrase
  having min(coalesce(any_rows, 0)) > 0 or phrase = '#all';
  if found or typed !~ '[^0-9]{3}' or length(typed) not between 4 and 50 or strpos(typed, ' ') > 0 then
    return;
  end if;

  phrase := search.split(typed);
  notices := 1;
  if phrase is not null then
    return next;
    return;
  end if;
  return query
    select term, any_rows from search.plain_words
     where term % typed and levenshtein_less_equal(term, typed, keys_apart) <= keys_apart
     order by similarity(term, typed) desc, any_rows desc limit 5;
end
$$;

-- The conditions on search.entries.words that a text stands for, the rarest first; null for what no notice has. A phrase
-- that has a meaning is one condition. Words without importance (#all) are none.
create function search.conditions_of(folded text) returns text[]
  language plpgsql stable strict parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  most_words constant integer := 8;
  longest_phrase constant integer := 4;
  words constant text[] := search.words_in(folded);
  conditions text[] := '{}';
  sizes bigint[] := '{}';
  first integer := 1;
  last integer;
  phrases text[];
  size bigint;
begin
  if cardinality(words) > most_words then return conditions; end if;
  while first <= cardinality(words) loop
    last := (
      select max(position) from generate_series(first, least(first + longest_phrase - 1, cardinality(words))) as position
       where position = first
          or exists (select from search.meanings where written = array_to_string(words[first:position], ' '))
    );
    select array_agg(phrase order by phrase), sum(found.notices) into phrases, size
      from search.phrases_for(
        array_to_string(words[first:last], ' '),
        case when first = last then array[words[first - 1] || words[first], words[first] || words[first + 1]] else '{}' end
      ) as found;
    first := last + 1;
    continue when '#all' = any (phrases);
    conditions := conditions || (
      select '(' || string_agg('''' || replace(phrase, ' ', ''' <-> ''') || '''', ' | ') || ')' from unnest(phrases) as phrase
    );
    sizes := sizes || coalesce(size, 0);
  end loop;
  return array(
    select condition from unnest(conditions, sizes) as found (condition, notices)
     order by condition is null, notices, condition
  );
end
$$;

-- PostgreSQL does not know how many notices will have the words, and would rather read all of them.
create function search.entries_with(condition tsquery, chosen smallint[], wanted_rows integer) returns setof search.hit
  language plpgsql stable strict parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_indexscan = off
as $$
begin
  return query
    select priority, id, posted_at, 0 from search.entries where words @@ condition and priority = any (chosen) limit wanted_rows;
end
$$;

-- The same, among the newest of each kind.
create function search.newest_with(condition tsquery, chosen smallint[], wanted_rows integer, passed_rows integer)
  returns setof search.hit
  language plpgsql stable strict parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select found.* from unnest(chosen) as category cross join lateral (
      select priority, id, posted_at, 0 from (
        select * from search.entries where priority = category order by posted_at desc, id desc limit passed_rows
      ) as newest where words @@ condition order by posted_at desc, id desc limit wanted_rows
    ) as found;
end
$$;

create function search.close_in_list(category smallint, typed text) returns setof search.hit
  language sql stable parallel safe rows 10 set search_path = ''
as $$
  select hit.* from search.close_to(search.fold(search.trimmed(typed)), 50, array[category]) as hit
   where length(search.trimmed(typed)) between 2 and 100
$$;
comment on function search.close_in_list is
  'Up to 50 notices of a kind with the meaning of the typed words, among them those with the text itself. Source: docs/behaviour/search.md#close-matches';
