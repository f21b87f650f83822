-- A text is resolved once, to the set of notices that it finds; filters are intersected with it. Source: docs/decisions/056

create type published.text_set as (
  priority smallint,
  -- Bit n is the notice with id n; null: all notices of the kind.
  notices bit varying,
  -- When the others only have its meaning: those that contain the text. null: all contain it.
  exact bit varying
);

-- The notices of some kinds that contain a text, in the way that takes least time: from the sets of its pairs, from the
-- keys of its terms, or by reading all texts.
create function published.containing(among smallint[], wanted text, drivers search.driver[], all_fields boolean)
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
  slots search.driver[];
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
      slots := case when word_count > 2 and driver.any_rows >= search.frequent()
        then array(select slot::search.driver from search.slots(wanted) as slot where slot.priority = kind.priority) end;
      -- Of a very long text only the first pairs are looked up.
      if cardinality(slots) = word_count - 1
          and (select sum(cardinality(shared_terms)) from unnest(slots)) <= 2 * cardinality(slots) + driver.all_rows / key_price then
        answer.notices := published.set_of_phrase(kind.priority, slots, wanted, in_all);
      elsif (is_term or driver.any_rows < driver.all_rows / 4) and cardinality(keys) <= 2 + driver.all_rows / key_price then
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
          notices := published.set_of_meaning(kind.priority, own);
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
grant execute on function published.meaning to anon, authenticated, service_role;

create function published.text_sets(among smallint[], typed text, drivers search.driver[] default null, all_fields boolean default false)
  returns setof published.text_set language plpgsql stable parallel safe rows 2 set search_path = ''
as $$
declare
  few constant integer := 3; -- with fewer notices that have the text, those with its meaning are found, too
  wanted constant text collate "C" := search.fold(search.trimmed(typed));
  containing constant published.text_set[] := array(
    select text::published.text_set from published.containing(among, wanted, coalesce(drivers, search.drivers_of(wanted)), all_fields) as text
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
grant execute on function published.containing, published.text_sets to anon, authenticated, service_role;
