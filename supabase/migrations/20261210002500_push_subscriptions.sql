-- Subscriptions to notifications: one browser's preferences, statistics for staff, and limits on public calls.
-- planned_notifications grants the server everything in the schema at its end. Source: docs/decisions/019

create schema push;

comment on schema push is 'What sending notifications needs. Only the server has rights here, neither visitors nor admins.';

grant usage on schema push to service_role;

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
comment on column public.push_subscriptions.endpoint is 'Secret like the keys: who knows the endpoint may change the subscription.';
comment on column public.push_subscriptions."ipAddress" is 'Part of the contract, always null: addresses of visitors are not stored.';
select rules.close_table('push_subscriptions'), rules.touch_table('push_subscriptions');

-- Neither endpoints nor keys: with them one could send messages to the device of a visitor.
grant select (id, created_at, updated_at, preferences, "userAgent", is_active) on public.push_subscriptions to authenticated;
create policy "staff read" on public.push_subscriptions for select to authenticated using ((select public.is_admin()));

create function push.normal_endpoint(given text) returns text
  language sql immutable strict set search_path = ''
as $$
  select coalesce(
    'https://' || regexp_replace(regexp_replace(lower(part[1]), ':443$', ''), '\.(?=$|:)', '') || (
      -- Codes of characters that need none are resolved, the others are written in capitals.
      select string_agg(case
        when piece !~ '^%[0-9A-Fa-f]{2}$' then piece
        when piece ~* '^%(2d|2e|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])$'
          then chr(('x' || substr(piece, 2))::bit(8)::integer)
        else upper(piece)
      end, '' order by place)
        from regexp_matches(coalesce(part[2], '/') || coalesce(nullif(part[3], '?'), ''), '%[0-9A-Fa-f]{2}|[^%]+|%', 'g')
          with ordinality as found(pieces, place), unnest(pieces) as piece
    ), given)
    from (select regexp_match(given, '^https://([^/?#@]+)(/[^?#]*)?(\?[^#]*)?$', 'i') as part) as split
$$;
comment on function push.normal_endpoint is
  'The spelling under which an endpoint is stored: normalEndpoint in domain/push/endpoint.ts does the same to what browsers send. Other texts come back as they are.';

create function public.push_preferences(endpoint text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select stored.preferences from public.push_subscriptions as stored
   where stored.endpoint = push.normal_endpoint(push_preferences.endpoint) and stored.is_active
$$;
comment on function public.push_preferences is
  'Preferences of an active subscription, by its unguessable endpoint; null for any other endpoint.';
grant execute on function public.push_preferences to anon, authenticated;

create table push.call_counts (
  caller text not null,
  span interval not null,
  calls integer not null,
  until timestamptz not null,
  primary key (caller, span)
);
comment on table push.call_counts is
  'Public calls of the push function by caller, until their span is over. Callers are hashes with a secret: no address is stored.';
create index call_counts_until_idx on push.call_counts (until);

create function push.count_call(caller text, span interval, most integer) returns integer
  language sql set search_path = ''
as $$
  insert into push.call_counts as stored (caller, span, calls, until)
  values (count_call.caller, count_call.span, 1, clock_timestamp() + count_call.span)
  on conflict on constraint call_counts_pkey do update set
    calls = case when stored.until <= clock_timestamp() then 1 else stored.calls + 1 end,
    until = case when stored.until <= clock_timestamp() then excluded.until else stored.until end
  returning case when calls > most then greatest(1, ceil(extract(epoch from until - clock_timestamp()))) else 0 end::integer
$$;
comment on function push.count_call is
  'Counts a call before it is answered. Returns the seconds to wait; 0 means that it is permitted.';

create function push.statistics() returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'total_subscriptions', count(*),
    'active_subscriptions', count(*) filter (where is_active),
    'inactive_subscriptions', count(*) filter (where not is_active),
    'new_jobs_enabled', count(*) filter (where is_active and preferences ->> 'newJobs' = 'true'),
    'results_enabled', count(*) filter (where is_active and preferences ->> 'results' = 'true'),
    'admit_cards_enabled', count(*) filter (where is_active and preferences ->> 'admitCards' = 'true'),
    'answer_keys_enabled', count(*) filter (where is_active and preferences ->> 'answerKeys' = 'true'),
    'general_updates_enabled', count(*) filter (where is_active and preferences ->> 'generalUpdates' = 'true')
  ) from public.push_subscriptions
$$;
comment on function push.statistics is 'The numbers of a category are active subscriptions: those that would get its notifications.';

create table push.days (
  day date primary key,
  added integer not null,
  removed integer not null
);
comment on table push.days is 'Subscriptions that became active and that stopped being active, by day in India.';

create function push.count_days() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  came bigint := 0;
  went bigint := 0;
begin
  if tg_op in ('INSERT', 'UPDATE') then select count(*) filter (where is_active) into came from new_rows; end if;
  if tg_op in ('DELETE', 'UPDATE') then select count(*) filter (where is_active) into went from old_rows; end if;
  if tg_op = 'UPDATE' then
    select count(*) filter (where new_rows.is_active), count(*) filter (where old_rows.is_active) into came, went
      from old_rows join new_rows using (id) where old_rows.is_active <> new_rows.is_active;
  end if;
  if came + went > 0 then
    insert into push.days as stored (day, added, removed)
    values ((clock_timestamp() at time zone 'Asia/Kolkata')::date, came, went)
    on conflict (day) do update set added = stored.added + excluded.added, removed = stored.removed + excluded.removed;
  end if;
  return null;
end
$$;
create trigger count_added after insert on public.push_subscriptions
  referencing new table as new_rows for each statement execute function push.count_days();
create trigger count_changed after update on public.push_subscriptions
  referencing old table as old_rows new table as new_rows for each statement execute function push.count_days();
create trigger count_removed after delete on public.push_subscriptions
  referencing old table as old_rows for each statement execute function push.count_days();

create function public.push_growth(days integer) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with change as (
    select listed.day::date as day, coalesce(counted.added, 0) - coalesce(counted.removed, 0) as difference
      from generate_series(
        (now() at time zone 'Asia/Kolkata')::date - (least(greatest(days, 1), 366) - 1),
        (now() at time zone 'Asia/Kolkata')::date, interval '1 day'
      ) as listed(day)
      left join push.days as counted on counted.day = listed.day::date
  ), active as (
    select count(*) as now from public.push_subscriptions where is_active
  )
  select jsonb_agg(jsonb_build_object(
    'day', day,
    'active', active.now - coalesce((select sum(later.difference) from change as later where later.day > change.day), 0)
  ) order by day)
  from change, active
  where (select public.is_staff())
$$;
comment on function public.push_growth is
  'For staff: how many subscriptions were active at the end of each of the last days, counted back from now.';
grant execute on function public.push_growth to authenticated;
