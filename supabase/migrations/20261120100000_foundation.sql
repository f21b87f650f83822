-- What everything else stands on: roles, closed defaults, and the rules that columns and constraints share.
-- Runs on hosted Supabase, where roles and extensions exist already, and on plain PostgreSQL 15 or newer.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

do $$
declare
  name text;
begin
  foreach name in array array['anon', 'authenticated', 'service_role'] loop
    begin
      if not exists (select from pg_roles where rolname = name) then
        execute format('create role %I nologin noinherit', name);
      end if;
    exception when duplicate_object or unique_violation then null; -- made for another database at this moment
    end;
    begin
      -- The server changes into these roles; since PostgreSQL 16 having created them is not enough for that.
      execute format('grant %I to current_user', name);
    exception when insufficient_privilege then null;
    end;
  end loop;

  begin
    alter role service_role bypassrls;
  exception when insufficient_privilege then null; -- its own policies let it pass
  end;

  begin
    alter role anon set statement_timeout = '3s';
    alter role authenticated set statement_timeout = '8s';
  exception when insufficient_privilege then null; -- shared roles; the server sets the limits itself
  end;
end
$$;

grant usage on schema public, extensions to anon, authenticated, service_role;
revoke create on schema public from public;

-- A table or function made later is closed until its migration opens it.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;

create schema rules;
comment on schema rules is 'What columns and constraints share. Not part of the table interface.';
grant usage on schema rules to anon, authenticated, service_role;

create function rules.is_web_link(link text) returns boolean
  language sql immutable strict parallel safe
  return length(link) <= 2048 and link ~* '^https?://[^[:space:][:cntrl:]/?#@\\"<>]+([/?#][^[:space:][:cntrl:]\\"<>]*)?$';
comment on function rules.is_web_link is 'An absolute http(s) address without credentials: the only thing shown as a link.';

create function rules.is_slug(slug text) returns boolean
  language sql immutable strict parallel safe
  return length(slug) <= 100 and slug ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$';

create function rules.moment_of(post_time text) returns timestamptz
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
  'The moment a post_time means, in Indian standard time unless it carries an offset: DD/MM/YYYY h:mm AM|PM, YYYY-MM-DD (midnight) or an ISO 8601 timestamp. Null for anything else, days outside the calendar included; never an error.';

grant execute on all functions in schema rules to authenticated, service_role;
