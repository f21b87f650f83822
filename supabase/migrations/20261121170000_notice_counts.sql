-- How many public notices there are of each kind, counted while they change: counting up to ten thousand of seven kinds
-- for a home page takes longer than everything else on it. Source: specification, section 2, Home; docs/decisions/021

create table published.notice_counts (
  content_table text primary key,
  notices bigint not null
);
comment on table published.notice_counts is 'Notices of each kind that everybody may see.';
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
comment on function published.count_notices is 'After a statement: adds what has become public, and takes away what is no longer.';

do $$
declare
  name text;
begin
  foreach name in array array[
    'jobs', 'results', 'admit_cards', 'answer_keys', 'admissions', 'documents', 'syllabus'
  ] loop
    execute format(
      'create trigger count_inserts after insert on public.%I referencing new table as new_rows
         for each statement execute function published.count_notices()', name
    );
    execute format(
      'create trigger count_updates after update on public.%I referencing old table as old_rows new table as new_rows
         for each statement execute function published.count_notices()', name
    );
    execute format(
      'create trigger count_deletes after delete on public.%I referencing old table as old_rows
         for each statement execute function published.count_notices()', name
    );
    execute format(
      'create trigger count_truncation after truncate on public.%I
         for each statement execute function published.count_notices()', name
    );
    -- Whoever creates a trigger keeps writers waiting until the end of the migration, so nothing is missed.
    execute format(
      'insert into published.notice_counts
         select %1$L, count(*) from public.%1$I where status is distinct from ''inactive''', name
    );
  end loop;
end
$$;

create or replace function public.home_board(
  page_sizes jsonb default '{}',
  today date default (now() at time zone interval '5 hours 30 minutes')::date
) returns json language plpgsql stable parallel safe set search_path = ''
as $$
begin
  -- The inner limits are constants so that one plan serves every page size.
  return json_build_object(
    'jobs', (
      select coalesce(json_agg(card), '[]') from (
        select * from (select * from published.jobs where status = 'active' order by posted_at desc, id desc limit 100) as newest
         limit published.page_size(page_sizes, 'jobs')
      ) as card
    ),
    'results', (
      select coalesce(json_agg(card), '[]') from (
        select * from (select * from published.results order by posted_at desc, id desc limit 100) as newest
         limit published.page_size(page_sizes, 'results')
      ) as card
    ),
    'admit_cards', (
      select coalesce(json_agg(card), '[]') from (
        select * from (select * from published.admit_cards order by posted_at desc, id desc limit 100) as newest
         limit published.page_size(page_sizes, 'admit_cards')
      ) as card
    ),
    'answer_keys', (
      select coalesce(json_agg(card), '[]') from (
        select * from (select * from published.answer_keys order by posted_at desc, id desc limit 100) as newest
         limit published.page_size(page_sizes, 'answer_keys')
      ) as card
    ),
    'admissions', (
      select coalesce(json_agg(card), '[]') from (
        select * from (select * from published.admissions order by posted_at desc, id desc limit 100) as newest
         limit published.page_size(page_sizes, 'admissions')
      ) as card
    ),
    'documents', (
      select coalesce(json_agg(card), '[]') from (
        select * from (select * from published.documents order by posted_at desc, id desc limit 100) as newest
         limit published.page_size(page_sizes, 'documents')
      ) as card
    ),
    'quick_links', (
      select coalesce(json_agg(link), '[]') from (
        select slug, title from public.jobs
         where is_quick_link and status is distinct from 'inactive' order by created_at desc, id desc limit 9
      ) as link
    ),
    'closing_today', (
      select coalesce(json_agg(card), '[]') from (
        select card.* from published.jobs as card join public.jobs using (id)
         where jobs.apply_end_date = today and (apply_start_date is null or apply_start_date <= today)
         order by card.posted_at desc, id desc limit 100
      ) as card
    ),
    'counts', (select json_object_agg(content_table, least(notices, 10001)) from published.notice_counts),
    'updated_at', greatest(
      (select max(updated_at) from public.jobs where status is distinct from 'inactive'),
      (select max(updated_at) from public.results where status is distinct from 'inactive'),
      (select max(updated_at) from public.admit_cards where status is distinct from 'inactive'),
      (select max(updated_at) from public.answer_keys where status is distinct from 'inactive'),
      (select max(updated_at) from public.admissions where status is distinct from 'inactive'),
      (select max(updated_at) from public.documents where status is distinct from 'inactive'),
      (select max(updated_at) from public.syllabus where status is distinct from 'inactive')
    )
  );
end
$$;
