-- What the push function asks of subscriptions: one browser's own preferences, numbers for staff, and how often
-- somebody has called. Source: docs/decisions/019

create schema push;
comment on schema push is 'What sending notifications needs. For the server alone: no visitor and no member of staff has rights here.';
grant usage on schema push to service_role;

create function public.push_preferences(endpoint text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select kept.preferences from public.push_subscriptions as kept
   where kept.endpoint = push_preferences.endpoint and kept.is_active
$$;
comment on function public.push_preferences is
  'Preferences of an active subscription, for whoever knows its unguessable endpoint; null for any other endpoint.';
grant execute on function public.push_preferences to anon, authenticated;

create table push.call_counts (
  caller text not null,
  span interval not null,
  calls integer not null,
  until timestamptz not null,
  primary key (caller, span)
);
comment on table push.call_counts is
  'Public calls of the push function by whoever makes them, until their span is over. Callers are hashes with a secret: no address is stored.';
create index call_counts_until_idx on push.call_counts (until);

create function push.count_call(caller text, span interval, most integer) returns integer
  language sql set search_path = ''
as $$
  insert into push.call_counts as kept (caller, span, calls, until)
  values (count_call.caller, count_call.span, 1, clock_timestamp() + count_call.span)
  on conflict on constraint call_counts_pkey do update set
    calls = case when kept.until <= clock_timestamp() then 1 else kept.calls + 1 end,
    until = case when kept.until <= clock_timestamp() then excluded.until else kept.until end
  returning case when calls > most then greatest(1, ceil(extract(epoch from until - clock_timestamp()))) else 0 end::integer
$$;
comment on function push.count_call is
  'Counts a call before it is answered. Returns the seconds to wait; 0 means that it is one of the permitted ones.';

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
comment on function push.statistics is 'The enabled ones are active subscriptions: who would get a notification of that category.';

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
    insert into push.days as kept (day, added, removed)
    values ((clock_timestamp() at time zone 'Asia/Kolkata')::date, came, went)
    on conflict (day) do update set added = kept.added + excluded.added, removed = kept.removed + excluded.removed;
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
  where (select public.is_admin())
$$;
comment on function public.push_growth is
  'For staff: how many subscriptions were active at the end of each of the last days, counted back from now.';
grant execute on function public.push_growth to authenticated;

revoke execute on all functions in schema push from public;
grant select, insert, update, delete on all tables in schema push to service_role;
grant execute on function push.count_call, push.statistics to service_role;
