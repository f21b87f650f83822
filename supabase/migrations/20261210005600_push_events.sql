-- What happened to followed notices: written by triggers in the transaction of the change, so that nothing is missed while
-- no server runs, and sent once by any server. Source: docs/decisions/047

create table push.events (
  id bigint generated always as identity primary key,
  topic text not null,
  event text not null,
  table_name text not null,
  record_id bigint not null,
  last_date date,
  before jsonb,
  due_at timestamptz not null default clock_timestamp(),
  is_settled boolean not null default false,
  notification_id bigint references push.notifications on delete set null,
  told_at timestamptz[] not null default '{}',
  lists bigint[]
);
comment on table push.events is
  'What followers hear about, one row for each topic that somebody follows, and one with the topic lists for all followed lists. Rows stay for 30 days, so that nothing is announced twice.';
comment on column push.events.event is
  'The table of a published notice, corrections, two_days, four_hours, or untold: a correction that followers are not told.';
comment on column push.events.last_date is 'The last date of which followers are reminded: another date is another reminder.';
comment on column push.events.before is 'What the changed dates were before a correction.';
comment on column push.events.lists is 'The push.lists that it is for; null for the event of another topic.';
comment on column push.events.told_at is
  'When it was sent before its notice was hidden: followers outside of their quiet hours have heard of it then.';
create unique index events_correction_idx on push.events (topic, table_name, record_id)
  where before is not null and not is_settled;
create index events_due_idx on push.events (due_at) where not is_settled;
create index events_notification_id_idx on push.events (notification_id);
create index events_changed_dates_idx on push.events (table_name, record_id) where before is not null;
create unique index events_once_idx on push.events (topic, table_name, record_id, event, last_date) nulls not distinct
  where before is null and (lists is null or last_date is not null);
create index events_lists_idx on push.events (table_name, record_id) where lists is not null;

create function push.names_of(event text, table_name text) returns text[]
  language sql immutable set search_path = ''
  return case when event = table_name then array[event, 'notices'] else array[event] end;
comment on function push.names_of is 'Names under which follows choose an event: a published notice is one of its kind, and one of all.';

create function push.is_followed(topic text, event text, table_name text) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from push.follows where follows.topic = is_followed.topic and events && push.names_of(event, table_name)
  )
$$;

create function push.is_new(record jsonb) returns boolean
  language sql stable set search_path = ''
as $$
  select record ->> 'status' is distinct from 'inactive' and (record ->> 'posted_at')::timestamptz > now() - interval '7 days'
$$;
comment on function push.is_new is 'Whether a notice is announced when it becomes public: old ones that are filed later are not.';

create function push.dates_to_tell(topic text, table_name text, record_id bigint, changed jsonb) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_object_agg(key, value) from jsonb_each(changed)
   where current_setting('suchana.is_moving', true) is distinct from 'on' or 'untold' is distinct from (
     select event from push.events
      where events.topic = dates_to_tell.topic and events.table_name = dates_to_tell.table_name
        and events.record_id = dates_to_tell.record_id and before ? key
      order by due_at desc, id desc limit 1
   )
$$;
comment on function push.dates_to_tell is
  'Those of the changed dates of which followers hear, null when there are none: who was not told of a correction is not told that it was undone.';

create function push.write_publication(table_name text, record jsonb, before jsonb) returns void
  language sql set search_path = ''
as $$
  insert into push.events as stored (topic, event, table_name, record_id)
  select topic, table_name, table_name, (record ->> 'id')::bigint from push.topics_of(table_name, record) as topic
   where push.is_followed(topic, table_name, table_name)
     -- A notice that is moved with others, because its organization is deleted, is not news.
     and current_setting('suchana.is_moving', true) is distinct from 'on'
     and not exists (select from push.topics_of(table_name, before) as earlier where earlier = topic)
  -- One that was hidden before its announcement was sent is announced when it becomes public again.
  on conflict (topic, table_name, record_id, event, last_date) where before is null and lists is null
    do update set due_at = excluded.due_at, is_settled = false
    where stored.is_settled and stored.notification_id is null
$$;
comment on function push.write_publication is
  'Notes that a notice was published, for its topics that it did not have before; null before when it was not public.';

create function push.write_correction(table_name text, record jsonb, changed jsonb) returns void
  language sql set search_path = ''
as $$
  insert into push.events as stored (topic, event, table_name, record_id, before, due_at)
  select topic, 'corrections', table_name, (record ->> 'id')::bigint, told, clock_timestamp() + interval '1 minute'
    from push.topics_of(table_name, record) as topic
   cross join lateral push.dates_to_tell(topic, table_name, (record ->> 'id')::bigint, changed) as told
   where told is not null and push.is_followed(topic, 'corrections', table_name)
  on conflict (topic, table_name, record_id) where before is not null and not is_settled
    do update set before = excluded.before || stored.before, due_at = excluded.due_at
$$;
comment on function push.write_correction is
  'Notes what changed dates were before. Corrections within a minute are one: an editor may notice a slip at once.';

create function push.write_events() returns trigger
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
comment on function push.write_events is 'After a statement on the table of a kind: notes what followers hear of it.';

create function push.watch_table(target text) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create or replace trigger note_published after insert on public.%1$I referencing new table as new_rows
       for each statement execute function push.write_events();
     create or replace trigger note_changed after update on public.%1$I
       referencing old table as old_rows new table as new_rows
       for each statement execute function push.write_events()', target
  );
end
$$;

create function push.watch_kind() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform push.watch_table(new.name);
  return null;
end
$$;

-- Followers hear of a kind as soon as it is registered.
create trigger watch_kind after insert or update on content.kinds for each row execute function push.watch_kind();

create function push.end_of(day date) returns timestamptz
  language sql immutable set search_path = ''
  return (day + 1)::timestamp at time zone 'Asia/Kolkata';
comment on function push.end_of is 'The midnight that ends a day in India.';

create function push.remind(at timestamptz default now()) returns integer
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

create function push.current_record(table_name text, id bigint) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  found_record jsonb;
begin
  execute (
    select format(
      'select to_jsonb(notice) - %2$L::text[] || jsonb_build_object(''last_date'', (%3$s)::date)
         from public.%1$I as notice where notice.id = $1 and status is distinct from ''inactive''',
      name, rules.long_texts(), coalesce(search_card ->> 'apply_end_date', 'null')
    ) from content.kinds where name = table_name
  ) into found_record using current_record.id;
  return found_record;
end
$$;
comment on function push.current_record is 'A public notice without long texts, with its last date; null when it is hidden or deleted.';
