-- One act of staff that corrects the last date of a notice, with its source. Source: docs/decisions/055

comment on column push.events.event is
  'The table of a published notice, corrections, two_days, four_hours, or untold: a correction that followers are not told.';
create index events_changed_dates_idx on push.events (table_name, record_id) where before is not null;

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

create or replace function push.write_correction(table_name text, record jsonb, changed jsonb) returns void
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

create function push.followers_of_dates(content_table text, record_id bigint) returns bigint
  language sql stable set search_path = ''
  return (
    select count(distinct subscription_id) from push.follows
      join public.push_subscriptions on push_subscriptions.id = subscription_id and is_active
     where follows.events && '{corrections}'
       and topic in (select push.topics_of(content_table, push.current_record(content_table, record_id)))
  );
comment on function push.followers_of_dates is 'How many subscriptions hear of changed dates of a public notice.';

create function public.date_followers(content_table text, record_id bigint) returns bigint
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_staff() then
    raise insufficient_privilege using message = 'Only staff may do this';
  end if;
  return case when published.is_content_table(content_table) then push.followers_of_dates(content_table, record_id) else 0 end;
end
$$;
comment on function public.date_followers is 'For staff: how many subscriptions hear of changed dates of a public notice.';

create function public.correct_last_date(
  content_table text, record_id bigint, field text, new_date date, version timestamptz,
  source text default null, tells_followers boolean default true
) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  last_date text := (select search_card ->> 'apply_end_date' from content.kinds where name = content_table);
  stored jsonb;
  old_date date;
begin
  if not public.is_staff() then
    raise insufficient_privilege using message = 'Only staff may do this';
  elsif last_date is null or last_date !~ ('\m' || field || '\M') or field !~ '^[a-z_]+$' then
    raise invalid_parameter_value using message = 'This is no last date to apply';
  elsif new_date is null then
    raise invalid_parameter_value using message = 'A new last date is missing';
  elsif not rules.is_web_link(source) then
    raise invalid_parameter_value using message = 'The source must be an http or https address';
  end if;

  execute format('select to_jsonb(notice) from public.%I as notice where id = $1 for update', content_table)
    into stored using record_id;
  old_date := stored ->> field;
  if stored is null or stored ->> 'status' = 'inactive' then
    raise check_violation using message = 'Visitors do not see this notice';
  elsif (stored ->> 'updated_at')::timestamptz is distinct from version then
    -- Of a call that is repeated, the first one has stored what this one wants.
    return jsonb_build_object('is_stored', old_date is not distinct from new_date, 'record', stored);
  elsif old_date is null then
    raise check_violation using message = 'There is no last date to correct';
  elsif old_date = new_date then
    raise check_violation using message = 'This is the last date already';
  end if;

  execute format(
    'update public.%1$I as notice set %2$I = $2, status = case when $2 > %2$I then ''Date Extend'' else status end
      where id = $1 returning to_jsonb(notice)', content_table, field
  ) into stored using record_id, new_date;
  update public.corrections set source = coalesce(correct_last_date.source, corrections.source)
   where corrections.content_table = correct_last_date.content_table
     and corrections.record_id = correct_last_date.record_id
     and corrections.field = correct_last_date.field and corrected_at = now();
  if not tells_followers then
    insert into push.events (topic, event, table_name, record_id, before, is_settled)
    select topic, 'untold', table_name, waiting.record_id, jsonb_build_object(correct_last_date.field, old_date), true
      from push.events as waiting
     where waiting.table_name = correct_last_date.content_table and waiting.record_id = correct_last_date.record_id
       and waiting.event = 'corrections' and not is_settled and waiting.before ? correct_last_date.field;
    -- What followers were to hear in the next minute about this date, and nothing else.
    update push.events as waiting set before = waiting.before - correct_last_date.field
     where waiting.table_name = correct_last_date.content_table and waiting.record_id = correct_last_date.record_id
       and waiting.event = 'corrections' and not is_settled;
    update push.events as waiting set is_settled = true
     where waiting.table_name = correct_last_date.content_table and waiting.record_id = correct_last_date.record_id
       and waiting.event = 'corrections' and not is_settled and waiting.before = '{}';
  end if;
  return jsonb_build_object('is_stored', true, 'record', stored);
end
$$;
comment on function public.correct_last_date is
  'For staff: sets a later or earlier last date to apply of a public notice that still has the version (updated_at), with the status Date Extend if it is later, and records the correction with its source. {is_stored, record}: false when somebody else has changed the notice; then nothing is stored. Repeated, it changes nothing more.';

revoke execute on function public.date_followers, public.correct_last_date from public, anon;
grant execute on function public.date_followers, public.correct_last_date to authenticated;
grant execute on function push.followers_of_dates to service_role;
