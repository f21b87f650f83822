-- The queue of notifications: ranges of subscriptions that any server picks up, and a row for every message that has to
-- be sent again. Source: docs/decisions/019

create table push.notifications (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  created_by uuid,
  idempotency_key text,
  title text not null check (length(title) between 1 and 100),
  body text not null check (length(body) between 1 and 300),
  category text not null check (category in ('newJobs', 'results', 'admitCards', 'answerKeys', 'generalUpdates')),
  url text not null,
  icon text,
  badge text,
  image text,
  data jsonb,
  state text not null default 'sending' check (state in ('sending', 'paused', 'cancelled', 'done')),
  recipients bigint not null default 0,
  sent bigint not null default 0,
  failed bigint not null default 0
) with (fillfactor = 50);
comment on column push.notifications.recipients is
  'Subscriptions that wanted it when it was queued; when it is done, those that it was tried for.';
create index notifications_newest_idx on push.notifications (created_by, created_at desc);
create unique index notifications_key_idx on push.notifications (created_by, idempotency_key) nulls not distinct
  where idempotency_key is not null;

create table push.batches (
  notification_id bigint not null references push.notifications on delete cascade,
  first_id bigint not null,
  last_id bigint not null,
  passed_id bigint not null,
  lease uuid,
  lease_until timestamptz not null default '-infinity',
  primary key (notification_id, first_id)
) with (fillfactor = 50);
comment on table push.batches is 'Ranges of subscription ids that are still to be sent to. Whoever holds the lease sends.';
comment on column push.batches.passed_id is 'Up to here everything is sent or recorded.';

create table push.retries (
  notification_id bigint not null references push.notifications on delete cascade,
  subscription_id bigint not null,
  not_before timestamptz not null,
  attempts integer not null,
  primary key (notification_id, subscription_id)
);
comment on table push.retries is
  'Messages that are sent later. While one is being sent, "not_before" is when others may take it over.';
create index retries_due_idx on push.retries (not_before);

create table push.pauses (
  origin text primary key,
  until timestamptz not null
);
comment on table push.pauses is 'Push services that asked not to be called for a while, or that do not answer.';

create function push.queue(sender uuid, key text, content jsonb) returns bigint
  language plpgsql set search_path = ''
as $$
declare
  -- So many that a lost lease costs little, so few that a million subscriptions are some thousand rows.
  batch_size constant int := 500;
  wanted push.notifications := jsonb_populate_record(null::push.notifications, content);
  queued bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('push ' || coalesce(sender::text, ''), 0));
  select id into queued from push.notifications as earlier
   where created_by is not distinct from sender
     and (idempotency_key = key
       or created_at > now() - interval '60 seconds' and state <> 'cancelled'
         and (title, body, category, url) = (wanted.title, wanted.body, wanted.category, wanted.url)
         and image is not distinct from wanted.image)
   order by id desc limit 1;
  if found then return queued; end if;

  insert into push.notifications (created_by, idempotency_key, title, body, category, url, icon, badge, image, data)
  values (sender, key, wanted.title, wanted.body, wanted.category, wanted.url, wanted.icon, wanted.badge, wanted.image, wanted.data)
  returning id into queued;
  with recipient as (
    select id, (row_number() over (order by id) - 1) / batch_size as part
      from public.push_subscriptions where is_active and preferences ->> wanted.category = 'true'
  ), batch as (
    insert into push.batches (notification_id, first_id, last_id, passed_id)
    select queued, min(id), max(id), min(id) - 1 from recipient group by part
  )
  update push.notifications set recipients = (select count(*) from recipient) where id = queued;
  perform push.finish(queued);
  return queued;
end
$$;
comment on function push.queue is
  'Queues a notification for everybody who wants its category. The same one twice, by its key or within a minute by what it says, is one. Returns its id.';

create function push.finish(notification bigint) returns void
  language sql set search_path = ''
as $$
  update push.notifications set state = 'done', finished_at = clock_timestamp(), recipients = sent + failed
   where id = notification and state = 'sending'
     and not exists (select from push.batches where notification_id = notification)
     and not exists (select from push.retries where notification_id = notification)
$$;
comment on function push.finish is 'Ends a notification of which nothing is left to send.';

create function push.is_due() returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from push.batches join push.notifications on id = notification_id
     where state = 'sending' and lease_until <= now()
  ) or exists (
    select from push.retries join push.notifications on id = notification_id
     where state = 'sending' and not_before <= now()
  )
$$;

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
comment on function push.claim_retries is 'Messages of one notification that are due, for whoever asks first.';

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
  update public.push_subscriptions as kept set
    endpoint = case when taken then kept.endpoint else moved.endpoint end, is_active = not taken
    from (
      select given.id, given.endpoint,
             exists (select from public.push_subscriptions as other where other.endpoint = given.endpoint) as taken
        from unnest(outcomes) as given where given.endpoint is not null
    ) as moved where kept.id = moved.id;
  update push.notifications set
    sent = sent + (select count(*) from unnest(outcomes) where outcome = 'sent'),
    failed = failed + (select count(*) from unnest(outcomes) where outcome in ('failed', 'gone'))
    where id = notification returning state into state_now;
  -- Of two that end at the same moment, the second saw the first end: it waited for the row above.
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
  'Records what was sent of a batch and keeps its lease. Returns the state of the notification, or "lost" when somebody else holds the batch: then nothing is recorded.';

create function push.settle_retries(notification bigint, outcomes push.outcome[]) returns text
  language plpgsql set search_path = ''
as $$
declare
  mine push.outcome[];
begin
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

create function push.pause(service text, seconds double precision) returns void
  language sql set search_path = ''
as $$
  insert into push.pauses as kept (origin, until) values (service, now() + make_interval(secs => seconds))
    on conflict (origin) do update set until = greatest(kept.until, excluded.until)
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
comment on function push.tidy is 'Forgets what nobody needs any more: a subscription that ended 90 days ago among it.';

create function public.push_history(most integer) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'created_at', created_at, 'finished_at', finished_at, 'title', title, 'body', body, 'category', category,
    'url', url, 'image', image, 'state', state, 'recipients', recipients, 'sent', sent, 'failed', failed
  ) order by id desc), '[]')
  from (select * from push.notifications order by id desc limit least(greatest(most, 1), 100)) as newest
  where (select public.is_admin())
$$;
comment on function public.push_history is 'For staff: the newest notifications and what became of them.';

create function public.change_push(notification bigint, new_state text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'Only staff may do this';
  end if;
  update push.notifications set state = new_state, finished_at = case new_state when 'cancelled' then now() end
   where id = notification
     and (state = 'sending' and new_state in ('paused', 'cancelled') or state = 'paused' and new_state in ('sending', 'cancelled'));
  if not found then return false; end if;
  if new_state = 'cancelled' then
    delete from push.retries where notification_id = notification;
    delete from push.batches where notification_id = notification and lease_until <= now();
  end if;
  perform push.finish(notification);
  return true;
end
$$;
comment on function public.change_push is
  'For staff: pauses a notification that is being sent, goes on with one that is paused, or cancels either. Returns whether it could be done.';
grant execute on function public.push_history, public.change_push to authenticated;

revoke execute on all functions in schema push from public;
grant execute on all functions in schema push to service_role;
revoke execute on function push.count_days from service_role;
grant select, insert, update, delete on all tables in schema push to service_role;
