-- What the search box offers before and while a visitor types.

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
  for driver in
    select * from search.letter_drivers(wanted) where length(wanted) = 1
    union all
    select * from search.drivers(wanted) where length(wanted) > 1
  loop
    continue when driver.title_rows = 0;
    hits := hits || array(select hit::search.hit from search.newest_titled(driver, wanted, per_category) as hit);
  end loop;
  return (
    with suggestion as (
      select distinct on (card ->> 'title')
             json_build_object('text', card ->> 'title', 'category', card ->> 'category') as item, position
        from json_array_elements(search.cards_of(hits)) with ordinality as found (card, position)
       order by card ->> 'title', position
    )
    select coalesce(json_agg(item order by position), '[]')
      from (select * from suggestion order by position limit wanted_rows) as first
  );
end
$$;
comment on function public.search_suggestions is
  'Titles with a text of at least 1 character in them: [{text, category}], at most 3 per category and result_limit (1 to 20) overall, by category and time. Source: docs/behaviour/search.md#suggestions';

create function public.trending_notices(result_limit integer default 8) returns json
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
comment on function public.trending_notices is
  'The newest notices to offer before a visitor types: [{title, slug, category, created_at, post_time}], 2 per category and result_limit (from 1) overall. Source: docs/behaviour/search.md#suggestions';
grant execute on function public.search_suggestions, public.trending_notices to anon, authenticated;

-- What search.drivers is for longer texts. The pairs of letters say how frequent the character is; only a rare one is
-- looked up in the words, of which two spaces stand for those that are too long to be terms.
create function search.letter_drivers(letter text) returns setof search.driver
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
grant execute on function search.letter_drivers to anon, authenticated, service_role;
