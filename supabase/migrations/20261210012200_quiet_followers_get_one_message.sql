-- Who follows something and had quiet hours when it was queued has a row in push.retries from the beginning. The batches
-- leave these followers out by that row, so it stays until the last batch is done, also when the quiet hours end before.
-- Source: docs/decisions/047

create function push.may_be_retried(wanted push.notifications) returns boolean
  language sql stable
  return wanted.state = 'sending'
    and (wanted.event is null or not exists (select from push.batches where notification_id = wanted.id));
comment on function push.may_be_retried is
  'Whether messages of a notification may be sent again: those of what is followed, after all of its batches.';

grant execute on function push.may_be_retried to service_role;

create or replace function push.claim_retries(most integer, lease_time interval) returns setof push.retries
  language sql set search_path = ''
as $$
  with oldest as (
    select notification_id from push.retries join push.notifications on id = notification_id and push.may_be_retried(notifications)
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

create or replace function push.is_due() returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from push.batches join push.notifications on id = notification_id
     where state = 'sending' and lease_until <= now()
  ) or exists (
    select from push.retries join push.notifications on id = notification_id
     where push.may_be_retried(notifications) and not_before <= now()
  )
$$;
