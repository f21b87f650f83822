-- Notifications that leave later: ten seconds after somebody has sent them, at a chosen time, or once an admin has approved
-- them. Source: docs/decisions/055

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

-- The servers do everything with notifications; the functions of triggers are called by those alone.
grant select, insert, update, delete on all tables in schema push to service_role;
grant execute on all functions in schema push to service_role;
revoke execute on function push.count_days, push.write_events, push.watch_kind, push.watch_table from service_role;
