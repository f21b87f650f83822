-- The timeline of a recruitment has every date of its notices, as its calendar has. Which columns those are, the
-- registration finds out for the calendar, so no list of them is given any more. Source: docs/decisions/048

-- Of published.notices: every date, for the timeline of a recruitment, and facts that its page shows besides.
create or replace function content.notices_of(kind content.kinds) returns text language sql stable set search_path = ''
  return format(
    'select %1$L as content_table, id, slug, title, status, posted_at, updated_at, recruitment_id, %2$s as dates, %3$s as facts
       from public.%1$I where status is distinct from ''inactive''',
    kind.name,
    (
      select format('jsonb_strip_nulls(jsonb_build_object(%s))', string_agg(format('%1$L, %1$I', name), ', '))
        from unnest(kind.day_fields) as name
    ),
    (
      select format('jsonb_strip_nulls(jsonb_build_object(%s))', string_agg(format('%1$L, %1$I', attname), ', ' order by attname))
        from pg_catalog.pg_attribute
       where attrelid = format('public.%I', kind.name)::regclass and attnum > 0 and not attisdropped
         and attname in ('notification_link', 'official_website', 'total_posts', 'category_vacancies', 'cutoffs')
    )
  );

drop function content.register_kind(text, text[], boolean, text[], jsonb, text[], text);

create function content.register_kind(
  target text,
  search_fields text[] default null,
  list_searches_all_fields boolean default null,
  card_fields text[] default null,
  search_card jsonb default null,
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
    register_kind.home_status
  ) on conflict (name) do update set
    search_fields = coalesce(register_kind.search_fields, stored.search_fields),
    list_searches_all_fields = coalesce(register_kind.list_searches_all_fields, stored.list_searches_all_fields),
    card_fields = coalesce(register_kind.card_fields, stored.card_fields),
    search_card = coalesce(register_kind.search_card, stored.search_card),
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

alter table content.kinds drop column timeline_dates;
comment on column content.kinds.day_fields is
  'Every column with a date, as content.index_days found them: for calendars and the timelines of recruitments.';

select content.create_unions();
