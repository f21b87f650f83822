-- Many filters at once read fewer sets: none of unstated facts where every notice states them, and the fees of all categories
-- in one query. A set of a few notices is made by setting their bits instead of joining all blocks of 64.
-- Source: docs/decisions/065

create or replace function published.filter(kind content.kinds, wanted jsonb, within bit varying, today date, with_unstated boolean)
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
          select (facet, category, sum(bit_count(substring(left_over from chunk * 8192 + 1 for 8192) & of_category & of_fee)))::published.number
            from (
              select category, chunk, bit_or(notices) filter (where choices.facet = 'category') as of_category,
                     bit_or(notices) filter (where choices.facet = 'fee') as of_fee
                from unnest(rules.applicant_categories()) as category
                join published.choices on priority = p and choices.facet in ('category', 'fee')
                  and (choice = category or choice = any (unstated))
               group by category, chunk
            ) as of_both group by category
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

create or replace function published.set_from(p smallint, ids bigint[], meaning tsquery default null)
  returns bit varying language plpgsql stable parallel safe
  -- A word that most notices have is still found sooner in its index than in their texts.
  set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_indexscan = off
as $$
declare
  few constant integer := 100; -- setting their bits one by one takes less time than joining all blocks
  answer bit varying;
  notice bigint;
begin
  if meaning is null and cardinality(ids) <= few then
    answer := (
      select published.joined(published.no_notices())
        from pg_catalog.generate_series(0, (select max(chunk) from published.choices where priority = p and facet = 'public'))
    );
    foreach notice in array ids loop
      if notice < length(answer) then answer := set_bit(answer, notice::integer, 1); end if;
    end loop;
    return answer;
  end if;
  -- Collected 64 at a time in a number, which takes a tenth of the time of setting bits in a set.
  return (
    select ('x' || coalesce(encode(string_agg(int8send(coalesce(bits, 0)), '' order by block), 'hex'), ''))::bit varying
      from generate_series(0, (select 128 * max(chunk) + 127 from published.choices where priority = p and facet = 'public')) as block
      left join (
        select id >> 6 as block, bit_or(1::bigint << (63 - (id & 63))::integer) as bits from (
          select unnest(ids) as id
          union all
          select id from search.entries where priority = p and words @@ meaning
        ) as one group by 1
      ) as found using (block)
  );
end
$$;
