-- Staff are admins, who may do everything, and editors, who write notices and what they refer to, but manage no people,
-- no settings, and delete nothing for ever. An account counts while it is active, its session exists, and its second
-- factor was given where it has one or needs one. Source: docs/decisions/054
-- How factors are given is in second_factor.

create schema staff;

comment on schema staff is 'What the functions for staff share. Not exposed over REST.';

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  created_at timestamptz not null default now(),
  role text not null default 'user' check (length(role) <= 40),
  display_name text check (display_name ~ '[^[:space:]]' and length(display_name) <= 80),
  deactivated_at timestamptz
);
comment on column public.profiles.role is 'The values admin and editor make an account staff.';
comment on column public.profiles.display_name is 'How others on the staff see who changed something.';
comment on column public.profiles.deactivated_at is 'Since when the account may not sign in; null for an active account.';

create table staff.settings (
  is_only boolean primary key default true check (is_only),
  second_factor_of text not null default 'none' check (second_factor_of in ('none', 'admin', 'staff'))
);
comment on table staff.settings is 'What the last server that started was told: who needs a second factor.';
insert into staff.settings default values;

create table staff.factors (
  id uuid primary key default gen_random_uuid(),
  account uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text not null check (length(name) <= 80),
  secret text not null,
  verified_at timestamptz,
  last_step bigint,
  unique (account, name)
);
comment on table staff.factors is
  'Second factors: codes by time. "secret" is encrypted with a key that the database does not have; "last_step" is the time step of the last code that was taken, none up to which is taken again.';

create function staff.missing_factor(profile public.profiles, assurance text) returns text
  language sql stable set search_path = ''
as $$
  select case
    when assurance = 'aal2' then null
    when exists (select from staff.factors where account = profile.id and verified_at is not null) then 'verify'
    when exists (select from staff.settings where second_factor_of in ('staff', profile.role)) then 'enroll'
  end
$$;
comment on function staff.missing_factor is
  'What an account with this assurance has to do before it counts: verify its second factor, or enroll one; null for nothing.';

create function staff.of_request() returns table (account uuid, role text, name text, missing text)
  language sql stable set search_path = ''
as $$
  select profiles.id, profiles.role, profiles.display_name,
         staff.missing_factor(profiles, least(coalesce(sessions.aal::text, 'aal1'), coalesce(auth.jwt() ->> 'aal', 'aal1')))
    from public.profiles join auth.sessions on sessions.user_id = profiles.id
   where profiles.id = auth.uid() and profiles.role in ('admin', 'editor') and profiles.deactivated_at is null
     and sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
     and (sessions.not_after is null or sessions.not_after > now())
$$;
comment on function staff.of_request is
  'The active member of the staff from whose existing session the request comes; nothing for others. Token and session must both say that the second factor was given.';

create function public.is_staff() returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from staff.of_request() where missing is null) $$;
comment on function public.is_staff is 'Whether the request comes from an active admin or editor, as is_admin() asks it of admins.';

create function public.is_admin() returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from staff.of_request() where role = 'admin' and missing is null) $$;
comment on function public.is_admin is
  'Whether the request comes from an active admin whose session still exists: sign-out and loss of the role count at once, not when the token expires.';
grant execute on function public.is_admin to authenticated, service_role;

create function public.staff_access() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('account', account, 'role', role, 'name', name, 'missing', missing) from staff.of_request()
$$;
comment on function public.staff_access is
  'The account, role and name of the staff member who asks, and what is missing before it counts: "verify" or "enroll" for the second factor, or null. Null for everybody else.';
grant execute on function public.is_staff, public.staff_access to authenticated, service_role;

create function staff.require() returns void language plpgsql stable set search_path = ''
as $$
begin
  if public.is_staff() is not true then
    raise insufficient_privilege using message = 'only for staff';
  end if;
end
$$;

create function staff.require_admin() returns void language plpgsql stable set search_path = ''
as $$
begin
  if public.is_admin() is not true then
    raise insufficient_privilege using message = 'Only admins may do this';
  end if;
end
$$;
