-- A set is read along its index once, instead of once for each of its chunks, and ids are read from it 64 and then 8 at a time.
-- Source: docs/decisions/064

create or replace function published.set_of(p smallint, wanted_facet text, first text, last text, among text[] default null)
  returns bit varying language plpgsql stable parallel safe
as $$
begin
  return (
    select published.joined(coalesce(notices, published.no_notices()) order by chunk)
      from pg_catalog.generate_series(0, (
        select max(chunk) from published.choices where priority = p and facet = 'public' and choice = ''
      )) as chunk
      left join (
        select chunk, bit_or(notices) as notices from (
          select chunk, notices from published.choices where priority = p and facet = wanted_facet and choice between first and last
          union all
          select chunk, notices from published.choices where priority = p and facet = wanted_facet and choice = any (among)
        ) as one group by chunk
      ) as found using (chunk)
  );
end
$$;

create or replace function published.ids_of(notices bit varying) returns setof bigint language sql immutable strict parallel safe
begin atomic
  select n
    from generate_series(0, length(notices) - 1, 64) as start, generate_series(start, start + 56, 8) as eight, generate_series(eight, eight + 7) as n
   where substring(notices from start + 1 for 64) <> repeat('0', 64)::bit(64)
     and substring(notices from eight + 1 for 8) <> repeat('0', 8)::bit(8)
     and get_bit(notices, n) = 1;
end;

create or replace function published.in_order(
  p smallint, matched bit varying, sort text, descending boolean, after bigint[], wanted integer
) returns table (id bigint, keys bigint[]) language plpgsql stable parallel safe
  -- What is looked up is short: PostgreSQL does not know how many bits are set.
  set search_path = '' set jit = off set enable_seqscan = off set enable_sort = off
as $$
#variable_conflict use_column
declare
  total constant bigint := bit_count(matched);
  columns constant text := case sort
    when 'closing' then 'ends, id' when 'vacancies' then 'posts, id' when 'posted' then 'posted_us, id'
    else 'list_rank, posted_us, id' end;
begin
  return query execute format(
    case when total <= 1000 then
      -- Few: their ids, and then their keys.
      'with few as materialized (
         select *, array[%1$s] as keys from published.listed where priority = $1 and id = any (array(select published.ids_of($2)))
       )
       select id, keys from few where %2$s order by %3$s limit $4'
    else
      -- Many: the first ones are found soon on the way along an index.
      'select id, array[%1$s] from published.listed
        where priority = $1 and get_bit($2, id::integer) = 1 and %2$s order by %3$s limit $4'
    end,
    columns,
    case when after is null then 'true'
      else format('(%s) %s (%s)', columns, case when descending then '<' else '>' end, array_to_string(after, ', ')) end,
    case when descending then replace(columns, ',', ' desc,') || ' desc' else columns end
  ) using p, matched, sort, wanted;
end
$$;
