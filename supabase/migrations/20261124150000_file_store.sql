-- The store of uploaded files that belongs to this database, so that servers with other stores notice it.
-- Source: docs/behaviour/faults.md#one-store-of-files

create schema if not exists files;
comment on schema files is 'Where the bytes of uploaded files are. It is not part of a backup: a restored portal has another store.';

create table files.store (
  id uuid not null,
  is_only boolean primary key default true check (is_only)
);
comment on table files.store is 'The id that stands in the store itself, once files were uploaded. There is at most one row.';

grant usage on schema files to authenticated, service_role;
grant select on files.store to authenticated;
grant select, insert, update, delete on files.store to service_role;
