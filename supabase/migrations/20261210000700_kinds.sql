-- The kinds of notices, one row each. Functions find the tables of notices here; content.register_kind adds a row, builds
-- everything around the table, and generates what reads all kinds at once. Source: docs/decisions/025

create schema content;

comment on schema content is 'The kinds of notices and their registration. Not exposed over REST.';

grant usage on schema content to anon, authenticated, service_role;

create table content.kinds (
  name text primary key,
  priority smallint not null unique,
  search_fields text[] not null,
  list_searches_all_fields boolean not null,
  card_fields text[] not null,
  search_card jsonb not null,
  timeline_dates text[] not null,
  home_status text,
  day_fields text[] not null default '{}'
);
comment on table content.kinds is 'The kinds of notices. Expressions in it are SQL of migrations.';
comment on column content.kinds.name is 'The table in the schema public.';
comment on column content.kinds.priority is 'The order of the kinds in search results.';
comment on column content.kinds.search_fields is 'Fields that the search reads besides the title. Source: docs/behaviour/search.md#what-is-searched';
comment on column content.kinds.list_searches_all_fields is 'Whether the search box of the list reads these fields too, not only the title.';
comment on column content.kinds.card_fields is 'Columns or expressions with an alias that cards show besides slug, title, status and times.';
comment on column content.kinds.search_card is
  'Expressions for the cards of search results: apply_end_date, exam_date and document_url, as far as the kind has them.';
comment on column content.kinds.timeline_dates is 'Date columns that the timeline of a recruitment shows.';
comment on column content.kinds.home_status is
  'Status of the notices in the section of the home page; any: every public one; null: the home page has no section.';
comment on column content.kinds.day_fields is 'Every column with a date, as content.index_days found them.';
grant select on content.kinds to anon, authenticated, service_role;

create function published.is_content_table(name text) returns boolean
  language sql stable parallel safe
  return exists (select from content.kinds where kinds.name = is_content_table.name);
grant execute on function published.is_content_table to anon, authenticated, service_role;
