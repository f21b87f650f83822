-- Notifications of what is followed: queued once for each event, sent by the same batches and retries as those of admins.
-- Source: docs/decisions/047

create function push.next_event(at timestamptz default now()) returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  oldest push.events;
  notice jsonb;
  together bigint[];
  dates_before jsonb;
begin
  -- One server at a time.
  if not pg_try_advisory_xact_lock(7824264006) then return null; end if;
  loop
    select * into oldest from push.events where not is_settled and due_at <= at order by due_at, id limit 1;
    if not found then return null; end if;
    -- Topics of one notice are one notification, which reaches a subscription that follows several of them once.
    select array_agg(id), (array_agg(before order by id))[1] into together, dates_before from push.events
     where not is_settled and due_at <= at and table_name = oldest.table_name and record_id = oldest.record_id
       and event = oldest.event and last_date is not distinct from oldest.last_date;
    notice := push.current_record(oldest.table_name, oldest.record_id);
    if notice is not null and (
      case when oldest.last_date is null then oldest.due_at > at - interval '1 day'
      else (notice ->> 'last_date')::date = oldest.last_date and push.end_of(oldest.last_date) > at end
    ) then
      return jsonb_build_object(
        'ids', together, 'event', oldest.event, 'table', oldest.table_name, 'notice', notice, 'before', dates_before
      );
    end if;
    update push.events set is_settled = true where id = any (together);
  end loop;
end
$$;
comment on function push.next_event is
  'The oldest event that is due, for one notification: {ids, event, table, notice, before}. Events of hidden notices, of dates that have changed and of another day are dropped. The caller settles it in the same transaction.';

create function push.settle_event(ids bigint[], content jsonb) returns bigint
  language plpgsql set search_path = ''
as $$
declare
  batch_size constant int := 500;
  wanted push.notifications := jsonb_populate_record(null::push.notifications, content);
  of_event push.events;
  queued bigint;
  most_until timestamptz;
begin
  select * into strict of_event from push.events where id = any (ids) limit 1;
  if content is null then
    update push.events set is_settled = true where id = any (ids);
    return null;
  end if;
  insert into push.notifications (title, body, category, url, event, table_name, record_id, last_date, expires_at)
  values (
    wanted.title, wanted.body, wanted.category, wanted.url,
    of_event.event, of_event.table_name, of_event.record_id, of_event.last_date, push.end_of(of_event.last_date)
  ) returning id, coalesce(expires_at, created_at + interval '1 day') into queued, most_until;
  update push.events set is_settled = true, notification_id = queued where id = any (ids);
  with recipient as materialized (
    select id, push.quiet_until(coalesce(starts, '22:00'), coalesce(ends, '07:00'), now()) as quiet_until
      from public.push_subscriptions left join push.quiet_hours on quiet_hours.subscription_id = id
     where is_active and id in (select subscription_id from push.followers_between(queued, 0, 9223372036854775807))
  ), awake as (
    select id, (row_number() over (order by id) - 1) / batch_size as part from recipient where quiet_until is null
  ), batch as (
    insert into push.batches (notification_id, first_id, last_id, passed_id)
    select queued, min(id), max(id), min(id) - 1 from awake group by part
  ), later as (
    insert into push.retries (notification_id, subscription_id, not_before, attempts)
    select queued, id, quiet_until, 0 from recipient where quiet_until < most_until
    returning subscription_id
  )
  update push.notifications set recipients = (select count(*) from awake) + (select count(*) from later) where id = queued;
  perform push.finish(queued);
  return queued;
end
$$;
comment on function push.settle_event is
  'Queues the notification of an event for everybody who follows one of its topics; after their quiet hours for those who have them now, unless it is of no use then. Without content nothing is sent. Returns its id.';

create function push.followers_between(notification bigint, after bigint, until bigint)
  returns table (subscription_id bigint, topic text)
  language sql stable set search_path = ''
as $$
  select distinct on (follows.subscription_id) follows.subscription_id, follows.topic
    from (
      select topic, event, table_name, due_at, told_at from push.events where notification_id = notification and lists is null
      union all
      select lists.topic, event, events.table_name, due_at, told_at
        from push.events join push.lists on lists.id = any (events.lists)
       where notification_id = notification
    ) as heard
    join push.follows on follows.topic = heard.topic and follows.events && push.names_of(event, table_name)
     and follows.created_at <= due_at
    left join push.quiet_hours using (subscription_id)
   where follows.subscription_id > after and follows.subscription_id <= until
     and not exists (
       select from unnest(told_at) as told
        where follows.created_at <= told and push.quiet_until(coalesce(starts, '22:00'), coalesce(ends, '07:00'), told) is null
     )
   -- The most particular topic is the one that is ended by a tap on the notification.
   order by follows.subscription_id, strpos('notice recruitment list organization', split_part(follows.topic, ':', 1)), follows.topic
$$;
comment on function push.followers_between is
  'Subscriptions with ids in a range that follow an event of a notification now, each with its most particular topic.';

create function push.withdraw() returns void
  language plpgsql set search_path = ''
as $$
begin
  with withdrawn as (
    update push.notifications set state = 'cancelled', finished_at = now()
     where event is not null and state in ('sending', 'paused') and (
       push.current_record(table_name, record_id) is null
       or last_date is not null
         and (push.current_record(table_name, record_id) ->> 'last_date')::date is distinct from last_date
     )
    returning id, created_at
  )
  update push.events set notification_id = null, told_at = told_at || created_at
    from withdrawn
   where notification_id = withdrawn.id and event = table_name
     and exists (select from push.retries where retries.notification_id = withdrawn.id and attempts = 0);
  delete from push.retries using push.notifications
   where id = notification_id and event is not null and state = 'cancelled';
end
$$;
comment on function push.withdraw is
  'Ends notifications that wait for the end of quiet hours, or are being sent, about notices that were hidden or have another last date.';

create function rules.delete_push_events(older_than interval, most integer) returns integer
  language sql set search_path = ''
as $$
  with old as (
    select id from push.events where due_at < now() - older_than and is_settled limit most for update skip locked
  ), deleted as (
    delete from push.events where id in (select id from old) returning id
  )
  select count(*)::integer from deleted
$$;
comment on function rules.delete_push_events is 'Deletes events of what is followed that cannot happen again. Returns how many.';
grant execute on function rules.delete_push_events to service_role;
