-- A notice is free only where every fee that is asked about is stated and 0. Where all stated fees are 0 but one is missing,
-- the fee counts as not stated.

create function published.unstated_fee(payer text) returns text language sql immutable parallel safe
  return '?' || payer;
comment on function published.unstated_fee is
  'The choice under which published.choices holds notices that may be free for a payer: no stated fee is above 0, and at least one is missing.';
grant execute on function published.unstated_fee to anon, authenticated, service_role;
comment on table published.choices is
  'The public notices that a choice of a filter finds: of chunk c the notices with ids from 8192 * c on, one bit each. The empty choice: the notice does not state it; of a fee that is published.unstated_fee of who pays it.';

create or replace function published.choices_of(notice jsonb) returns table (facet text, choice text)
  language sql immutable parallel safe set search_path = ''
as $$
  select 'public', ''
  union all
  select 'qualification', unnest(case jsonb_typeof(notice -> 'qualifications')
    when 'array' then published.sufficient_for(array(select jsonb_array_elements_text(notice -> 'qualifications')))
    else '{""}'
  end)
  union all
  select 'state', jsonb_array_elements_text(
    case jsonb_typeof(notice -> 'states') when 'array' then notice -> 'states' else '[""]' end
  )
  union all
  select 'category', key from jsonb_each_text(
    case jsonb_typeof(notice -> 'category_vacancies') when 'object' then notice -> 'category_vacancies' else '{"": 1}' end
  ) where value::numeric > 0
  union all
  select 'fee', case when count(fee) = count(*) then payer else published.unstated_fee(payer) end
    from unnest(rules.applicant_categories()) as category
   cross join lateral published.fee_of(notice, category) as fee
   cross join lateral unnest(array[category, 'everyone']) as payer
   group by payer having coalesce(max(fee), 0) = 0
  union all
  select 'age_min', coalesce(notice ->> 'age_min', '')
  union all
  select 'age_max', coalesce(notice ->> 'age_max', '')
  union all
  select 'age', '' where coalesce(notice ->> 'age_min', notice ->> 'age_max') is null
  union all
  select 'vacancies', step::text from unnest(published.vacancy_steps()) as step where step <= (notice ->> 'total_posts')::integer
  union all
  select 'vacancies', '' where notice ->> 'total_posts' is null
  union all
  select 'organization', notice ->> 'organization_id' where notice ->> 'organization_id' is not null
  union all
  select 'begins', coalesce(notice ->> 'apply_start_date', notice ->> 'application_start', '')
  union all
  select 'ends', coalesce(notice ->> 'apply_end_date', notice ->> 'application_end', '')
$$;

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
  payer constant text := coalesce(wanted ->> 'category', 'everyone');
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
        one := published.set_of(p, 'fee', payer, payer);
      else
        one := published.set_of(p, chosen.facet, chosen.choice, chosen.choice);
        if chosen.facet = 'state' then one := one | published.set_of(p, 'state', 'all-india', 'all-india'); end if;
    end case;
    unstated := case
      -- No notice leaves these two unstated.
      when chosen.facet in ('closing', 'application') then one
      when chosen.facet = 'fee' then one | published.set_of(p, 'fee', published.unstated_fee(payer), published.unstated_fee(payer))
      else one | published.set_of(p, chosen.facet, '', '')
    end;
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
                and (choice = category or choice = any (unstated) or with_unstated and choice = published.unstated_fee(category))
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
      when 'fee' then array[payer] || case when with_unstated then array[published.unstated_fee(payer)] else '{}' end
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

create or replace function push.wanted_terms(filters jsonb) returns text[]
  language sql immutable set search_path = ''
  return array(
    select key || '=' || case key when 'fee' then coalesce(filters ->> 'category', 'everyone') else value end
      from jsonb_each_text(filters - 'unstated')
    union
    select 'state=all-india' where filters ? 'state'
    union
    select key || '=' || case key when 'fee' then published.unstated_fee(coalesce(filters ->> 'category', 'everyone')) else '' end
      from jsonb_each_text(filters - '{unstated,organization}'::text[]) where filters ? 'unstated'
  );

-- Lists that are followed already.
update push.list_terms as unstated set term = 'fee=' || published.unstated_fee(substring(stated.term from '=(.*)'))
  from push.list_terms as stated
 where unstated.term = 'fee=' and stated.list_id = unstated.list_id and stated.term like 'fee=_%';

do $$
declare
  kind text;
begin
  for kind in select name from content.kinds where push.has_filters(name) order by priority loop
    -- Writers wait until the end of the migration, so no change is missed.
    execute format('lock table public.%I in share row exclusive mode', kind);
    perform published.rebuild_choices(kind);
  end loop;
end
$$;
