-- A notice that was hidden while its announcement waited for the end of quiet hours is announced again when it is public
-- again, to those who have not heard of it. Source: docs/decisions/047

alter table push.events add column told_at timestamptz[] not null default '{}';
comment on column push.events.told_at is
  'When it was sent before its notice was hidden: followers outside of their quiet hours have heard of it then.';

create or replace function push.withdraw() returns void
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

create or replace function push.followers_between(notification bigint, after bigint, until bigint)
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

create or replace function push.write_list_publication(table_name text, record jsonb, before jsonb) returns void
  language plpgsql set search_path = ''
as $$
declare
  names constant text[] := push.names_of(table_name, table_name);
  terms_now text[];
  terms_before text[];
  found bigint[];
begin
  if current_setting('suchana.is_moving', true) is not distinct from 'on'
    or not exists (select from push.lists where lists.table_name = write_list_publication.table_name)
  then
    return;
  end if;
  terms_now := push.terms_of(record);
  terms_before := case when before is not null then push.terms_of(before) end;
  if terms_now = terms_before then return; end if;
  found := array(
    select id from unnest(push.lists_with(table_name, terms_now, names)) as id
    except
    select id from unnest(push.lists_with(table_name, terms_before, names)) as id
    except
    select unnest(lists) from push.events as earlier
     where earlier.table_name = write_list_publication.table_name and earlier.record_id = (record ->> 'id')::bigint
       and earlier.event = write_list_publication.table_name and lists is not null
       and (not is_settled or notification_id is not null)
  );
  insert into push.events (topic, event, table_name, record_id, lists, told_at)
  select 'lists', table_name, table_name, (record ->> 'id')::bigint, array_agg(list order by list), told
    from unnest(found) as list
   cross join lateral coalesce((
     select earlier.told_at from push.events as earlier
      where earlier.table_name = write_list_publication.table_name and earlier.record_id = (record ->> 'id')::bigint
        and earlier.event = write_list_publication.table_name and earlier.lists @> array[list]
      order by id desc limit 1
   ), '{}') as told
   group by told;
end
$$;
