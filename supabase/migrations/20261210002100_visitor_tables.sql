-- What visitors leave behind: addresses for the newsletter, and page views.

create table public.newsletter_subscribers (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  email text not null constraint newsletter_subscribers_email_check check (
    length(email) <= 254 and email ~ '^[^[:space:][:cntrl:]@<>()",;:\\]+@[^[:space:][:cntrl:]@<>()",;:\\]+[.][^[:space:][:cntrl:]@<>()",;:\\.]{2,}$'
  )
);
create unique index newsletter_subscribers_email_key on public.newsletter_subscribers (lower(email));
select rules.close_table('newsletter_subscribers');
grant insert (email) on public.newsletter_subscribers to anon, authenticated;
grant select on public.newsletter_subscribers to authenticated;
create policy "anybody subscribes" on public.newsletter_subscribers for insert to anon, authenticated with check (true);
create policy "staff read" on public.newsletter_subscribers for select to authenticated using ((select public.is_admin()));

create table public.analytics_events (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  event_type text not null check (event_type = 'page_view'),
  page text not null check (length(page) <= 512 and page ~ '^/[^?#[:cntrl:]]*$' and page !~ '^/admin([-/]|$)'),
  user_agent text check (length(user_agent) <= 256)
);
comment on column public.analytics_events.page is 'The path alone: a query may contain what a visitor typed. Paths of the admin are not counted.';
create index analytics_events_created_at_idx on public.analytics_events using brin (created_at);

create function rules.shorten_user_agent() returns trigger language plpgsql set search_path = ''
as $$
begin
  new.user_agent := left(new.user_agent, 256);
  return new;
end
$$;

-- The address of a preview is its secret, so it is not among the pages that are counted.
create function rules.skip_secret_view() returns trigger language plpgsql set search_path = ''
as $$
begin
  return null;
end
$$;
create trigger skip_secret_view before insert on public.analytics_events
  for each row when (new.page like '/preview/%') execute function rules.skip_secret_view();
create trigger shorten_user_agent before insert on public.analytics_events
  for each row execute function rules.shorten_user_agent();
select rules.close_table('analytics_events');
grant insert (event_type, page, user_agent) on public.analytics_events to anon, authenticated;
grant select on public.analytics_events to authenticated;
create policy "anybody is counted" on public.analytics_events for insert to anon, authenticated with check (true);
create policy "staff read" on public.analytics_events for select to authenticated using ((select public.is_staff()));
