-- What realtime and the page cache are driven by: every change of a published row, written in the transaction that
-- makes it. Source: docs/decisions/011

create schema feed;
comment on schema feed is 'The changes that servers pass on. Nobody but the owner has rights here.';

create table feed.changes (
  transaction_id xid8 not null default pg_current_xact_id(),
  place bigint generated always as identity,
  written_at timestamptz not null default clock_timestamp(),
  table_name text not null,
  kind text not null check (kind in ('INSERT', 'UPDATE', 'DELETE', 'MANY')),
  record jsonb,
  previous jsonb,
  bytes integer not null generated always as (
    coalesce(octet_length(record::text), 0) + coalesce(octet_length(previous::text), 0)
  ) stored,
  primary key (transaction_id, place)
);
comment on table feed.changes is 'The changes of the last minutes; servers delete what every one of them has read.';
comment on column feed.changes.transaction_id is 'Readers tell by it what was committed since they looked last: places are given before the commit, so a lower one may appear later.';
comment on column feed.changes.place is 'Changes of the same row are in this order, because they wait for each other.';
comment on column feed.changes.kind is 'MANY: a statement changed more rows than anybody wants to hear of one by one.';
comment on column feed.changes.record is 'The row afterwards; for DELETE the row as it was.';
comment on column feed.changes.previous is 'For UPDATE what the changed columns held before.';

create function feed.previous_values(before jsonb, after jsonb) returns jsonb
  language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_object_agg(key, value) from jsonb_each(before) where value is distinct from after -> key
$$;

create function feed.record_changes() returns trigger
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
        insert into feed.changes (table_name, kind, record)
          select tg_table_name, tg_op, to_jsonb(new_rows) from new_rows;
      end if;
    when 'DELETE' then
      select count(*) into changed from (select from old_rows limit most + 1) as counted;
      if changed between 1 and most then
        insert into feed.changes (table_name, kind, record)
          select tg_table_name, tg_op, to_jsonb(old_rows) from old_rows;
      end if;
    when 'UPDATE' then
      select count(*) into changed from (
        select from old_rows full join new_rows on old_rows.id = new_rows.id
         where old_rows.updated_at is distinct from new_rows.updated_at limit most + 1
      ) as counted;
      if changed between 1 and most then
        -- A row that gets another id is gone for everybody who knows it, and a new one is there.
        insert into feed.changes (table_name, kind, record, previous)
          select
            tg_table_name,
            case when old_rows.id is null then 'INSERT' when new_rows.id is null then 'DELETE' else 'UPDATE' end,
            to_jsonb(coalesce(new_rows, old_rows)),
            feed.previous_values(to_jsonb(old_rows), to_jsonb(new_rows))
          from old_rows full join new_rows on old_rows.id = new_rows.id
          where old_rows.updated_at is distinct from new_rows.updated_at;
      end if;
    when 'TRUNCATE' then
      changed := most + 1;
  end case;
  if changed > most then
    insert into feed.changes (table_name, kind) values (tg_table_name, 'MANY');
  end if;
  if changed > 0 then perform pg_notify('suchana_changes', ''); end if;
  return null;
end
$$;
comment on function feed.record_changes is
  'After a statement: writes its changes and wakes the readers. A counted view leaves updated_at alone and is no change.';

do $$
declare
  name text;
begin
  foreach name in array array[
    'jobs', 'results', 'admit_cards', 'answer_keys', 'admissions', 'documents', 'syllabus',
    'organizations', 'categories', 'recruitments'
  ] loop
    execute format(
      'create trigger record_inserts after insert on public.%I referencing new table as new_rows
         for each statement execute function feed.record_changes()', name
    );
    execute format(
      'create trigger record_updates after update on public.%I referencing old table as old_rows new table as new_rows
         for each statement execute function feed.record_changes()', name
    );
    execute format(
      'create trigger record_deletes after delete on public.%I referencing old table as old_rows
         for each statement execute function feed.record_changes()', name
    );
    execute format(
      'create trigger record_truncation after truncate on public.%I
         for each statement execute function feed.record_changes()', name
    );
  end loop;
end
$$;

-- Row-level security for rows that are not in their table any more, or not any more as they were.
create function published.visible_changes(table_name text, changes jsonb)
  returns table (number bigint, record jsonb, was_visible boolean)
  language plpgsql stable set search_path = ''
as $$
declare
  relation constant regclass := format('public.%I', table_name)::regclass;
  policy text := 'true';
  hidden text[];
begin
  if not has_any_column_privilege(relation, 'select') then return; end if;
  select coalesce(array_agg(attname), '{}') into hidden from pg_attribute
   where attrelid = relation and attnum > 0 and not attisdropped
     and not has_column_privilege(attrelid, attnum, 'select');
  if row_security_active(relation) then
    select
      '(' || coalesce(string_agg(expression, ' or ') filter (where polpermissive), 'false') || ')'
      || coalesce(string_agg(' and ' || expression, '') filter (where not polpermissive), '')
    into policy
    from (
      select polpermissive, '(' || coalesce(pg_get_expr(polqual, polrelid), 'true') || ')' as expression
        from pg_policy
       where polrelid = relation and polcmd in ('r', '*')
         and exists (select from unnest(polroles) as role where role = 0 or pg_has_role(role, 'usage'))
    ) as applying;
  end if;
  return query execute format(
    'select given_number, case when now_visible then (given_change -> ''record'') - $2 end, before_visible
       from jsonb_array_elements($1) with ordinality as given(given_change, given_number)
      cross join lateral (
        select %1$s is true as now_visible
          from jsonb_populate_record(null::%2$s, given_change -> ''record'') as %3$I
      ) as afterwards
      cross join lateral (
        select %1$s is true as before_visible from jsonb_populate_record(
          null::%2$s, (given_change -> ''record'') || coalesce(given_change -> ''previous'', ''{}'')
        ) as %3$I
      ) as beforehand
      where now_visible or before_visible', policy, relation, table_name
  ) using changes, hidden;
end
$$;
comment on function published.visible_changes is
  'Of changes [{record, previous}], numbered from 1, those that the caller may see: the record with the columns they may select if they may see it now, and whether they could see it before.';
grant execute on function published.visible_changes to anon, authenticated, service_role;
