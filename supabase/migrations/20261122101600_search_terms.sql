-- How texts become terms of the search index. docs/decisions/013 explains the index.

create schema search;
comment on schema search is 'The index of the search. It contains public notices only. Not exposed over REST.';
grant usage on schema search to anon, authenticated, service_role;

create function search.fold(written text) returns text language sql immutable strict parallel safe
  -- U+FFFF is no character: it separates fields, and no field contains it.
  return lower(translate(written, U&'\FFFF', U&'\FFFD'));

create function search.field_text(written text) returns text language plpgsql immutable strict parallel safe
  set search_path = ''
as $$
begin
  -- A table of vacancies is stored as JSON: its words are what a reader sees.
  if written ~ '^\s*\[\s*\{' then
    return coalesce((
      select string_agg(value, ' ')
        from jsonb_array_elements(written::jsonb) as vacancies (vacancy), jsonb_each_text(vacancy) as property (name, value)
    ), '');
  end if;
  return written;
exception when invalid_text_representation or invalid_parameter_value then
  return written;
end
$$;

create function search.other_text(notice jsonb, fields text[]) returns text language sql immutable strict parallel safe
begin atomic
  select coalesce(string_agg(search.fold(search.field_text(notice ->> field)), U&' \FFFF '), '') from unnest(fields) as field;
end;

-- Words end at a space and nowhere else, so that words and pairs together are the text itself: a text of one or two
-- words stands in a field exactly when it stands in one of the field's terms. A word of more than 60 letters is left
-- out; two spaces, which no term can be, then say that the field has one. Every field has the empty word.
create function search.terms_in(folded text) returns text[] language sql immutable strict parallel safe
begin atomic
  with field as (select string_to_array(folded, ' ') as words),
  term as (
    select '' as text
    union all
    select unnest(words) from field
    union all
    select unnest(words[:cardinality(words) - 1]) || ' ' || unnest(words[2:]) from field
  )
  select coalesce(array_agg(distinct case when length(text) <= 121 and text !~ '[^ ]{61}' then text else '  ' end), '{}')
    from term;
end;

-- The runs of a number of letters inside a text.
create function search.runs_in(folded text, length integer) returns text[] language sql immutable strict parallel safe
begin atomic
  select coalesce(array_agg(distinct substr(folded, start, length)), '{}')
    from generate_series(1, char_length(folded) - length + 1) as start;
end;

create function search.letters_in(folded text) returns text[] language sql immutable strict parallel safe
begin atomic
  with letter as (select string_to_array(folded, null) as letters),
  two as (select unnest(letters[:cardinality(letters) - 1]) || unnest(letters[2:]) as text from letter)
  select coalesce(array_agg(distinct text), '{}') from two where strpos(text, ' ') = 0;
end;

create function search.terms_of(title text, others text)
  returns table (kind text, term text, in_title integer, in_others integer) language sql immutable strict parallel safe
begin atomic
  select case when is_letters then 'letters' when strpos(term, ' ') > 0 then 'pair' else 'word' end,
         term, max(in_title), max(in_others)
    from (
      select false as is_letters, unnest(search.terms_in(title)) as term, 1 as in_title, 0 as in_others
      union all
      select false, unnest(search.terms_in(others)), 0, 1
      union all
      select true, unnest(search.letters_in(title)), 1, 0
      union all
      select true, unnest(search.letters_in(others)), 0, 1
    ) as found
   group by is_letters, term;
end;

create function search.keys(priority smallint, title text, others text) returns text[]
  language sql immutable strict parallel safe
begin atomic
  select array(select priority || 't' || unnest(search.terms_in(title)))
      || array(select priority || 'o' || unnest(search.terms_in(others)));
end;
comment on function search.keys is
  'What an entry is found by: t and o tell a term of the title from one of the other fields. The category is part of it, so that no list of another category is read.';

create function search.trimmed(typed text) returns text language sql immutable strict parallel safe
  -- The spaces that String.prototype.trim takes away.
  return btrim(
    typed,
    U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF'
  );

create function search.between_words() returns text language sql immutable parallel safe
  -- A word is letters, digits and _; outside ASCII, everything but spaces and punctuation.
  return '[\u0001-/:-@[-^`{-\u00a0\u0964\u0965\u2000-\u200b\u200e-\u206f\u3000-\u3003\uffff]';

create function search.whole_word(wanted text) returns text language sql immutable strict parallel safe
  return '(?:^|' || search.between_words() || ')' || regexp_replace(wanted, '[][\\.^$*+?(){}|]', '\\\&', 'g')
      || '(?:$|' || search.between_words() || ')';
comment on function search.whole_word is 'A regular expression for the text where no word goes on before or after it.';
