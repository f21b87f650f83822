-- Lists begin with what is featured, then follow the display order, then the newest. One number says the first two, so
-- that one index has the whole order, and a further page begins at one place in it. Source: docs/decisions/041

create function content.add_shared_columns(target text) returns void language plpgsql set search_path = ''
as $$
begin
  execute format(
    'alter table public.%1$I
       add column if not exists view_count bigint default 0,
       add column if not exists display_order integer,
       add column if not exists is_featured boolean default false;
     alter table public.%1$I
       add column if not exists list_rank bigint not null generated always as (
         case when is_featured then 4294967296 else 0 end + coalesce(2147483648 - display_order::bigint, 0)
       ) stored;
     comment on column public.%1$I.list_rank is %2$L',
    target,
    'The place in lists, the highest first: 2^32 for a featured notice, and 2^31 less its display order for one that has one. 0 for all others, which are ordered by time.'
  );
end
$$;
comment on function content.add_shared_columns is 'Gives a table the columns for order and views that every kind has, as far as it lacks them.';

create or replace function rules.touch() returns trigger language plpgsql set search_path = ''
as $$
declare
  uncounted constant text[] := array['updated_at', 'posted_at', 'list_rank', 'view_count'];
begin
  if to_jsonb(new) - uncounted = to_jsonb(old) - uncounted then
    new.updated_at := old.updated_at;
  else
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;

create or replace function rules.open_table(target text, public_rows text) returns void
  language plpgsql set search_path = ''
as $$
declare
  form_columns text := (
    select string_agg(quote_ident(column_name), ', ') from information_schema.columns
     where table_schema = 'public' and table_name = target
       and column_name not in ('id', 'created_at', 'updated_at', 'posted_at', 'list_rank', 'view_count')
  );
  is_admin constant text := '((select public.is_admin()))';
begin
  execute format('grant select on public.%I to anon, authenticated', target);
  execute format('grant insert (%1$s), update (%1$s), delete on public.%2$I to authenticated', form_columns, target);
  perform rules.set_policy(target, name, 'for ' || definition) from (values
    ('visitors read public rows', format('select to anon using (%s)', public_rows)),
    (
      'staff read everything, others public rows',
      format('select to authenticated using (%s or (select public.is_admin()))', public_rows)
    ),
    ('staff insert', 'insert to authenticated with check ' || is_admin),
    ('staff update', format('update to authenticated using %1$s with check %1$s', is_admin)),
    ('staff delete', 'delete to authenticated using ' || is_admin)
  ) as policy (name, definition);
end
$$;

create or replace function content.create_indexes(target text) returns void language plpgsql set search_path = ''
as $$
declare
  index record;
begin
  for index in select * from (values
    -- Lists and their pages, and the same with a status.
    ('list', '(list_rank desc, posted_at desc, id desc)'),
    ('status_list', '(status, list_rank desc, posted_at desc, id desc)'),
    -- The newest notices, in feeds and for other clients, and the notices of what a notice refers to.
    ('posted_at', '(posted_at desc, id desc)'),
    ('status', '(status, posted_at desc, id desc)'),
    ('updated_at', '(updated_at desc)'),
    ('organization_id', '(organization_id, posted_at desc)'),
    ('category_id', '(category_id, posted_at desc)'),
    ('recruitment_id', '(recruitment_id)'),
    -- Filters of the admin find hidden notices too, which the search index does not contain.
    ('title', 'using gin (title extensions.gin_trgm_ops)'),
    -- The newest change of every 50,000 ids, for the index of sitemaps.
    ('changes', $index$(((id - 1) / 50000), updated_at desc) where status is distinct from 'inactive'$index$)
  ) as wanted (name, definition) loop
    execute format('create index if not exists %I on public.%I %s', target || '_' || index.name || '_idx', target, index.definition);
  end loop;
end
$$;

create or replace function content.create_views(kind content.kinds) returns void language plpgsql set search_path = ''
as $$
begin
  execute format(
    'drop view if exists published.%1$I, published.%2$I;
     create view published.%1$I with (security_invoker) as
       select %3$s from public.%1$I where status is distinct from ''inactive'';
     create view published.%2$I as select id, updated_at from public.%1$I where status is distinct from ''inactive'';
     grant select on published.%1$I, published.%2$I to anon, authenticated, service_role',
    kind.name, kind.name || '_changes',
    array_to_string('{id,slug,title,status,created_at,posted_at,list_rank}' || kind.card_fields, ', ')
  );
end
$$;

create or replace function content.home_section_of(kind content.kinds) returns text language sql immutable set search_path = ''
  -- The inner limit is a constant so that one plan serves every page size.
  return format(
    'select %1$L, (
       select coalesce(json_agg(card), ''[]'') from (
         select * from (
           select * from published.%1$I where %2$s order by list_rank desc, posted_at desc, id desc limit 100
         ) as first limit published.page_size(page_sizes, %1$L)
       ) as card
     )',
    kind.name, case when kind.home_status = 'any' then 'true' else format('status = %L', kind.home_status) end
  );

create or replace function content.register_kind(
  target text,
  search_fields text[] default null,
  list_searches_all_fields boolean default null,
  card_fields text[] default null,
  search_card jsonb default null,
  timeline_dates text[] default null,
  home_status text default null
) returns void language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  indexed_fields constant text[] := (select kinds.search_fields from content.kinds where name = target);
  kind content.kinds;
begin
  insert into content.kinds as stored values (
    target,
    (select coalesce(max(priority), 0) + 1 from content.kinds),
    coalesce(register_kind.search_fields, '{}'),
    coalesce(register_kind.list_searches_all_fields, false),
    coalesce(register_kind.card_fields, '{}'),
    coalesce(register_kind.search_card, '{}'),
    coalesce(register_kind.timeline_dates, '{}'),
    register_kind.home_status
  ) on conflict (name) do update set
    search_fields = coalesce(register_kind.search_fields, stored.search_fields),
    list_searches_all_fields = coalesce(register_kind.list_searches_all_fields, stored.list_searches_all_fields),
    card_fields = coalesce(register_kind.card_fields, stored.card_fields),
    search_card = coalesce(register_kind.search_card, stored.search_card),
    timeline_dates = coalesce(register_kind.timeline_dates, stored.timeline_dates),
    home_status = coalesce(register_kind.home_status, stored.home_status)
  returning stored.* into kind;

  perform content.add_shared_columns(target);
  perform rules.prepare_table(target, $rows$status is distinct from 'inactive'$rows$);
  perform rules.remember_slugs(target);
  perform content.create_indexes(target);
  perform search.index_table(target);
  perform published.count_table(target);
  perform content.create_views(kind);
  perform content.create_unions();
  if kind.search_fields <> indexed_fields then
    perform search.rebuild();
  end if;
end
$$;

-- Lists that are searched have the same order.

alter table search.entries add column list_rank bigint not null default 0;

create or replace function search.index_notices() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  category content.kinds;
begin
  select * into strict category from content.kinds where name = tg_table_name;
  if tg_op = 'TRUNCATE' then
    delete from search.entries where priority = category.priority;
    return null;
  end if;
  if tg_op = 'DELETE' then
    delete from search.entries using old_rows
     where entries.priority = category.priority and entries.id = old_rows.id;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    -- A counted page view leaves updated_at as it was.
    if not exists (
      select from new_rows left join old_rows using (id) where new_rows.updated_at is distinct from old_rows.updated_at
    ) then
      return null;
    end if;
    delete from search.entries using new_rows
     where entries.priority = category.priority and entries.id = new_rows.id and new_rows.status = 'inactive';
  end if;
  insert into search.entries as entry (priority, id, list_rank, posted_at, title, others)
  select category.priority, id, list_rank, posted_at, search.fold(title), search.other_text(to_jsonb(new_rows), category.search_fields)
    from new_rows where status is distinct from 'inactive'
  on conflict (priority, id) do update
    set list_rank = excluded.list_rank, posted_at = excluded.posted_at, title = excluded.title, others = excluded.others
    where (entry.list_rank, entry.posted_at, entry.title, entry.others)
      is distinct from (excluded.list_rank, excluded.posted_at, excluded.title, excluded.others);
  return null;
end
$$;

create or replace function search.index_table(target text) returns void language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create or replace trigger index_inserted after insert on public.%1$I
       referencing new table as new_rows for each statement execute function search.index_notices();
     create or replace trigger index_updated after update on public.%1$I
       referencing old table as old_rows new table as new_rows for each statement execute function search.index_notices();
     create or replace trigger index_deleted after delete on public.%1$I
       referencing old table as old_rows for each statement execute function search.index_notices();
     create or replace trigger index_truncated after truncate on public.%1$I
       for each statement execute function search.index_notices()', target
  );
end
$$;

create or replace function search.rebuild() returns void language plpgsql set search_path = extensions
as $$
declare
  category content.kinds;
begin
  truncate search.entries, search.terms;
  drop index if exists search.entries_list_idx, search.entries_posted_at_idx, search.entries_title_idx, search.entries_keys_idx,
    search.words_two_idx, search.words_three_idx, search.pairs_three_idx;
  alter table search.entries disable trigger user;
  for category in select * from content.kinds order by priority loop
    execute format(
      'insert into search.entries (priority, id, list_rank, posted_at, title, others)
       select %2$s, id, list_rank, posted_at, search.fold(title), search.other_text(to_jsonb(notice), %3$L)
         from public.%1$I as notice where status is distinct from ''inactive'' order by posted_at',
      category.name, category.priority, category.search_fields
    );
  end loop;
  alter table search.entries enable trigger user;

  insert into search.terms
  select kind, term, priority, sum(in_title), sum(in_others), count(*)
    from search.entries, search.terms_of(title, others)
   group by kind, term, priority;

  create index entries_list_idx on search.entries (priority, list_rank desc, posted_at desc, id desc);
  create index entries_posted_at_idx on search.entries (priority, posted_at desc, id desc);
  create index entries_title_idx on search.entries (priority, left(title, 60));
  create index entries_keys_idx on search.entries using gin (search.keys(priority, title, others)) with (fastupdate = off);
  create index words_two_idx on search.words using gin (search.runs_in(term, 2)) with (fastupdate = off);
  create index words_three_idx on search.words using gin (search.runs_in(term, 3)) with (fastupdate = off);
  create index pairs_three_idx on search.pairs using gin (search.runs_in(term, 3)) with (fastupdate = off);
  analyze search.entries, search.terms;
end
$$;

create index entries_list_idx on search.entries (priority, list_rank desc, posted_at desc, id desc);

drop function public.list_notices(text, text, text, timestamptz, bigint, integer);
create function public.list_notices(
  content_table text,
  search text default null,
  only_status text default null,
  after_posted_at timestamptz default null,
  after_id bigint default null,
  page_size integer default 25,
  after_rank bigint default 0
) returns json language plpgsql stable parallel safe set search_path = ''
as $$
declare
  wanted_rows constant int := least(greatest(coalesce(page_size, 25), 1), 100);
  wanted constant text collate "C" := search.fold(search);
  kind content.kinds;
  driver search.driver;
  found_rows integer;
  source text := format('published.%I as card', content_table);
  listed constant text := case when wanted <> '' then 'entry' else 'card' end;
  conditions text[] := '{true}';
  keys text[];
  page json;
begin
  select * into kind from content.kinds where name = content_table;
  if not found then
    raise invalid_parameter_value using message = 'unknown content table';
  end if;
  if length(search) > 1000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;

  if wanted <> '' then
    conditions := conditions || case when kind.list_searches_all_fields
      then '(strpos(entry.title, $1) > 0 or strpos(entry.others, $1) > 0)' else 'strpos(entry.title, $1) > 0'
    end;
    source := format('search.entries as entry join published.%I as card using (id)', content_table);
    conditions := array_append(conditions, 'entry.priority = $6');
    if length(search.trimmed(wanted)) >= 2 then
      select * into driver from search.drivers(search.trimmed(wanted)) as found where found.priority = kind.priority;
      found_rows := case when kind.list_searches_all_fields then driver.any_rows else driver.title_rows end;
      -- Reading on in the order of the list is shorter where many have the text.
      if found_rows is null or found_rows <= sqrt(wanted_rows::double precision * driver.all_rows) then
        keys := coalesce(search.keys_of(driver, 't', driver.terms), '{}')
          || case when kind.list_searches_all_fields then search.keys_of(driver, 'o', driver.terms) end;
        conditions := array_append(conditions, 'search.keys(entry.priority, entry.title, entry.others) && $7');
      end if;
    end if;
  end if;
  if only_status is not null then
    conditions := array_append(conditions, 'card.status = $2');
  end if;
  if after_posted_at is not null then
    -- Of a comparison of rows PostgreSQL estimates the first column alone, and hardly any rank is below 0.
    conditions := array_append(conditions, format(
      case when after_rank > 0 then '(%1$s.list_rank, %1$s.posted_at, %1$s.id) < ($8, $3, $4)'
        else '%1$s.list_rank = 0 and (%1$s.posted_at, %1$s.id) < ($3, $4)'
      end, listed
    ));
  end if;

  execute format(
    'with page as materialized (
       select card.* from %1$s where %2$s order by %3$s.list_rank desc, %3$s.posted_at desc, %3$s.id desc limit $5 + 1
     )
     select json_build_object(
       ''rows'', coalesce((select json_agg(shown) from (select * from page limit $5) as shown), ''[]''),
       ''more'', (select count(*) > $5 from page)
     )',
    source, array_to_string(conditions, ' and '), listed
  ) into page
  using wanted, only_status, after_posted_at, coalesce(after_id, 0), wanted_rows, kind.priority, keys, after_rank;
  return page;
end
$$;
comment on function public.list_notices is
  'A page of public notices, featured ones first, then by display order, then the newest: {rows: [card], more}. The text matches literally, anywhere and in any case, in the fields that the kind searches. The next page starts after the list_rank, posted_at and id of the last row.';
grant execute on function public.list_notices to anon, authenticated;

comment on function public.newest_notices is
  'The newest public notices of one kind or of all: [every field but long texts, with table and organization].';

do $$
declare
  kind content.kinds;
begin
  alter table search.entries disable trigger user;
  for kind in select * from content.kinds order by priority loop
    perform content.register_kind(kind.name);
    execute format(
      'update search.entries set list_rank = notice.list_rank from public.%I as notice
        where entries.priority = %s and entries.id = notice.id and notice.list_rank <> 0', kind.name, kind.priority
    );
  end loop;
  alter table search.entries enable trigger user;
end
$$;
