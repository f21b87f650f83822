-- Close matches for texts that hardly any notice has: abbreviations written out, other spellings, words in another order.

create index words_similar_idx on search.words using gin (term extensions.gin_trgm_ops);

-- The terms that may stand for a word: those that begin with it, what it is short for, and, when nothing has it, what is
-- spelled almost like it: similar in its letters, and few keys away. Similar alone is not enough: 'nothing' resembles
-- 'non-teaching'.
create function search.terms_for(word text) returns text[]
  language plpgsql stable strict parallel safe set search_path = extensions set plan_cache_mode = force_generic_plan
as $$
declare
  keys_apart constant integer := greatest(1, length(word) / 3);
  found text[] := array(
    select distinct term from search.words
     where kind = 'word' and term >= word and term < word || U&'\+10FFFF' and (length(word) > 2 or term = word) limit 50
  ) || array(
    select search.fold(means) from public.search_words where lower(written) = word
  );
begin
  if cardinality(found) = 0 and length(word) between 4 and 50 and word ~ '[^0-9]{3}' then
    found := array(
      select term from search.words
       where term % word and length(term) < 60
         and levenshtein_less_equal(rtrim(term, '.,;:!?)'), word, keys_apart) <= keys_apart
       group by term order by similarity(term, word) desc, sum(any_rows) desc limit 5
    );
  end if;
  return found;
end
$$;

-- Notices with the words in any order, newest first. Where none has all of them, the commonest word is left out, then
-- the next one, but never more than half of them. Where every word is common, only the newest notices are read.
create function search.close_to(wanted text, wanted_rows integer) returns setof search.hit
  language plpgsql stable strict parallel safe set search_path = ''
as $$
declare
  most_words constant integer := 8;
  many constant integer := 20000;
  newest constant integer := 2000;
  words constant text[] := array(
    select word from regexp_split_to_table(wanted, search.between_words()) as word where word <> '' limit most_words + 1
  );
  least_words constant integer := (cardinality(words) + 1) / 2;
  used record;
begin
  if cardinality(words) > most_words then return; end if;
  for used in
    with term as (select word, search.terms_for(word) as alternatives from unnest(words) as word),
    known as (
      select alternatives,
             (select sum(any_rows) from search.terms where kind in ('word', 'pair') and term = any (alternatives)) as rows
        from term where cardinality(alternatives) > 0
    ),
    ranked as (select *, row_number() over (order by rows, alternatives) as position from known),
    condition as (
      select position, rows,
             format(
               'search.keys(entry.priority, title, others) && %L::text[]',
               array(
                 select priority || field || term
                   from content.kinds, unnest(array['t', 'o']) as field, unnest(alternatives) as term
               )
             ) as on_keys,
             format(
               'exists (select from unnest(%L::text[]) as term where strpos(title, term) > 0 or strpos(others, term) > 0)',
               alternatives
             ) as on_texts
        from ranked
    )
    select min(rows) over so_far as rarest,
           string_agg(on_keys, ' and ') over so_far as on_keys,
           string_agg(on_texts, ' and ') over so_far as on_texts
      from condition
    window so_far as (order by position)
     order by position desc
     limit greatest((select count(*) from condition) - least_words + 1, 0)
  loop
    return query execute format(
      'select priority, id, posted_at, 0
         from (
           select priority, id, posted_at,
                  row_number() over (partition by priority order by posted_at desc, id desc) as position
             from %s
            where %s
         ) as close
        where position <= $1',
      case when used.rarest > many then
        '(select entry.* from content.kinds cross join lateral (
            select * from search.entries where entries.priority = kinds.priority order by posted_at desc, id desc limit $2
          ) as entry) as entry'
      else 'search.entries as entry' end,
      case when used.rarest > many then used.on_texts else used.on_keys end
    ) using wanted_rows, newest;
    exit when found;
  end loop;
end
$$;
