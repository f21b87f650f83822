-- Who may do what. Row-level security is the lock; the grants are as narrow as the policies.
--   visitors, and signed-in people who are not staff: read public rows; leave an e-mail address or a page view
--   staff: everything on notices and what they refer to; read profiles, subscribers, page views, push statistics
--   service_role: everything

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
  'Whether the request comes from a member of staff whose session still exists: sign-out and loss of the role count at once, not when the token expires.';
grant execute on function public.is_admin to authenticated, service_role;

do $$
declare
  name text;
  public_rows text;
  form_columns text;
begin
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('alter table public.%I enable row level security', name);
    execute format('revoke all on public.%I from public, anon, authenticated', name);
    execute format('grant all on public.%I to service_role', name);
    execute format('create policy "service_role does everything" on public.%I to service_role using (true)', name);
  end loop;

  foreach name in array array[
    'jobs', 'results', 'admit_cards', 'answer_keys', 'admissions', 'documents', 'syllabus',
    'organizations', 'categories', 'recruitments'
  ] loop
    public_rows := case
      when name = 'recruitments' then 'true'
      when name in ('organizations', 'categories') then 'is_active'
      else $rows$status is distinct from 'inactive'$rows$
    end;
    select string_agg(quote_ident(column_name), ', ') into form_columns
      from information_schema.columns
     where table_schema = 'public' and table_name = name
       and column_name not in ('id', 'created_at', 'updated_at', 'posted_at', 'view_count');

    execute format('grant select on public.%I to anon, authenticated', name);
    execute format(
      'grant insert (%1$s), update (%1$s), delete on public.%2$I to authenticated', form_columns, name
    );
    execute format('create policy "visitors read public rows" on public.%I for select to anon using (%s)', name, public_rows);
    execute format(
      'create policy "staff read everything, others public rows" on public.%I for select to authenticated
         using (%s or (select public.is_admin()))', name, public_rows
    );
    execute format(
      'create policy "staff insert" on public.%I for insert to authenticated with check ((select public.is_admin()))', name
    );
    execute format(
      'create policy "staff update" on public.%I for update to authenticated
         using ((select public.is_admin())) with check ((select public.is_admin()))', name
    );
    execute format(
      'create policy "staff delete" on public.%I for delete to authenticated using ((select public.is_admin()))', name
    );
  end loop;

  foreach name in array array['profiles', 'newsletter_subscribers', 'analytics_events', 'push_subscriptions'] loop
    execute format(
      'create policy "staff read" on public.%I for select to authenticated using ((select public.is_admin()))', name
    );
  end loop;
end
$$;

grant select on public.profiles, public.newsletter_subscribers, public.analytics_events to authenticated;
-- Neither endpoints nor keys: with them anybody could push to somebody's device.
grant select (id, created_at, updated_at, preferences, "userAgent", is_active) on public.push_subscriptions to authenticated;

grant insert (email) on public.newsletter_subscribers to anon, authenticated;
create policy "anybody subscribes" on public.newsletter_subscribers for insert to anon, authenticated with check (true);

grant insert (event_type, page, user_agent) on public.analytics_events to anon, authenticated;
create policy "anybody is counted" on public.analytics_events for insert to anon, authenticated with check (true);
