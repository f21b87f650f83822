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

create function public.calendar_days(
  first_day date, last_day date, wanted jsonb, most integer default 5, skipped integer default 0
) returns jsonb language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  shown constant integer := least(greatest(most, 1), 200);
  left_out constant integer := least(greatest(skipped, 0), 10000);
  -- Of each day so many dates are read: how many it has in all does not matter then. Some are those of a recruitment again.
  read constant integer := greatest(2 * (left_out + shown), 25);
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
  with wanted_field as materialized (
    select * from published.wanted_fields(wanted)
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
  'The dates of public notices by day: [{day, total, entries: [[number of the wanted row from 1, slug, title]]}] in the order of the wanted rows, of each day as many as wanted after those skipped. A total below 25 is exact.';
grant execute on function published.wanted_fields to anon, authenticated, service_role;
grant execute on function public.calendar_days to anon, authenticated;

create function public.calendar_events(
  first_day date, today date, last_day date, wanted jsonb, most integer default 500
) returns jsonb language plpgsql stable parallel safe set search_path = ''
as $$
declare
  wanted_notices constant integer := least(greatest(most, 1), 1000);
  -- As one value, so that the index of days is read in its order until there are enough.
  fields text[];
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
    published.facts_statement(name, format('notice.id in (select id from listed where priority = %s)', priority)), ' union all '
  ) into facts from content.kinds where name in (select value ->> 'table' from jsonb_array_elements(wanted));
  if facts is null then return '[]'; end if;
  execute format(
    'with ahead as materialized (
       select day, priority, id from published.days
        where day between $2 and $3 and priority || '' '' || field = any ($5) order by day, priority limit 4 * $4
     ), past as materialized (
       select day, priority, id from published.days
        where day >= $1 and day < $2 and priority || '' '' || field = any ($5) order by day desc limit $4
     ), withdrawn as (
       select $2 as day, priority, record_id as id from public.corrections
         join content.kinds on kinds.name = content_table
        where new_value is null and corrected_at > now() - interval ''60 days'' and priority || '' '' || field = any ($5)
        limit $4
     ), listed as materialized (
       select priority, id from (
         select * from withdrawn union all select * from ahead union all select * from past
       ) as either
        group by priority, id order by max(day) < $2, min(day) filter (where day >= $2), max(day) desc, 1, 2 limit $4
     )
     select jsonb_agg(case when exists (
       select from public.corrections
        where content_table = facts ->> ''table'' and record_id = (facts ->> ''id'')::bigint
     ) then facts || jsonb_build_object(
       ''corrections'', published.corrections_of(facts ->> ''table'', (facts ->> ''id'')::bigint)
     ) else facts end) from (%s) as notice', facts
  ) into answer using first_day, today, last_day, wanted_notices, fields;
  return coalesce(answer, '[]');
end
$$;
comment on function public.calendar_events is
  'The notices that have one of the wanted dates from a first to a last day, those of the days after today first, or had one withdrawn in the last 60 days: as newest_notices has them, with their corrections if there are any.';
grant execute on function public.calendar_events to anon, authenticated;
