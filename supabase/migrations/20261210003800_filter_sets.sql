-- The sets of notices that filters leave: bit n is the notice with id n. Each set is read by a short statement of its own.
-- Source: docs/decisions/043

-- The chunks of a set, one after the other.
create aggregate published.joined(bit varying) (sfunc = bitcat, stype = bit varying, initcond = '');

create type published.filtered as (
  -- Bit n of both sets is the notice with id n.
  matched bit varying,
  live bit varying,
  total bigint,
  closed bigint,
  -- Notices that are left out, or only there, because they do not state what is filtered by.
  unstated bigint,
  -- What may be applied for later, or at an unknown time.
  waiting bit varying,
  -- What a text leaves, if there is one, and what each chosen filter accepts.
  everything bit varying,
  is_text boolean,
  facets text[],
  accepted bit varying[]
);

create function published.set_of(p smallint, wanted_facet text, first text, last text, among text[] default null)
  returns bit varying language plpgsql stable parallel safe
as $$
declare
  chunks constant integer := 1 + (
    select max(chunk) from published.choices where priority = p and facet = 'public' and choice = ''
  );
  stored integer := 0;
  answer bit varying;
begin
  if first = last and among is null then
    select published.joined(notices order by chunk), count(*) into answer, stored
      from published.choices where priority = p and facet = wanted_facet and choice = first;
    if stored = chunks then return answer; end if;
  end if;
  if chunks = 1 then
    return coalesce((
      select bit_or(notices) from (
        select notices from published.choices where priority = p and facet = wanted_facet and choice between first and last
        union all
        select notices from published.choices where priority = p and facet = wanted_facet and choice = any (among)
      ) as one
    ), published.no_notices());
  end if;
  -- Chunks in which no notice has the choice are not stored.
  return (
    select published.joined(coalesce(notices, published.no_notices()) order by chunk)
      from pg_catalog.generate_series(0, chunks - 1) as chunk
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
comment on function published.set_of is
  'The notices of a kind that have one of a range of choices or of some others; the empty choice: do not state the fact. Bit n is the notice with id n. It inherits search_path and the kind of plan.';

create function published.age_set(p smallint, age integer) returns bit varying language plpgsql stable parallel safe
as $$
begin
  return published.set_of(p, 'age_min', null, null, array(
      select distinct choice from published.choices where priority = p and facet = 'age_min' and (choice = '' or choice::integer <= age)
    )) & published.set_of(p, 'age_max', null, null, array(
      select distinct choice from published.choices where priority = p and facet = 'age_max' and (choice = '' or choice::integer >= age)
    )) & ~ published.set_of(p, 'age', '', '');
end
$$;
comment on function published.age_set is 'The notices of a kind that state ages which an applicant of an age fits.';

create function published.under_others(filtered published.filtered, facet text) returns bit varying
  language plpgsql immutable parallel safe
as $$
declare
  -- The fee of each category counts, so what one pays does not decide about categories.
  left_out constant text[] := case facet when 'category' then '{category,fee}' else array[facet] end;
  answer bit varying := filtered.everything;
begin
  for place in 1 .. coalesce(cardinality(filtered.facets), 0) loop
    if filtered.facets[place] <> all (left_out) then answer := answer & filtered.accepted[place]; end if;
  end loop;
  return answer;
end
$$;
comment on function published.under_others is 'What the filters other than one leave.';

create function published.without_text(p smallint, filtered published.filtered) returns published.filtered
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  filtered.is_text := false;
  filtered.everything := published.set_of(p, 'public', '', '');
  filtered.matched := published.under_others(filtered, '');
  return published.only(filtered, filtered.matched);
end
$$;
comment on function published.without_text is 'What fulfils the same filters, with any text.';
grant execute on function published.without_text to anon, authenticated, service_role;

create function published.filter(kind content.kinds, wanted jsonb, within bit varying, today date, with_unstated boolean)
  returns published.filtered language plpgsql stable parallel safe
  set search_path = '' set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  p constant smallint := kind.priority;
  answer published.filtered;
  exact bit varying;
  lenient bit varying;
  one bit varying;
  unstated bit varying;
  chosen record;
begin
  answer.everything := published.set_of(p, 'public', '', '');
  answer.is_text := within is not null;
  if answer.is_text then answer.everything := answer.everything & within; end if;
  answer.live := published.set_of(p, 'ends', today::text, '~', '{""}');
  answer.waiting := published.set_of(p, 'begins', (today + 1)::text, '~', '{""}');
  exact := answer.everything;
  lenient := answer.everything;
  for chosen in select key as facet, value as choice from jsonb_each_text(wanted) loop
    case chosen.facet
      when 'age' then one := published.age_set(p, chosen.choice::integer);
      when 'closing' then
        one := published.set_of(p, 'ends', today::text, (today + case chosen.choice when 'week' then 7 when '3-days' then 3 else 0 end)::text);
      when 'application' then
        one := case chosen.choice
          when 'closed' then ~ answer.live when 'soon' then answer.live & answer.waiting else answer.live & ~ answer.waiting end;
      when 'fee' then
        chosen.choice := coalesce(wanted ->> 'category', 'everyone');
        one := published.set_of(p, 'fee', chosen.choice, chosen.choice);
      else
        one := published.set_of(p, chosen.facet, chosen.choice, chosen.choice);
        if chosen.facet = 'state' then one := one | published.set_of(p, 'state', 'all-india', 'all-india'); end if;
    end case;
    -- No notice leaves these two unstated.
    unstated := case when chosen.facet in ('closing', 'application') then one else one | published.set_of(p, chosen.facet, '', '') end;
    exact := exact & one;
    lenient := lenient & unstated;
    answer.facets := array_append(answer.facets, chosen.facet);
    answer.accepted := array_append(answer.accepted, case when with_unstated then unstated else one end);
  end loop;
  answer.matched := case when with_unstated then lenient else exact end;
  answer.total := bit_count(answer.matched);
  answer.closed := bit_count(answer.matched & ~ answer.live);
  answer.unstated := bit_count(lenient) - bit_count(exact);
  return answer;
end
$$;
comment on function published.filter is 'The notices of a kind that match filters, within a set of them.';

-- What is left of filtered notices within a set.
create function published.only(filtered published.filtered, within bit varying) returns published.filtered
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  filtered.matched := filtered.matched & within;
  filtered.total := coalesce(bit_count(filtered.matched), 0);
  filtered.closed := coalesce(bit_count(filtered.matched & ~ filtered.live), 0);
  return filtered;
end
$$;
grant execute on function published.set_of, published.age_set, published.filter, published.only, published.under_others
  to anon, authenticated, service_role;

-- The ids in a set, ascending.
create function published.ids_of(notices bit varying) returns setof bigint
  language plpgsql immutable strict parallel safe
as $$
declare
  size constant integer := 512;
  block bit varying;
  step integer;
  id bigint;
begin
  for start in 0 .. length(notices) - 1 by size loop
    block := substring(notices from start + 1 for size);
    continue when bit_count(block) = 0;
    id := start - 1;
    loop
      step := position(B'1' in block);
      exit when step = 0;
      id := id + step;
      return next id;
      block := substring(block from step + 1);
    end loop;
  end loop;
end
$$;
grant execute on function published.ids_of to anon, authenticated, service_role;

create function published.in_order(
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
comment on function published.in_order is 'The first notices of a set in an order, after the keys of an earlier one.';

create function published.first_of(
  p smallint, filtered published.filtered, sort text, after bigint[], wanted integer
) returns table (id bigint, keys bigint[]) language plpgsql stable parallel safe set search_path = ''
as $$
#variable_conflict use_column
declare
  found_rows integer := 0;
begin
  if coalesce(after[1], 0) = 0 and filtered.total > filtered.closed then
    return query select id, 0::bigint || keys from published.in_order(
      p, filtered.matched & filtered.live, sort, sort <> 'closing', after[2:], wanted
    );
    get diagnostics found_rows = row_count;
  end if;
  if found_rows < wanted and filtered.closed > 0 then
    return query select id, 1::bigint || keys from published.in_order(
      p, filtered.matched & ~ filtered.live, sort, true, case when after[1] = 1 then after[2:] end, wanted - found_rows
    );
  end if;
end
$$;
comment on function published.first_of is 'The same for filtered notices: those that are closed come last.';
grant execute on function published.in_order, published.first_of, published.joined to anon, authenticated, service_role;
