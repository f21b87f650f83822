-- Notifications that leave later: ten seconds after somebody has sent them, at a chosen time, or once an admin has approved
-- them. Source: docs/decisions/055

alter table push.notifications
  add column scheduled_for timestamptz,
  add column send_at timestamptz,
  add column approved_by uuid,
  add column version integer not null default 1,
  add column clicks bigint not null default 0,
  drop constraint notifications_state_check,
  add constraint notifications_state_check
    check (state in ('asked', 'planned', 'sending', 'paused', 'cancelled', 'done', 'late', 'hidden'));
comment on column push.notifications.state is
  'asked: waits for an admin; planned: leaves at send_at; late and hidden: was not sent, because no server ran at its time, or visitors did not see its notice.';
comment on column push.notifications.scheduled_for is 'The time that was chosen for it; null for one that was to leave at once.';
comment on column push.notifications.send_at is 'When it leaves or has left; null where that was when it was queued.';
comment on column push.notifications.version is 'Rises with every change of it: who approves it names the one that was read.';
comment on column push.notifications.clicks is 'Taps on it that were counted, at most one of each message.';
create index notifications_planned_idx on push.notifications (send_at) where state = 'planned';
create index notifications_open_idx on push.notifications (id) where state in ('asked', 'planned', 'sending', 'paused', 'late', 'hidden');

create function push.undo_time() returns interval language sql immutable return interval '10 seconds';
comment on function push.undo_time is 'For so long what was sent by a person can be undone.';

create function push.most_late() returns interval language sql immutable return interval '1 hour';
comment on function push.most_late is 'What is later than this, because no server ran, is not sent any more.';

create function push.may_send(sender uuid) returns boolean
  language sql stable set search_path = ''
  return sender is null or exists (select from public.profiles where id = sender and role = 'admin' and deactivated_at is null);
comment on function push.may_send is 'Whether an account sends without the approval of an admin; null is the server itself.';

create function push.record_of(content_table text, slug text) returns bigint
  language plpgsql stable set search_path = ''
as $$
declare
  found_id bigint;
begin
  if published.is_content_table(content_table) then
    execute format('select id from public.%I where slug = $1', content_table) into found_id using record_of.slug;
  end if;
  return found_id;
end
$$;

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

drop function push.queue(uuid, text, jsonb);
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

create function push.change_planned(sender uuid, notification bigint, content jsonb, plan jsonb) returns boolean
  language plpgsql set search_path = ''
as $$
declare
  wanted push.notifications := jsonb_populate_record(null::push.notifications, content);
  chosen timestamptz := plan ->> 'sendAt';
  leaves boolean := push.may_send(sender);
begin
  update push.notifications set
    title = wanted.title, body = wanted.body, category = wanted.category, url = wanted.url, image = wanted.image,
    table_name = plan ->> 'table', record_id = push.record_of(plan ->> 'table', plan ->> 'slug'),
    recipients = push.audience(wanted.category), scheduled_for = chosen,
    state = case when leaves then state else 'asked' end,
    send_at = case when leaves and state = 'planned' then greatest(chosen, now() + push.undo_time()) end,
    -- Whoever changes what another one has sent answers for it.
    approved_by = case when leaves and state = 'planned' and created_by is distinct from sender then coalesce(sender, approved_by) end,
    version = version + 1
   where id = notification and state in ('asked', 'planned') and event is null and (leaves or created_by = sender);
  return found;
end
$$;
comment on function push.change_planned is
  'Changes a notification that has not left. What an editor changes waits for an admin again. Returns false when it has left, or is not the sender''s to change.';

create function push.release(at timestamptz default now()) returns integer
  language plpgsql set search_path = ''
as $$
declare
  -- A notice that is published at the same minute may become visible a little later.
  longest_wait constant interval := '1 minute';
  planned push.notifications;
  is_hidden boolean;
  started integer := 0;
begin
  update push.notifications set state = 'asked', send_at = null, approved_by = null
   where state = 'planned' and not push.may_send(coalesce(approved_by, created_by));
  for planned in
    select * from push.notifications where state = 'planned' and send_at <= at order by send_at, id for update skip locked
  loop
    is_hidden := planned.record_id is not null and push.current_record(planned.table_name, planned.record_id) is null;
    if planned.send_at < at - push.most_late() then
      update push.notifications set state = 'late', finished_at = at where id = planned.id;
    elsif not is_hidden then
      perform push.start(planned.id);
      started := started + 1;
    elsif planned.send_at < at - longest_wait then
      update push.notifications set state = 'hidden', finished_at = at where id = planned.id;
    end if;
  end loop;
  return started;
end
$$;
comment on function push.release is
  'Starts the notifications whose time has come, each on one server; those that are too late, or whose notice visitors do not see, are not sent. What is planned by somebody who may not send any more waits for an admin again. Returns how many were started.';

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

create or replace function public.push_history(most integer, before bigint default null) returns jsonb
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

drop function public.change_push(bigint, text);
create function public.change_push(notification bigint, new_state text, seen integer default null) returns boolean
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
  'For staff: cancels a notification that waits or is being sent, pauses one, goes on with one, and, for admins, approves what an editor asked for (planned) in the version that was seen. Editors change their own. Returns false when it could not be done, for example because it has left, or has another version.';

create or replace function public.push_growth(days integer) returns jsonb
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
create or replace function public.push_history_count() returns bigint
  language sql stable security definer set search_path = ''
as $$
  select count(*) from push.notifications where (select public.is_staff())
$$;
comment on function public.push_history_count is 'For staff: how many notifications there are.';

-- Taps are no act of the staff.
create or replace trigger record_history after insert or update on push.notifications
  for each row when (new.event is null)
  execute function history.record_row('sent', 'failed', 'recipients', 'clicks', 'finished_at', 'idempotency_key', 'version');

revoke execute on function public.push_open, public.change_push from public, anon;
grant execute on function public.push_open, public.change_push to authenticated;
grant execute on all functions in schema push to service_role;
revoke execute on function push.count_days, push.write_events, push.watch_kind, push.watch_table from service_role;
