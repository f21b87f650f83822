-- Cancelling a notification holds it and then its retries; whoever settles retries takes both in the same order.

create or replace function push.settle_retries(notification bigint, outcomes push.outcome[]) returns text
  language plpgsql set search_path = ''
as $$
declare
  mine push.outcome[];
begin
  perform from push.notifications where id = notification for no key update;
  -- What somebody else settled meanwhile is not counted twice.
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
