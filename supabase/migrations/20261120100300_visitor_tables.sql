-- What visitors leave behind.

create table public.newsletter_subscribers (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  email text not null constraint newsletter_subscribers_email_check check (
    length(email) <= 254 and email ~ '^[^[:space:][:cntrl:]@<>()",;:\\]+@[^[:space:][:cntrl:]@<>()",;:\\]+[.][^[:space:][:cntrl:]@<>()",;:\\.]{2,}$'
  )
);
create unique index newsletter_subscribers_email_key on public.newsletter_subscribers (lower(email));

create table public.analytics_events (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  event_type text not null check (event_type = 'page_view'),
  page text not null check (length(page) <= 512 and page ~ '^/[^?#[:cntrl:]]*$' and page !~ '^/admin([-/]|$)'),
  user_agent text check (length(user_agent) <= 256)
);
comment on column public.analytics_events.page is 'The path alone: no query, which may hold what somebody typed, and never the back office.';
create index analytics_events_created_at_idx on public.analytics_events using brin (created_at);

create function rules.shorten_user_agent() returns trigger language plpgsql set search_path = ''
as $$
begin
  new.user_agent := left(new.user_agent, 256);
  return new;
end
$$;
create trigger shorten_user_agent before insert on public.analytics_events
  for each row execute function rules.shorten_user_agent();

create table public.push_subscriptions (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  endpoint text not null unique check (length(endpoint) <= 2048 and endpoint ~ '^https://'),
  p256dh text not null check (length(p256dh) <= 200),
  auth text not null check (length(auth) <= 100),
  preferences jsonb not null default
    '{"newJobs": true, "results": true, "admitCards": true, "answerKeys": true, "generalUpdates": false}'
    check (jsonb_typeof(preferences) = 'object' and length(preferences::text) <= 500),
  "userAgent" text check (length("userAgent") <= 1000),
  "ipAddress" text check ("ipAddress" is null),
  is_active boolean not null default true
);
comment on column public.push_subscriptions.endpoint is 'Whoever knows this address may change the subscription, so it is as secret as the keys.';
comment on column public.push_subscriptions."ipAddress" is 'Part of the contract, always null: addresses of visitors are not stored.';
