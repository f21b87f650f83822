-- Who may do what. Row-level security decides; the grants are as narrow as the policies.
--   visitors, and signed-in users who are not admins: read public rows; leave an e-mail address, a message or a page view
--   admins: everything on notices and on what notices refer to; read profiles, subscribers, page views, push statistics
--   service_role: everything

create table if not exists public.profiles (
  id uuid primary key references auth.users on delete cascade,
  created_at timestamptz not null default now(),
  role text not null default 'user' check (length(role) <= 40)
);
comment on column public.profiles.role is 'The value admin makes an account an admin.';

create function public.is_admin() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.profiles
      join auth.sessions on sessions.user_id = profiles.id
     where profiles.id = auth.uid()
       and profiles.role = 'admin'
       and sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
       and (sessions.not_after is null or sessions.not_after > now())
  )
$$;
comment on function public.is_admin is
  'Whether the request comes from an admin whose session still exists: sign-out and loss of the role count at once, not when the token expires.';
grant execute on function public.is_admin to authenticated, service_role;

create function rules.close_table(target text) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format('alter table public.%I enable row level security', target);
  execute format('revoke all on public.%I from public, anon, authenticated', target);
  execute format('grant all on public.%I to service_role', target);
  perform rules.set_policy(target, 'service_role does everything', 'to service_role using (true)');
end
$$;
comment on function rules.close_table is 'Leaves a table to the server alone, until further grants and policies.';

create function rules.set_policy(target text, name text, definition text) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format('drop policy if exists %I on public.%I', name, target);
  execute format('create policy %I on public.%I %s', name, target, definition);
end
$$;

create function rules.open_table(target text, public_rows text) returns void
  language plpgsql set search_path = ''
as $$
declare
  form_columns text := (
    select string_agg(quote_ident(column_name), ', ') from information_schema.columns
     where table_schema = 'public' and table_name = target
       and column_name not in ('id', 'created_at', 'updated_at', 'posted_at', 'view_count')
  );
  is_admin constant text := '((select public.is_admin()))';
begin
  execute format('grant select on public.%I to anon, authenticated', target);
  execute format('grant insert (%1$s), update (%1$s), delete on public.%2$I to authenticated', form_columns, target);
  perform rules.set_policy(target, name, 'for ' || definition) from (values
    ('visitors read public rows', format('select to anon using (%s)', public_rows)),
    (
      'staff read everything, others public rows',
      format('select to authenticated using (%s or (select public.is_admin()))', public_rows)
    ),
    ('staff insert', 'insert to authenticated with check ' || is_admin),
    ('staff update', format('update to authenticated using %1$s with check %1$s', is_admin)),
    ('staff delete', 'delete to authenticated using ' || is_admin)
  ) as policy (name, definition);
end
$$;
comment on function rules.open_table is
  'Lets everybody read the public rows of a table, and admins read and write all of them, except the columns that the database fills in.';

select rules.close_table('profiles');
grant select on public.profiles to authenticated;
create policy "staff read" on public.profiles for select to authenticated using ((select public.is_admin()));
