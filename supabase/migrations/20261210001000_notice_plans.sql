-- Drafts and schedules: what staff plan for a notice that visitors must not learn of. Source: docs/decisions/052

create table public.notice_plans (
  id bigint generated always as identity primary key,
  content_table text not null references content.kinds (name) on delete cascade,
  record_id bigint not null,
  state text not null check (state in ('draft', 'scheduled', 'published', 'hidden')),
  status text,
  publish_at timestamptz,
  hide_at timestamptz,
  retry_at timestamptz,
  is_in_bin boolean not null default false,
  due_at timestamptz generated always as (case when not is_in_bin then
    greatest(case state when 'scheduled' then publish_at when 'published' then hide_at end, retry_at)
  end) stored,
  unique (content_table, record_id),
  check ((state = 'scheduled') = (publish_at is not null)),
  check (hide_at is null or state in ('scheduled', 'published')),
  constraint notice_plans_hide_after_publish check (hide_at > publish_at)
);
comment on table public.notice_plans is
  'What staff plan for a notice, beside its row, because visitors may select every column of public rows. The column plan of the notice writes it; a notice without a row here is published, or hidden when its status is inactive.';
comment on column public.notice_plans.status is 'The status that a notice has once it is public.';
comment on column public.notice_plans.retry_at is 'When a due plan is tried again that could not be carried out.';
comment on column public.notice_plans.is_in_bin is 'Its notice was deleted: nothing is due until it is restored.';
comment on column public.notice_plans.due_at is 'When the state changes by itself; null when it does not.';
create index notice_plans_due_at_idx on public.notice_plans (due_at, id) where due_at is not null;
select rules.close_table('notice_plans');
select rules.constrain_columns('notice_plans');
grant select on public.notice_plans to authenticated;
create policy "staff read" on public.notice_plans for select to authenticated using ((select public.is_staff()));

create function content.as_post_time(at timestamptz) returns text
  language sql stable set search_path = ''
  return to_char(at at time zone 'Asia/Kolkata', 'DD/MM/YYYY FMHH12:MI AM');
comment on function content.as_post_time is 'A timestamp as the text of a post time, in Indian time: 20/11/2026 7:20 AM.';

create function content.plan_of(stored public.notice_plans, status text) returns jsonb
  language sql stable set search_path = '' set timezone = 'UTC'
  return case
    when stored.id is null then jsonb_build_object('state', case status when 'inactive' then 'hidden' else 'published' end)
    when stored.state = 'published' then jsonb_build_object('state', stored.state, 'hide_at', stored.hide_at)
    else jsonb_build_object(
      'state', stored.state, 'status', stored.status, 'publish_at', stored.publish_at, 'hide_at', stored.hide_at
    )
  end;
comment on function content.plan_of is
  'The stored plan of a notice with a status, or the one that it has without a row, as the column plan takes it.';

create function history.with_plan(target text, record jsonb) returns jsonb
  language sql stable set search_path = ''
  return record || jsonb_build_object('plan', content.plan_of(
    (select plans from public.notice_plans as plans where content_table = target and record_id = (record ->> 'id')::bigint),
    record ->> 'status'
  ));
comment on function history.with_plan is 'A row with its plan, which its own column never holds.';

create function content.write_plan() returns trigger
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
    if coalesce(new.post_time, '') = '' and stored.state in ('draft', 'scheduled')
      and current_setting('suchana.is_moving', true) is distinct from 'on' then
      new.post_time := content.as_post_time(least(stored.publish_at, now()));
    end if;
  else
    new.status := 'inactive';
  end if;
  if new_state = 'published' and wanted ->> 'hide_at' is null then
    delete from public.notice_plans where id = stored.id;
  else
    insert into public.notice_plans (content_table, record_id, state, status, publish_at, hide_at)
    values (
      tg_table_name, new.id, new_state, planned_status,
      (wanted ->> 'publish_at')::timestamptz, (wanted ->> 'hide_at')::timestamptz
    ) on conflict (content_table, record_id) do update set
      state = excluded.state, status = excluded.status,
      publish_at = excluded.publish_at, hide_at = excluded.hide_at, retry_at = null;
  end if;

  if tg_op = 'UPDATE' then
    plan_now := history.with_plan(tg_table_name, jsonb_build_object('id', new.id, 'status', new.status)) -> 'plan';
    perform history.record_plan(tg_table_name, new.id, plan_before, plan_now);
  end if;
  return new;
end
$$;
comment on function content.write_plan is
  'Moves the plan that is written with a notice, {state, status, publish_at, hide_at}, to notice_plans and sets the status that follows from it: inactive unless the state is published. A plan ends when the status alone hides or publishes the notice.';
revoke execute on function content.write_plan, content.plan_of from public;

create function content.keep_plan() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  is_there boolean := false;
begin
  if not published.is_content_table(coalesce(new.table_name, old.table_name)) then return null; end if;
  if tg_op = 'INSERT' then
    update public.notice_plans set is_in_bin = true where content_table = new.table_name and record_id = new.record_id;
    return null;
  end if;
  execute format('select exists (select from public.%I where id = $1)', old.table_name) into is_there using old.record_id;
  if is_there then
    update public.notice_plans set is_in_bin = false where content_table = old.table_name and record_id = old.record_id;
  else
    delete from public.notice_plans where content_table = old.table_name and record_id = old.record_id;
  end if;
  return null;
end
$$;
comment on function content.keep_plan is
  'Sets the plan of a notice aside while the notice is in the bin; it is deleted with what is deleted for ever.';
revoke execute on function content.keep_plan from public;
create trigger keep_plan after insert or delete on bin.items for each row execute function content.keep_plan();

create function rules.plan_table(target text) returns void
  language plpgsql set search_path = ''
as $$
begin
  if not published.is_content_table(target) then return; end if;
  -- The triggers come after "touch" in the alphabet, so that a plan is a change of the row and moves its version.
  execute format(
    'alter table public.%1$I add column if not exists plan jsonb constraint %2$I check (plan is null);
     comment on column public.%1$I.plan is %3$L;
     create or replace trigger write_first_plan before insert on public.%1$I
       for each row when (new.plan is not null) execute function content.write_plan();
     create or replace trigger write_plan before update on public.%1$I
       for each row when (new.plan is not null or new.status is distinct from old.status)
       execute function content.write_plan()',
    target, target || '_plan_check',
    'For writing only: {state: draft|scheduled|published|hidden, status, publish_at, hide_at}, in one change with what else is written; status, once it is public, may be left to the column of that name. It is stored in notice_plans; here it is always null.'
  );
end
$$;
comment on function rules.plan_table is
  'Lets notices of a table be drafts and be scheduled; does nothing to other tables. May be called again. Call it before the grants.';

create function rules.apply_due_plans(most integer) returns integer
  language plpgsql set search_path = ''
as $$
declare
  due public.notice_plans;
  id_of_locked bigint;
  is_there boolean;
  applied integer := 0;
begin
  for due in select * from public.notice_plans where due_at <= now() order by due_at, id limit most loop
    -- A save locks its notice first and then the plan, so this does, too. What another server or a save holds is next.
    execute format('select id from public.%I where id = $1 for update skip locked', due.content_table)
      into id_of_locked using due.record_id;
    if id_of_locked is null then
      execute format('select exists (select from public.%I where id = $1)', due.content_table)
        into is_there using due.record_id;
      -- The plan of what went into the bin meanwhile is not due any more.
      if not is_there then delete from public.notice_plans where id = due.id and due_at is not null; end if;
      continue;
    end if;
    select * into due from public.notice_plans where id = due.id and due_at <= now() for update;
    continue when due.id is null;
    -- Each is undone on its own.
    perform set_config('suchana.act', gen_random_uuid()::text, true);
    begin
      execute format('update public.%I set plan = $2 where id = $1', due.content_table) using due.record_id,
        case due.state
          when 'scheduled' then jsonb_build_object('state', 'published', 'hide_at', due.hide_at)
          else '{"state": "hidden"}'
        end;
      applied := applied + 1;
    exception when others then
      -- One notice that cannot be changed must not hold up the others.
      raise warning 'The plan of %.% could not be carried out: %', due.content_table, due.record_id, sqlerrm;
      update public.notice_plans set retry_at = now() + interval '5 seconds' where id = due.id;
    end;
  end loop;
  return applied;
end
$$;
comment on function rules.apply_due_plans is
  'Publishes and hides the notices whose time has come, the earliest first, by ordinary updates. Returns how many; call it until it returns 0, since a notice that is published late may have to be hidden at once.';

create function rules.next_due_plan() returns integer
  language sql stable set search_path = ''
as $$
  select greatest(0, least(ceil(extract(epoch from min(due_at) - clock_timestamp()) * 1000), 86400000))::integer
    from public.notice_plans where due_at is not null
$$;
comment on function rules.next_due_plan is 'Milliseconds until a plan is due, a day at most; null when none is.';
revoke execute on function rules.apply_due_plans, rules.next_due_plan from public;
grant execute on function rules.apply_due_plans, rules.next_due_plan to service_role;
