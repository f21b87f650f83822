-- What filters take for each page: a choice is read along its chunks, a set of few notices is not looked at bit by bit, and
-- the notices of each organization are counted when they change. Source: docs/decisions/064

create or replace function published.set_of(p smallint, wanted_facet text, first text, last text, among text[] default null)
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

create or replace function published.ids_of(notices bit varying) returns setof bigint
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
insert into published.organization_totals
  select priority, choice, sum(counted) from published.choices where facet = 'organization' group by priority, choice;

create or replace function published.counts(
  kinds smallint[],
  -- By priority.
  filtered published.filtered[],
  wanted jsonb, today date, with_unstated boolean, out counts json, out organizations json
) language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  payer constant text := coalesce(wanted ->> 'category', 'everyone');
  unstated constant text[] := case when with_unstated then '{""}' end;
  days constant text[] := array(select (today + later)::text from generate_series(0, 7) as later);
  offered constant text[] := array(
    select choice from published.organization_totals where priority = any (kinds) and notices > 0
     group by choice order by sum(notices) desc, choice limit 8
  );
  facet text;
  p smallint;
  one published.filtered;
  left_over bit varying;
  under published.under[];
  numbers published.number[];
begin
  foreach p in array kinds loop
    one := filtered[p];
    continue when one is null;
    foreach facet in array '{qualification,state,category,fee,vacancies,organization,ends}'::text[] loop
      left_over := published.under_others(one, case facet when 'ends' then 'closing' else facet end);
      if facet = 'category' and wanted ? 'fee' then
        -- The fee of each category counts.
        numbers := numbers || array(
          select (facet, category, bit_count(
              left_over & published.set_of(p, 'category', category, category, unstated) & published.set_of(p, 'fee', category, category, unstated)
            ))::published.number from unnest(rules.applicant_categories()) as category
        );
      else
        under := array_append(under, (p, facet, case facet
          when 'qualification' then rules.qualifications() || ''::text
          when 'state' then rules.states() || ''::text
          when 'category' then rules.applicant_categories() || ''::text
          when 'fee' then array[payer, '']
          when 'vacancies' then published.vacancy_steps()::text[] || ''::text
          when 'organization' then offered
          else days
        end, case when one.is_text or one.facets is not null then left_over end)::published.under);
      end if;
    end loop;
    left_over := published.under_others(one, 'application');
    numbers := numbers || array[
      ('application', 'open', bit_count(left_over & one.live & ~ one.waiting))::published.number,
      ('application', 'soon', bit_count(left_over & one.live & one.waiting))::published.number,
      ('application', 'closed', bit_count(left_over & ~ one.live))::published.number
    ];
  end loop;
  with counted as (
    -- Counted inside, so that no set is sorted.
    select facet, choice, own.notices from unnest(under) as under cross join lateral (
      select choice, sum(case
          when under.notices is null then counted else bit_count(choices.notices & substring(under.notices from chunk * 8192 + 1 for 8192))
        end::integer) as notices
        from published.choices
       where priority = under.priority and facet = under.facet and choice = any (under.among) group by choice
    ) as own
  ), shown as materialized (
    select case facet when 'ends' then 'closing' else facet end as facet, label as choice, sum(notices)::bigint as notices
      from counted cross join unnest(case
        when choice = '' and not with_unstated then '{}'
        when facet = 'fee' then '{free}'
        -- What does not state a fact is in every choice of it when it is listed, and all India is in every state.
        when choice = '' then array(select fact.choice from published.stated_choices() as fact where fact.facet = counted.facet)
        when choice = 'all-india' then rules.states()
        when facet = 'ends' then ('{today,3-days,week}'::text[])[case when choice <= days[1] then 1 when choice <= days[4] then 2 else 3 end :]
        else array[choice]
      end) as label
     group by 1, 2
    union all
    select facet, choice, sum(notices)::bigint from unnest(numbers) as number group by facet, choice
  )
  select (select coalesce(json_object_agg(facet, choices), '{}') from (
           select facet, json_object_agg(choice, notices) as choices from shown where notices > 0 and facet <> 'organization' group by facet
         ) as facet),
         (select coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'notices', notices) order by name), '[]')
            from shown join public.organizations on id = choice::bigint where facet = 'organization' and notices > 0)
    into counts, organizations;
end
$$;
