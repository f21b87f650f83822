-- A change of a plan is a change of its notice: it is recorded with the columns that the same statement changes, or alone.
-- Source: docs/behaviour/history.md#what-is-recorded

insert into history.changes (at, act, actor, source, table_name, row_id, operation, before, after)
select plans.at, plans.act, known.actor, coalesce(known.source, 'server'), plans.table_name, plans.row_id, 'update',
       jsonb_build_object('plan', plans.before), jsonb_build_object('plan', plans.after)
  from history.plans left join lateral (
    select actor, source from history.changes where changes.act = plans.act limit 1
  ) as known on true
 order by plans.at;
drop function history.parts_of;
drop table history.plans;

create table history.written_plans (
  table_name text,
  row_id bigint,
  before jsonb not null,
  after jsonb not null,
  primary key (table_name, row_id)
);
comment on table history.written_plans is
  'Plans that the present statement has written, until its end, when they are recorded with the rows. Empty between statements.';
alter table history.written_plans enable row level security;

create or replace function history.record_plan(target text, id bigint, plan_before jsonb, plan_now jsonb) returns void
  language sql set search_path = ''
as $$
  insert into history.written_plans (table_name, row_id, before, after)
  select target, id, plan_before, plan_now where plan_before <> plan_now
  on conflict (table_name, row_id) do update set after = excluded.after
$$;

create or replace function history.record_changes() returns trigger
  language plpgsql security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  -- What the database fills in.
  uncounted constant text[] := array['updated_at', 'posted_at', 'list_rank', 'view_count'];
  request history.request;
begin
  case tg_op
    when 'UPDATE' then
      if exists (select from new_rows) then
        request := history.current_request();
        with planned as (
          delete from history.written_plans as written using new_rows
           where written.table_name = tg_table_name and written.row_id = new_rows.id
          returning written.row_id, jsonb_build_object('plan', written.before) as before, jsonb_build_object('plan', written.after) as after
        )
        insert into history.changes (act, actor, source, table_name, row_id, operation, before, after)
        select request.act, request.actor, request.source, tg_table_name, id, 'update',
               outbox.previous_values(old_row, new_row), outbox.previous_values(new_row, old_row)
          from (
            select id, (to_jsonb(old_rows) - uncounted) || coalesce(planned.before, '{}') as old_row,
                   (to_jsonb(new_rows) - uncounted) || coalesce(planned.after, '{}') as new_row
              from old_rows join new_rows using (id) left join planned on planned.row_id = id offset 0
          ) as versions
         where old_row <> new_row;
      end if;
    when 'INSERT' then
      if exists (select from new_rows) then
        request := history.current_request();
        insert into history.changes (act, actor, source, table_name, row_id, operation, after)
        select request.act, request.actor, request.source, tg_table_name, id, 'insert', to_jsonb(new_rows) from new_rows;
      end if;
    when 'DELETE' then
      if exists (select from old_rows) then
        request := history.current_request();
        insert into history.changes (act, actor, source, table_name, row_id, operation, before)
        select request.act, request.actor, request.source, tg_table_name, id, 'delete', to_jsonb(old_rows) from old_rows;
      end if;
    when 'TRUNCATE' then
      request := history.current_request();
      insert into history.changes (act, actor, source, table_name, operation)
      values (request.act, request.actor, request.source, tg_table_name, 'delete');
  end case;
  return null;
end
$$;

create or replace function rules.delete_history(older_than interval, most integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  deleted integer;
begin
  delete from history.changes where id in (
    select id from history.changes where at < now() - greatest(older_than, interval '730 days')
     order by at limit most for update skip locked
  );
  get diagnostics deleted = row_count;
  if deleted > 0 then
    delete from history.people where not exists (select from history.changes where actor = people.id);
  end if;
  return deleted;
end
$$;

create or replace function history.own_act(person uuid) returns uuid
  language plpgsql set search_path = ''
as $$
declare
  named uuid := nullif(current_setting('suchana.act', true), '')::uuid;
  owner uuid;
  is_over boolean;
begin
  if named is not null then
    -- It is looked up once in a transaction, not for every statement and row.
    if current_setting('suchana.owned_act', true) = concat(named, person) then return named; end if;
    select actor, at < now() - interval '1 hour' into owner, is_over
      from history.changes where act = named order by at limit 1;
    if found and (is_over or owner is distinct from person) then named := null; end if;
  end if;
  named := coalesce(named, gen_random_uuid());
  perform set_config('suchana.act', named::text, true), set_config('suchana.owned_act', concat(named, person), true);
  return named;
end
$$;
comment on function history.own_act is
  'The act of the current transaction: the one that the request names, unless it has none, names that of somebody else, or one that began more than an hour ago.';

create function history.plan_after(act uuid, target text, id bigint, since bigint) returns jsonb
  language sql stable set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('plan', before -> 'plan') from history.changes
     where changes.table_name = target and changes.row_id = plan_after.id and changes.id > since
       and changes.act <> plan_after.act and operation = 'update' and before ? 'plan'
     order by changes.id limit 1
  ), '{}')
$$;
comment on function history.plan_after is
  'The plan with which an act left a notice that it has created, as a member of the row; no member when nobody has changed the plan since.';

create or replace function history.changes_of(act uuid)
  returns table (table_name text, row_id bigint, operation text, before jsonb, after jsonb)
  language sql stable set search_path = ''
as $$
  select table_name, row_id, operation,
         case operation when 'update' then outbox.previous_values(before, after) else before end,
         case operation
           when 'update' then outbox.previous_values(after, before)
           when 'insert' then after - 'plan' || history.plan_after(changes_of.act, table_name, row_id, first)
           else after
         end
    from (
      select table_name, row_id, min(id) as first,
             case
               when (array_agg(operation order by id))[1] = 'insert' then 'insert'
               when (array_agg(operation order by id desc))[1] = 'delete' then 'delete'
               else 'update'
             end as operation,
             history.merged(before order by id desc) as before, history.merged(after order by id) as after,
             (array_agg(operation order by id))[1] = 'insert' and (array_agg(operation order by id desc))[1] = 'delete' as is_nothing
        from history.changes where changes.act = changes_of.act and row_id is not null
       group by table_name, row_id
    ) as row where not is_nothing and (operation <> 'update' or outbox.previous_values(before, after) is not null)
$$;

create or replace function history.undo_statement(target text, operation text, columns text) returns text
  language sql immutable set search_path = ''
  return format(
    'with wanted as (
       select * from jsonb_to_recordset($1) as wanted (row_id bigint, before jsonb, after jsonb)
     ), undone as (' || case operation
      when 'insert' then
        'delete from public.%1$I as record using wanted
          where record.id = row_id and outbox.previous_values(
            after - array[''updated_at'', ''posted_at'', ''list_rank'', ''view_count''],
            history.with_plan(%1$L, to_jsonb(record))
          ) is null'
      when 'delete' then
        'insert into public.%1$I as record (%2$s) overriding system value
         select %2$s from wanted cross join lateral jsonb_populate_record(null::public.%1$I, wanted.before) as deleted
          where history.may_return(%1$L, wanted.row_id)
         on conflict do nothing'
      else
        'update public.%1$I as record
            set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, wanted.before))
           from wanted where record.id = row_id
            and outbox.previous_values(after, history.with_plan(%1$L, to_jsonb(record))) is null'
    end || ' returning record.id)
     select coalesce(array_agg(id), ''{}'') from undone',
    target, columns
  );
