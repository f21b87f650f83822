-- What somebody does with a notification that others change at the same time, and what followers hear after a notice was
-- hidden again. Source: docs/behaviour/push.md#leaving-later;
-- docs/behaviour/following.md#once-for-each-event

drop function public.change_push(bigint, text, integer);
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

drop function push.change_planned(uuid, bigint, jsonb, jsonb);
create function push.change_planned(sender uuid, notification bigint, content jsonb, plan jsonb) returns text
  language plpgsql set search_path = ''
as $$
declare
  wanted push.notifications := jsonb_populate_record(null::push.notifications, content);
  chosen timestamptz := plan ->> 'sendAt';
  leaves boolean := push.may_send(sender);
  known push.notifications;
begin
  select * into known from push.notifications
   where id = notification and state in ('asked', 'planned') and event is null and (leaves or created_by = sender)
     for update;
  if not found then return 'left'; end if;
  if known.version <> (plan ->> 'version')::integer then
    -- Of a request that is repeated, the first one has stored what this one wants.
    return case when (known.title, known.body, known.category, known.url, known.image, known.scheduled_for)
      is not distinct from (wanted.title, wanted.body, wanted.category, wanted.url, wanted.image, chosen)
      then 'changed' else 'stale' end;
  end if;
  update push.notifications set
    title = wanted.title, body = wanted.body, category = wanted.category, url = wanted.url, image = wanted.image,
    table_name = plan ->> 'table', record_id = push.record_of(plan ->> 'table', plan ->> 'slug'),
    recipients = push.audience(wanted.category), scheduled_for = chosen,
    state = case when leaves then state else 'asked' end,
    send_at = case when leaves and state = 'planned' then greatest(chosen, now() + push.undo_time()) end,
    -- Whoever changes what another one has sent answers for it.
    approved_by = case when leaves and state = 'planned' and created_by is distinct from sender then coalesce(sender, approved_by) end,
    version = version + 1
   where id = notification;
  return 'changed';
end
$$;
comment on function push.change_planned is
  'Changes a notification that has not left. What an editor changes waits for an admin again. "left" when it has left, or is not the sender''s to change; "stale" when the plan names another version than the present one.';
grant execute on function push.change_planned to service_role;

create or replace function push.write_publication(table_name text, record jsonb, before jsonb) returns void
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
  if found = '{}' then return; end if;
  insert into push.events (topic, event, table_name, record_id, lists)
  values ('lists', table_name, table_name, (record ->> 'id')::bigint, found);
end
$$;
create or replace function public.correct_last_date(
  content_table text, record_id bigint, field text, new_date date, version timestamptz,
  source text default null, tells_followers boolean default true
) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  last_date text := (select search_card ->> 'apply_end_date' from content.kinds where name = content_table);
  today date := (now() at time zone 'Asia/Kolkata')::date;
  told_of text[];
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

  -- Topics whose followers are about to hear of an earlier correction of this date.
  told_of := array(
    select topic from push.events
     where events.table_name = content_table and events.record_id = correct_last_date.record_id
       and event = 'corrections' and not is_settled and before ? correct_last_date.field
  );
  execute format(
    'update public.%1$I as notice set %2$I = $2,
            status = case when $2 > %2$I and $2 >= $3 then ''Date Extend'' else status end
      where id = $1 returning to_jsonb(notice)', content_table, field
  ) into stored using record_id, new_date, today;
  update public.corrections set source = coalesce(correct_last_date.source, corrections.source)
   where corrections.content_table = correct_last_date.content_table
     and corrections.record_id = correct_last_date.record_id
     and corrections.field = correct_last_date.field and corrected_at = now();
  if not tells_followers then
    insert into push.events (topic, event, table_name, record_id, before, is_settled)
    select topic, 'untold', table_name, waiting.record_id, jsonb_build_object(correct_last_date.field, old_date), true
      from push.events as waiting
     where waiting.table_name = correct_last_date.content_table and waiting.record_id = correct_last_date.record_id
       and waiting.event = 'corrections' and not is_settled and waiting.before ? correct_last_date.field
       and topic <> all (told_of);
    -- What followers were to hear in the next minute about this correction, and nothing else.
    update push.events as waiting set before = waiting.before - correct_last_date.field
     where waiting.table_name = correct_last_date.content_table and waiting.record_id = correct_last_date.record_id
       and waiting.event = 'corrections' and not is_settled and topic <> all (told_of);
    update push.events as waiting set is_settled = true
     where waiting.table_name = correct_last_date.content_table and waiting.record_id = correct_last_date.record_id
       and waiting.event = 'corrections' and not is_settled and waiting.before = '{}';
  end if;
  return jsonb_build_object('is_stored', true, 'record', stored);
end
$$;
comment on function public.correct_last_date is
  'For staff: sets a later or earlier last date to apply of a public notice that still has the version (updated_at), with the status Date Extend if it is later and not past, and records the correction with its source. {is_stored, record}: false when somebody else has changed the notice; then nothing is stored. Repeated, it changes nothing more. Who is about to hear of an earlier correction hears the new date, too.';
