-- A deep page of the search costs as much as all pages before it: a search is narrowed down instead.
-- Source: docs/behaviour/search.md#number-of-results

create or replace function public.search_notices(
  query text,
  categories text[] default null,
  result_limit integer default 50,
  result_offset integer default 0
) returns json language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  few constant integer := 3; -- an exact search that finds less gets close matches too
  close_rows constant integer := 10; -- per category
  close_length constant integer := 100; -- longer texts are not misspelt words
  wanted constant text collate "C" := search.fold(search.trimmed(coalesce(query, '')));
  wanted_rows constant integer := least(greatest(coalesce(result_limit, 50), 1), 100);
  most_skipped constant integer := 1000; -- what was skipped has to be found and ordered as well
  skipped constant integer := greatest(coalesce(result_offset, 0), 0);
  chosen constant smallint[] := array(
    select priority from content.kinds as category where categories is null or category.name = any (categories)
  );
  share integer;
  first integer;
  counts integer[] := array_fill(0, array[search.last_priority()]);
  hits search.hit[] := '{}';
  close_hits search.hit[] := '{}';
  driver search.driver;
begin
  if length(query) > 5000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;
  if skipped > most_skipped then
    raise invalid_parameter_value using message = 'result_offset is at most 1000';
  end if;
  share := ceil(wanted_rows::numeric / greatest(cardinality(chosen), 1));
  first := skipped::bigint * share / wanted_rows;
  if length(wanted) >= 2 then
    for driver in select * from search.drivers(wanted) loop
      counts[driver.priority] := search.count_found(driver, wanted);
      if driver.priority = any (chosen) then
        hits := hits || array(
          select distinct on (hit.relevance, hit.posted_at, hit.id) hit::search.hit
            from search.best(driver, counts[driver.priority], wanted, first + share) as hit
           order by hit.relevance desc, hit.posted_at desc, hit.id desc
          offset first limit share
        );
      end if;
    end loop;
    if length(wanted) <= close_length and (select sum(count) from unnest(counts) as count) < few then
      close_hits := array(
        select close::search.hit from search.close_to(wanted, close_rows) as close
         where (close.priority, close.id) not in (select priority, id from unnest(hits))
      );
      counts := array(
        select counts[priority] + (select count(*) from unnest(close_hits) as close where close.priority = category.priority)
          from content.kinds as category order by priority
      );
      if skipped = 0 then
        hits := hits || array(select close::search.hit from unnest(close_hits) as close where close.priority = any (chosen));
      end if;
    end if;
  end if;
  return search.answer(hits, counts, chosen, cardinality(close_hits) > 0);
end
$$;
comment on function public.search_notices is
  'Notices with a text anywhere in their search fields, in any case, every character literal: {results, categorizedResults, totalFound, counts, closeMatches}, by category, relevance and time. Without categories each has an equal share of result_limit (1 to 100), and result_offset is at most 1000. Counts are exact up to 10,000; 10,001 means more. Texts of fewer than 2 characters find nothing. When fewer than 3 notices have the text, closeMatches says that rows with close and relevance 0 follow: other spellings and short forms, any order of words. Source: docs/behaviour/search.md#counts';
