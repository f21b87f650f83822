-- The history: who changed what, when and from where, written in the transaction of the change. Nothing can change it;
-- the server deletes what is older than two years. Source: docs/decisions/050

create schema history;

comment on schema history is 'Every change of what staff write. Only the owner of the database has rights here; staff read it by functions.';

create table history.people (
  id uuid primary key,
  name text not null
);
comment on table history.people is 'Who is named in the history, by the name of the profile or else by e-mail address, also after the account was deleted.';

create table history.changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  act uuid not null,
  actor uuid,
  source text not null check (source in ('form', 'list', 'bulk', 'import', 'api', 'server')),
  table_name text not null,
  row_id bigint,
  operation text not null check (operation in ('insert', 'update', 'delete')),
  before jsonb,
  after jsonb
);
comment on column history.changes.id is 'Changes of the same row are in this order, because they wait for each other.';
comment on column history.changes.act is 'What was done at once has the same number: a save, or a change of many rows.';
comment on column history.changes.actor is 'Null for the server and for clients with its key.';
comment on column history.changes.row_id is 'Null where all rows were deleted at once, and for a table whose ids are no numbers.';
comment on column history.changes.before is 'Of an update the changed columns, of a deletion the whole row.';
comment on column history.changes.after is 'Of an update the changed columns, of an insertion the whole row.';
create index changes_row_idx on history.changes (table_name, row_id, id desc);
create index changes_act_idx on history.changes (act);
create index changes_at_idx on history.changes (at desc, id desc);

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

alter table history.changes enable row level security;

alter table history.people enable row level security;

revoke all on schema history from public;

create function history.protect() returns trigger language plpgsql set search_path = ''
as $$
begin
  raise insufficient_privilege using message = 'The history cannot be changed';
end
$$;
comment on function history.protect is 'Rejects changes of the history, those of the owner of the database too.';
create trigger protect before update or truncate on history.changes
  for each statement execute function history.protect();
create trigger protect_recent before delete on history.changes
  for each row when (old.at > now() - interval '730 days') execute function history.protect();

create function rules.delete_history(older_than interval, most integer) returns integer
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
comment on function rules.delete_history is
  'Deletes changes that are older than two years, and the names of whom no change names any more. Returns how many changes.';
revoke execute on function rules.delete_history from public;
grant execute on function rules.delete_history to service_role;

create type history.request as (act uuid, actor uuid, source text);

create function history.own_act(person uuid) returns uuid
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

create function history.current_request() returns history.request
  language plpgsql set search_path = ''
as $$
declare
  request history.request;
begin
  request.actor := auth.uid();
  request.act := history.own_act(request.actor);
  request.source := coalesce(
    nullif(current_setting('suchana.source', true), ''),
    case when current_setting('request.jwt.claim.role', true) <> '' then 'api' else 'server' end
  );
  perform history.remember_name(request.actor);
  return request;
end
$$;
comment on function history.current_request is
  'What the current transaction is part of. Without a number of its own, a transaction is an act; without a role, it is one of the server.';

create function history.remember_name(person uuid) returns void
  language sql set search_path = ''
as $$
  -- A name that is known already is only read, so that changes of one person do not wait for each other.
  insert into history.people as known (id, name)
  select account.id, account.name
    from (
      select users.id, coalesce(profiles.display_name, users.email) as name
        from auth.users left join public.profiles on profiles.id = users.id where users.id = person
    ) as account
   where name is not null and not exists (
     select from history.people where people.id = account.id and people.name = account.name
   )
  on conflict (id) do update set name = excluded.name
$$;

create function history.record_plan(target text, id bigint, plan_before jsonb, plan_now jsonb) returns void
  language sql set search_path = ''
as $$
  insert into history.written_plans (table_name, row_id, before, after)
  select target, id, plan_before, plan_now where plan_before <> plan_now
  on conflict (table_name, row_id) do update set after = excluded.after
$$;

create function history.record_changes() returns trigger
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
comment on function history.record_changes is
  'After a statement: records what it changed. Page views and other columns that the database fills in are no changes.';

create function rules.record_history_of(target text) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create or replace trigger history_inserted after insert on public.%1$I referencing new table as new_rows
       for each statement execute function history.record_changes();
     create or replace trigger history_updated after update on public.%1$I
       referencing old table as old_rows new table as new_rows
       for each statement execute function history.record_changes();
     create or replace trigger history_deleted after delete on public.%1$I referencing old table as old_rows
       for each statement execute function history.record_changes();
     create or replace trigger history_truncated after truncate on public.%1$I
       for each statement execute function history.record_changes()', target
  );
end
$$;
comment on function rules.record_history_of is
  'Records every change of a table with numbers as ids, and lets staff undo it. May be called again.';

create function history.record_row() returns trigger
  language plpgsql security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  unrecorded constant text[] := coalesce(tg_argv, '{}');
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - unrecorded end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - unrecorded end;
  id constant jsonb := coalesce(new_row, old_row) -> 'id';
  request history.request;
begin
  if old_row = new_row then return null; end if;
  request := history.current_request();
  if request.actor is null and tg_op = 'INSERT' then
    -- What the server inserts for somebody names them.
    request.actor := (new_row ->> 'created_by')::uuid;
    perform history.remember_name(request.actor);
  end if;
  insert into history.changes (act, actor, source, table_name, row_id, operation, before, after)
  values (
    request.act, request.actor, request.source, tg_table_name,
    case jsonb_typeof(id) when 'number' then id::bigint end, lower(tg_op),
    case tg_op when 'UPDATE' then jsonb_build_object('id', id) || outbox.previous_values(old_row, new_row) else old_row end,
    case tg_op when 'UPDATE' then jsonb_build_object('id', id) || outbox.previous_values(new_row, old_row) else new_row end
  );
  return null;
end
$$;
comment on function history.record_row is
  'After a change of a row that cannot be undone from the history. The arguments of the trigger are columns that are not recorded: secrets, personal data of visitors, counts.';
create trigger record_history after insert or update or delete on public.profiles
  for each row execute function history.record_row();
