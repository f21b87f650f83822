-- The calendar of the site. Which dates it has, and in which order, the caller says: rows of 'Important dates' as
-- [{table, label, fields}], of whose fields the first with a date counts. Source: docs/decisions/048

create function published.wanted_fields(wanted jsonb)
  returns table (number integer, priority smallint, label text, field text, earlier text[])
  language sql stable parallel safe set search_path = ''
as $$
  select
    date_row.number::integer, kinds.priority, date_row.value ->> 'label', field.name,
    array(
      select name from jsonb_array_elements_text(date_row.value -> 'fields') with ordinality as other (name, place)
       where other.place < field.place
    )
    from jsonb_array_elements(wanted) with ordinality as date_row (value, number)
    join content.kinds on kinds.name = date_row.value ->> 'table'
   cross join lateral jsonb_array_elements_text(date_row.value -> 'fields') with ordinality as field (name, place)
$$;
comment on function published.wanted_fields is
  'The columns of the rows of dates, with the number of their row from 1, and the columns that come before them.';
grant execute on function published.wanted_fields to anon, authenticated, service_role;

create function public.calendar_days(
  first_day date, last_day date, wanted jsonb, most integer default 5, skipped integer default 0, filters jsonb default '{}'
) returns jsonb language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  shown constant integer := least(greatest(most, 1), 200);
  left_out constant integer := least(greatest(skipped, 0), 10000);
  -- Of each day so many dates are read: how many it has in all does not matter then. Some are those of a recruitment again.
  read constant integer := greatest(2 * (left_out + shown), 25);
  checked constant jsonb := coalesce(filters, '{}');
  answer jsonb;
begin
  if last_day - first_day not between 0 and 62 then
    raise invalid_parameter_value using message = 'a calendar shows 1 to 63 days';
  end if;
  if jsonb_array_length(wanted) > 200 or exists (
    select from jsonb_array_elements(wanted) as date_row where jsonb_array_length(date_row -> 'fields') > 20
  ) then
    raise invalid_parameter_value using message = 'too many rows of dates';
  end if;
  with fitting as materialized (
    select * from published.fitting(checked)
  ), wanted_field as materialized (
    select wanted_fields.*, fitting.notices as fitting
      from published.wanted_fields(wanted) left join fitting using (priority)
  ), found as (
    select first_day + days_later as day, dated.*
      from generate_series(0, last_day - first_day) as days_later
     cross join lateral (
       select wanted_field.number, wanted_field.label, wanted_field.priority, on_day.id, on_day.recruitment_id
         from (select * from wanted_field order by number) as wanted_field
        cross join lateral (
          select days.id, days.recruitment_id from published.days
           where days.day = first_day + days_later and days.priority = wanted_field.priority and days.field = wanted_field.field
             and (wanted_field.earlier = '{}' or not exists (
               select from published.days as before
                where before.priority = days.priority and before.id = days.id and before.field = any (wanted_field.earlier)
             ))
             and (checked = '{}' or case
               when wanted_field.fitting is not null then get_bit(wanted_field.fitting, days.id::integer) = 1
               -- What states no facts has those of its recruitment.
               else (
                 select true from published.days as other join fitting using (priority)
                  where other.recruitment_id = days.recruitment_id and get_bit(fitting.notices, other.id::integer) = 1 limit 1
               )
             end)
           order by days.id desc limit read
        ) as on_day
        order by wanted_field.number limit read
     ) as dated
  ), once as (
    -- What two notices of a recruitment have with the same label belongs to the earlier stage.
    select distinct on (day, label, coalesce(recruitment_id, -1000 * id - priority)) day, number, priority, id from found
     order by day, label, coalesce(recruitment_id, -1000 * id - priority), priority, id
  ), placed as (
    select *, row_number() over (partition by day order by number, id desc) as place, count(*) over (partition by day) as total
      from once
  ), cut as (
    select day from found group by day having count(*) = read
  )
  select jsonb_agg(jsonb_build_object('day', day, 'total', total, 'entries', entries) order by day) into answer from (
    select
      day, greatest(min(total), case when day in (select cut.day from cut) then greatest(left_out + shown + 1, 25) end) as total,
      jsonb_agg(jsonb_build_array(placed.number, notice.slug, notice.title) order by place) as entries
      from placed
      join content.kinds using (priority)
     cross join lateral (
       select slug, title from published.notices
        where notices.content_table = kinds.name and notices.id = placed.id limit 1
     ) as notice
     where place > left_out and place <= left_out + shown
     group by day
  ) as listed;
  return coalesce(answer, '[]');
end
$$;
comment on function public.calendar_days is
  'The dates of public notices by day: [{day, total, entries: [[number of the wanted row from 1, slug, title]]}] in the order of the wanted rows, of each day as many as wanted after those skipped. A total below 25 is exact. With filters {qualification, state}, those of notices that match them, and of other kinds in the recruitments of these.';
grant execute on function public.calendar_days to anon, authenticated;

create function public.calendar_events(
  first_day date, today date, last_day date, wanted jsonb, most integer default 500, filters jsonb default '{}'
) returns jsonb language plpgsql stable parallel safe set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted_notices constant integer := least(greatest(most, 1), 1000);
  -- As one value, so that the index of days is read in its order until there are enough.
  fields text[];
  is_fitting text := 'true';
  facts text;
  answer jsonb;
begin
  if jsonb_array_length(wanted) > 200 or exists (
    select from jsonb_array_elements(wanted) as date_row where jsonb_array_length(date_row -> 'fields') > 20
  ) then
    raise invalid_parameter_value using message = 'too many rows of dates';
  end if;
  fields := array(select priority || ' ' || field from published.wanted_fields(wanted));
  select string_agg(
    published.dated_statement(kinds, format('notice.id in (select id from listed where priority = %s)', priority)), ' union all '
  ) into facts from content.kinds where name in (select value ->> 'table' from jsonb_array_elements(wanted)) and day_fields <> '{}';
  if facts is null then return '[]'; end if;
  if coalesce(filters, '{}') <> '{}' then
    is_fitting :=
      'case when days.priority in (select priority from fitting)
         then (select get_bit(notices, days.id::integer) = 1 from fitting where priority = days.priority)
         else (
           select true from published.days as other join fitting using (priority)
            where other.recruitment_id = days.recruitment_id and get_bit(fitting.notices, other.id::integer) = 1 limit 1
         )
       end';
  end if;
  execute format(
    'with fitting as materialized (
       select * from published.fitting($6)
     ), ahead as materialized (
       select day, priority, id from published.days
        where day between $2 and $3 and priority || '' '' || field = any ($5) and %2$s order by day, priority limit 4 * $4
     ), past as materialized (
       select day, priority, id from published.days
        where day >= $1 and day < $2 and priority || '' '' || field = any ($5) and %2$s order by day desc limit $4
     ), withdrawn as (
       select $2 as day, days.priority, days.id from (
         select priority, record_id as id, (
           select recruitment_id from published.days where days.priority = kinds.priority and days.id = record_id limit 1
         ) from public.corrections
           join content.kinds on kinds.name = content_table
          where new_value is null and corrected_at > now() - interval ''60 days'' and priority || '' '' || field = any ($5)
       ) as days where %2$s limit $4
     ), listed as materialized (
       select priority, id from (
         select * from withdrawn union all select * from ahead union all select * from past
       ) as either
        group by priority, id order by max(day) < $2, min(day) filter (where day >= $2), max(day) desc, 1, 2 limit $4
     )
     select jsonb_agg(facts || case when corrections is null then ''{}'' else jsonb_build_object(''corrections'', corrections) end)
       from (%1$s) as notice
       left join (
         select name, record_id, corrections from content.kinds
          cross join lateral published.corrections_in(name, array(select id from listed where listed.priority = kinds.priority))
       ) as corrected on name = facts ->> ''table'' and record_id = (facts ->> ''id'')::bigint', facts, is_fitting
  ) into answer using first_day, today, last_day, wanted_notices, fields, coalesce(filters, '{}');
  return coalesce(answer, '[]');
end
$$;
comment on function public.calendar_events is
  'The notices that have one of the wanted dates from a first to a last day, those of the days after today first, or had one withdrawn in the last 60 days: [what calendars show, with table, organization, and corrections if there are any]. With filters as in calendar_days.';
grant execute on function public.calendar_events to anon, authenticated;

create function published.fitting(filters jsonb) returns table (priority smallint, notices bit varying)
  language sql stable parallel safe set search_path = ''
as $$
  select kinds.priority, (published.filter(kinds, published.checked_filters(filters), null, current_date, false)).matched
    from content.kinds
   where filters <> '{}' and exists (select from published.choices where choices.priority = kinds.priority)
$$;
comment on function published.fitting is
  'Of each kind with filters, the notices that match filters by facts: bit n is the notice with id n. Nothing without filters.';
grant execute on function published.fitting to anon, authenticated, service_role;

create function published.dated_statement(kind content.kinds, conditions text) returns text
  language sql immutable set search_path = ''
  return format(
    'select jsonb_build_object(
       ''table'', %1$L, ''id'', id, ''slug'', slug, ''title'', title, ''status'', status, ''created_at'', created_at,
       ''posted_at'', posted_at, ''updated_at'', updated_at, ''recruitment_id'', recruitment_id,
       ''organization'', (select name from public.organizations where id = notice.organization_id)
     ) || jsonb_build_object(%2$s) as facts
       from public.%1$I as notice where status is distinct from ''inactive'' and %3$s',
    kind.name, (select string_agg(format('%1$L, %1$I', field), ', ') from unnest(kind.day_fields) as field), conditions
  );
comment on function published.dated_statement is 'The statement that reads what calendars show of notices of a kind.';
grant execute on function published.dated_statement to anon, authenticated, service_role;
