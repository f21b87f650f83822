-- What a column may contain, by its name and type. The functions are part of check constraints and of generated columns.

create schema if not exists rules;
comment on schema rules is 'Rules of columns, and triggers that tables share. Not exposed over REST.';
grant usage on schema rules to anon, authenticated, service_role;

create or replace function rules.is_web_link(link text) returns boolean
  language sql immutable strict parallel safe
  return length(link) <= 2048 and link ~* '^https?://[^[:space:][:cntrl:]/?#@\\"<>]+([/?#][^[:space:][:cntrl:]\\"<>]*)?$';
comment on function rules.is_web_link is 'An absolute http(s) address without credentials; pages show nothing else as a link.';

create or replace function rules.is_slug(slug text) returns boolean
  language sql immutable strict parallel safe
  return length(slug) <= 100 and slug ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$';

create or replace function rules.moment_of(post_time text) returns timestamptz
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  part text[];
  first_of_month date;
  day date;
  hour int := 0;
  time_zone interval := interval '5 hours 30 minutes';
begin
  -- DD/MM/YYYY h:mm AM|PM
  part := regexp_match(btrim(post_time), '^([0-9]{2})/([0-9]{2})/([0-9]{4}) +([0-9]{1,2}):([0-9]{2}) *([ap])m$', 'i');
  if part is not null then
    if part[4]::int not between 1 and 12 then return null; end if;
    hour := part[4]::int % 12 + case when lower(part[6]) = 'p' then 12 else 0 end;
    part := array[part[3], part[2], part[1], null, part[5]];
  else
    -- YYYY-MM-DD, or an ISO 8601 timestamp with or without seconds and offset
    part := regexp_match(
      btrim(post_time),
      '^([0-9]{4})-([0-9]{2})-([0-9]{2})'
        '(?:[t ]([0-9]{2}):([0-9]{2})(?::([0-9]{2}(?:[.][0-9]{1,9})?))? ?(?:(z)|([+-])([0-9]{2}):?([0-9]{2})?)?)?$',
      'i'
    );
    if part is null then return null; end if;
    hour := coalesce(part[4]::int, 0);
    if part[7] is not null then
      time_zone := interval '0';
    elsif part[8] is not null then
      if part[9]::int > 15 or coalesce(part[10]::int, 0) > 59 then return null; end if;
      time_zone := make_interval(hours => part[9]::int, mins => coalesce(part[10]::int, 0));
      if part[8] = '-' then time_zone := -time_zone; end if;
    end if;
  end if;

  if part[1]::int < 1 or part[2]::int not between 1 and 12 or part[3]::int not between 1 and 31
    or hour > 23 or coalesce(part[5]::int, 0) > 59 or coalesce(part[6]::numeric, 0) >= 60
  then
    return null;
  end if;
  first_of_month := make_date(part[1]::int, part[2]::int, 1);
  day := first_of_month + (part[3]::int - 1);
  if extract(month from day) <> extract(month from first_of_month) then return null; end if;

  return (
    day + make_time(hour, coalesce(part[5]::int, 0), 0) + make_interval(secs => coalesce(part[6]::double precision, 0))
      - time_zone
  ) at time zone 'UTC';
end
$$;
comment on function rules.moment_of is
  'The timestamp that a post_time means, in Indian standard time unless it carries an offset: DD/MM/YYYY h:mm AM|PM, YYYY-MM-DD (midnight) or an ISO 8601 timestamp. Null for anything else, days outside the calendar included; never an error.';

grant execute on function rules.is_web_link, rules.is_slug, rules.moment_of to authenticated, service_role;

create function rules.long_texts() returns text[] language sql immutable parallel safe
  return '{content,description,eligibility,post_name,required_documents}'::text[];
comment on function rules.long_texts is 'Columns for texts of up to 100,000 characters; every other text has up to 2,000.';
grant execute on function rules.long_texts to anon, authenticated, service_role;

create function rules.condition_of(name text, data_type text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select format(
    case
      when data_type in ('integer', 'bigint') and name !~ '(^|_)id$' then '%1$I >= 0'
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
comment on function rules.condition_of is 'The check constraint of a column; null for a column of which any value of its type is right.';

create function rules.constrain_columns(target text) returns void
  language plpgsql set search_path = ''
as $$
declare
  field record;
begin
  for field in
    select column_name, rules.condition_of(column_name, data_type) as condition
      from information_schema.columns where table_schema = 'public' and table_name = target
  loop
    continue when field.condition is null or exists (
      select from pg_catalog.pg_constraint
       where conrelid = format('public.%I', target)::regclass and conname = target || '_' || field.column_name || '_check'
    );
    execute format(
      'alter table public.%I add constraint %I check (%s)',
      target, target || '_' || field.column_name || '_check', field.condition
    );
  end loop;
end
$$;
comment on function rules.constrain_columns is 'Adds the check constraints that the columns of a table lack.';
