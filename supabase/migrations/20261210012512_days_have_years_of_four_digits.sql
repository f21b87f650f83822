-- Days have a year of four digits: some are compared as texts, and PostgreSQL has days such as 10000-01-01 and infinity.
-- The form has the same limits, in domain/admin/form/typed-day.ts.

create or replace function rules.condition_of(name text, data_type text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select format(
    case
      when name = 'qualifications' then 'rules.is_selection(%1$I, rules.qualifications())'
      when name = 'states' then
        $rule$rules.is_selection(%1$I, rules.states()) and (cardinality(%1$I) = 1 or 'all-india' <> all (%1$I))$rule$
      when name = 'graduate_fields' then 'rules.is_word_list(%1$I)'
      when name = 'post_group' then '%1$I = any (rules.post_groups())'
      when name = 'gender' then '%1$I = any (rules.genders())'
      when name = 'category_vacancies' then 'rules.is_by_category(%1$I, 10000000, 0)'
      when name = 'age_relaxations' then 'rules.is_by_category(%1$I, 50, 0)'
      when name = 'category_fees' then 'rules.is_by_category(%1$I, 10000000, 2)'
      when data_type in ('integer', 'bigint') and name !~ '(^|_)id$' then '%1$I >= 0'
      -- PostgreSQL has a numeric "not a number", larger than every other one.
      when data_type = 'numeric' then $rule$%1$I >= 0 and %1$I <> 'NaN'$rule$
      when data_type = 'date' then $rule$%1$I between '1900-01-01' and '2199-12-31'$rule$
      when data_type = 'jsonb' then 'length(%1$I::text) <= 20000'
      when data_type <> 'text' then null
      when name ~ '_(link|url)$' or name = 'official_website' then 'rules.is_web_link(%1$I)'
      when name = 'slug' then 'rules.is_slug(%1$I)'
      when name in ('title', 'name') then $rule$%1$I ~ '[^[:space:]]' and length(%1$I) <= 500$rule$
      -- Only the exact word hides a notice, so no other spelling of it may be stored.
      when name = 'status' then
        $rule$length(%1$I) <= 40 and %1$I !~ '^[[:space:]]|[[:space:]]$'
          and (lower(%1$I) <> 'inactive' or %1$I = 'inactive')$rule$
      when name = any (rules.long_texts()) then 'length(%1$I) <= 100000'
      else 'length(%1$I) <= 2000'
    end, name)
$$;

-- A day beyond becomes no day, which pages show as one that is to be announced; the history has the day. A constraint that
-- did not hold for such a row would reject every later change of it, also that of its page views. Nobody has corrected a
-- notice, so neither visitors nor followers are told that its day was withdrawn.
do $$
declare
  target text;
  field text;
  telling name;
begin
  for target in select staff.edited_tables() loop
    for telling in
      select tgname from pg_trigger
       where tgrelid = format('public.%I', target)::regclass
         and tgfoid in ('rules.record_corrections'::regproc, 'push.write_events'::regproc)
    loop
      execute format('alter table public.%I disable trigger %I', target, telling);
    end loop;
    for field in
      select column_name from information_schema.columns
       where table_schema = 'public' and table_name = target and data_type = 'date'
    loop
      execute format(
        'update public.%1$I set %2$I = null where not (%3$s)', target, field, rules.condition_of(field, 'date')
      );
      execute format(
        'update bin.items set record = record || ''{%2$s: null}''
          where table_name = %1$L and not (select %4$s from (select (record ->> %3$L)::date as %5$I) as deleted)',
        target, to_json(field), field, rules.condition_of(field, 'date'), field
      );
    end loop;
    -- A trigger that waits for the end of the transaction would be in the way of the constraints.
    set constraints all immediate;
    for telling in
      select tgname from pg_trigger where tgrelid = format('public.%I', target)::regclass and tgenabled = 'D'
         and tgfoid in ('rules.record_corrections'::regproc, 'push.write_events'::regproc)
    loop
      execute format('alter table public.%I enable trigger %I', target, telling);
    end loop;
    perform rules.constrain_columns(target);
  end loop;
end
$$;
