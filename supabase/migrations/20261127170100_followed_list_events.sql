-- Events of followed lists: one row for all lists to which a notice belongs. Source: docs/decisions/057

alter table push.events add column lists bigint[];
comment on column push.events.lists is 'The push.lists that it is for; null for the event of another topic.';
comment on table push.events is
  'What followers hear about, one row for each topic that somebody follows, and one with the topic lists for all followed lists. Rows stay for 30 days, so that nothing is announced twice.';

-- A notice that gets further facts is announced to the lists that have it only since then.
drop index push.events_once_idx;
create unique index events_once_idx on push.events (topic, table_name, record_id, event, last_date) nulls not distinct
  where before is null and (lists is null or last_date is not null);
create index events_lists_idx on push.events (table_name, record_id) where lists is not null;

create function push.write_list_publication(table_name text, record jsonb, before jsonb) returns void
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
  );
  if found = '{}' then return; end if;
  insert into push.events (topic, event, table_name, record_id, lists)
  values ('lists', table_name, table_name, (record ->> 'id')::bigint, found);
end
$$;
comment on function push.write_list_publication is
  'Notes that a notice was published, for the followed lists that have it and did not before; null before when it was not public.';

create function push.write_list_correction(table_name text, record jsonb, changed jsonb) returns void
  language sql set search_path = ''
as $$
  insert into push.events as stored (topic, event, table_name, record_id, before, due_at, lists)
  select 'lists', 'corrections', table_name, (record ->> 'id')::bigint, told, clock_timestamp() + interval '1 minute', found
    from push.lists_with(table_name, push.terms_of(record), '{corrections}') as found
   cross join lateral push.dates_to_tell('lists', table_name, (record ->> 'id')::bigint, changed) as told
   where told is not null and found <> '{}'
  on conflict (topic, table_name, record_id) where before is not null and not is_settled
    do update set before = excluded.before || stored.before, due_at = excluded.due_at, lists = excluded.lists
$$;
comment on function push.write_list_correction is 'The same as push.write_correction, for the followed lists that have the notice.';

create or replace function push.write_events() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  dates text[];
  changed record;
  public_before jsonb;
begin
  if not exists (select from push.follows) then return null; end if;
  if tg_op = 'INSERT' then
    perform push.write_publication(tg_table_name, row_now, null), push.write_list_publication(tg_table_name, row_now, null)
      from (select to_jsonb(new_rows) as row_now from new_rows) as inserted where push.is_new(row_now);
    return null;
  end if;
  select array_agg(attname::text) into dates from pg_attribute
   where attrelid = tg_relid and atttypid = 'date'::regtype and not attisdropped;
  for changed in
    select to_jsonb(new_rows) as row_now, to_jsonb(old_rows) as row_before, old_rows.status is distinct from 'inactive' as was_public
      from old_rows join new_rows using (id)
     where old_rows.updated_at is distinct from new_rows.updated_at and new_rows.status is distinct from 'inactive'
  loop
    if push.is_new(changed.row_now) then
      public_before := case when changed.was_public then changed.row_before end;
      perform push.write_publication(tg_table_name, changed.row_now, public_before);
      perform push.write_list_publication(tg_table_name, changed.row_now, public_before);
    end if;
    if changed.was_public then
      perform push.write_correction(tg_table_name, changed.row_now, difference),
              push.write_list_correction(tg_table_name, changed.row_now, difference)
        from (
          select jsonb_object_agg(key, value) as difference from jsonb_each(changed.row_before)
           where key = any (dates) and value is distinct from changed.row_now -> key
        ) as compared where difference is not null;
    end if;
  end loop;
  return null;
end
$$;

create function push.remind_lists(at timestamptz default now(), most integer default 200) returns integer
  language plpgsql set search_path = ''
as $$
declare
  statement text;
  written integer;
begin
  if not exists (select from push.lists where events && '{two_days,four_hours}') then return 0; end if;
  select string_agg(format(
    'select %1$L as table_name, id, (%2$s)::date as last_date
       from public.%1$I where status is distinct from ''inactive'' and (%2$s)::date between $1 and $1 + 2',
    name, search_card ->> 'apply_end_date'
  ), ' union all ') into statement
    from content.kinds where search_card ->> 'apply_end_date' is not null and push.has_filters(name);
  -- Every reminder of a notice is written once, without lists too, so that they are not looked for again.
  execute format(
    'insert into push.events (topic, event, table_name, record_id, last_date, due_at, lists, is_settled)
     select ''lists'', event, table_name, id, last_date, due_at, found, found = ''{}''
       from (
         select * from (%s) as notice
        cross join lateral (values
          (''two_days'', (last_date - 2 + time ''09:00'') at time zone ''Asia/Kolkata'', (last_date + time ''20:00'') at time zone ''Asia/Kolkata''),
          (''four_hours'', (last_date + time ''20:00'') at time zone ''Asia/Kolkata'', push.end_of(last_date))
        ) as reminder (event, due_at, useful_until)
        where due_at <= $2 and useful_until > $2 and not exists (
          select from push.events as earlier
           where earlier.topic = ''lists'' and earlier.table_name = notice.table_name and earlier.record_id = notice.id
             and earlier.event = reminder.event and earlier.last_date = notice.last_date and before is null
        )
        order by useful_until, table_name, id limit $3
       ) as due
      cross join lateral push.lists_with(table_name, push.terms_of(push.current_record(table_name, id)), array[event]) as found
     on conflict do nothing', statement
  ) using (at at time zone 'Asia/Kolkata')::date, at, most;
  get diagnostics written = row_count;
  return written;
end
$$;
comment on function push.remind_lists is
  'Notes the reminders that are due for followed lists, of so many notices at most. Returns of how many.';

create or replace function push.remind(at timestamptz default now()) returns integer
  language plpgsql set search_path = ''
as $$
declare
  of_lists constant boolean := exists (select from push.lists where events && '{two_days,four_hours}');
  statement text;
  written integer;
begin
  if not exists (select from push.follows where events && '{two_days,four_hours}') then return 0; end if;
  perform push.remind_lists(at);
  select string_agg(format(
    'select %1$L as table_name, (%2$s)::date as last_date, %3$L::boolean as is_in_lists,
            jsonb_build_object(''id'', id, ''recruitment_id'', recruitment_id, ''organization_id'', organization_id) as record
       from public.%1$I where status is distinct from ''inactive'' and (%2$s)::date between $1 and $1 + 2',
    name, search_card ->> 'apply_end_date', of_lists and push.has_filters(name)
  ), ' union all ') into statement from content.kinds where search_card ->> 'apply_end_date' is not null;
  -- Those of a notice wait for those of its lists, so that all are one notification.
  execute format(
    'insert into push.events (topic, event, table_name, record_id, last_date, due_at)
     select topic, event, table_name, (record ->> ''id'')::bigint, last_date, due_at
       from (%s) as notice
      cross join lateral (values
        (''two_days'', (last_date - 2 + time ''09:00'') at time zone ''Asia/Kolkata'', (last_date + time ''20:00'') at time zone ''Asia/Kolkata''),
        (''four_hours'', (last_date + time ''20:00'') at time zone ''Asia/Kolkata'', push.end_of(last_date))
      ) as reminder (event, due_at, useful_until)
      cross join lateral push.topics_of(table_name, record) as topic
      where due_at <= $2 and useful_until > $2 and push.is_followed(topic, event, table_name)
        and (not is_in_lists or exists (
          select from push.events as of_lists
           where of_lists.topic = ''lists'' and of_lists.table_name = notice.table_name
             and of_lists.record_id = (record ->> ''id'')::bigint and of_lists.event = reminder.event
             and of_lists.last_date = notice.last_date and before is null
        ))
     on conflict do nothing', statement
  ) using (at at time zone 'Asia/Kolkata')::date, at;
  get diagnostics written = row_count;
  return written;
end
$$;
comment on function push.remind is
  'Notes reminders that are due: at nine in the morning two days before the last date, and four hours before its end, Indian time; first those of followed lists. Returns how many others.';

create or replace function push.followers_between(notification bigint, after bigint, until bigint)
  returns table (subscription_id bigint, topic text)
  language sql stable set search_path = ''
as $$
  select distinct on (follows.subscription_id) follows.subscription_id, follows.topic
    from (
      select topic, event, table_name, due_at from push.events where notification_id = notification and lists is null
      union all
      select lists.topic, event, events.table_name, due_at
        from push.events join push.lists on lists.id = any (events.lists)
       where notification_id = notification
    ) as heard
    join push.follows on follows.topic = heard.topic and follows.events && push.names_of(event, table_name)
     and follows.created_at <= due_at
   where follows.subscription_id > after and follows.subscription_id <= until
   -- The most particular topic is the one that is ended by a tap on the notification.
   order by follows.subscription_id, strpos('notice recruitment list organization', split_part(follows.topic, ':', 1)), follows.topic
$$;

grant execute on all functions in schema push to service_role;
revoke execute on function push.count_days, push.write_events, push.watch_kind, push.watch_table from service_role;
