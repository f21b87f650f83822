-- A word is mended by what is spelled almost like it: similar in its letters, and few keys away. Similar alone is not
-- enough: 'nothing' resembles 'non-teaching'.
create extension if not exists fuzzystrmatch with schema extensions;
grant execute on function extensions.levenshtein_less_equal(text, text, integer) to anon, authenticated, service_role;

create or replace function search.terms_for(word text) returns text[]
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
