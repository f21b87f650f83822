-- The queue of notifications: ranges of subscriptions that any server picks up, and a row for every message that has to
-- be sent again. Source: docs/decisions/019

create table if not exists push.notifications (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  created_by uuid,
  idempotency_key text,
  title text not null check (length(title) between 1 and 100),
  body text not null check (length(body) between 1 and 300),
  category text not null check (category ~ '^[A-Za-z]{1,40}$'),
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
comment on column push.notifications.category is 'Categories come with the kinds: domain/content/kinds/.';
comment on column push.notifications.recipients is
  'Subscriptions that wanted it when it was queued; when it is done, those that it was tried for.';
create index if not exists notifications_newest_idx on push.notifications (created_by, created_at desc);
create unique index if not exists notifications_key_idx on push.notifications (created_by, idempotency_key) nulls not distinct
  where idempotency_key is not null;

create table if not exists push.batches (
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

create table if not exists push.retries (
  notification_id bigint not null references push.notifications on delete cascade,
  subscription_id bigint not null,
  not_before timestamptz not null,
  attempts integer not null,
  primary key (notification_id, subscription_id)
);
comment on table push.retries is
  'Messages that are sent later. While one is being sent, "not_before" is when others may take it over.';
create index if not exists retries_due_idx on push.retries (not_before);

create table if not exists push.pauses (
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
comment on function public.push_history is 'For admins: the newest notifications and what became of them.';

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
  'For admins: pauses a notification that is being sent, goes on with one that is paused, or cancels either. Returns whether it could be done.';
grant execute on function public.push_history, public.change_push to authenticated;
