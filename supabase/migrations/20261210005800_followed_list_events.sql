-- Events of followed lists: one row for all lists to which a notice belongs. Source: docs/decisions/057

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
