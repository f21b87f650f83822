-- Staff are admins, who may do everything, and editors, who write notices and what they refer to, but manage no people,
-- no settings, and delete nothing for ever. An account counts while it is active, its session exists, and its second
-- factor was given where it has one or needs one. Source: docs/decisions/054

alter table public.profiles
  add column display_name text check (display_name ~ '[^[:space:]]' and length(display_name) <= 80),
  add column deactivated_at timestamptz;
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

create or replace function public.is_admin() returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from staff.of_request() where role = 'admin' and missing is null) $$;
comment on function public.is_admin is
  'Whether the request comes from an active admin whose session still exists: sign-out and loss of the role count at once, not when the token expires.';

create function public.is_staff() returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from staff.of_request() where missing is null) $$;
comment on function public.is_staff is 'Whether the request comes from an active admin or editor, as is_admin() asks it of admins.';

create function public.staff_access() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('account', account, 'role', role, 'name', name, 'missing', missing) from staff.of_request()
$$;
comment on function public.staff_access is
  'The account, role and name of the staff member who asks, and what is missing before it counts: "verify" or "enroll" for the second factor, or null. Null for everybody else.';
grant execute on function public.is_staff, public.staff_access to authenticated, service_role;

create or replace function staff.require() returns void language plpgsql stable set search_path = ''
as $$
begin
  if public.is_staff() is not true then
    raise insufficient_privilege using message = 'only for staff';
  end if;
end
$$;

create or replace function rules.open_table(target text, public_rows text) returns void
  language plpgsql set search_path = ''
as $$
declare
  form_columns text := (
    select string_agg(quote_ident(column_name), ', ') from information_schema.columns
     where table_schema = 'public' and table_name = target
       and column_name not in ('id', 'created_at', 'updated_at', 'posted_at', 'list_rank', 'view_count')
  );
  is_staff constant text := '((select public.is_staff()))';
begin
  execute format('grant select on public.%I to anon, authenticated', target);
  execute format('grant insert (%1$s), update (%1$s), delete on public.%2$I to authenticated', form_columns, target);
  perform rules.set_policy(target, name, 'for ' || definition) from (values
    ('visitors read public rows', format('select to anon using (%s)', public_rows)),
    (
      'staff read everything, others public rows',
      format('select to authenticated using (%s or (select public.is_staff()))', public_rows)
    ),
    ('staff insert', 'insert to authenticated with check ' || is_staff),
    ('staff update', format('update to authenticated using %1$s with check %1$s', is_staff)),
    ('staff delete', 'delete to authenticated using ' || is_staff)
  ) as policy (name, definition);
end
$$;
comment on function rules.open_table is
  'Lets everybody read the public rows of a table, and staff read and write all of them, except the columns that the database fills in.';

select rules.open_table(name, $rows$status is distinct from 'inactive'$rows$) from content.kinds;
select rules.open_table('organizations', 'is_active'), rules.open_table('categories', 'is_active'),
  rules.open_table('recruitments', 'true');
