-- How many public notices there are of each kind, counted while they change: counting up to ten thousand notices of every
-- kind takes longer than everything else on the home page. Source: docs/behaviour/public-pages.md#home-page

create table published.notice_counts (
  content_table text primary key,
  notices bigint not null
);
comment on table published.notice_counts is 'Number of public notices of each kind.';
grant select on published.notice_counts to anon, authenticated, service_role;

create function published.count_notices() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  appeared bigint := 0;
  disappeared bigint := 0;
begin
  if tg_op = 'TRUNCATE' then
    update published.notice_counts set notices = 0 where content_table = tg_table_name;
    return null;
  end if;
  if tg_op <> 'DELETE' then
    select count(*) into appeared from new_rows where status is distinct from 'inactive';
  end if;
  if tg_op <> 'INSERT' then
    select count(*) into disappeared from old_rows where status is distinct from 'inactive';
  end if;
  if appeared <> disappeared then
    update published.notice_counts set notices = notices + appeared - disappeared where content_table = tg_table_name;
  end if;
  return null;
end
$$;
comment on function published.count_notices is 'After a statement: adds the notices that have become public, and subtracts those that no longer are.';

create function published.count_table(target text) returns void language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create or replace trigger count_inserts after insert on public.%1$I referencing new table as new_rows
       for each statement execute function published.count_notices();
     create or replace trigger count_updates after update on public.%1$I
       referencing old table as old_rows new table as new_rows
       for each statement execute function published.count_notices();
     create or replace trigger count_deletes after delete on public.%1$I referencing old table as old_rows
       for each statement execute function published.count_notices();
     create or replace trigger count_truncation after truncate on public.%1$I
       for each statement execute function published.count_notices()', target
  );
  -- Creating a trigger blocks writers until the end of the migration, so no change is missed.
  execute format(
    'insert into published.notice_counts
       select %1$L, count(*) from public.%1$I where status is distinct from ''inactive''
       on conflict (content_table) do update set notices = excluded.notices', target
  );
end
$$;
comment on function published.count_table is 'Counts the notices of a table, and keeps the number up to date.';
