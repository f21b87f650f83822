-- A notice that was a draft or scheduled, and is hidden before it was ever posted, is posted when it is published.

alter table public.notice_plans add column is_unposted boolean not null default false;
comment on column public.notice_plans.is_unposted is
  'Of a hidden notice: it was a draft or scheduled, and has not been published since.';

create or replace function content.plan_of(stored public.notice_plans, status text) returns jsonb
  language sql stable set search_path = '' set timezone = 'UTC'
  return case
    when stored.id is null then jsonb_build_object('state', case status when 'inactive' then 'hidden' else 'published' end)
    when stored.state = 'published' then jsonb_build_object('state', stored.state, 'hide_at', stored.hide_at)
    else jsonb_build_object(
      'state', stored.state, 'status', stored.status, 'publish_at', stored.publish_at, 'hide_at', stored.hide_at
    ) || case when stored.is_unposted then '{"is_unposted": true}' else '{}' end::jsonb
  end;

create or replace function content.write_plan() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  wanted constant jsonb := new.plan;
  stored public.notice_plans;
  new_state text;
  planned_status text;
  plan_before jsonb;
  plan_now jsonb;
begin
  new.plan := null;
  select * into stored from public.notice_plans where content_table = tg_table_name and record_id = new.id;
  if wanted is not null then
    new_state := wanted ->> 'state';
  -- A status that is set alone decides: what was planned is over.
  elsif (old.status is not distinct from 'inactive') = (new.status is not distinct from 'inactive') then
    return new;
  elsif new.status = 'inactive' then
    new_state := 'hidden';
  else
    new_state := 'published';
  end if;

  plan_before := content.plan_of(stored, old.status);
  planned_status := case
    when wanted ? 'status' and wanted ->> 'status' is distinct from 'inactive' then wanted ->> 'status'
    when new.status is distinct from 'inactive' then new.status
    when stored.id is not null then stored.status
    when tg_op = 'UPDATE' and old.status is distinct from 'inactive' then old.status
    else 'active'
  end;
  if new_state = 'published' then
    new.status := planned_status;
    -- What was not public before is posted when it becomes public, unless it only returns to what it was.
    if coalesce(new.post_time, '') = '' and (stored.state in ('draft', 'scheduled') or stored.is_unposted)
      and current_setting('suchana.is_moving', true) is distinct from 'on' then
      new.post_time := content.as_post_time(least(stored.publish_at, now()));
    end if;
  else
    new.status := 'inactive';
  end if;
  if new_state = 'published' and wanted ->> 'hide_at' is null then
    delete from public.notice_plans where id = stored.id;
  else
    insert into public.notice_plans (content_table, record_id, state, status, publish_at, hide_at, is_unposted)
    values (
      tg_table_name, new.id, new_state, planned_status,
      (wanted ->> 'publish_at')::timestamptz, (wanted ->> 'hide_at')::timestamptz,
      new_state = 'hidden'
        and coalesce(stored.state in ('draft', 'scheduled') or stored.is_unposted or (wanted -> 'is_unposted')::boolean, false)
    ) on conflict (content_table, record_id) do update set
      state = excluded.state, status = excluded.status,
      publish_at = excluded.publish_at, hide_at = excluded.hide_at, is_unposted = excluded.is_unposted, retry_at = null;
  end if;

  if tg_op = 'UPDATE' then
    plan_now := history.with_plan(tg_table_name, jsonb_build_object('id', new.id, 'status', new.status)) -> 'plan';
    perform history.record_plan(tg_table_name, new.id, plan_before, plan_now);
  end if;
  return new;
end
$$;
