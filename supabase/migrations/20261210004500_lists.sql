-- A page of a list in one call. Everybody may call the functions that pages read; row-level security decides what they see.
-- Source: docs/decisions/005

create function public.list_notices(
  content_table text,
  search text default null,
  only_status text default null,
  after_posted_at timestamptz default null,
  after_id bigint default null,
  page_size integer default 25,
  after_rank bigint default 0
) returns json language plpgsql stable parallel safe set search_path = ''
as $$
declare
  page record;
begin
  page := published.list_page(content_table, search, only_status, after_posted_at, after_id, page_size, after_rank);
  return json_build_object('rows', page.rows, 'more', page.more, 'closeMatches', page.close_matches);
end
$$;
comment on function public.list_notices is
  'A page of public notices, featured ones first, then by display order, then the newest: {rows: [card], more, closeMatches: [card]}. The text matches literally, anywhere and in any case, in the fields that the kind searches. The next page starts after the list_rank, posted_at and id of the last row. When fewer than 3 notices have the text, closeMatches are at most 10 others with its meaning, the newest first.';
grant execute on function public.list_notices to anon, authenticated;

-- The rows and close matches of list_notices; filtered_list shows them when nothing is filtered by.
create function published.list_page(
  content_table text,
  search text default null,
  only_status text default null,
  after_posted_at timestamptz default null,
  after_id bigint default null,
  page_size integer default 25,
  after_rank bigint default 0,
  out rows json, out more boolean, out close_matches json
) language plpgsql stable parallel safe set search_path = ''
as $$
declare
  few constant integer := 3; -- with fewer rows that have the text, close matches follow
  close_rows constant integer := 10;
  wanted_rows constant int := least(greatest(coalesce(page_size, 25), 1), 100);
  wanted constant text collate "C" := search.fold(search);
  kind content.kinds;
  driver search.driver;
  found_rows integer;
  source text := format('published.%I as card', content_table);
  listed constant text := case when wanted <> '' then 'entry' else 'card' end;
  conditions text[] := '{true}';
  keys text[];
begin
  close_matches := '[]';
  select * into kind from content.kinds where name = content_table;
  if not found then
    raise invalid_parameter_value using message = 'unknown content table';
  end if;
  if length(search) > 1000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;

  if wanted is null or wanted = '' then
    if only_status is null then
      -- The first page is what follows the highest possible place.
      select page.rows, page.more into rows, more from published.plain_page(
        kind.priority,
        case when after_posted_at is null then 9223372036854775807 else coalesce(after_rank, 0) end,
        coalesce(after_posted_at, 'infinity'),
        case when after_posted_at is null then 9223372036854775807 else coalesce(after_id, 0) end,
        wanted_rows
      ) as page;
      return;
    end if;
  else
    conditions := conditions || case when kind.list_searches_all_fields
      then '(strpos(entry.title, $1) > 0 or strpos(entry.others, $1) > 0)' else 'strpos(entry.title, $1) > 0'
    end;
    source := format('search.entries as entry join published.%I as card using (id)', content_table);
    conditions := array_append(conditions, 'entry.priority = $6');
    if length(search.trimmed(wanted)) >= 2 then
      select * into driver from search.drivers(search.trimmed(wanted)) as found where found.priority = kind.priority;
      found_rows := case when kind.list_searches_all_fields then driver.any_rows else driver.title_rows end;
      -- Reading on in the order of the list is shorter where many have the text.
      if found_rows is null or found_rows <= sqrt(wanted_rows::double precision * driver.all_rows) then
        keys := coalesce(search.keys_of(driver, 't', driver.terms), '{}')
          || case when kind.list_searches_all_fields then search.keys_of(driver, 'o', driver.terms) end;
        conditions := array_append(conditions, 'search.keys(entry.priority, entry.title, entry.others) && $7');
      end if;
    end if;
  end if;
  if only_status is not null then
    conditions := array_append(conditions, 'card.status = $2');
  end if;
  if after_posted_at is not null then
    -- Of a comparison of rows PostgreSQL estimates the first column alone, and hardly any rank is below 0.
    conditions := array_append(conditions, format(
      case when after_rank > 0 then '(%1$s.list_rank, %1$s.posted_at, %1$s.id) < ($8, $3, $4)'
        else '%1$s.list_rank = 0 and (%1$s.posted_at, %1$s.id) < ($3, $4)'
      end, listed
    ));
  end if;

  execute format(
    'with page as materialized (
       select card.* from %1$s where %2$s order by %3$s.list_rank desc, %3$s.posted_at desc, %3$s.id desc limit $5 + 1
     )
     select coalesce((select json_agg(shown) from (select * from page limit $5) as shown), ''[]''), (select count(*) > $5 from page)',
    source, array_to_string(conditions, ' and '), listed
  ) into rows, more
  using wanted, only_status, after_posted_at, coalesce(after_id, 0), wanted_rows, kind.priority, keys, after_rank;

  if wanted <> '' and after_posted_at is null and json_array_length(rows) < few then
    execute format(
      'select coalesce(json_agg(card order by posted_at desc, id desc), ''[]'')
         from (
           select card.* from search.close_in_list($1, $2) as close join published.%I as card using (id)
            where id not in (select (exact ->> ''id'')::bigint from json_array_elements($3) as exact) and ($4 is null or card.status = $4)
            order by close.posted_at desc, close.id desc limit $5
         ) as card', content_table
    ) into close_matches using kind.priority, wanted, rows, only_status, close_rows;
  end if;
end
$$;
grant execute on function published.list_page to anon, authenticated, service_role;

-- The list in its own order, from one index of all kinds.
create function published.plain_page(
  p smallint, after_rank bigint, after_posted_at timestamptz, after_id bigint, wanted_rows integer, out rows json, out more boolean
) language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  ids constant bigint[] := array(
    select id from search.entries
     where priority = p and (list_rank, posted_at, id) < (after_rank, after_posted_at, after_id)
     order by list_rank desc, posted_at desc, id desc limit wanted_rows + 1
  );
begin
  rows := published.cards_of(p, ids[:wanted_rows]);
  more := cardinality(ids) > wanted_rows;
end
$$;
comment on function published.plain_page is 'A page of a list without a text and filters: what follows a place in its order.';
grant execute on function published.plain_page to anon, authenticated, service_role;
