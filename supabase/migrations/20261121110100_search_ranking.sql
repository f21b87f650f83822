-- The search of everything: what is relevant, and how the most relevant notices are found without reading the others.

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

create function search.relevance(title text, others text, wanted text, whole_word text) returns integer
  language sql immutable parallel safe -- not strict: a strict function would be called for every row
  return case
      when title = wanted then 140
      when strpos(title, wanted) = 0 then 0
      else case when starts_with(title, wanted) then 80 else 60 end + case when title ~ whole_word then 40 else 0 end
    end
    + case when strpos(others, wanted) > 0 then 30 else 0 end;
comment on function search.relevance is
  'Title exact 100, starts with 80, contains 60; as a whole word of the title 40 more; in another field 30 more. The texts are folded. Source: specification, section 9.';

-- The terms of one category that a text must have one of, and how many notices have them.
create type search.driver as (
  priority smallint,
  terms text[],
  whole_terms text[],
  title_rows integer,
  other_rows integer,
  any_rows integer,
  whole_rows integer,
  at_least integer,
  is_exact boolean,
  all_rows integer
);

create function search.drivers(wanted text) returns setof search.driver
  language plpgsql stable strict parallel safe set search_path = extensions set plan_cache_mode = force_generic_plan
as $$
declare
  words constant text[] := string_to_array(wanted, ' ');
  last_word constant integer := cardinality(words);
  last_slot constant integer := least(greatest(last_word - 1, 1), 12); -- the first of a long text tell enough
begin
  return query
  with slot as (
    select number, case when last_word > 1 then words[number] || ' ' || words[number + 1] else wanted end as text
      from generate_series(1, last_slot) as number
  ),
  found as (
    select number, text, terms.* from slot
      join search.words as terms on search.runs_in(term, 2) @> array[text]
     where last_word = 1 and length(wanted) = 2
    union all
    select number, text, terms.* from slot
      join search.words as terms on search.runs_in(term, 3) @> search.runs_in(text, 3) and strpos(term, text) > 0
     where last_word = 1 and length(wanted) > 2
    union all
    select number, text, terms.* from slot
      join search.pairs as terms on search.runs_in(term, 3) @> search.runs_in(text, 3) and strpos(term, text) > 0
     where last_word = 2
    union all
    select number, text, terms.* from slot
      join search.pairs as terms on search.runs_in(term, 3) @> search.runs_in(text, 3) and right(term, length(text)) = text
     where last_word > 2 and number = 1
    union all
    select number, text, terms.* from slot
      join search.pairs as terms on kind = 'pair' and term = text
     where number > 1 and number < last_word - 1
    union all
    select number, text, terms.* from slot
      join search.pairs as terms on kind = 'pair' and term >= text and term < text || U&'\+10FFFF'
     where number > 1 and number = last_word - 1
    union all
    -- A word too long to be a term may have any text in it.
    select number, text, terms.* from slot
      join search.pairs as terms on kind = 'pair' and term = '  '
  ),
  judged as (
    select number, priority, term, title_rows, other_rows, any_rows,
           term = '  ' or term ~ search.whole_word(text) as is_whole
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

create function search.keys_of(driver search.driver, field text, terms text[]) returns text[]
  language sql immutable parallel safe
  return array(select (driver).priority || field || unnest(terms));

create function search.count_found(driver search.driver, wanted text) returns integer
  language plpgsql stable strict parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  category constant smallint := driver.priority;
  keys text[];
begin
  if driver.at_least > 10000 then return 10001; end if;
  if driver.is_exact then return driver.any_rows; end if;
  -- Many have the terms: reading on until there are enough is shorter than making the list of all that have one.
  if driver.any_rows::bigint * (cardinality(driver.terms) + 7) / 8 > driver.all_rows then
    return (
      select count(*) from (
        select from search.entries
         where priority = category and (strpos(title, wanted) > 0 or strpos(others, wanted) > 0) limit 10001
      ) as found
    );
  end if;
  keys := search.keys_of(driver, 't', driver.terms) || search.keys_of(driver, 'o', driver.terms);
  return (
    select count(*) from (
      select from search.entries as entry
       where search.keys(entry.priority, title, others) && keys
         and (strpos(title, wanted) > 0 or strpos(others, wanted) > 0) limit 10001
    ) as found
  );
end
$$;

create type search.hit as (priority smallint, id bigint, posted_at timestamptz, relevance integer);

-- The best of the notices that have one property, found by reading all of those.
create function search.best_with(property text, driver search.driver, wanted text, wanted_rows integer)
  returns setof search.hit
  language plpgsql stable strict parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  category constant smallint := driver.priority;
  whole_word constant text := search.whole_word(wanted);
  start constant text collate "C" := left(wanted, 60);
  after_start constant text collate "C" := start || case when property = 'starts' then U&'\+10FFFF' else '' end;
  keys text[] := case property
    when 'in_any' then search.keys_of(driver, 't', driver.terms) || search.keys_of(driver, 'o', driver.terms)
    when 'in_title' then search.keys_of(driver, 't', driver.terms)
    when 'is_whole' then search.keys_of(driver, 't', driver.whole_terms)
    when 'in_others' then search.keys_of(driver, 'o', driver.terms)
  end;
begin
  if keys is null then -- is_title, starts
    return query
      select priority, id, posted_at, search.relevance(title, others, wanted, whole_word) as relevance
        from search.entries
       where priority = category and left(title, 60) between start and after_start and starts_with(title, wanted)
       order by relevance desc, posted_at desc, id desc limit wanted_rows;
  else
    return query
      select priority, id, posted_at, search.relevance(title, others, wanted, whole_word) as relevance
        from search.entries as entry
       where search.keys(entry.priority, title, others) && keys and (strpos(title, wanted) > 0 or strpos(others, wanted) > 0)
       order by relevance desc, posted_at desc, id desc limit wanted_rows;
  end if;
end
$$;

-- What a title or another field can be to a text, best first. Of notices with all of a rank's properties, none can be
-- better than its relevance but those that an earlier rank has found.
create table search.ranks (
  relevance integer primary key,
  is_title boolean not null,
  starts boolean not null,
  is_whole boolean not null,
  in_title boolean not null,
  in_others boolean not null
);
insert into search.ranks values
  (170, true, true, true, true, true),
  (150, false, true, true, true, true),
  (140, true, true, true, true, false),
  (130, false, false, true, true, true),
  (120, false, true, true, true, false),
  (110, false, true, false, true, true),
  (100, false, false, true, true, false),
  (90, false, false, false, true, true),
  (80, false, true, false, true, false),
  (60, false, false, false, true, false),
  (30, false, false, false, false, true);

-- Among the newest of the category: passes over so many, and no more.
create function search.newest_of(
  rank search.ranks, category smallint, wanted text, wanted_rows integer, passed_rows integer
)
  returns setof search.hit
  language plpgsql stable strict parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  whole_word constant text := search.whole_word(wanted);
begin
  return query
    select priority, id, posted_at, search.relevance(title, others, wanted, whole_word)
      from (
        select * from search.entries where priority = category order by posted_at desc, id desc limit passed_rows
      ) as newest
     where (not rank.is_title or title = wanted)
       and (not rank.starts or starts_with(title, wanted))
       and (not rank.in_title or strpos(title, wanted) > 0)
       and (not rank.in_others or strpos(others, wanted) > 0)
       and (not rank.is_whole or title ~ whole_word)
     order by posted_at desc, id desc limit wanted_rows;
end
$$;

create function search.settled(have integer[], property integer) returns integer[]
  language sql immutable strict parallel safe
  return case property
    when 4 then array[0, 0, 0, 0, have[5]] -- a title that is, starts with or has as a word what is searched also has it
    else have[:property - 1] || 0 || have[property + 1:]
  end;

-- A property that few notices have is settled by reading all that have it. Notices with frequent properties only are read
-- newest first, rank by rank, until there are enough; where that takes long, all that have the rarest property of the rank
-- are read after all.
create function search.best(driver search.driver, found_rows integer, wanted text, wanted_rows integer)
  returns setof search.hit
  language plpgsql stable strict parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- Rows to expect before one of so many turns up are about as many as these themselves.
  few constant integer := sqrt(wanted_rows::double precision * driver.all_rows);
  many constant integer := 20000;
  patience constant integer := 5; -- notices passed over in the time of fetching one
  names constant text[] := '{is_title,starts,is_whole,in_title,in_others}';
  start constant text collate "C" := left(wanted, 60);
  have integer[]; -- notices with each property
  needs boolean[];
  rarest integer;
  rank search.ranks;
  found integer;
begin
  if driver.any_rows <= few or found_rows <= wanted_rows and driver.any_rows <= many then
    return query select * from search.best_with('in_any', driver, wanted, wanted_rows);
    return;
  end if;

  have := array[
    0,
    (select count(*) from (
      select from search.entries
       where priority = driver.priority and left(title, 60) between start and start || U&'\+10FFFF' limit many
    ) as starting),
    driver.whole_rows, least(driver.title_rows, found_rows + many * (found_rows / 10001)), driver.other_rows
  ];
  if have[2] > few then
    have[1] := (select count(*) from (
      select from search.entries where priority = driver.priority and left(title, 60) = start limit many
    ) as same);
  end if;

  for property in reverse 5 .. 1 loop
    if have[property] between 1 and few then
      return query select * from search.best_with(names[property], driver, wanted, wanted_rows);
      have := search.settled(have, property);
    end if;
  end loop;

  for rank in select * from search.ranks order by relevance desc loop
    needs := array[rank.is_title, rank.starts, rank.is_whole, rank.in_title, rank.in_others];
    rarest := null;
    for property in 1 .. 5 loop
      if needs[property] and (rarest is null or have[property] <= have[rarest]) then rarest := property; end if;
    end loop;
    continue when have[rarest] = 0;

    return query
      select * from search.newest_of(rank, driver.priority, wanted, wanted_rows, patience * have[rarest]);
    get diagnostics found = row_count;
    exit when found = wanted_rows;
    return query select * from search.best_with(names[rarest], driver, wanted, wanted_rows);
    have := search.settled(have, rarest);
  end loop;
end
$$;

grant execute on all functions in schema search to anon, authenticated, service_role;
revoke execute on function search.rebuild, search.count_terms, search.index_notices from anon, authenticated;
grant select on search.ranks to anon, authenticated, service_role;
