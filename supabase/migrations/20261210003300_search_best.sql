-- The most relevant notices, found without reading the others.

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
    when 'is_whole' then search.keys_of(driver, 't', driver.terms) -- the whole ones
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

-- Every value that search.relevance() can have, best first, with the properties of a notice that give it. Both change
-- together.
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

-- The notices of a rank among the newest of the category, of which it reads passed_rows at most.
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

-- How many notices with each property are left when all that have one of them were read.
create function search.settled(have integer[], property integer) returns integer[]
  language sql immutable strict parallel safe
  return case property
    when 4 then array[0, 0, 0, 0, have[5]] -- a title that is, starts with or has as a word what is searched also has it
    else have[:property - 1] || 0 || have[property + 1:]
  end;

-- A property that few notices have is settled by reading all that have it. Notices with frequent properties only are read
-- newest first, rank by rank, until there are enough; where that takes long, all that have the rarest property of the rank
-- are read after all.
create function search.best(driver search.driver, found_rows integer, wanted text, wanted_rows integer, matched bit varying default null)
  returns setof search.hit
  language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- With this many matches, reading all of them costs about as much as reading newest first until enough are found.
  few constant integer := sqrt(wanted_rows::double precision * driver.all_rows);
  many constant integer := 20000;
  cost_of_fetching constant integer := 5; -- notices that can be skipped in the time of fetching one
  names constant text[] := '{is_title,starts,is_whole,in_title,in_others}';
  start constant text collate "C" := left(wanted, 60);
  have integer[]; -- notices with each property
  needs boolean[];
  rarest integer;
  whole_word constant text := search.whole_word(driver.part);
  whole search.driver := driver;
  rank search.ranks;
  found integer;
begin
  if driver.any_rows <= few or found_rows <= wanted_rows and driver.any_rows <= many then
    return query select * from search.best_with('in_any', driver, wanted, wanted_rows);
    return;
  end if;

  whole.terms := array(
    select term from unnest(driver.terms) as term where term = '  ' or term ~ whole_word
    union all
    -- A start of pairs stands for many pairs. The text is a whole word in those where no letter or digit follows it.
    select pair.term
      from (select replace(term, '  ', ' ') as begun from unnest(driver.terms) as term where search.is_pair_start(term)) as start
     cross join lateral (
       select pairs.term from search.pairs
        where kind = 'pair' and priority = driver.priority
          and (pairs.term >= begun and pairs.term < begun || '0'
            or pairs.term >= begun || ':' and pairs.term < begun || 'a'
            or pairs.term >= begun || '{' and pairs.term < begun || U&'\+10FFFF')
       offset 0
     ) as pair
     where pair.term ~ whole_word
  );
  have := array[
    0,
    (select count(*) from (
      select from search.entries
       where priority = driver.priority and left(title, 60) between start and start || U&'\+10FFFF' limit many
    ) as starting),
    (select least(coalesce(sum(title_rows), 0), 2000000000) from search.terms
      where kind in ('word', 'pair') and term = any (whole.terms) and priority = driver.priority),
    least(driver.title_rows, found_rows + many * (found_rows / 10001)), driver.other_rows
  ];
  if have[2] > few then
    have[1] := (select count(*) from (
      select from search.entries where priority = driver.priority and left(title, 60) = start limit many
    ) as same);
  end if;

  for property in reverse 5 .. 1 loop
    if have[property] between 1 and few then
      return query select * from search.best_with(names[property], case property when 3 then whole else driver end, wanted, wanted_rows);
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

    -- The text is in titles only, and the notices that are left differ by their time alone: the set gives the newest ones.
    if matched is not null and needs = '{f,f,f,t,f}' and driver.other_rows = 0 then
      return query
        select entry.priority, entry.id, entry.posted_at, search.relevance(title, others, wanted, search.whole_word(wanted))
          from published.in_order(driver.priority, matched, 'posted', true, null, wanted_rows) as newest
          join search.entries as entry on entry.priority = driver.priority and entry.id = newest.id;
      exit;
    end if;
    return query
      select * from search.newest_of(rank, driver.priority, wanted, wanted_rows, cost_of_fetching * have[rarest]);
    get diagnostics found = row_count;
    exit when found = wanted_rows;
    return query select * from search.best_with(names[rarest], case rarest when 3 then whole else driver end, wanted, wanted_rows);
    have := search.settled(have, rarest);
  end loop;
end
$$;
grant execute on function search.best to anon, authenticated, service_role;
