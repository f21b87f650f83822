-- Which database the outbox is in: a position in it means nothing in another database, or in an older state of the same
-- one. Source: docs/decisions/011

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
