-- How many notices each choice of each filter would leave: under filters (published.counts), in a whole kind, from stored
-- numbers (published.plain_counts), and among those with a text (published.text_counts).
-- Source: docs/decisions/063 and 066

create table published.organization_totals (
  priority smallint not null,
  choice text collate "C" not null,
  notices integer not null,
  primary key (priority, choice)
);
comment on table published.organization_totals is 'The number of public notices of each organization in a kind that has filters, by its choice in published.choices.';
grant select on published.organization_totals to anon, authenticated, service_role;

create function published.count_organization() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  insert into published.organization_totals as stored
  values (coalesce(new.priority, old.priority), coalesce(new.choice, old.choice), coalesce(new.counted, 0) - coalesce(old.counted, 0))
  on conflict (priority, choice) do update set notices = stored.notices + excluded.notices;
  return null;
end
$$;
revoke execute on function published.count_organization from public;
create trigger count_more after insert on published.choices for each row
  when (new.facet = 'organization') execute function published.count_organization();
create trigger count_again after update on published.choices for each row
  when (new.facet = 'organization') execute function published.count_organization();
create trigger count_less after delete on published.choices for each row
  when (old.facet = 'organization') execute function published.count_organization();

-- How many notices a choice of a facet leaves.
create type published.number as (facet text, choice text, notices bigint);

-- Which choices of a facet are counted, and by priority the set in which they are.
create type published.counted_choices as (facet text, among text[], sets bit varying[]);

-- Every choice is counted in all kinds at once; without a text and filters, from the numbers that are stored.
create function published.counts(
  kinds smallint[],
  -- By priority.
  filtered published.filtered[],
  wanted jsonb, today date, with_unstated boolean, out counts json, out organizations json
) language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  payer constant text := coalesce(wanted ->> 'category', 'everyone');
  unstated constant text[] := case when with_unstated then '{""}' else '{}' end;
  days constant text[] := array(select (today + later)::text from generate_series(0, 7) as later);
  offered constant text[] := array(
    select choice from published.organization_totals where priority = any (kinds) and notices > 0
     group by choice order by sum(notices) desc, choice limit 8
  );
  counted_kinds smallint[] := '{}';
  -- Without a text and filters the stored numbers count.
  has_sets boolean := wanted <> '{}';
  facet text;
  filter_name text;
  p smallint;
  one published.filtered;
  -- By priority: what is left under all filters, and under all but one.
  left_over bit varying[] := '{}';
  left_by_others bit varying[];
  left_in_kind bit varying;
  choices published.counted_choices[];
  numbers published.number[] := '{}';
  open_notices bigint := 0;
  soon bigint := 0;
  closed bigint := 0;
begin
  foreach p in array kinds loop
    one := filtered[p];
    continue when one is null;
    counted_kinds := counted_kinds || p;
    has_sets := has_sets or one.is_text;
    left_over[p] := published.under_others(one, '');
    left_in_kind := case when wanted ? 'application' then published.under_others(one, 'application') else left_over[p] end;
    open_notices := open_notices + bit_count(left_in_kind & one.live & ~ one.waiting);
    soon := soon + bit_count(left_in_kind & one.live & one.waiting);
    closed := closed + bit_count(left_in_kind & ~ one.live);
    if wanted ? 'fee' then
      -- The fee of each category counts.
      left_in_kind := published.under_others(one, 'category');
      numbers := numbers || array(
        select ('category', category, sum(bit_count(substring(left_in_kind from chunk * 8192 + 1 for 8192) & of_category & of_fee)))::published.number
          from (
            select category, chunk, bit_or(notices) filter (where choices.facet = 'category') as of_category,
                   bit_or(notices) filter (where choices.facet = 'fee') as of_fee
              from unnest(rules.applicant_categories()) as category
              join published.choices on priority = p and choices.facet in ('category', 'fee')
                and (choice = category or choice = any (unstated))
             group by category, chunk
          ) as of_both group by category
      );
    end if;
  end loop;
  foreach facet in array '{qualification,state,category,fee,vacancies,organization,ends}'::text[] loop
    continue when facet = 'category' and wanted ? 'fee';
    left_by_others := left_over;
    filter_name := case facet when 'ends' then 'closing' else facet end;
    if wanted ? filter_name then
      foreach p in array counted_kinds loop
        left_by_others[p] := published.under_others(filtered[p], filter_name);
      end loop;
    end if;
    choices := array_append(choices, (facet, case facet
      when 'qualification' then rules.qualifications() || unstated
      when 'state' then rules.states() || unstated
      when 'category' then rules.applicant_categories() || unstated
      when 'fee' then payer || unstated
      when 'vacancies' then published.vacancy_steps()::text[] || unstated
      when 'organization' then offered
      else days
    end, left_by_others)::published.counted_choices);
  end loop;
  with counted as (
    -- Counted inside, so that no set is sorted.
    select facet, choice, notices from unnest(choices) as each cross join lateral (
      select choice, sum(counted::integer) as notices from published.choices
       where not has_sets and priority = any (counted_kinds) and facet = each.facet and choice = any (each.among) group by choice
      union all
      select choice, sum(bit_count(choices.notices & substring(each.sets[priority] from chunk * 8192 + 1 for 8192))::integer)
        from published.choices
       where has_sets and priority = any (counted_kinds) and facet = each.facet and choice = any (each.among) group by choice
    ) as own
  ), shown as materialized (
    select facet, choice, sum(notices::integer) as notices from (
      select case facet when 'ends' then 'closing' else facet end as facet, notices, unnest(case
          when facet = 'fee' then '{free}'
          -- What does not state a fact is in every choice of it when it is listed, and all India is in every state.
          when choice = '' then array(select fact.choice from published.stated_choices() as fact where fact.facet = counted.facet)
          when choice = 'all-india' then rules.states()
          when facet = 'ends' then ('{today,3-days,week}'::text[])[case when choice <= days[1] then 1 when choice <= days[4] then 2 else 3 end :]
          else array[choice]
        end) as choice
        from counted where notices > 0
    ) as labelled group by 1, 2
    union all
    select facet, choice, sum(notices::integer) from unnest(numbers) as number where notices > 0 group by facet, choice
    union all
    select 'application', choice, notices
      from unnest('{open,soon,closed}'::text[], array[open_notices, soon, closed]) as application (choice, notices) where notices > 0
  )
  select (select coalesce(json_object_agg(facet, choices), '{}') from (
           select facet, json_object_agg(choice, notices) as choices from shown where facet <> 'organization' group by facet
         ) as facet),
         (select coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'notices', notices) order by name), '[]')
            from shown join public.organizations on id = choice::bigint where facet = 'organization')
    into counts, organizations;
end
$$;
comment on function published.counts is
  'Of every choice of a filter, the number of notices of some kinds under all other filters, {facet: {choice: notices}}, and the organizations with most notices.';
grant execute on function published.counts to anon, authenticated, service_role;

create function published.plain_counts(p smallint, today date, out total bigint, out counts json, out organizations json)
  language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  first_day constant text collate "C" := today;
  third_day constant text collate "C" := today + 3;
  last_day constant text collate "C" := today + 7;
  -- Of those that depend on the day, and of the fee, each is counted by itself.
  own_facets constant text[] := '{application,application,application,closing,closing,closing,fee}';
  own_choices constant text[] := '{open,soon,closed,today,3-days,week,free}';
  endless bigint;
  all_india bigint;
  free bigint;
  live bigint;
  days bigint[];
  soon bigint := 0;
  own_numbers bigint[];
  waiting record;
begin
  select coalesce(sum(counted::integer) filter (where facet = 'public' and choice = ''), 0),
         coalesce(sum(counted::integer) filter (where facet = 'ends' and choice = ''), 0),
         coalesce(sum(counted::integer) filter (where facet = 'fee' and choice = 'everyone'), 0),
         coalesce(sum(counted::integer) filter (where choice = 'all-india'), 0)
    into total, endless, free, all_india from published.choices
   where priority = p and facet = any ('{ends,fee,public,state}') and choice = any ('{"",all-india,everyone}');
  select coalesce(sum(counted::integer), 0),
         array[
           coalesce(sum(counted::integer) filter (where choice <= first_day), 0),
           coalesce(sum(counted::integer) filter (where choice <= third_day), 0),
           coalesce(sum(counted::integer) filter (where choice <= last_day), 0), free
         ]
    into live, days from published.choices where priority = p and facet = 'ends' and choice >= first_day;
  -- What has no first date waits as well, and what has no last date stays live.
  for waiting in
    select chunk, bit_or(notices) as notices from (
      select chunk, notices from published.choices where priority = p and facet = 'begins' and choice > first_day
      union all
      select chunk, notices from published.choices where priority = p and facet = 'begins' and choice = ''
    ) as one group by chunk
  loop
    soon := soon + (
      select coalesce(sum(bit_count(notices & waiting.notices)), 0) from (
        select notices from published.choices where priority = p and facet = 'ends' and choice >= first_day and chunk = waiting.chunk
        union all
        select notices from published.choices where priority = p and facet = 'ends' and choice = '' and chunk = waiting.chunk
      ) as one
    );
  end loop;
  own_numbers := array[live + endless - soon, soon, total - live - endless] || days;
  -- A notice for all India is in every state.
  counts := (
    select coalesce(json_object_agg(facet, choices), '{}') from (
      select facet, json_object_agg(choice, notices) as choices from (
        select facet, choice, sum(counted::integer) as notices from (
          select facet, choice, counted from published.choices
           where priority = p and facet = any ('{category,qualification,state,vacancies}') and choice <> ''
          union all
          select 'state', state, all_india from unnest(rules.states()) as state where all_india > 0 and state <> 'all-india'
          union all
          select * from unnest(own_facets, own_choices, own_numbers)
        ) as one group by facet, choice
      ) as each where notices > 0 group by facet
    ) as shown
  );
  organizations := (
    select coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'notices', notices) order by name), '[]')
      from (
        select choice, notices from published.organization_totals where priority = p and notices > 0 order by notices desc, choice limit 8
      ) as offered
      join public.organizations on id = choice::bigint
  );
end
$$;
comment on function published.plain_counts is 'The number of notices of one kind and of every choice, without a text and filters.';

create function published.text_counts(
  kinds smallint[],
  -- By priority; no kind without one.
  sets bit varying[],
  -- The bits of a chunk that matter: 8192, or fewer when all notices of the sets are at the start of the first one.
  width integer,
  -- The kinds whose largest organizations are offered.
  among smallint[],
  today date, out counts json, out organizations json
) language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  first_day constant text collate "C" := today;
  third_day constant text collate "C" := today + 3;
  last_day constant text collate "C" := today + 7;
  offered constant text[] := array(
    select choice from published.organization_totals where priority = any (among) and notices > 0
     group by choice order by sum(notices) desc, choice limit 8
  );
  -- Of those that depend on the day, and of the fee, each is counted by itself.
  own_facets constant text[] := '{application,application,application,closing,closing,closing,fee}';
  own_choices constant text[] := '{open,soon,closed,today,3-days,week,free}';
  last_chunk constant integer := (length(sets[kinds[1]]) - 1) / 8192;
  p smallint;
  total bigint := 0;
  -- By priority. What has no first date waits as well.
  waiting bit varying[] := '{}';
  waits bit varying;
  all_india bigint;
  live bigint;
  soon bigint;
  days bigint[];
  own_numbers bigint[];
begin
  foreach p in array kinds loop
    total := total + bit_count(sets[p]);
    if width = 8192 then
      waits := published.set_of(p, 'begins', (today + 1)::text, '~', '{""}');
    else
      waits := (
        select bit_or(notices) from (
          select substring(notices from 1 for width) as notices from published.choices
           where priority = p and facet = 'begins' and choice > first_day and chunk = 0
          union all
          select substring(notices from 1 for width) from published.choices where priority = p and facet = 'begins' and choice = '' and chunk = 0
        ) as one
      );
    end if;
    waiting[p] := waits;
  end loop;
  select coalesce(sum(number) filter (where facet = 'ends'), 0),
         coalesce(sum(number_waiting), 0),
         coalesce(sum(number) filter (where choice = 'all-india'), 0),
         array[
           coalesce(sum(number) filter (where facet = 'ends' and choice <> '' and choice <= first_day), 0),
           coalesce(sum(number) filter (where facet = 'ends' and choice <> '' and choice <= third_day), 0),
           coalesce(sum(number) filter (where facet = 'ends' and choice <> '' and choice <= last_day), 0),
           coalesce(sum(number) filter (where facet = 'fee' and choice = 'everyone'), 0)
         ]
    into live, soon, all_india, days from (
      -- Each is counted once.
      select facet, choice, bit_count(notices) as number,
             case facet when 'ends' then bit_count(notices & substring(waiting[priority] from chunk * 8192 + 1 for width)) end as number_waiting
        from (
          select priority, facet, choice, chunk, substring(notices from 1 for width) & substring(sets[priority] from chunk * 8192 + 1 for width) as notices
            from published.choices
           where priority = any (kinds) and chunk <= last_chunk and facet = any ('{ends,fee,state}') and choice = any ('{"",all-india,everyone}')
          union all
          select priority, facet, choice, chunk, substring(notices from 1 for width) & substring(sets[priority] from chunk * 8192 + 1 for width)
            from published.choices where priority = any (kinds) and chunk <= last_chunk and facet = 'ends' and choice >= first_day
        ) as one
      offset 0
    ) as counted;
  own_numbers := array[live - soon, soon, total - live] || days;
  counts := (
    select coalesce(json_object_agg(facet, choices), '{}') from (
      select facet, json_object_agg(choice, notices) as choices from (
        select facet, choice, sum(counted::integer) as notices from (
          select facet, choice, bit_count(substring(notices from 1 for width) & substring(sets[priority] from chunk * 8192 + 1 for width)) as counted
            from published.choices
           where priority = any (kinds) and chunk <= last_chunk and facet = any ('{category,qualification,state,vacancies}') and choice <> ''
          union all
          select 'state', state, all_india from unnest(rules.states()) as state where all_india > 0 and state <> 'all-india'
          union all
          select * from unnest(own_facets, own_choices, own_numbers)
        ) as one group by facet, choice
      ) as each where notices > 0 group by facet
    ) as shown
  );
  organizations := (
    select coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'notices', notices) order by name), '[]')
      from (
        select choice, sum(bit_count(substring(notices from 1 for width) & substring(sets[priority] from chunk * 8192 + 1 for width))::integer) as notices
          from published.choices where priority = any (kinds) and chunk <= last_chunk and facet = 'organization' and choice = any (offered) group by choice
      ) as counted
      join public.organizations on id = choice::bigint where notices > 0
  );
end
$$;
comment on function published.text_counts is 'As published.plain_counts, of the notices of several kinds that have a text.';
grant execute on function published.plain_counts, published.text_counts to anon, authenticated, service_role;
