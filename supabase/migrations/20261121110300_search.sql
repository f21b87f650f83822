-- The search of everything, and what its box offers.

-- The cards of what was found. Row-level security applies.
create function search.answer(hits search.hit[], counts integer[], chosen smallint[], has_close boolean)
  returns json
  language plpgsql stable strict parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with found as (
      select 1 as priority, id, slug, title, status, post_time, created_at, posted_at, apply_end_date as apply_end_date,
             exam_date as exam_date, null as document_url
        from public.jobs where status is distinct from 'inactive' and id = any (array(select (hit).id from unnest(hits) as hit where (hit).priority = 1))
      union all
      select 2 as priority, id, slug, title, status, post_time, created_at, posted_at, null::date as apply_end_date,
             exam_date as exam_date, null as document_url
        from public.admit_cards where status is distinct from 'inactive' and id = any (array(select (hit).id from unnest(hits) as hit where (hit).priority = 2))
      union all
      select 3 as priority, id, slug, title, status, post_time, created_at, posted_at, null as apply_end_date,
             null::date as exam_date, null as document_url
        from public.results where status is distinct from 'inactive' and id = any (array(select (hit).id from unnest(hits) as hit where (hit).priority = 3))
      union all
      select 4 as priority, id, slug, title, status, post_time, created_at, posted_at, null as apply_end_date,
             exam_date as exam_date, null as document_url
        from public.answer_keys where status is distinct from 'inactive' and id = any (array(select (hit).id from unnest(hits) as hit where (hit).priority = 4))
      union all
      select 5 as priority, id, slug, title, status, post_time, created_at, posted_at, coalesce(apply_end_date, application_end) as apply_end_date,
             entrance_exam_date as exam_date, null as document_url
        from public.admissions where status is distinct from 'inactive' and id = any (array(select (hit).id from unnest(hits) as hit where (hit).priority = 5))
      union all
      select 6 as priority, id, slug, title, status, post_time, created_at, posted_at, null as apply_end_date,
             null as exam_date, document_url as document_url
        from public.documents where status is distinct from 'inactive' and id = any (array(select (hit).id from unnest(hits) as hit where (hit).priority = 6))
      union all
      select 7 as priority, id, slug, title, status, post_time, created_at, posted_at, null as apply_end_date,
             null as exam_date, null as document_url
        from public.syllabus where status is distinct from 'inactive' and id = any (array(select (hit).id from unnest(hits) as hit where (hit).priority = 7))
    ),
    card as materialized (
      select kinds.name as category, found.id, slug, title, status, post_time, created_at, found.posted_at,
             apply_end_date, exam_date, document_url, hit.priority, hit.relevance, hit.relevance = 0 as close
        from unnest(hits) as hit
        join found using (priority, id)
        join search.kinds on kinds.priority = hit.priority
    )
    select json_build_object(
      'results', coalesce(
        (select json_agg(card order by priority, relevance desc, posted_at desc, id desc) from card), '[]'
      ),
      'categorizedResults', coalesce((
        select json_object_agg(category, cards order by priority)
          from (
            select category, priority, json_agg(card order by relevance desc, posted_at desc, id desc) as cards
              from card group by category, priority
          ) as categorized
      ), '{}'),
      'totalFound', (select coalesce(sum(counts[priority]), 0) from unnest(chosen) as priority),
      'counts', (select json_object_agg(name, counts[priority] order by priority) from search.kinds),
      'closeMatches', has_close
    )
  );
end
$$;

create function public.search_notices(
  query text,
  categories text[] default null,
  result_limit integer default 50,
  result_offset integer default 0
) returns json language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  few constant integer := 3; -- an exact search that finds less is helped
  close_rows constant integer := 10; -- per category
  close_length constant integer := 100; -- longer texts are no misspelt words
  wanted constant text collate "C" := search.fold(search.trimmed(coalesce(query, '')));
  wanted_rows constant integer := least(greatest(coalesce(result_limit, 50), 1), 100);
  skipped constant integer := least(greatest(coalesce(result_offset, 0), 0), 10000);
  chosen constant smallint[] := array(
    select priority from search.kinds as category where categories is null or category.name = any (categories)
  );
  share integer;
  first integer;
  counts integer[] := array_fill(0, array[7]);
  hits search.hit[] := '{}';
  close_hits search.hit[] := '{}';
  driver search.driver;
begin
  if length(query) > 5000 then
    raise invalid_parameter_value using message = 'search text is too long';
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
          from search.kinds as category order by priority
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
  'Notices with a text anywhere in their search fields, in any case, every character literal: {results, categorizedResults, totalFound, counts, closeMatches}, by category, relevance and time. Without categories each has an equal share of result_limit (1 to 100). Counts are exact up to 10,000; 10,001 means more. Texts of fewer than 2 characters find nothing. When fewer than 3 notices have the text, closeMatches tells that rows with close and relevance 0 follow: other spellings and short forms, any order of words. Source: specification, sections 5, 7 and 9.';
grant execute on function public.search_notices to anon, authenticated;

-- What the search box offers before and while somebody types.

create function search.newest_titled(driver search.driver, wanted text, wanted_rows integer) returns setof search.hit
  language plpgsql stable strict parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  category constant smallint := driver.priority;
  keys text[];
begin
  if driver.title_rows > 500 then
    return query
      select priority, id, posted_at, 0 from search.entries
       where priority = category and strpos(title, wanted) > 0
       order by posted_at desc, id desc limit wanted_rows;
  else
    keys := search.keys_of(driver, 't', driver.terms);
    return query
      select priority, id, posted_at, 0 from search.entries as entry
       where search.keys(entry.priority, title, others) && keys and strpos(title, wanted) > 0
       order by posted_at desc, id desc limit wanted_rows;
  end if;
end
$$;

create function public.search_suggestions(query text, result_limit integer default 5) returns json
  language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  per_category constant integer := 3;
  wanted constant text collate "C" := search.fold(search.trimmed(coalesce(query, '')));
  wanted_rows constant integer := least(greatest(coalesce(result_limit, 5), 1), 20);
  hits search.hit[] := '{}';
  driver search.driver;
begin
  if length(query) > 5000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;
  if length(wanted) >= 2 then
    for driver in select * from search.drivers(wanted) loop
      continue when driver.title_rows = 0;
      hits := hits || array(select hit::search.hit from search.newest_titled(driver, wanted, per_category) as hit);
    end loop;
  end if;
  return (
    with suggestion as (
      select distinct on (card ->> 'title')
             json_build_object('text', card ->> 'title', 'category', card ->> 'category') as item, place
        from json_array_elements(search.answer(hits, array_fill(0, array[7]), '{}', false) -> 'results')
             with ordinality as found (card, place)
       order by card ->> 'title', place
    )
    select coalesce(json_agg(item order by place), '[]')
      from (select * from suggestion order by place limit wanted_rows) as first
  );
end
$$;
comment on function public.search_suggestions is
  'Titles with a text in them: [{text, category}], at most 3 per category and result_limit (1 to 20) overall, by category and time. Source: specification, section 9.';

create function public.trending_notices(result_limit integer default 8) returns json
  language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  per_category constant integer := 2;
  wanted_rows constant integer := least(greatest(coalesce(result_limit, 8), 1), 14);
begin
  return (
    select coalesce(json_agg(trending), '[]')
      from (
        select card ->> 'title' as title, card ->> 'slug' as slug, card ->> 'category' as category,
               card ->> 'created_at' as created_at, card ->> 'post_time' as post_time
          from json_array_elements(
                 search.answer(
                   array(
                     select (newest.priority, newest.id, newest.posted_at, 0)::search.hit
                       from search.kinds as category
                      cross join lateral (
                        select * from search.entries as entry where entry.priority = category.priority
                         order by posted_at desc, id desc limit per_category
                      ) as newest
                   ),
                   array_fill(0, array[7]), '{}', false
                 ) -> 'results'
               ) as card
         limit wanted_rows
      ) as trending
  );
end
$$;
comment on function public.trending_notices is
  'The newest notices to offer before anybody types: [{title, slug, category, created_at, post_time}], 2 per category and result_limit (1 to 14) overall. Source: specification, section 9.';

grant execute on function public.search_suggestions, public.trending_notices to anon, authenticated;
grant execute on function search.answer, search.newest_titled to anon, authenticated, service_role;
