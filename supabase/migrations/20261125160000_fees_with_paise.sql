-- Fees may have paise: numbers with two decimals instead of whole ones.

create or replace function rules.condition_of(name text, data_type text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select format(
    case
      when data_type in ('integer', 'bigint') and name !~ '(^|_)id$' then '%1$I >= 0'
      -- PostgreSQL has a numeric "not a number", larger than every other one.
      when data_type = 'numeric' then $rule$%1$I >= 0 and %1$I <> 'NaN'$rule$
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

-- Twelve digits hold every whole number that these columns could store before.
alter table public.jobs
  drop constraint jobs_fee_general_check,
  drop constraint jobs_fee_sc_st_check,
  drop constraint jobs_fee_female_check,
  alter column fee_general type numeric(12, 2),
  alter column fee_sc_st type numeric(12, 2),
  alter column fee_female type numeric(12, 2);
alter table public.admissions
  drop constraint admissions_fee_general_check,
  drop constraint admissions_fee_sc_st_check,
  drop constraint admissions_fee_obc_check,
  alter column fee_general type numeric(12, 2),
  alter column fee_sc_st type numeric(12, 2),
  alter column fee_obc type numeric(12, 2);
select rules.constrain_columns('jobs'), rules.constrain_columns('admissions');
