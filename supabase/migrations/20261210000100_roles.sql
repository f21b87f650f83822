-- Roles, extensions and the default privileges under which everything else is created.
-- Runs on hosted Supabase, where roles and extensions exist already, and on plain PostgreSQL 15 or newer.

create schema if not exists extensions;

create extension if not exists pg_trgm with schema extensions;

create extension if not exists fuzzystrmatch with schema extensions;

do $$
declare
  name text;
begin
  foreach name in array array['anon', 'authenticated', 'service_role'] loop
    begin
      if not exists (select from pg_roles where rolname = name) then
        execute format('create role %I nologin noinherit', name);
      end if;
    exception when duplicate_object or unique_violation then null; -- created for another database at the same time
    end;
    begin
      -- The server changes into these roles; since PostgreSQL 16 having created them is not enough for that.
      execute format('grant %I to current_user', name);
    exception when insufficient_privilege then null;
    end;
  end loop;

  begin
    alter role service_role bypassrls;
  exception when insufficient_privilege then null; -- it has policies of its own
  end;

  begin
    alter role anon set statement_timeout = '3s';
    alter role authenticated set statement_timeout = '8s';
  exception when insufficient_privilege then null; -- the roles belong to somebody else; the server sets the limits itself
  end;
end
$$;
grant usage on schema public, extensions to anon, authenticated, service_role;

revoke create on schema public from public;

-- A table or function of a later migration is closed until that migration grants access.
alter default privileges revoke execute on functions from public;

alter default privileges in schema public revoke all on tables from anon, authenticated;

alter default privileges in schema public revoke all on sequences from anon, authenticated;

alter default privileges in schema public revoke execute on functions from anon, authenticated;

alter default privileges in schema public grant all on tables to service_role;

alter default privileges in schema public grant all on sequences to service_role;

alter default privileges in schema public grant execute on functions to service_role;

-- The search compares close matches with it, with the rights of visitors.
grant execute on function extensions.levenshtein_less_equal(text, text, integer) to anon, authenticated, service_role;
