-- Lists that are searched have close matches too. Source: docs/behaviour/search.md#search-box-of-a-list

create or replace function public.list_notices(
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
  page json;
  close_matches json := '[]';
begin
  select * into kind from content.kinds where name = content_table;
  if not found then
    raise invalid_parameter_value using message = 'unknown content table';
  end if;
  if length(search) > 1000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;

  if wanted <> '' then
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
     select json_build_object(
       ''rows'', coalesce((select json_agg(shown) from (select * from page limit $5) as shown), ''[]''),
       ''more'', (select count(*) > $5 from page)
     )',
    source, array_to_string(conditions, ' and '), listed
  ) into page
  using wanted, only_status, after_posted_at, coalesce(after_id, 0), wanted_rows, kind.priority, keys, after_rank;

  if wanted <> '' and after_posted_at is null and json_array_length(page -> 'rows') < few then
    execute format(
      'select coalesce(json_agg(card order by posted_at desc, id desc), ''[]'')
         from (
           select card.* from search.close_in_list($1, $2) as close join published.%I as card using (id)
            where id not in (select (exact ->> ''id'')::bigint from json_array_elements($3) as exact) and ($4 is null or card.status = $4)
            order by close.posted_at desc, close.id desc limit $5
         ) as card', content_table
    ) into close_matches using kind.priority, wanted, page -> 'rows', only_status, close_rows;
  end if;
  return json_build_object('rows', page -> 'rows', 'more', page -> 'more', 'closeMatches', close_matches);
end
$$;
comment on function public.list_notices is
  'A page of public notices, featured ones first, then by display order, then the newest: {rows: [card], more, closeMatches: [card]}. The text matches literally, anywhere and in any case, in the fields that the kind searches. The next page starts after the list_rank, posted_at and id of the last row. When fewer than 3 notices have the text, closeMatches are at most 10 others with its meaning, the newest first.';
