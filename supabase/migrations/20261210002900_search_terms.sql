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

-- A term of up to 60 characters has no word of 61, so it is not compared with the expression, which is slow.
create function search.terms_in(folded text) returns text[] language sql immutable strict parallel safe
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

-- The runs of a number of letters inside a text.
create function search.runs_in(folded text, length integer) returns text[]
  language plpgsql immutable strict parallel safe
as $$
declare
  runs text[] := '{}';
  run text;
begin
  for start in 1 .. char_length(folded) - length + 1 loop
    run := substr(folded, start, length);
    if run <> all (runs) then runs := runs || run; end if;
  end loop;
  return runs;
end
$$;

-- Every two letters that stand together inside a word.
create function search.letters_in(folded text) returns text[] language sql immutable strict parallel safe
begin atomic
  with letter as (select string_to_array(folded, null) as letters),
  two as (select unnest(letters[:cardinality(letters) - 1]) || unnest(letters[2:]) as text from letter)
  select coalesce(array_agg(distinct text), '{}') from two where strpos(text, ' ') = 0;
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

create function search.is_pair_start(term text) returns boolean language sql immutable strict parallel safe
  return strpos(term, '  ') > 0 and btrim(term) <> '';
comment on function search.is_pair_start is 'Whether a term is a word with the first letter of the next, divided by two spaces, as search.terms_in makes it.';
grant execute on function search.is_pair_start to anon, authenticated, service_role;
