-- A text is resolved once, to the set of notices that it finds; filters are intersected with it. Source: docs/decisions/056

create type published.text_set as (
  priority smallint,
  -- Bit n is the notice with id n; null: all notices of the kind.
  notices bit varying,
  -- When the others only have its meaning: those that contain the text. null: all contain it.
  exact bit varying
);

create function published.set_where(p smallint, condition text, keys text[], wanted text, meaning tsquery) returns bit varying
  language plpgsql stable parallel safe
  -- A term that most notices have is still found sooner in its index than in their texts.
  set search_path = '' set jit = off set enable_seqscan = off set enable_indexscan = off
as $$
declare
  answer bit varying;
begin
  -- Collected 64 at a time in a number, which takes a tenth of the time of setting bits in a set.
  execute format(
    'select published.joined(coalesce(notices, published.no_notices()) order by chunk)
       from generate_series(0, (select max(chunk) from published.choices where priority = $1 and facet = ''public'')) as chunk
       left join (
         select (block / 128)::integer as chunk, bit_or(bits::bit(64)::bit(8192) >> (block %% 128)::integer * 64) as notices
           from (
             select id / 64 as block, bit_or(1::bigint << (63 - id %% 64)::integer) as bits
               from search.entries where priority = $1 and (%s) group by 1
           ) as blocks group by 1
       ) as fitting using (chunk)', condition
  ) into answer using p, keys, wanted, meaning;
  return answer;
end
$$;
comment on function published.set_where is 'The notices of a kind whose search.entries fit a condition. Its $2 to $4 are the other parameters.';

create function published.containing(among smallint[], typed text, all_fields boolean) returns setof published.text_set
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  most_terms constant integer := 20;
  wanted constant text collate "C" := search.fold(search.trimmed(typed));
  drivers constant search.driver[] := array(select driver::search.driver from search.drivers(wanted) as driver where length(wanted) >= 2);
  kind content.kinds;
  driver search.driver;
  in_all boolean;
  is_term boolean;
  condition text;
  keys text[];
  answer published.text_set;
begin
  for kind in select * from content.kinds where priority = any (among) order by priority loop
    in_all := all_fields or kind.list_searches_all_fields;
    condition := case when in_all then 'strpos(title, $3) > 0 or strpos(others, $3) > 0' else 'strpos(title, $3) > 0' end;
    keys := null;
    driver := (select one::search.driver from unnest(drivers) as one where one.priority = kind.priority);
    if driver is null and length(wanted) >= 2 then
      condition := 'false';
    else
      -- One or two words stand in a field exactly when one of its terms has them, unless a word was too long to be a term.
      is_term := cardinality(string_to_array(wanted, ' ')) <= 2 and cardinality(driver.terms) <= most_terms and not '  ' = any (driver.terms);
      if is_term or driver.any_rows < driver.all_rows / 4 then
        keys := search.keys_of(driver, 't', driver.terms) || case when in_all then search.keys_of(driver, 'o', driver.terms) else '{}' end;
        condition := 'search.keys(priority, title, others) && $2' || case when is_term then '' else format(' and (%s)', condition) end;
      end if;
    end if;
    answer := (kind.priority, null, null);
    if not in_all or driver is null or driver.at_least < driver.all_rows then
      answer.notices := published.set_where(kind.priority, condition, keys, wanted, null);
    end if;
    return next answer;
  end loop;
end
$$;
comment on function published.containing is 'The notices of kinds that contain a text in the fields that their lists search, or in all that are searched.';

-- With a plan for any text PostgreSQL would read the whole dictionary for each cut.
alter function search.split(text) set enable_hashjoin = off;
alter function search.split(text) set enable_mergejoin = off;

create function published.meaning(among smallint[], typed text) returns setof published.text_set
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  wanted constant text collate "C" := search.fold(search.trimmed(typed));
  conditions constant text[] := case when length(wanted) between 2 and 100 then search.conditions_of(wanted) else '{}' end;
  known constant text[] := array_remove(conditions, null);
  kind content.kinds;
  own text[];
  notices bit varying;
  answer published.text_set[];
begin
  for used in reverse cardinality(known) .. greatest((cardinality(conditions) + 1) / 2, 1) loop
    answer := '{}';
    for kind in select * from content.kinds where priority = any (among) order by priority loop
      -- Every notice of a kind has its mark.
      own := array(select condition from unnest(known[:used]) as condition where strpos(condition, '''#' || kind.name || '''') = 0);
      notices := case when cardinality(own) > 0 then
        published.set_where(kind.priority, 'words @@ $4', null, null, array_to_string(own, ' & ')::tsquery)
      end;
      continue when bit_count(notices) = 0;
      answer := array_append(answer, (kind.priority, notices, null)::published.text_set);
    end loop;
    exit when cardinality(answer) > 0;
  end loop;
  return query select * from unnest(answer);
end
$$;
comment on function published.meaning is
  'The notices of kinds with the meaning of a text, as search.close_to has them; no row for a kind without any.';

create function published.text_sets(among smallint[], typed text, all_fields boolean default false) returns setof published.text_set
  language plpgsql stable parallel safe rows 2 set search_path = ''
as $$
declare
  few constant integer := 3; -- with fewer notices that have the text, those with its meaning are found, too
  containing constant published.text_set[] := array(
    select text::published.text_set from published.containing(among, typed, all_fields) as text
  );
begin
  if (select bool_or(text.notices is null) or coalesce(sum(bit_count(text.notices)), 0) >= few from unnest(containing) as text) then
    return query select * from unnest(containing);
  else
    return query
      select text.priority, case when close.priority is null then text.notices else (close.notices | text.notices)::bit varying end, text.notices
        from unnest(containing) as text left join published.meaning(among, typed) as close using (priority);
  end if;
end
$$;
comment on function published.text_sets is
  'What a text finds in each of some kinds: notices that contain it, and if in all of them fewer than three do, those with its meaning. Source: docs/behaviour/finding.md#text-under-filters';

create function published.ids_of(notices bit varying) returns setof bigint language sql immutable strict parallel safe
begin atomic
  -- 64 at a time.
  select n from generate_series(0, length(notices) - 1, 64) as start, generate_series(start, start + 63) as n
   where substring(notices from start + 1 for 64) <> repeat('0', 64)::bit(64) and get_bit(notices, n) = 1;
end;

grant execute on function published.set_where, published.containing, published.meaning, published.text_sets, published.ids_of
  to anon, authenticated, service_role;
