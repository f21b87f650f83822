-- The dates of all public notices by day, for the calendar of the site; and the registration of kinds, which fills them.
-- Source: docs/decisions/048

alter table content.kinds add column day_fields text[] not null default '{}';
comment on column content.kinds.day_fields is 'Every column with a date, as content.index_days found them.';

create table published.days (
  priority smallint not null,
  id bigint not null,
  field text collate "C" not null,
  day date not null,
  recruitment_id bigint,
  primary key (priority, id, field)
);
comment on table published.days is 'Every date of every public notice: priority names its kind, field its column.';
create index days_day_idx on published.days (day, priority, field, id);
grant select on published.days to anon, authenticated, service_role;

create function content.days_statement(kind content.kinds, source text) returns text
  language sql immutable set search_path = ''
  return format(
    'insert into published.days (priority, id, field, day, recruitment_id)
     select %s, notice.id, dated.field, dated.day, notice.recruitment_id
       from %s as notice cross join lateral (values %s) as dated (field, day)
      where dated.day is not null and notice.status is distinct from ''inactive''',
    kind.priority, source,
    (select string_agg(format('(%1$L, notice.%1$I)', name), ', ') from unnest(kind.day_fields) as name)
  );
comment on function content.days_statement is 'The statement that adds the dates of notices; null for a kind without dates.';

create function published.index_days() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  kind content.kinds;
begin
  select * into strict kind from content.kinds where name = tg_table_name;
  if tg_op = 'TRUNCATE' then
    delete from published.days where priority = kind.priority;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    -- A counted page view leaves updated_at as it was.
    if not exists (
      select from new_rows left join old_rows using (id) where new_rows.updated_at is distinct from old_rows.updated_at
    ) then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    delete from published.days using old_rows where days.priority = kind.priority and days.id = old_rows.id;
  end if;
  if tg_op <> 'DELETE' and kind.day_fields <> '{}' then
    execute content.days_statement(kind, 'new_rows');
  end if;
  return null;
end
$$;
revoke all on function published.index_days from public;

create function content.index_days(target text) returns void language plpgsql set search_path = ''
as $$
declare
  fields constant text[] := array(
    select attname::text from pg_catalog.pg_attribute
     where attrelid = format('public.%I', target)::regclass and atttypid = 'date'::regtype and attnum > 0 and not attisdropped
     order by 1
  );
  kind content.kinds;
begin
  execute format(
    'create or replace trigger days_inserted after insert on public.%1$I
       referencing new table as new_rows for each statement execute function published.index_days();
     create or replace trigger days_updated after update on public.%1$I
       referencing old table as old_rows new table as new_rows for each statement execute function published.index_days();
     create or replace trigger days_deleted after delete on public.%1$I
       referencing old table as old_rows for each statement execute function published.index_days();
     create or replace trigger days_truncated after truncate on public.%1$I
       for each statement execute function published.index_days()', target
  );
  update content.kinds set day_fields = fields where name = target and day_fields <> fields returning * into kind;
  if found then perform content.rebuild_days(kind); end if;
end
$$;
comment on function content.index_days is 'Makes the calendar receive every date of a kind, those of columns that are new too.';

create function content.rebuild_days(kind content.kinds) returns void language plpgsql set search_path = ''
as $$
begin
  delete from published.days where priority = kind.priority;
  if kind.day_fields <> '{}' then
    execute content.days_statement(kind, format('public.%I', kind.name));
  end if;
end
$$;
comment on function content.rebuild_days is 'Reads the dates of a kind again; for rows that were written without triggers.';

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

-- What the page of a recruitment shows of a notice besides its dates.
create or replace function content.notices_of(kind content.kinds) returns text language sql stable set search_path = ''
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
