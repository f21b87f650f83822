-- Texts that Unicode calls canonically equivalent are the same for the search: keyboards write the letter of 'बड़ा' as one
-- code point or as two, and an accent as part of its letter or after it.

create or replace function search.fold(written text) returns text language sql immutable strict parallel safe
  -- U+FFFF is no character: it separates fields, and no field contains it. Normalizing takes three times as long as the rest,
  -- so it is left out for ASCII, which has one byte for each character.
  return lower(translate(
    case when octet_length(written) = length(written) then written else normalize(written, NFC) end, U&'\FFFF', U&'\FFFD'
  ));
comment on function search.fold is
  'A text as the search compares it: in lower case, and with one spelling for letters that have several.';

-- Stored results of the old function: search.entries of notices that are not in form C (triggers then update their terms and
-- sets), and the meanings of words, which a statement trigger collects again. Building the whole index again takes 5 ms for each notice.
do $$
declare
  category content.kinds;
begin
  for category in select * from content.kinds order by priority loop
    execute format(
      'update search.entries as stored set title = entry.title, others = entry.others, words = entry.words
         from public.%I as notice, search.entry_of($1, to_jsonb(notice)) as entry
        where stored.priority = entry.priority and stored.id = notice.id and to_jsonb(notice)::text is not nfc normalized',
      category.name
    ) using category;
  end loop;
end
$$;
update public.search_words set written = written where false;
