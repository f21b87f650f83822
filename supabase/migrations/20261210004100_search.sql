-- The search over all kinds, and what it shares with the search under filters. Source: docs/decisions/013

-- The length of arrays by priority.
create function search.last_priority() returns integer language sql stable parallel safe set search_path = ''
  return (select max(priority) from content.kinds);

create function public.search_notices(
  query text,
  categories text[] default null,
  result_limit integer default 50,
  result_offset integer default 0
) returns json language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  most_skipped constant integer := 1000; -- what was skipped has to be found and ordered as well
  wanted constant text collate "C" := search.fold(search.trimmed(coalesce(query, '')));
  skipped constant integer := greatest(coalesce(result_offset, 0), 0);
  answer record;
  results json;
begin
  if length(query) > 5000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;
  if skipped > most_skipped then
    raise invalid_parameter_value using message = 'result_offset is at most 1000';
  end if;
  select * into answer from search.found(
    wanted, search.drivers_of(wanted),
    array(select priority from content.kinds where categories is null or name = any (categories)),
    least(greatest(coalesce(result_limit, 50), 1), 100), skipped
  );
  results := search.cards_of(answer.hits);
  return json_build_object(
    'results', results,
    'categorizedResults', coalesce((
      select json_object_agg(category, cards order by first_position)
        from (
          select card ->> 'category' as category, min(position) as first_position, json_agg(card order by position) as cards
            from json_array_elements(results) with ordinality as found (card, position)
           group by category
        ) as categorized
    ), '{}'),
    'totalFound', answer.total,
    'counts', answer.counts,
    'closeMatches', search.cards_of(answer.close_hits)
  );
end
$$;
comment on function public.search_notices is
  'Notices with a text anywhere in their search fields, in any case, every character literal: {results, categorizedResults, totalFound, counts, closeMatches}, by category, relevance and time. Without categories each has an equal share of result_limit (1 to 100), and result_offset is at most 1000. Counts are exact up to 10,000; 10,001 means more. Texts of fewer than 2 characters find nothing. When fewer than 3 notices have the text, closeMatches lists others with relevance 0, at most 10 per category, which no count includes: other spellings and short forms, any order of words. Source: docs/behaviour/search.md#counts';
grant execute on function public.search_notices to anon, authenticated;

-- The cards of the notices that were found, in the order of results. Row-level security applies.
create function search.cards_of(hits search.hit[]) returns json
  language plpgsql stable strict parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select coalesce(json_agg(card order by priority, relevance desc, posted_at desc, id desc), '[]')
      from (
        select category, found.id, slug, title, status, post_time, created_at, found.posted_at,
               apply_end_date, exam_date, document_url, hit.priority, hit.relevance
          from unnest(hits) as hit
          join search.cards(hits) as found using (priority, id)
      ) as card
  );
end
$$;
grant execute on function search.cards_of to anon, authenticated, service_role;

-- The results of a text in the chosen kinds, without JSON. matched: by priority, the notices with the text where they are
-- known already.
create function search.found(
  wanted text, drivers search.driver[], chosen smallint[], wanted_rows integer, skipped integer, matched bit varying[] default null,
  out hits search.hit[], out close_hits search.hit[], out total bigint, out counts json
) language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  few constant integer := 3; -- an exact search that finds less gets close matches too
  close_rows constant integer := 10; -- per category
  close_length constant integer := 100; -- longer texts are not misspelt words
  share constant integer := ceil(wanted_rows::numeric / greatest(cardinality(chosen), 1));
  first constant integer := skipped::bigint * share / wanted_rows;
  whole_word constant text := search.whole_word(wanted);
  driver search.driver;
  number integer;
  numbers integer[] := array_fill(0, array[search.last_priority()]);
  few_matched smallint[] := '{}'; -- kinds with so few matches that all are compared
begin
  hits := '{}';
  close_hits := '{}';
  total := 0;
  foreach driver in array drivers loop
    number := case when matched[driver.priority] is null then search.count_found(driver, wanted)
      else least(bit_count(matched[driver.priority]), 10001) end;
    numbers[driver.priority] := number;
    continue when number = 0 or not driver.priority = any (chosen);
    total := total + number;
    -- As in search.best: of so many, reading all costs no more than reading newest first until enough are found.
    if matched[driver.priority] is not null and number <= greatest(first + share, sqrt((first + share)::double precision * driver.all_rows)) then
      few_matched := few_matched || driver.priority;
      continue;
    end if;
    hits := hits || array(
      select distinct on (hit.relevance, hit.posted_at, hit.id) hit::search.hit
        from search.best(driver, number, wanted, first + share, matched[driver.priority]) as hit
       order by hit.relevance desc, hit.posted_at desc, hit.id desc
      offset first limit share
    );
  end loop;
  if few_matched <> '{}' then
    hits := hits || array(
      select hit::search.hit from unnest(few_matched) as p cross join lateral (
        select priority, id, posted_at, search.relevance(title, others, wanted, whole_word) as relevance
          from search.entries where priority = p and id = any (array(select published.ids_of(matched[p])))
         order by relevance desc, posted_at desc, id desc
        offset first limit share
      ) as hit
    );
  end if;
  if skipped = 0 and length(wanted) between 2 and close_length and (select sum(count) from unnest(numbers) as count) < few then
    close_hits := array(
      select close::search.hit from search.close_to(wanted, close_rows) as close
       where close.priority = any (chosen)
         and (close.priority, close.id) not in (select priority, id from unnest(hits))
    );
  end if;
  counts := (select json_object_agg(name, numbers[priority] order by priority) from content.kinds);
end
$$;
grant execute on function search.found to anon, authenticated, service_role;
