-- The outbox: every change of a notice, and of what notices refer to, written in the transaction that makes it. Realtime
-- and the page cache read it. Source: docs/decisions/011

create schema outbox;

comment on schema outbox is 'Changes that servers pass on. Only the owner of the database has rights here.';

create table outbox.changes (
  transaction_id xid8 not null default pg_current_xact_id(),
  sequence bigint generated always as identity,
  written_at timestamptz not null default clock_timestamp(),
  table_name text not null,
  kind text not null check (kind in ('INSERT', 'UPDATE', 'DELETE', 'MANY')),
  record jsonb,
  previous jsonb,
  bytes integer not null generated always as (
    coalesce(octet_length(record::text), 0) + coalesce(octet_length(previous::text), 0)
  ) stored,
  primary key (transaction_id, sequence)
);
comment on table outbox.changes is 'The changes of the last minutes; servers delete what every one of them has read.';
comment on column outbox.changes.transaction_id is 'By it a reader knows what was committed since its last read: sequence numbers are assigned before the commit, so a lower one may appear later.';
comment on column outbox.changes.sequence is 'Changes of the same row are in this order, because they wait for each other.';
comment on column outbox.changes.kind is 'MANY: a statement changed too many rows to pass them on one by one.';
comment on column outbox.changes.record is 'The row afterwards; for DELETE the row as it was.';
comment on column outbox.changes.previous is 'For UPDATE what the changed columns held before.';

-- What the changed columns held before; null when nothing differs.
create function outbox.previous_values(before jsonb, after jsonb) returns jsonb
  language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_object_agg(key, value) from jsonb_each(before) where value is distinct from after -> key
$$;

create function outbox.record_changes() returns trigger
  language plpgsql security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  most constant int := 20000;
  changed int;
begin
  case tg_op
    when 'INSERT' then
      select count(*) into changed from (select from new_rows limit most + 1) as counted;
      if changed between 1 and most then
        insert into outbox.changes (table_name, kind, record)
          select tg_table_name, tg_op, to_jsonb(new_rows) from new_rows;
      end if;
    when 'DELETE' then
      select count(*) into changed from (select from old_rows limit most + 1) as counted;
      if changed between 1 and most then
        insert into outbox.changes (table_name, kind, record)
          select tg_table_name, tg_op, to_jsonb(old_rows) from old_rows;
      end if;
    when 'UPDATE' then
      select count(*) into changed from (
        select from old_rows full join new_rows on old_rows.id = new_rows.id
         where old_rows.updated_at is distinct from new_rows.updated_at limit most + 1
      ) as counted;
      if changed between 1 and most then
        -- A row that gets another id is a deleted row and a new one.
        insert into outbox.changes (table_name, kind, record, previous)
          select
            tg_table_name,
            case when old_rows.id is null then 'INSERT' when new_rows.id is null then 'DELETE' else 'UPDATE' end,
            to_jsonb(coalesce(new_rows, old_rows)),
            outbox.previous_values(to_jsonb(old_rows), to_jsonb(new_rows))
          from old_rows full join new_rows on old_rows.id = new_rows.id
          where old_rows.updated_at is distinct from new_rows.updated_at;
      end if;
    when 'TRUNCATE' then
      changed := most + 1;
  end case;
  if changed > most then
    insert into outbox.changes (table_name, kind) values (tg_table_name, 'MANY');
  end if;
  if changed > 0 then perform pg_notify('suchana_changes', ''); end if;
  return null;
end
$$;
comment on function outbox.record_changes is
  'After a statement: writes its changes and wakes the readers. A counted page view does not touch updated_at and is not a change.';

create function outbox.record_table(target text) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create or replace trigger record_inserts after insert on public.%1$I referencing new table as new_rows
       for each statement execute function outbox.record_changes();
     create or replace trigger record_updates after update on public.%1$I
       referencing old table as old_rows new table as new_rows
       for each statement execute function outbox.record_changes();
     create or replace trigger record_deletes after delete on public.%1$I referencing old table as old_rows
       for each statement execute function outbox.record_changes();
     create or replace trigger record_truncation after truncate on public.%1$I
       for each statement execute function outbox.record_changes()', target
  );
end
$$;
comment on function outbox.record_table is 'Makes the outbox receive every change of a table.';

create table outbox.delivered (
  is_only boolean primary key default true check (is_only),
  position pg_snapshot not null,
  saved_at timestamptz not null default now()
);
comment on table outbox.delivered is
  'The snapshot up to which servers have passed changes on: a server that starts after another has stopped continues here.';

create table outbox.identity (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);
comment on table outbox.identity is 'Created with the outbox, so that no two outboxes have the same id.';
insert into outbox.identity default values;

create function outbox.current_identity() returns text
  language plpgsql stable set search_path = ''
as $$
declare
  cluster text;
  timeline text;
begin
  begin
    select system_identifier into cluster from pg_control_system();
    timeline := left(pg_walfile_name(pg_current_wal_lsn()), 8);
  exception when others then
    null; -- a hosting provider may not allow these calls
  end;
  return concat_ws(' ',
    cluster,
    timeline,
    (select oid from pg_database where datname = current_database()),
    (select id from outbox.identity),
    (select string_agg(oid::text, ',' order by oid) from pg_trigger
      where tgfoid = 'outbox.record_changes()'::regprocedure)
  );
end
$$;
comment on function outbox.current_identity is
  'Differs after a restore: another cluster or database, another timeline of the same cluster (a failover, a base backup), another outbox, or triggers that were created again, which a dump does after its rows.';

create function outbox.record_check() returns trigger
  language plpgsql security definer set search_path = '' set timezone = 'UTC'
as $$
begin
  insert into outbox.changes (table_name, kind, record, previous)
    values (tg_table_name, 'UPDATE', to_jsonb(new), outbox.previous_values(to_jsonb(old), to_jsonb(new)));
  perform pg_notify('suchana_changes', '');
  return null;
end
$$;
comment on function outbox.record_check is 'Records a check, which outbox.record_changes leaves out because updated_at stays.';
