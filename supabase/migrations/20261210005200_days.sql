-- The dates of all public notices by day, for the calendar of the site. Source: docs/decisions/048

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
create index days_recruitment_idx on published.days (recruitment_id, priority, id) where recruitment_id is not null;
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
