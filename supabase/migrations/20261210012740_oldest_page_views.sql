-- Page views beyond the newest 100 million become numbers of their days before their time: many senders together could fill
-- the disk. Source: docs/behaviour/limits.md#page-views
create or replace function rules.delete_page_views(older_than interval, most integer) returns integer
  language sql set search_path = ''
as $$
  with old as (
    select id from public.analytics_events where id in (
      (select id from public.analytics_events where created_at < now() - older_than limit most)
      union
      -- Ids are given one after the other, so they tell how many views came later without counting them.
      (
        select id from public.analytics_events
         where id <= (select max(id) from public.analytics_events) - 100000000 order by id limit most
      )
    ) limit most for update skip locked
  ), deleted as (
    delete from public.analytics_events where id in (select id from old) returning created_at, page
  ), counted as (
    insert into public.page_view_days as stored (day, kind, views)
    select (created_at at time zone 'Asia/Kolkata')::date, rules.kind_of_page(page), count(*) from deleted group by 1, 2
    on conflict (day, kind) do update set views = stored.views + excluded.views
  )
  select count(*)::integer from deleted
$$;
comment on function rules.delete_page_views is
  'Deletes old page views, and those before the newest 100 million, and adds them to the numbers of their days, in one statement. Returns how many.';
