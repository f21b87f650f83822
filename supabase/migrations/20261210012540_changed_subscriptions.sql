-- When the address of a subscription changes, the messages that wait for it are sent to the new address, and two changes
-- at the same time do not deactivate it.

create or replace function push.record_outcomes(notification bigint, outcomes push.outcome[]) returns text
  language plpgsql set search_path = ''
as $$
declare
  state_now text;
begin
  update public.push_subscriptions set is_active = false
    from unnest(outcomes) as given where push_subscriptions.id = given.id and outcome = 'gone' and is_active;
  -- A push service has moved subscriptions. One whose new address belongs to another subscription is a copy of that one. A
  -- subscription may have its new address already: the response to another message has moved it before.
  update public.push_subscriptions as stored set
    endpoint = case when is_copy then stored.endpoint else moved.endpoint end, is_active = not is_copy
    from (
      select given.id, given.endpoint, row_number() over (partition by given.endpoint order by given.id) > 1 or exists (
        select from public.push_subscriptions as other where other.endpoint = given.endpoint and other.id <> given.id
      ) as is_copy
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

create or replace function push.move_follows(former text, endpoint text, most integer) returns void
  language sql set search_path = ''
as $$
  with moved as (
    select former_one.id as old_id, new_one.id as new_id
      from public.push_subscriptions as former_one, public.push_subscriptions as new_one
     where former_one.endpoint = move_follows.former and new_one.endpoint = move_follows.endpoint
       and former_one.id <> new_one.id
  ), quiet as (
    insert into push.quiet_hours select new_id, starts, ends from push.quiet_hours join moved on old_id = subscription_id
      on conflict do nothing
  ), waiting as (
    update push.retries set subscription_id = new_id
      from moved
     where subscription_id = old_id and not exists (
       select from push.retries as own where own.notification_id = retries.notification_id and own.subscription_id = new_id
     )
  )
  insert into push.follows (subscription_id, topic, events, created_at)
    select new_id, topic, events, created_at from push.follows join moved on old_id = subscription_id
     order by created_at
     limit greatest(most - (select count(*) from push.follows join moved on new_id = subscription_id), 0)
    on conflict do nothing
$$;
comment on function push.move_follows is
  'Gives a subscription what the one that it replaces follows, its quiet hours, and the messages that wait for it.';
