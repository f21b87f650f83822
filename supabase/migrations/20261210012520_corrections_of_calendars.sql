-- The calendar to which one subscribes reads the corrections of its notices once for each kind. The earlier join was
-- planned so that it read them again for each of up to 500 notices.

create or replace function public.calendar_events(
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
     ), corrected as materialized (
       -- Once for each kind: a join that the planner chooses might ask again for each notice.
       select name as content_table, record_id as id, corrections from content.kinds
        cross join lateral published.corrections_in(name, array(select id from listed where listed.priority = kinds.priority))
     )
     select jsonb_agg(facts || case when corrections is null then ''{}'' else jsonb_build_object(''corrections'', corrections) end)
       from (%1$s) as notice left join corrected using (content_table, id)', facts, is_fitting
  ) into answer using first_day, today, last_day, wanted_notices, fields, coalesce(filters, '{}');
  return coalesce(answer, '[]');
end
$$;

create or replace function published.dated_statement(kind content.kinds, conditions text) returns text
  language sql immutable set search_path = ''
  return format(
    'select %1$L as content_table, id, jsonb_build_object(
       ''table'', %1$L, ''id'', id, ''slug'', slug, ''title'', title, ''status'', status, ''created_at'', created_at,
       ''posted_at'', posted_at, ''updated_at'', updated_at, ''recruitment_id'', recruitment_id,
       ''organization'', (select name from public.organizations where id = notice.organization_id)
     ) || jsonb_build_object(%2$s) as facts
       from public.%1$I as notice where status is distinct from ''inactive'' and %3$s',
    kind.name, (select string_agg(format('%1$L, %1$I', field), ', ') from unnest(kind.day_fields) as field), conditions
  );
