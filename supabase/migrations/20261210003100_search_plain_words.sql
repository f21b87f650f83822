-- How texts become plain words and marks, which close matches are found by: search.entries.words has those of a notice,
-- search.plain_words is the dictionary of all of them. Source: docs/decisions/044

create function search.words_in(folded text) returns text[] language sql immutable strict parallel safe
begin atomic
  select coalesce(array_agg(word order by position), '{}')
    from regexp_split_to_table(normalize(folded, NFC), search.between_words()) with ordinality as found (word, position)
   where length(word) between 1 and 60;
end;
comment on function search.words_in is 'The words of a text in their order, without what stands between them. The same letters may be written with different characters; here they are not.';

create function search.plain_words(folded text) returns tsvector language sql immutable strict parallel safe
begin atomic
  select coalesce(string_agg('''' || word || ''':' || position, ' '), '')::tsvector
    from unnest(search.words_in(folded)) with ordinality as found (word, position) where position < 16384;
end;

-- A word of a text has no '#', so a mark is never taken for one.
create function search.marks_of(kind content.kinds, notice jsonb) returns text[]
  language sql immutable strict parallel safe set search_path = ''
  return array['#' || (kind).name] || array(
    select '#' || qualification
      from jsonb_array_elements_text(
        case jsonb_typeof(notice -> 'qualifications') when 'array' then notice -> 'qualifications' else '[]' end
      ) as qualification
  );
comment on function search.marks_of is
  'What a notice is found by besides its words: #results by its kind, #10th by a qualification that suffices. Source: docs/behaviour/search.md#words-with-a-meaning';
