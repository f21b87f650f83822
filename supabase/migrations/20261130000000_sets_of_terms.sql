-- A text becomes the set of its notices from what its terms know of them. Source: docs/decisions/064

-- Of a term that one notice has, its id: no index has to be asked for it.
alter table search.terms add column id_sum bigint not null default 0;
comment on column search.terms.id_sum is 'The ids of the notices that have the term, added up; of one notice, its id.';

-- A term of 60 characters has no word of 61: the expression is slow, and every term of every notice was compared with it.
create or replace function search.terms_in(folded text) returns text[] language sql immutable strict parallel safe
begin atomic
  with field as (select string_to_array(folded, ' ') as words),
  term as (
    select '' as text
    union all
    select unnest(words) from field
    union all
    select unnest(words[:cardinality(words) - 1]) || ' ' || unnest(words[2:]) from field
  )
  select coalesce(array_agg(distinct case when length(text) <= 60 or length(text) <= 121 and text !~ '[^ ]{61}' then text else '  ' end), '{}')
    from term;
end;

create table search.sets (
  key text collate "C" not null,
  chunk integer not null,
  notices bit(8192) not null,
  primary key (key, chunk)
) with (fillfactor = 70);
comment on table search.sets is
  'The notices of frequent keys (search.keys) of the kinds with filters: of chunk c the notices with ids from 8192 * c on, one bit each. A key has all its chunks or none.';
grant select on search.sets to anon, authenticated, service_role;

create function search.frequent() returns integer language sql immutable parallel safe
  -- Of a key with fewer the notices are found in its index within a few milliseconds, and a small site writes no sets.
  return 4096;

create function search.collect_sets(new_keys text[]) returns void language plpgsql set search_path = ''
as $$
begin
  -- Other transactions may be changing notices that have the keys: the next change collects them then.
  if pg_try_advisory_xact_lock(7824264099) then
    insert into search.sets
      select key, (id / 8192)::integer, bit_or(set_bit(published.no_notices(), (id % 8192)::integer, 1))
        from unnest(new_keys) as key
       cross join lateral (select id from search.entries where search.keys(priority, title, others) && array[key] offset 0) as entry
       where key not in (select sets.key from search.sets)
       group by 1, 2;
  end if;
end
$$;

create or replace function search.count_terms() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  has_changes boolean;
  gone search.terms[];
  new_keys text[];
begin
  if tg_op = 'DELETE' then has_changes := exists (select from old_rows); else has_changes := exists (select from new_rows); end if;
  if not has_changes then return null; end if;
  perform pg_advisory_xact_lock_shared(7824264099);
  -- Sorted, so that two transactions meet the shared rows in one order and never wait for each other in a circle.
  execute format(
    'with changed as materialized (
       select kind, term, priority, (entry).id, sum(one * in_title) as in_title, sum(one * in_others) as in_others, sum(one) as in_any
         from (%s) as changed, search.terms_of(entry)
        group by kind, term, priority, (entry).id
       having sum(one * in_title) <> 0 or sum(one * in_others) <> 0
     ),
     marks as materialized (
       select key, (id / 8192)::integer as chunk,
              coalesce(bit_or(bit) filter (where change > 0), published.no_notices()) as added,
              coalesce(bit_or(bit) filter (where change < 0), published.no_notices()) as removed
         from (
           select priority || field || term as key, id, change, set_bit(published.no_notices(), (id %% 8192)::integer, 1) as bit
             from changed cross join lateral (values (''t'', in_title), (''o'', in_others)) as part (field, change)
            where kind in (''word'', ''pair'') and change <> 0
         ) as one
        where exists (select from search.sets where sets.key = one.key)
        group by 1, 2
     ),
     -- A set that a statement has collected has the notices already that another trigger of the statement counts.
     marked as (
       insert into search.sets as stored select key, chunk, added from marks order by key, chunk
       on conflict (key, chunk) do update set notices = excluded.notices | stored.notices & ~ (
         select removed from marks where marks.key = stored.key and marks.chunk = stored.chunk
       )
     ),
     counted as (
       insert into search.terms as counted (kind, term, priority, title_rows, other_rows, any_rows, id_sum)
       select kind, term, priority, sum(in_title), sum(in_others), sum(in_any), sum(in_any * id)
         from changed group by kind, term, priority order by kind, term, priority
       on conflict (kind, term, priority) do update
         set title_rows = counted.title_rows + excluded.title_rows,
             other_rows = counted.other_rows + excluded.other_rows,
             any_rows = counted.any_rows + excluded.any_rows,
             id_sum = counted.id_sum + excluded.id_sum
       returning counted.*
     )
     select array_agg(row(counted.*)::search.terms) filter (where any_rows = 0),
            array(
              select priority || field || term
                from counted cross join lateral (values (''t'', title_rows), (''o'', other_rows)) as part (field, notices)
               where notices >= search.frequent() and kind in (''word'', ''pair'')
                 and priority = any ((select published.kinds_with_filters())::smallint[])
                 and not exists (select from search.sets where key = priority || field || term)
            )
       from counted', concat_ws(' union all ',
      case when tg_op <> 'DELETE' then 'select 1 as one, row(new_rows.*)::search.entries as entry from new_rows' end,
      case when tg_op <> 'INSERT' then 'select -1 as one, row(old_rows.*)::search.entries as entry from old_rows' end
    )
  ) into gone, new_keys;
  delete from search.terms using unnest(gone) as gone
   where terms.kind = gone.kind and terms.term = gone.term and terms.priority = gone.priority and terms.any_rows = 0;
  if new_keys <> '{}' then perform search.collect_sets(new_keys); end if;
  return null;
end
$$;

create or replace function search.rebuild() returns void language plpgsql set search_path = extensions
as $$
declare
  category content.kinds;
begin
  truncate search.entries, search.terms, search.sets;
  drop index if exists search.entries_list_idx, search.entries_posted_at_idx, search.entries_title_idx, search.entries_keys_idx,
    search.entries_words_idx, search.words_two_idx, search.words_three_idx, search.pairs_three_idx, search.plain_words_similar_idx;
  alter table search.entries disable trigger user;
  for category in select * from content.kinds order by priority loop
    execute format(
      'insert into search.entries
       select entry.* from public.%I as notice, search.entry_of($1, to_jsonb(notice)) as entry
        where status is distinct from ''inactive'' order by notice.posted_at', category.name
    ) using category;
  end loop;
  alter table search.entries enable trigger user;

  insert into search.terms
  select kind, term, found.priority, sum(in_title), sum(in_others), count(*), sum(id)
    from search.entries, search.terms_of(entries) as found
   group by kind, term, found.priority
   order by kind, term; -- terms with the same beginning are looked for together

  create index entries_list_idx on search.entries (priority, list_rank desc, posted_at desc, id desc);
  create index entries_posted_at_idx on search.entries (priority, posted_at desc, id desc);
  create index entries_title_idx on search.entries (priority, left(title, 60));
  create index entries_keys_idx on search.entries using gin (search.keys(priority, title, others)) with (fastupdate = off);
  create index entries_words_idx on search.entries using gin (words) with (fastupdate = off);
  create index words_two_idx on search.words using gin (search.runs_in(term, 2)) with (fastupdate = off);
  create index words_three_idx on search.words using gin (search.runs_in(term, 3)) with (fastupdate = off);
  create index pairs_three_idx on search.pairs using gin (search.runs_in(term, 3)) with (fastupdate = off);
  create index plain_words_similar_idx on search.plain_words using gin (term gin_trgm_ops) with (fastupdate = off);
  perform search.collect_sets(array(
    select priority || field || term
      from search.terms cross join lateral (values ('t', title_rows), ('o', other_rows)) as part (field, notices)
     where notices >= search.frequent() and kind in ('word', 'pair') and priority = any ((select published.kinds_with_filters())::smallint[])
  ));
  analyze search.entries, search.terms, search.sets;
end
$$;

-- Which terms have the text as a whole word matters to the order of many results only, and is found out there.
alter type search.driver drop attribute whole_terms, drop attribute whole_rows;
alter type search.driver
  -- The terms that several notices have; the notices that alone have a term, in the title or only in another field.
  add attribute shared_terms text[], add attribute title_ids bigint[], add attribute other_ids bigint[],
  -- What the terms have of the text.
  add attribute part text;

create or replace function search.drivers(wanted text) returns setof search.driver
  language plpgsql stable strict parallel safe set search_path = extensions set plan_cache_mode = force_generic_plan
as $$
declare
  words constant text[] := string_to_array(wanted, ' ');
  last_word constant integer := cardinality(words);
  last_slot constant integer := least(greatest(last_word - 1, 1), 12); -- the first 12 pairs of a long text are selective enough
begin
  return query
  with slot as materialized (
    select number, text, runs
      from generate_series(1, last_slot) as number
     cross join lateral (
       select case when last_word > 1 then words[number] || ' ' || words[number + 1] else wanted end as text,
              -- Of a pair the letters around its space: they are in fewer terms than the others, and are soon compared.
              search.runs_in(case when last_word > 1 then right(words[number], 2) || ' ' || left(words[number + 1], 2) else wanted end, 3) as runs
     ) as part
  ),
  found as (
    select number, terms.* from slot
      join search.words as terms on search.runs_in(term, 2) @> array[text]
     where last_word = 1 and length(wanted) = 2
    union all
    select number, terms.* from slot
      join search.words as terms on search.runs_in(term, 3) @> runs and strpos(term, text) > 0
     where last_word = 1 and length(wanted) > 2
    union all
    select number, terms.* from slot
      join search.pairs as terms on search.runs_in(term, 3) @> runs and strpos(term, text) > 0
     where last_word = 2
    union all
    select number, terms.* from slot
      join search.pairs as terms on search.runs_in(term, 3) @> runs and right(term, length(text)) = text
     where last_word > 2 and number = 1
    union all
    select number, terms.* from slot
      join search.pairs as terms on kind = 'pair' and term = text
     where number > 1 and number < last_word - 1
    union all
    select number, terms.* from slot
      join search.pairs as terms on kind = 'pair' and term >= text and term < text || U&'\+10FFFF'
     where number > 1 and number = last_word - 1
    union all
    -- Two spaces mark a field with a word that is too long to be a term: it may contain any text.
    select number, terms.* from slot
      join search.pairs as terms on kind = 'pair' and term = '  '
  ),
  slots as (
    select found.priority, number,
           array_agg(term) as terms,
           coalesce(array_agg(term) filter (where found.any_rows > 1), '{}') as shared_terms,
           coalesce(array_agg(id_sum) filter (where found.any_rows = 1 and found.title_rows > 0), '{}') as title_ids,
           coalesce(array_agg(id_sum) filter (where found.any_rows = 1 and found.title_rows = 0), '{}') as other_ids,
           least(sum(found.title_rows), 2000000000)::integer as title_rows,
           least(sum(found.other_rows), 2000000000)::integer as other_rows,
           least(sum(found.any_rows), 2000000000)::integer as any_rows,
           case when last_word <= 2 then coalesce(max(found.any_rows) filter (where term <> '  '), 0) else 0 end as at_least
      from found
     group by found.priority, number
  )
  select distinct on (slots.priority)
         slots.priority, slots.terms,
         coalesce(letters.title_rows, slots.title_rows),
         coalesce(letters.other_rows, slots.other_rows),
         coalesce(letters.any_rows, slots.any_rows),
         coalesce(letters.any_rows, slots.at_least),
         letters is not null or cardinality(slots.terms) = 1 and slots.at_least > 0,
         every.any_rows,
         slots.shared_terms, slots.title_ids, slots.other_ids, slot.text
    from slots
    join slot using (number)
    join search.words as every on every.kind = 'word' and every.term = '' and every.priority = slots.priority
    left join search.letters on letters.kind = 'letters' and letters.term = wanted and letters.priority = slots.priority
   where (select count(*) from slots as each where each.priority = slots.priority) = last_slot
   order by slots.priority, slots.any_rows;
end
$$;

create or replace function search.letter_drivers(letter text) returns setof search.driver
  language plpgsql stable strict parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  many constant integer := 500; -- as in search.newest_titled, which then reads newest first
begin
  return query
  with counted as (
    select priority, max(title_rows) as title_rows
      from (
        select priority, title_rows from search.letters where strpos(term, letter) > 0
        union all
        select priority, title_rows from search.words where kind = 'word' and term = letter
      ) as found
     where title_rows > 0
     group by priority
  )
  select priority,
         case when title_rows <= many then array(
           select term from search.words as word
            where word.priority = counted.priority and word.title_rows > 0 and strpos(term, letter) > 0
         ) || '  '::text end,
         title_rows, 0, title_rows, 0, false, 0, '{}'::text[], '{}'::bigint[], '{}'::bigint[], letter
    from counted;
end
$$;

create or replace function search.best(driver search.driver, found_rows integer, wanted text, wanted_rows integer)
  returns setof search.hit
  language plpgsql stable strict parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
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

  whole.terms := array(select term from unnest(driver.terms) as term where term = '  ' or term ~ whole_word);
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

    return query
      select * from search.newest_of(rank, driver.priority, wanted, wanted_rows, cost_of_fetching * have[rarest]);
    get diagnostics found = row_count;
    exit when found = wanted_rows;
    return query select * from search.best_with(names[rarest], case rarest when 3 then whole else driver end, wanted, wanted_rows);
    have := search.settled(have, rarest);
  end loop;
end
$$;

create or replace function search.best_with(property text, driver search.driver, wanted text, wanted_rows integer)
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

drop function published.set_where(smallint, text[], text, boolean, tsquery);

create function published.set_from(p smallint, ids bigint[], meaning tsquery default null)
  returns bit varying language plpgsql stable parallel safe
  -- A word that most notices have is still found sooner in its index than in their texts.
  set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_indexscan = off
as $$
begin
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
  answer bit varying := published.set_from(p, array(
    -- Each key by itself: looking for all at once compares every notice that is found with every key.
    select id from unnest(keys) as key cross join lateral (
      select id from search.entries
       where search.keys(priority, title, others) && array[key]
         and (wanted is null or strpos(title, wanted) > 0 or in_all and strpos(others, wanted) > 0)
      offset 0
    ) as entry where key <> all (frequent)
    union all
    select id from unnest(ids) as id where wanted is null
    union all
    select id from search.entries
     where wanted is not null and priority = p and id = any (ids) and (strpos(title, wanted) > 0 or in_all and strpos(others, wanted) > 0)
  ));
begin
  if frequent <> '{}' then
    answer := answer | (
      select published.joined(coalesce(
               (select bit_or(notices) from search.sets where key = any (frequent) and chunk = number), published.no_notices()
             ) order by number)
        from generate_series(0, length(answer) / 8192 - 1) as number
    );
  end if;
  return answer;
end
$$;
comment on function published.set_of_terms is
  'The notices of a kind that have one of the keys, and some others by their ids, as far as they have a text; null: all of them.';

create or replace function published.containing(among smallint[], wanted text, drivers search.driver[], all_fields boolean)
  returns setof published.text_set language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  key_price constant integer := 30; -- notices whose texts are compared in the time in which a key is found in its index
  word_count constant integer := cardinality(string_to_array(wanted, ' '));
  kind content.kinds;
  driver search.driver;
  in_all boolean;
  is_term boolean;
  keys text[];
  answer published.text_set;
begin
  for kind in select * from content.kinds where priority = any (among) order by priority loop
    in_all := all_fields or kind.list_searches_all_fields;
    answer := (kind.priority, null, null);
    driver := (select one::search.driver from unnest(drivers) as one where one.priority = kind.priority);
    if driver is null and length(wanted) >= 2 then
      answer.notices := published.set_from(kind.priority, '{}');
    elsif not in_all or driver is null or driver.at_least < driver.all_rows then
      -- Terms that no title has are not looked for in titles.
      keys := case when driver.title_rows > 0 then search.keys_of(driver, 't', driver.shared_terms) else '{}' end
        || case when in_all and driver.other_rows > 0 then search.keys_of(driver, 'o', driver.shared_terms) else '{}' end;
      -- One or two words stand in a field exactly when one of its terms has them, unless a word was too long to be a term.
      is_term := word_count <= 2 and not '  ' = any (driver.terms);
      if (is_term or driver.any_rows < driver.all_rows / 4) and cardinality(keys) <= 2 + driver.all_rows / key_price then
        answer.notices := published.set_of_terms(
          kind.priority, keys, driver.title_ids || case when in_all then driver.other_ids end, case when not is_term then wanted end, in_all
        );
      else
        answer.notices := published.set_from(kind.priority, array(
          select id from search.entries
           where priority = kind.priority and (strpos(title, wanted) > 0 or in_all and strpos(others, wanted) > 0)
        ));
      end if;
    end if;
    return next answer;
  end loop;
end
$$;

-- Close matches under filters: what few notices the filters leave is compared with the meaning, instead of looking for all that have it.

drop function published.meaning(smallint[], text);
create function published.meaning(among smallint[], typed text, within bit varying[] default null)
  returns setof published.text_set language plpgsql stable parallel safe set search_path = ''
as $$
declare
  few constant integer := 1000;
  wanted constant text collate "C" := search.fold(search.trimmed(typed));
  conditions constant text[] := case when length(wanted) between 2 and 100 then search.conditions_of(wanted) else '{}' end;
  known constant text[] := array_remove(conditions, null);
  kind content.kinds;
  own text[];
  meant tsquery;
  is_few boolean;
  notices bit varying;
  answer published.text_set[];
begin
  for used in reverse cardinality(known) .. greatest((cardinality(conditions) + 1) / 2, 1) loop
    answer := '{}';
    for kind in select * from content.kinds where priority = any (among) order by priority loop
      -- Every notice of a kind has its mark.
      own := array(select one from unnest(known[:used]) as one where strpos(one, '''#' || kind.name || '''') = 0);
      notices := null;
      if cardinality(own) > 0 then
        meant := array_to_string(own, ' & ');
        is_few := coalesce(bit_count(within[kind.priority]) <= few, false);
        if is_few then
          notices := published.set_from(kind.priority, array(
            select id from search.entries
             where priority = kind.priority and id = any (array(select published.ids_of(within[kind.priority]))) and words @@ meant
          ));
        else
          notices := published.set_from(kind.priority, null, meant);
        end if;
        continue when bit_count(notices) = 0
          and not (is_few and exists (select from search.entries where priority = kind.priority and words @@ meant));
      end if;
      answer := array_append(answer, (kind.priority, notices, null)::published.text_set);
    end loop;
    exit when cardinality(answer) > 0;
  end loop;
  return query select * from unnest(answer);
end
$$;
comment on function published.meaning is
  'The notices of kinds that have the meaning of a text, or of as many of its words as any notice has; of a kind whose notices within a set are few, those of the set.';

create or replace function public.filtered_list(
  content_table text,
  filters jsonb default '{}',
  search text default null,
  sort text default null,
  with_unstated boolean default false,
  today date default (now() at time zone interval '5 hours 30 minutes')::date,
  after_keys bigint[] default null,
  after_posted_at timestamptz default null,
  after_id bigint default null,
  after_rank bigint default null,
  page_size integer default 25
) returns json language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  kind constant content.kinds := published.kind_with_filters(content_table);
  wanted constant jsonb := published.checked_filters(coalesce(filters, '{}'));
  wanted_rows constant integer := least(greatest(coalesce(filtered_list.page_size, 25), 1), 100);
  is_plain constant boolean := wanted = '{}' and filtered_list.sort is null;
  -- While a visitor types into the plain list, the rows matter.
  is_counted constant boolean := not is_plain or coalesce(filtered_list.search, '') = '';
  few constant integer := 3; -- with fewer rows that have the text, close matches follow
  close_rows constant integer := 10;
  text published.text_set;
  filtered published.filtered;
  close published.filtered;
  page published.page;
  close_found json := '[]';
  close_total bigint;
  counts json;
  organizations json;
begin
  if length(filtered_list.search) > 1000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;
  if is_counted then
    if filtered_list.search <> '' then
      select * into text from published.text_sets(array[kind.priority], filtered_list.search);
    end if;
    filtered := published.filter(kind, wanted, text.notices, today, with_unstated);
    select * into counts, organizations from published.counts(
      array[kind.priority], array_fill(filtered, array[1], array[kind.priority::integer]), wanted, today, with_unstated
    );
  end if;
  if is_plain then
    -- The order of the list itself.
    select list.rows, list.more, close_matches into page.rows, page.more, close_found from published.list_page(
      content_table => filtered_list.content_table, search => filtered_list.search,
      after_posted_at => filtered_list.after_posted_at, after_id => filtered_list.after_id,
      after_rank => filtered_list.after_rank, page_size => wanted_rows
    ) as list;
  elsif text.exact is null then
    page := published.page_of(kind, filtered, filtered_list.sort, after_keys, wanted_rows);
    if filtered_list.search <> '' and after_keys is null and filtered.total < few then
      close := published.filter(kind, wanted, null, today, with_unstated);
      select * into text from published.meaning(
        array[kind.priority], filtered_list.search, array_fill(close.matched, array[1], array[kind.priority::integer])
      );
      if found then
        close := published.only(close, coalesce(text.notices, close.matched) & ~ filtered.matched);
        close_found := (published.page_of(kind, close, filtered_list.sort, null, close_rows)).rows;
      end if;
    end if;
  else
    -- What contains the text stands on the first page, above the list of what has its meaning.
    close := published.only(filtered, ~ text.exact);
    page := published.page_of(kind, close, filtered_list.sort, after_keys, wanted_rows);
    close_found := page.rows;
    close_total := close.total;
    page.rows := '[]';
    if after_keys is null then
      page.rows := (published.page_of(kind, published.only(filtered, text.exact), filtered_list.sort, null, few)).rows;
    end if;
  end if;
  return json_build_object(
    'rows', page.rows,
    'more', page.more,
    'next', page.next,
    'closeMatches', close_found,
    'close', coalesce(close_total, json_array_length(close_found)),
    'total', filtered.total,
    'unstated', filtered.unstated,
    'counts', counts,
    'organizations', coalesce(organizations, '[]'),
    'organization', (select name from public.organizations where id = (wanted ->> 'organization')::bigint)
  );
end
$$;

create or replace function public.filtered_search(
  query text,
  filters jsonb default '{}',
  category text default null,
  sort text default null,
  with_unstated boolean default false,
  today date default (now() at time zone interval '5 hours 30 minutes')::date,
  result_limit integer default 50,
  result_offset integer default 0
) returns json language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  few constant integer := 3; -- with fewer results, close matches follow
  close_rows constant integer := 10; -- per kind
  most_ranked constant integer := 1000; -- of more results the newest come first
  most_skipped constant integer := 1000;
  wanted constant jsonb := published.checked_filters(coalesce(filters, '{}'));
  typed constant text collate "C" := search.fold(search.trimmed(coalesce(query, '')));
  is_plain constant boolean := wanted = '{}' and sort is null;
  wanted_rows constant integer := least(greatest(coalesce(result_limit, 50), 1), 100);
  skipped constant integer := greatest(coalesce(result_offset, 0), 0);
  among constant smallint[] := published.kinds_with_filters();
  chosen constant smallint[] := array(
    select priority from content.kinds where priority = any (among) and (category is null or name = category)
  );
  drivers constant search.driver[] := search.drivers_of(typed);
  kind content.kinds;
  text published.text_set;
  one published.filtered;
  filtered published.filtered[] := array_fill(null::published.filtered, array[search.last_priority()]);
  close published.filtered[] := filtered;
  under published.filtered[];
  within bit varying[];
  totals jsonb := '{}';
  counts json;
  total bigint := 0;
  close_total bigint := 0;
  is_meant boolean := false;
  order_name text;
  results published.ranked[];
  close_results published.ranked[];
  answer record;
  cards json;
  close_cards json;
  choices json;
  organizations json;
begin
  if length(query) > 5000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;
  if skipped > most_skipped then
    raise invalid_parameter_value using message = 'result_offset is at most 1000';
  end if;
  if length(typed) >= 2 then
    for text in select * from published.text_sets(among, typed, drivers, true) loop
      select * into strict kind from content.kinds where priority = text.priority;
      continue when is_plain and not kind.priority = any (chosen);
      one := published.filter(kind, wanted, text.notices, today, with_unstated);
      totals := totals || jsonb_build_object(kind.name, one.total);
      continue when not kind.priority = any (chosen);
      total := total + one.total;
      filtered[kind.priority] := one;
      if text.exact is not null then
        is_meant := true;
        filtered[kind.priority] := published.only(one, text.exact);
        close[kind.priority] := published.only(one, ~ text.exact);
        close_total := close_total + (close[kind.priority]).total;
      end if;
    end loop;
  end if;
  select * into choices, organizations from published.counts(chosen, filtered, wanted, today, with_unstated);
  if is_plain then
    select * into answer from search.found(
      typed, drivers, array(select priority from content.kinds where category is null or name = category), wanted_rows, skipped
    );
    cards := search.cards_of(answer.hits);
    close_cards := search.cards_of(answer.close_hits);
    total := answer.total;
    counts := answer.counts;
  else
    if not is_meant and total < few and skipped = 0 then
      for kind in select * from content.kinds where priority = any (chosen) loop
        under[kind.priority] := published.filter(kind, wanted, null, today, with_unstated);
        within[kind.priority] := (under[kind.priority]).matched;
      end loop;
      for text in select * from published.meaning(chosen, typed, within) loop
        close[text.priority] := published.only(
          under[text.priority], coalesce(text.notices, within[text.priority]) & ~ (filtered[text.priority]).matched
        );
      end loop;
    end if;
    order_name := coalesce(nullif(sort, 'newest'), case when sort is not null or total > most_ranked then 'posted' else 'relevance' end);
    results := array(
      select best::published.ranked from unnest(chosen) as p, published.ranked_of(p, filtered[p], typed, order_name, skipped + wanted_rows) as best
       where (filtered[p]).total > 0 order by best.keys offset case when is_meant then 0 else skipped end limit wanted_rows
    );
    order_name := case order_name when 'relevance' then 'posted' else order_name end;
    close_results := array(
      select best::published.ranked from unnest(chosen) as p,
             published.ranked_of(p, close[p], typed, order_name, case when is_meant then skipped + wanted_rows else close_rows end) as best
       where (close[p]).total > 0 order by best.keys offset skipped limit wanted_rows
    );
    if is_meant and skipped > 0 then results := '{}'; end if;
    counts := totals;
    cards := published.cards_in_order(results);
    close_cards := published.cards_in_order(close_results);
    if not is_meant then close_total := cardinality(close_results); end if;
  end if;
  return json_build_object(
    'results', cards,
    'totalFound', total,
    'counts', counts,
    'closeMatches', close_cards,
    'closeTotal', case when is_plain then json_array_length(close_cards) else close_total end,
    'closePaged', is_meant and not is_plain,
    'choices', choices,
    'unstated', (select coalesce(sum(each.unstated), 0) from unnest(filtered) as each),
    'organizations', organizations,
    'organization', (select name from public.organizations where id = (wanted ->> 'organization')::bigint)
  );
end
$$;

select search.rebuild();
grant execute on function published.set_from, published.set_of_terms, published.meaning to anon, authenticated, service_role;
