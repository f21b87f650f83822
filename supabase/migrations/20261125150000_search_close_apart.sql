-- Close matches stand apart from what contains the text: they are no results, and no count includes them.
-- Source: docs/behaviour/search.md#close-matches

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
  results json;
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
    if skipped = 0 and length(wanted) <= close_length and (select sum(count) from unnest(counts) as count) < few then
      close_hits := array(
        select close::search.hit from search.close_to(wanted, close_rows) as close
         where close.priority = any (chosen)
           and (close.priority, close.id) not in (select priority, id from unnest(hits))
      );
    end if;
  end if;
  results := search.cards_of(hits);
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
    'totalFound', (select coalesce(sum(counts[priority]), 0) from unnest(chosen) as priority),
    'counts', (select json_object_agg(name, counts[priority] order by priority) from content.kinds),
    'closeMatches', search.cards_of(close_hits)
  );
end
$$;
comment on function public.search_notices is
  'Notices with a text anywhere in their search fields, in any case, every character literal: {results, categorizedResults, totalFound, counts, closeMatches}, by category, relevance and time. Without categories each has an equal share of result_limit (1 to 100), and result_offset is at most 1000. Counts are exact up to 10,000; 10,001 means more. Texts of fewer than 2 characters find nothing. When fewer than 3 notices have the text, closeMatches lists others with relevance 0, at most 10 per category, which no count includes: other spellings and short forms, any order of words. Source: docs/behaviour/search.md#counts';

create or replace function public.trending_notices(result_limit integer default 8) returns json
  language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  per_category constant integer := 2;
  wanted_rows constant integer := least(greatest(coalesce(result_limit, 8), 1), per_category * search.last_priority());
begin
  return (
    select coalesce(json_agg(trending), '[]')
      from (
        select card ->> 'title' as title, card ->> 'slug' as slug, card ->> 'category' as category,
               card ->> 'created_at' as created_at, card ->> 'post_time' as post_time
          from json_array_elements(
                 search.cards_of(
                   array(
                     select (newest.priority, newest.id, newest.posted_at, 0)::search.hit
                       from content.kinds as category
                      cross join lateral (
                        select * from search.entries as entry where entry.priority = category.priority
                         order by posted_at desc, id desc limit per_category
                      ) as newest
                   )
                 )
               ) as card
         limit wanted_rows
      ) as trending
  );
end
$$;
