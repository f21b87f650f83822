-- Notifications and their queue: ranges of subscriptions that any server picks up, and a row for every message that has to
-- be sent again; what staff see and change of them. Source: docs/decisions/019

create table push.notifications (
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
  state text not null default 'sending'
    check (state in ('asked', 'planned', 'sending', 'paused', 'cancelled', 'done', 'late', 'hidden')),
  recipients bigint not null default 0,
  sent bigint not null default 0,
  failed bigint not null default 0,
  event text,
  table_name text,
  record_id bigint,
  last_date date,
  expires_at timestamptz,
  scheduled_for timestamptz,
  send_at timestamptz,
  approved_by uuid,
  version integer not null default 1,
  clicks bigint not null default 0
) with (fillfactor = 50);
comment on column push.notifications.category is 'Categories come with the kinds: domain/content/kinds/.';
comment on column push.notifications.recipients is
  'Subscriptions that wanted it when it was queued; when it is done, those that it was tried for.';
comment on column push.notifications.event is 'What followers hear of by it; null for a notification that an admin sent.';
comment on column push.notifications.expires_at is 'When it is of no use any more; a day after it was queued, where null.';
comment on column push.notifications.state is
  'asked: waits for an admin; planned: leaves at send_at; late and hidden: was not sent, because no server ran at its time, or visitors did not see its notice.';
comment on column push.notifications.scheduled_for is 'The time that was chosen for it; null for one that was to leave at once.';
comment on column push.notifications.send_at is 'When it leaves or has left; null where that was when it was queued.';
comment on column push.notifications.version is 'Rises with every change of it: who approves it names the one that was read.';
comment on column push.notifications.clicks is 'Taps on it that were counted, at most one of each message.';
create index notifications_newest_idx on push.notifications (created_by, created_at desc);
create unique index notifications_key_idx on push.notifications (created_by, idempotency_key) nulls not distinct
  where idempotency_key is not null;
create index notifications_followed_idx on push.notifications (id) where event is not null and state in ('sending', 'paused');
create index notifications_planned_idx on push.notifications (send_at) where state = 'planned';
create index notifications_open_idx on push.notifications (id) where state in ('asked', 'planned', 'sending', 'paused', 'late', 'hidden');

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

create function push.audience(category text) returns bigint
  language sql stable set search_path = ''
  return (select count(*) from public.push_subscriptions where is_active and preferences ->> category = 'true');
comment on function push.audience is 'How many subscriptions want a category now.';

create function push.start(notification bigint) returns void
  language plpgsql set search_path = ''
as $$
declare
  -- So many that a lost lease costs little, so few that a million subscriptions are some thousand rows.
  batch_size constant int := 500;
  wanted text := (select category from push.notifications where id = notification);
begin
  with recipient as (
    select id, (row_number() over (order by id) - 1) / batch_size as part
      from public.push_subscriptions where is_active and preferences ->> wanted = 'true'
  ), batch as (
    insert into push.batches (notification_id, first_id, last_id, passed_id)
    select notification, min(id), max(id), min(id) - 1 from recipient group by part
  )
  update push.notifications set state = 'sending', recipients = (select count(*) from recipient) where id = notification;
  perform push.finish(notification);
end
$$;
comment on function push.start is 'Queues a notification for everybody who wants its category now.';

create function push.queue(sender uuid, key text, content jsonb, plan jsonb default '{}') returns bigint
  language plpgsql set search_path = ''
as $$
declare
  wanted push.notifications := jsonb_populate_record(null::push.notifications, content);
  chosen timestamptz := plan ->> 'sendAt';
  first_state text := case
    when not push.may_send(sender) then 'asked'
    when chosen is not null or (plan -> 'undo') = 'true' then 'planned'
    else 'sending'
  end;
  queued bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('push ' || coalesce(sender::text, ''), 0));
  select id into queued from push.notifications as earlier
   where created_by is not distinct from sender and event is null
     and (idempotency_key = key
       or created_at > now() - interval '60 seconds' and state not in ('cancelled', 'late', 'hidden')
         and (title, body, category, url) = (wanted.title, wanted.body, wanted.category, wanted.url)
         and image is not distinct from wanted.image and scheduled_for is not distinct from chosen)
   order by id desc limit 1;
  if found then return queued; end if;

  insert into push.notifications (
    created_by, idempotency_key, title, body, category, url, icon, badge, image, data,
    state, recipients, scheduled_for, send_at, table_name, record_id
  ) values (
    sender, key, wanted.title, wanted.body, wanted.category, wanted.url, wanted.icon, wanted.badge, wanted.image, wanted.data,
    first_state, push.audience(wanted.category), chosen, case first_state when 'planned' then greatest(chosen, now() + push.undo_time()) end,
    plan ->> 'table', push.record_of(plan ->> 'table', plan ->> 'slug')
  ) returning id into queued;
  if first_state = 'sending' then perform push.start(queued); end if;
  return queued;
end
$$;
comment on function push.queue is
  'Takes a notification for everybody who wants its category: it is sent at once; or, as the plan {sendAt, undo, table, slug} says, at a time or after the time to undo it, if visitors see the notice with the slug then. One of an editor waits for an admin. The same one twice, by its key or within a minute by what it says, is one. Returns its id.';

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

create function push.name_of(account uuid) returns text
  language sql stable set search_path = ''
  return (
    select coalesce(profiles.display_name, users.email) from auth.users left join public.profiles using (id)
     where users.id = account
  );
comment on function push.name_of is 'How others on the staff see an account; null for the server, and for an account that was deleted.';

create function push.described(sent push.notifications) returns jsonb
  language sql stable set search_path = ''
  return jsonb_build_object(
    'id', sent.id, 'created_at', sent.created_at, 'finished_at', sent.finished_at, 'title', sent.title, 'body', sent.body,
    'category', sent.category, 'url', sent.url, 'image', sent.image, 'state', sent.state, 'recipients', sent.recipients,
    'sent', sent.sent, 'failed', sent.failed, 'clicks', sent.clicks,
    'sender', push.name_of(sent.created_by), 'approver', push.name_of(sent.approved_by),
    'may_approve', (select public.is_admin()),
    'is_own', sent.created_by is not distinct from auth.uid(),
    'scheduled_for', sent.scheduled_for, 'send_at', sent.send_at, 'version', sent.version,
    'leaves_in', extract(epoch from sent.send_at - clock_timestamp())
  ) || case when sent.event is null then '{}' else jsonb_build_object('event', sent.event) end;

create function public.push_history(most integer, before bigint default null) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(push.described(page) order by id desc), '[]')
  from (
    select * from push.notifications where before is null or id < before
     order by id desc limit least(greatest(most, 1), 1000)
  ) as page
  where (select public.is_staff())
$$;
comment on function public.push_history is
  'For staff: the newest notifications, or the newest before one of them: who sent them, when they left, and what became of them; with the event, if the server sent it to followers.';

create function public.push_open() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(push.described(open) order by id desc), '[]')
  from (
    select * from push.notifications
     where state in ('asked', 'planned', 'sending', 'paused')
        or state in ('late', 'hidden') and finished_at > now() - interval '1 day'
     order by id desc limit 100
  ) as open
  where (select public.is_staff())
$$;
comment on function public.push_open is
  'For staff: the notifications that wait, are being sent or are paused, however old, and those of the last day that could not be sent; as push_history has them.';
revoke execute on function public.push_open from public, anon;
grant execute on function public.push_open to authenticated;

create function public.change_push(
  notification bigint, new_state text, seen integer default null, unsent boolean default false
) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  if not public.is_staff() then
    raise insufficient_privilege using message = 'Only staff may do this';
  end if;
  update push.notifications set
    state = new_state,
    finished_at = case new_state when 'cancelled' then now() end,
    send_at = case new_state when 'planned' then greatest(scheduled_for, now() + push.undo_time()) else send_at end,
    approved_by = case new_state when 'planned' then auth.uid() else approved_by end
   where id = notification
     and (public.is_admin() or created_by = auth.uid() and new_state <> 'planned')
     and (new_state <> 'planned' or version = seen)
     and (not unsent or state in ('asked', 'planned'))
     and (
       state = 'sending' and new_state in ('paused', 'cancelled') or state = 'paused' and new_state in ('sending', 'cancelled')
       or state = 'asked' and new_state in ('planned', 'cancelled') or state = 'planned' and new_state = 'cancelled'
     );
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
  'For staff: cancels a notification that waits or is being sent, pauses one, goes on with one, and, for admins, approves what an editor asked for (planned) in the version that was seen. Editors change their own. With "unsent" only one that has not left. Returns false when it could not be done, for example because it has left, or has another version.';
revoke execute on function public.change_push from public, anon;
grant execute on function public.change_push to authenticated;

create function public.push_history_count() returns bigint
  language sql stable security definer set search_path = ''
as $$
  select count(*) from push.notifications where (select public.is_staff())
$$;
comment on function public.push_history_count is 'For staff: how many notifications there are.';
grant execute on function public.push_history, public.push_history_count to authenticated;

-- What staff do with a notification is recorded; its numbers, its taps and its end are no act of theirs.
create trigger record_history after insert or update on push.notifications
  for each row when (new.event is null)
  execute function history.record_row('sent', 'failed', 'recipients', 'clicks', 'finished_at', 'idempotency_key', 'version');
