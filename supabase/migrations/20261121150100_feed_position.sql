-- Where a server goes on that starts after another has stopped. Source: docs/decisions/011

create table feed.delivered (
  is_only boolean primary key default true check (is_only),
  position pg_snapshot not null,
  saved_at timestamptz not null default now()
);
comment on table feed.delivered is 'The snapshot up to which servers have passed changes on.';
