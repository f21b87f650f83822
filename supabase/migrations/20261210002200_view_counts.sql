-- The number of page views of each notice. A view waits in a queue, so that it is counted once, whatever becomes of the
-- server that counts it, and so that no visitor waits for a row that many others view. Source: docs/decisions/041

create table rules.uncounted_views (
  page text not null
);
comment on table rules.uncounted_views is 'Paths of the page views since the last count, one row each. What is counted is deleted.';

create function rules.queue_views() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  insert into rules.uncounted_views select page from new_rows where page ~ '^/[^/]+/[^/]+$';
  return null;
end
$$;
create trigger queue_views after insert on public.analytics_events
  referencing new table as new_rows for each statement execute function rules.queue_views();

create function rules.kind_of_page(path text) returns text
  language sql stable parallel safe set search_path = ''
as $$
  select case when path = '/' then 'home' else coalesce(
    (
      select name from content.kinds
       where translate(split_part(path, '/', 2), '-', '_') in (name, regexp_replace(name, 's$', ''))
       limit 1
    ),
    'other'
  ) end
$$;
comment on function rules.kind_of_page is
  'The kind of a list or notice by the folder of its path, which is named as the table is: /admit-card and /admit-cards are admit_cards.';
grant execute on function rules.kind_of_page to service_role;

create function rules.count_page_views(most integer) returns integer
  language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  counted integer;
begin
  -- One server counts at a time.
  if not pg_try_advisory_xact_lock(7824264005) or not exists (select from rules.uncounted_views) then return 0; end if;
  execute (
    select format(
      'with taken as (
         delete from rules.uncounted_views
          where ctid = any (array(select ctid from rules.uncounted_views limit $1)) returning page
       ), viewed as materialized (
         select rules.kind_of_page(page) as kind, split_part(page, ''/'', 3) as slug, count(*) as views
           from taken group by page
       ), found as materialized (
         %s
         union all
         select kind, record_id, views from viewed
           join public.slug_history on content_table = kind and old_slug = slug
       ), total as materialized (
         select kind, id, sum(views)::bigint as views from found group by kind, id
       ), %s
       select count(*) from taken',
      string_agg(format(
        'select kind, id, views from viewed join public.%1$I using (slug) where kind = %1$L', name
      ), ' union all '),
      string_agg(format(
        '%1$I as (
           update public.%1$I as notice set view_count = coalesce(notice.view_count, 0) + views
             from total where total.kind = %1$L and notice.id = total.id
         )', name
      ), ', ')
    ) from content.kinds
  ) into counted using most;
  return counted;
end
$$;
comment on function rules.count_page_views is
  'Adds queued page views to the view_count of their notices, in one statement with their deletion: by the plural and the singular address, and by an old one. Returns how many views were taken from the queue; 0 while another server counts.';
grant execute on function rules.count_page_views to service_role;
