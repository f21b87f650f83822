-- Delivering notifications: workers of all servers claim batches and retries, and record what became of them.
-- Source: docs/decisions/019

create function push.claim_batch(holder uuid, lease_time interval) returns setof push.batches
  language sql set search_path = ''
as $$
  with free as (
    select notification_id, first_id from push.batches
      join push.notifications on notifications.id = notification_id and state = 'sending'
     where lease_until <= now()
     order by notification_id, first_id limit 1 for update of batches skip locked
  )
  update push.batches set lease = holder, lease_until = now() + lease_time
    from free where batches.notification_id = free.notification_id and batches.first_id = free.first_id
  returning batches.*
$$;

create function push.claim_retries(most integer, lease_time interval) returns setof push.retries
  language sql set search_path = ''
as $$
  with oldest as (
    select notification_id from push.retries join push.notifications on id = notification_id and state = 'sending'
     where not_before <= now() order by not_before limit 1
  ), due as (
    select notification_id, subscription_id from push.retries
     where notification_id = (select notification_id from oldest) and not_before <= now()
     order by not_before limit most for update skip locked
  )
  update push.retries set not_before = now() + lease_time
    from due where retries.notification_id = due.notification_id and retries.subscription_id = due.subscription_id
  returning retries.*
$$;
comment on function push.claim_retries is 'Messages of one notification that are due, for the first worker that asks.';

create type push.outcome as (id bigint, outcome text, attempts integer, seconds double precision, endpoint text);
comment on type push.outcome is
  'What became of a message: sent, failed, gone (its subscription does not exist any more) or again (in so many seconds).';

create function push.record_outcomes(notification bigint, outcomes push.outcome[]) returns text
  language plpgsql set search_path = ''
as $$
declare
  state_now text;
begin
  update public.push_subscriptions set is_active = false
    from unnest(outcomes) as given where push_subscriptions.id = given.id and outcome = 'gone' and is_active;
  -- A push service moved a subscription; where the new address is known already, this one is a copy.
  update public.push_subscriptions as stored set
    endpoint = case when taken then stored.endpoint else moved.endpoint end, is_active = not taken
    from (
      select given.id, given.endpoint,
             exists (select from public.push_subscriptions as other where other.endpoint = given.endpoint) as taken
        from unnest(outcomes) as given where given.endpoint is not null
    ) as moved where stored.id = moved.id;
  update push.notifications set
    sent = sent + (select count(*) from unnest(outcomes) where outcome = 'sent'),
    failed = failed + (select count(*) from unnest(outcomes) where outcome in ('failed', 'gone'))
    where id = notification returning state into state_now;
  -- Of two workers that finish together, the second has waited for the row above and sees the first one as finished.
  perform push.finish(notification);
  return state_now;
end
$$;

create function push.checkpoint(batch push.batches, outcomes push.outcome[], is_finished boolean, lease_time interval) returns text
  language plpgsql set search_path = ''
as $$
begin
  if is_finished then
    delete from push.batches as held where held.notification_id = batch.notification_id
      and held.first_id = batch.first_id and held.lease = batch.lease;
  else
    update push.batches as held set passed_id = batch.passed_id, lease_until = now() + lease_time
      where held.notification_id = batch.notification_id and held.first_id = batch.first_id and held.lease = batch.lease;
  end if;
  if not found then return 'lost'; end if;
  insert into push.retries (notification_id, subscription_id, not_before, attempts)
    select batch.notification_id, id, now() + make_interval(secs => seconds), attempts
      from unnest(outcomes) where outcome = 'again'
    on conflict do nothing;
  return push.record_outcomes(batch.notification_id, outcomes);
end
$$;
comment on function push.checkpoint is
  'Records what was sent of a batch and extends its lease. Returns the state of the notification, or "lost" when another worker holds the batch: then nothing is recorded.';

create function push.settle_retries(notification bigint, outcomes push.outcome[]) returns text
  language plpgsql set search_path = ''
as $$
declare
  mine push.outcome[];
begin
  -- Cancelling locks the notification and then its retries: the same order prevents a deadlock.
  perform from push.notifications where id = notification for no key update;
  -- What another worker has settled in the meantime is not counted twice.
  with settled as (
    delete from push.retries using unnest(outcomes) as given
     where notification_id = notification and subscription_id = given.id and outcome <> 'again' returning given.id
  ), delayed as (
    update push.retries set not_before = now() + make_interval(secs => given.seconds), attempts = given.attempts
      from unnest(outcomes) as given
     where notification_id = notification and subscription_id = given.id and outcome = 'again' returning given.id
  )
  select array_agg(given) into mine from unnest(outcomes) as given
    where given.id in (select id from settled union all select id from delayed);
  return push.record_outcomes(notification, coalesce(mine, '{}'));
end
$$;

create function push.pause(service text, seconds double precision) returns void
  language sql set search_path = ''
as $$
  insert into push.pauses as stored (origin, until) values (service, now() + make_interval(secs => seconds))
    on conflict (origin) do update set until = greatest(stored.until, excluded.until)
$$;

create function push.tidy() returns void
  language plpgsql set search_path = ''
as $$
begin
  delete from push.call_counts where until < now();
  delete from push.pauses where until < now();
  delete from push.batches using push.notifications
    where id = notification_id and state in ('done', 'cancelled') and lease_until <= now();
  delete from public.push_subscriptions where not is_active and updated_at < now() - interval '90 days';
end
$$;
comment on function push.tidy is 'Deletes rows that are no longer needed, such as subscriptions that ended 90 days ago.';

create function push.count_click(endpoint text, notification bigint) returns void
  language sql set search_path = ''
as $$
  update push.notifications set clicks = clicks + 1
   where id = notification and clicks < sent
     and exists (
       select from public.push_subscriptions as stored
        where stored.endpoint = count_click.endpoint and is_active
          and stored.created_at <= coalesce(notifications.send_at, notifications.created_at)
          and (notifications.event is not null or stored.preferences ->> notifications.category = 'true')
     )
$$;
comment on function push.count_click is
  'Counts a tap on a notification, from an active subscription that is older and wants its category or was sent what it follows, and not more taps than messages. Who tapped is not stored.';
