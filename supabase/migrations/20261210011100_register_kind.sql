-- Registration of a kind: everything that the database has around the table of a kind of notices.
-- Source: docs/guides/add-a-kind.md

create function content.add_shared_columns(target text) returns void language plpgsql set search_path = ''
as $$
begin
  execute format(
    'alter table public.%1$I
       add column if not exists view_count bigint default 0,
       add column if not exists display_order integer,
       add column if not exists is_featured boolean default false,
       add column if not exists checked_at timestamptz;
     alter table public.%1$I
       add column if not exists list_rank bigint not null generated always as (
         case when is_featured then 4294967296 else 0 end + coalesce(2147483648 - display_order::bigint, 0)
       ) stored;
     comment on column public.%1$I.list_rank is %2$L;
     comment on column public.%1$I.checked_at is %3$L;
     create or replace trigger record_check after update of checked_at on public.%1$I
       for each row when (new.checked_at is distinct from old.checked_at and new.updated_at = old.updated_at)
       execute function outbox.record_check()',
    target,
    'The place in lists, the highest first: 2^32 for a featured notice, and 2^31 less its display order for one that has one. 0 for all others, which are ordered by time.',
    'When an admin last compared the notice with its official source; null when nobody did.'
  );
end
$$;
comment on function content.add_shared_columns is
  'Gives a table the columns for order, views and checks that every kind has, as far as it lacks them.';

create function content.create_indexes(target text) returns void language plpgsql set search_path = ''
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

-- Two views of the public rows of a kind: the fields of a card, which lists and home page share, under row-level
-- security; and the times of changes, which run as the owner, because PostgreSQL does not use the index on an
-- expression of ids under row-level security.
create function content.create_views(kind content.kinds) returns void language plpgsql set search_path = ''
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

-- The following functions return statements, which content.create_unions joins for all kinds.

-- Of published.notices: dates for the timeline of a recruitment, and facts that its page shows besides.
create function content.notices_of(kind content.kinds) returns text language sql stable set search_path = ''
  return format(
    'select %1$L as content_table, id, slug, title, status, posted_at, updated_at, recruitment_id, %2$s as dates, %3$s as facts
       from public.%1$I where status is distinct from ''inactive''',
    kind.name,
    (
      select format('jsonb_strip_nulls(jsonb_build_object(%s))', string_agg(format('%1$L, %1$I', name), ', '))
        from unnest(kind.timeline_dates) as name
    ),
    (
      select format('jsonb_strip_nulls(jsonb_build_object(%s))', string_agg(format('%1$L, %1$I', attname), ', ' order by attname))
        from pg_catalog.pg_attribute
       where attrelid = format('public.%I', kind.name)::regclass and attnum > 0 and not attisdropped
         and attname in ('notification_link', 'official_website', 'total_posts', 'category_vacancies', 'cutoffs')
    )
  );

create function content.newest_change_of(kind content.kinds) returns text language sql immutable set search_path = ''
  return format(
    'select %1$L as content_table, %2$s as priority,
            (select max(updated_at) from public.%1$I where status is distinct from ''inactive'') as updated_at',
    kind.name, kind.priority
  );

-- The ids of each kind are looked up once, not by one query for each.
create function content.search_cards_of(kind content.kinds) returns text language sql immutable set search_path = ''
  return format(
    'select %1$L, %2$s::smallint, id, slug, title, status, post_time, created_at, posted_at,
            (%3$s)::date, (%4$s)::date, (%5$s)::text
       from public.%1$I where status is distinct from ''inactive''
        and id = any (ids_%2$s)',
    kind.name, kind.priority, coalesce(kind.search_card ->> 'apply_end_date', 'null'),
    coalesce(kind.search_card ->> 'exam_date', 'null'), coalesce(kind.search_card ->> 'document_url', 'null')
  );

-- Cards of one kind.
create function content.cards_of_kind(kind content.kinds) returns text language sql immutable set search_path = ''
  return format(
    'when %1$s then return (
       select coalesce(json_agg(card order by place), ''[]'')
         from unnest(ids) with ordinality as listed (id, place) join published.%2$I as card using (id)
     );',
    kind.priority, kind.name
  );

create function content.home_section_of(kind content.kinds) returns text language sql immutable set search_path = ''
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

create function content.create_unions() returns void language plpgsql set search_path = ''
as $$
declare
  notices text;
  newest_changes text;
  search_cards text;
  ids text;
  ids_of_hits text;
  home_sections text;
  cards text;
begin
  select
    string_agg(content.notices_of(kind), ' union all ' order by priority),
    string_agg(content.newest_change_of(kind), ' union all ' order by priority),
    string_agg(content.search_cards_of(kind), ' union all ' order by priority),
    string_agg(content.home_section_of(kind), ' union all ' order by priority) filter (where home_status is not null),
    string_agg(content.cards_of_kind(kind), ' ' order by priority),
    string_agg(format('ids_%s bigint[];', priority), ' ' order by priority),
    format(
      'select %s into %s from unnest(hits);',
      string_agg(format('array_agg(id) filter (where priority = %s)', priority), ', ' order by priority),
      string_agg(format('ids_%s', priority), ', ' order by priority)
    )
  into notices, newest_changes, search_cards, home_sections, cards, ids, ids_of_hits from content.kinds as kind;

  drop view if exists published.notices, published.newest_changes;
  execute 'create view published.notices with (security_invoker) as ' || notices;
  execute 'create view published.newest_changes with (security_invoker) as ' || newest_changes;
  execute format(
    'create or replace function search.cards(hits search.hit[]) returns table (
       category text, priority smallint, id bigint, slug text, title text, status text, post_time text,
       created_at timestamptz, posted_at timestamptz, apply_end_date date, exam_date date, document_url text
     ) language plpgsql stable parallel safe set search_path = '''' set plan_cache_mode = force_generic_plan as %L',
    format(E'#variable_conflict use_column\ndeclare %s begin %s return query %s; end', ids, ids_of_hits, search_cards)
  );
  execute format(
    'create or replace function published.home_sections(page_sizes jsonb) returns table (name text, cards json)
       language plpgsql stable parallel safe set search_path = '''' as %L',
    format(
      E'#variable_conflict use_column\nbegin return query %s; end',
      coalesce(home_sections, 'select null, null where false')
    )
  );
  execute format(
    'create or replace function published.cards_of(p smallint, ids bigint[]) returns json
       language plpgsql stable parallel safe set search_path = '''' set plan_cache_mode = force_generic_plan as %L',
    format(E'begin case p %s end case; end', cards)
  );

  comment on view published.notices is 'The public notices of all kinds, with the dates of a timeline.';
  comment on view published.newest_changes is 'The time of the newest change of every kind.';
  comment on function search.cards is 'The cards of the notices that a search has found.';
  comment on function published.home_sections is 'The newest cards of every kind that has a section on the home page.';
  comment on function published.cards_of is 'The cards of notices of one kind, in the order of their ids.';
  grant select on published.notices, published.newest_changes to anon, authenticated, service_role;
  grant execute on function search.cards, published.home_sections, published.cards_of to anon, authenticated, service_role;
end
$$;
comment on function content.create_unions is
  'Creates what reads all kinds: published.notices, published.newest_changes, published.home_sections, published.cards_of, search.cards.';

create function content.register_kind(
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
  perform rules.record_corrections_of(target);
  perform content.create_indexes(target);
  perform search.index_table(target);
  perform content.index_days(target);
  perform published.count_table(target);
  perform content.create_views(kind);
  perform content.create_unions();
  if kind.search_fields <> indexed_fields then
    perform search.rebuild();
  end if;
end
$$;
comment on function content.register_kind is
  'Makes a table a kind of notices: indexes, column rules, triggers, grants, policies, views, search, home page, sitemap, feeds and outbox. Call it again after adding a column, or to change how the kind is described; what is not given stays as it is. A new kind whose table has rows already needs search.rebuild().';
