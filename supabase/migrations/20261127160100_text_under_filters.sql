-- Lists under filters with a text: one set of what it finds, and close matches as in lists without filters.
-- Source: docs/decisions/056

drop function published.filter(content.kinds, jsonb, text, date, boolean, boolean);
drop function published.found(content.kinds, text);

create function published.filter(
  kind content.kinds, wanted jsonb, within bit varying, today date, with_unstated boolean, with_counts boolean,
  -- The kinds whose organizations with most notices are counted.
  offering smallint[] default null
) returns published.filtered language plpgsql stable parallel safe
  set search_path = '' set jit = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  zero constant bit(8192) := published.no_notices();
  p constant smallint := kind.priority;
  age constant integer := wanted ->> 'age';
  payer constant text := coalesce(wanted ->> 'category', 'everyone');
  day constant text := today;
  answer published.filtered;
begin
  with wanted_choice as materialized (
    select key as facet, case key when 'fee' then payer else value end as choice from jsonb_each_text(wanted)
  ), everything as materialized (
    select chunk, choices.notices & case when within is null then ~ zero else substring(within from chunk * 8192 + 1 for 8192)::bit(8192) end as notices
      from published.choices where priority = p and facet = 'public' and choice = ''
  ), ending as materialized (
    select choice, chunk, notices from published.choices where priority = p and facet = 'ends' and choice >= day
  ), live as materialized (
    select chunk, bit_or(notices) as notices from (
      select chunk, notices from ending
      union all
      select chunk, notices from published.choices where priority = p and facet = 'ends' and choice = ''
    ) as live group by chunk
  ), waiting as materialized (
    select chunk, bit_or(notices) as notices from (
      select chunk, notices from published.choices where priority = p and facet = 'begins' and choice > day
      union all
      select chunk, notices from published.choices where priority = p and facet = 'begins' and choice = ''
    ) as waiting group by chunk
  ), derived as materialized (
    -- Choices that depend on the day, and the age.
    select 'closing' as facet, period.name as choice, chunk, bit_or(notices) as notices
      from ending
      join (values ('today', day), ('3-days', (today + 3)::text), ('week', (today + 7)::text)) as period (name, last_day)
        on choice <= last_day
     group by period.name, chunk
    union all
    select 'application', state.name, chunk, case state.name
        when 'closed' then ~ coalesce(live.notices, zero)
        when 'soon' then live.notices & coalesce(waiting.notices, zero)
        else live.notices & ~ coalesce(waiting.notices, zero)
      end
      from everything cross join (values ('open'), ('soon'), ('closed')) as state (name)
      left join live using (chunk) left join waiting using (chunk)
     where state.name = 'closed' or live.notices is not null
    union all
    select 'age', age::text, chunk, bit_and(notices) from (
      select facet, chunk, bit_or(notices) as notices from published.choices
       where age is not null and priority = p and facet in ('age_min', 'age_max')
         and (choice = '' or case facet when 'age_min' then choice::integer <= age else choice::integer >= age end)
       group by facet, chunk
      union all
      select 'age', chunk, ~ notices from published.choices
       where age is not null and priority = p and facet = 'age' and choice = ''
    ) as fitting
     group by chunk having count(*) filter (where facet <> 'age') = 2
  ), chosen as materialized (
    -- Of every filter, the notices that it accepts, and these with those that do not state the fact.
    select wanted_choice.facet, everything.chunk, strict, strict | coalesce(unstated.notices, zero) as lenient
      from wanted_choice cross join everything
      cross join lateral (
        select coalesce(bit_or(notices), zero) as strict from (
          select notices from published.choices
           where priority = p and choices.facet = wanted_choice.facet and choices.choice = wanted_choice.choice
             and choices.chunk = everything.chunk
          union all
          select notices from published.choices
           where priority = p and wanted_choice.facet = 'state' and choices.facet = 'state'
             and choices.choice = 'all-india' and choices.chunk = everything.chunk
          union all
          select notices from derived
           where derived.facet = wanted_choice.facet and derived.choice = wanted_choice.choice
             and derived.chunk = everything.chunk
        ) as accepted
      ) as accepted
      left join published.choices as unstated
        on unstated.priority = p and unstated.facet = wanted_choice.facet and unstated.choice = ''
       and unstated.chunk = everything.chunk
  ), matching as materialized (
    select chunk,
           everything.notices & coalesce(all_chosen.strict, ~ zero) as strict,
           everything.notices & coalesce(all_chosen.lenient, ~ zero) as lenient
      from everything left join (
        select chunk, bit_and(strict) as strict, bit_and(lenient) as lenient from chosen group by chunk
      ) as all_chosen using (chunk)
  ), under_others as materialized (
    -- What the other filters leave of the choices of a filter.
    select counted_facet.facet, everything.chunk,
           bit_and(everything.notices)
             & coalesce(bit_and(case when with_unstated then lenient else strict end), ~ zero) as notices
      from everything
      cross join unnest('{qualification,state,organization,category,fee,closing,application,vacancies}'::text[])
        as counted_facet (facet)
      left join chosen on chosen.facet <> counted_facet.facet and chosen.chunk = everything.chunk
       and not (counted_facet.facet = 'category' and chosen.facet = 'fee')
     where with_counts
     group by counted_facet.facet, everything.chunk
  ), counted as materialized (
    select facet, choice, sum(bit_count(choices.notices & under_others.notices)) as notices
      from published.choices join under_others using (facet, chunk)
     where priority = p and facet in ('qualification', 'state', 'category', 'fee', 'vacancies')
       and (facet <> 'fee' or choice in (payer, ''))
       and (facet <> 'category' or not wanted ? 'fee')
     group by facet, choice
    union all
    select 'organization', offered.choice, sum(bit_count(choices.notices & under_others.notices))
      from (
        select choice from published.choices where priority = any (coalesce(offering, array[p])) and facet = 'organization' and with_counts
         group by choice order by sum(counted) desc, choice limit 8
      ) as offered
      join published.choices
        on priority = p and choices.facet = 'organization' and choices.choice = offered.choice
      join under_others on under_others.facet = 'organization' and under_others.chunk = choices.chunk
     group by offered.choice
    union all
    select facet, choice, sum(bit_count(derived.notices & under_others.notices))
      from derived join under_others using (facet, chunk) group by facet, choice
  ), shown as (
    -- All India is in every state; and what does not state a fact is in every choice of it when it is listed, too.
    select fact.facet, case fact.facet when 'fee' then 'free' else fact.choice end as choice, sum(notices) as notices
      from published.stated_choices() as fact
      join counted on counted.facet = fact.facet and (
        counted.choice = fact.choice
        or with_unstated and counted.choice = ''
        or fact.facet = 'state' and counted.choice = 'all-india'
      )
     where fact.facet <> 'fee' or fact.choice = payer
     group by fact.facet, fact.choice
    union all
    select facet, choice, notices from counted where facet in ('organization', 'closing', 'application', 'age')
    union all
    -- With the filter by fee, the fee of each category counts.
    select 'category', category, sum(bit_count(
             under_others.notices
               & (coalesce(own.notices, zero) | case when with_unstated then coalesce(not_own.notices, zero) else zero end)
               & (coalesce(free.notices, zero) | case when with_unstated then coalesce(not_free.notices, zero) else zero end)
           ))
      from unnest(rules.applicant_categories()) as category
      join under_others on under_others.facet = 'category'
      left join published.choices as own on (own.priority, own.facet, own.choice, own.chunk) = (p, 'category', category, under_others.chunk)
      left join published.choices as not_own on (not_own.priority, not_own.facet, not_own.choice, not_own.chunk) = (p, 'category', '', under_others.chunk)
      left join published.choices as free on (free.priority, free.facet, free.choice, free.chunk) = (p, 'fee', category, under_others.chunk)
      left join published.choices as not_free on (not_free.priority, not_free.facet, not_free.choice, not_free.chunk) = (p, 'fee', '', under_others.chunk)
     where wanted ? 'fee' group by category
  ), page as (
    select chunk, coalesce(case when with_unstated then lenient else strict end, zero) as matched,
           coalesce(live.notices, zero) as live, strict, lenient
      from generate_series(0, (select max(chunk) from everything)) as chunk
      left join matching using (chunk) left join live using (chunk)
  )
  select published.joined(matched order by chunk), published.joined(live order by chunk),
         coalesce(sum(bit_count(matched)), 0), coalesce(sum(bit_count(matched & ~ live)), 0),
         coalesce(sum(bit_count(lenient) - bit_count(strict)), 0),
         (
           select jsonb_object_agg(facet, choices) from (
             select facet, jsonb_object_agg(choice, notices) as choices from shown where notices > 0 group by facet
           ) as counts
         )
    into answer from page;
  return answer;
end
$$;
comment on function published.filter is
  'The notices of a kind that match filters, within a set of them; counts: of every choice of a filter, the number of notices under all other filters.';

create function published.only(filtered published.filtered, within bit varying) returns published.filtered
  language sql immutable parallel safe set search_path = ''
  return (
    filtered.matched & within, filtered.live, coalesce(bit_count(filtered.matched & within), 0),
    coalesce(bit_count(filtered.matched & within & ~ filtered.live), 0), filtered.unstated, filtered.counts
  )::published.filtered;

create function published.page_of(kind content.kinds, filtered published.filtered, sort text, after_keys bigint[], wanted_rows integer)
  returns jsonb language plpgsql stable parallel safe set search_path = ''
as $$
declare
  answer jsonb;
begin
  execute format(
    'with first as materialized (
       select * from published.first_of($1, $2, $3, $4, $5 + 1) with ordinality as row (id, keys, place)
     )
     select jsonb_build_object(
       ''rows'', coalesce((
         select jsonb_agg(to_jsonb(card) order by place) from first join published.%I as card using (id) where place <= $5
       ), ''[]''),
       ''more'', (select count(*) > $5 from first),
       ''next'', (select keys from first where place = $5)
     )', kind.name
  ) into answer using kind.priority, filtered, sort, after_keys, wanted_rows;
  return answer;
end
$$;
comment on function published.page_of is 'A page of filtered notices: {rows: [card], more, next: keys of its last row}.';

create function published.organizations_in(counts jsonb) returns jsonb language sql stable parallel safe set search_path = ''
  return coalesce((
    select jsonb_agg(jsonb_build_object('slug', slug, 'name', name, 'notices', value::bigint) order by name)
      from jsonb_each_text(counts -> 'organization') join public.organizations on id = key::bigint
  ), '[]');

create or replace function public.filtered_list(
  content_table text,
  filters jsonb default '{}',
  search text default null,
  sort text default null,
  with_unstated boolean default false,
  today date default (now() at time zone interval '5 hours 30 minutes')::date,
  after_keys bigint[] default null,
  after_posted_at timestamptz default null,
  after_id bigint default null,
  after_rank bigint default null,
  page_size integer default 25
) returns jsonb language plpgsql stable parallel safe set search_path = ''
as $$
#variable_conflict use_column
declare
  kind constant content.kinds := published.kind_with_filters(content_table);
  wanted constant jsonb := published.checked_filters(coalesce(filters, '{}'));
  wanted_rows constant integer := least(greatest(coalesce(filtered_list.page_size, 25), 1), 100);
  is_plain constant boolean := wanted = '{}' and filtered_list.sort is null;
  -- While a visitor types into the plain list, the rows matter.
  is_counted constant boolean := not is_plain or coalesce(filtered_list.search, '') = '';
  few constant integer := 3; -- with fewer rows that have the text, close matches follow
  close_rows constant integer := 10;
  text published.text_set;
  filtered published.filtered;
  close published.filtered;
  page jsonb;
  answer jsonb;
begin
  if length(filtered_list.search) > 1000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;
  if is_counted then
    if filtered_list.search <> '' then
      select * into text from published.text_sets(array[kind.priority], filtered_list.search);
    end if;
    filtered := published.filter(kind, wanted, text.notices, today, with_unstated, true);
  end if;
  if is_plain then
    -- The order of the list itself.
    select to_jsonb(list) into answer from public.list_notices(
      content_table => filtered_list.content_table, search => filtered_list.search,
      after_posted_at => filtered_list.after_posted_at, after_id => filtered_list.after_id,
      after_rank => filtered_list.after_rank, page_size => wanted_rows
    ) as list;
  elsif text.exact is null then
    answer := published.page_of(kind, filtered, filtered_list.sort, after_keys, wanted_rows);
    if filtered_list.search <> '' and after_keys is null and filtered.total < few then
      select * into text from published.meaning(array[kind.priority], filtered_list.search);
      if found then
        close := published.only(
          published.filter(kind, wanted, text.notices, today, with_unstated, false), ~ filtered.matched
        );
        page := published.page_of(kind, close, filtered_list.sort, null, close_rows);
        answer := answer || jsonb_build_object('closeMatches', page -> 'rows', 'close', jsonb_array_length(page -> 'rows'));
      end if;
    end if;
  else
    -- What contains the text stands on the first page, above the list of what has its meaning.
    close := published.only(filtered, ~ text.exact);
    page := published.page_of(kind, close, filtered_list.sort, after_keys, wanted_rows);
    answer := page || jsonb_build_object('closeMatches', page -> 'rows', 'close', close.total, 'rows', '[]'::jsonb);
    if after_keys is null then
      answer := answer || jsonb_build_object(
        'rows', published.page_of(kind, published.only(filtered, text.exact), filtered_list.sort, null, few) -> 'rows'
      );
    end if;
  end if;
  return answer || jsonb_build_object(
    'total', filtered.total,
    'unstated', filtered.unstated,
    'counts', case when is_counted then coalesce(filtered.counts, '{}') - 'organization' end,
    'organizations', published.organizations_in(filtered.counts),
    'organization', (select name from public.organizations where id = (wanted ->> 'organization')::bigint)
  );
end
$$;
comment on function public.filtered_list is
  'A page of a list under filters, {facet: choice}: {rows: [card], more, next: keys of its last row, total, unstated, counts: {facet: {choice: notices}}, organizations: [{slug, name, notices}], organization: name of the chosen one}. sort: newest, closing or vacancies; closed notices last. With a text also {closeMatches: [card], close: their number}: at most 10 when fewer than 3 of the found notices have it; all, paged instead of the rows and counted, when fewer than 3 of the kind have it. Without filters and sort the rows of list_notices, and without counts if there is a text. Source: docs/behaviour/finding.md#order-of-filtered-lists';

create or replace function public.filtered_facts(
  content_table text,
  filters jsonb default '{}',
  search text default null,
  sort text default 'posted',
  with_unstated boolean default false,
  today date default (now() at time zone interval '5 hours 30 minutes')::date,
  wanted integer default 50
) returns jsonb language plpgsql stable parallel safe set search_path = ''
as $$
#variable_conflict use_column
declare
  kind constant content.kinds := published.kind_with_filters(content_table);
  checked constant jsonb := published.checked_filters(coalesce(filters, '{}'));
  most constant integer := least(greatest(coalesce(filtered_facts.wanted, 50), 1), 200);
  text published.text_set;
  found published.filtered;
  ids bigint[];
  answer jsonb;
begin
  if length(filtered_facts.search) > 1000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;
  if filtered_facts.search <> '' then
    select * into text from published.text_sets(array[kind.priority], filtered_facts.search);
  end if;
  found := published.filter(kind, checked, text.notices, today, with_unstated, false);
  if filtered_facts.sort = 'closing' then
    ids := array(select id from published.in_order(kind.priority, found.matched & found.live, 'closing', false, null, most));
  else
    ids := array(select id from published.in_order(kind.priority, found.matched, 'posted', true, null, most));
  end if;
  execute format(
    'select jsonb_agg(facts order by place) from unnest($1) with ordinality as listed (id, place)
      cross join lateral (%s) as notice', published.facts_statement(kind.name, 'notice.id = listed.id')
  ) into answer using ids;
  return coalesce(answer, '[]');
end
$$;
comment on function public.filtered_facts is
  'The notices of a filtered list for feeds, newest first, or with the sort closing for calendars: those that are not closed, the first last date first. As newest_notices has them.';

grant execute on function published.filter, published.only, published.page_of, published.organizations_in
  to anon, authenticated, service_role;
