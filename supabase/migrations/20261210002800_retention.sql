-- Rows that are of no use after a time. The server deletes them in small batches, and counts page views by day before.
-- Source: docs/operations.md#what-limits-growth
-- Rows of which a file has the table and a function rules.delete_... are deleted by that one: history, bin, corrections,
-- followed lists and events, previews, reports.

create table public.page_view_days (
  day date not null,
  kind text not null,
  views bigint not null,
  primary key (day, kind)
);
comment on table public.page_view_days is
  'Numbers of the page views that were deleted, by day in India. A view that is still in analytics_events is not in it.';
comment on column public.page_view_days.kind is
  'The kind of notices whose list or notice was viewed; home, or other for any other page. Paths would grow without limit: visitors choose them.';
select rules.close_table('page_view_days');
grant select on public.page_view_days to authenticated;
create policy "staff read" on public.page_view_days for select to authenticated using ((select public.is_staff()));

create function rules.delete_page_views(older_than interval, most integer) returns integer
  language sql set search_path = ''
as $$
  with old as (
    select id from public.analytics_events where created_at < now() - older_than limit most for update skip locked
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
  'Deletes old page views and adds them to the numbers of their days, in one statement. Returns how many.';

create function rules.delete_sign_in_attempts(older_than interval, most integer) returns integer
  language sql set search_path = ''
as $$
  with old as (
    select key from public.sign_in_attempts where until < now() - older_than limit most for update skip locked
  ), deleted as (
    delete from public.sign_in_attempts where key in (select key from old) returning key
  )
  select count(*)::integer from deleted
$$;

create function rules.delete_inactive_subscriptions(older_than interval, most integer) returns integer
  language sql set search_path = ''
as $$
  with old as (
    select id from public.push_subscriptions
     where not is_active and updated_at < now() - older_than limit most for update skip locked
  ), deleted as (
    delete from public.push_subscriptions where id in (select id from old) and not is_active returning id
  )
  select count(*)::integer from deleted
$$;
grant execute on function rules.delete_page_views, rules.delete_sign_in_attempts, rules.delete_inactive_subscriptions
  to service_role;

create function rules.delete_sign_in_events(older_than interval, most integer) returns integer
  language sql security definer set search_path = ''
as $$
  with old as (
    select id from auth.audit_log_entries where created_at < now() - older_than limit most for update skip locked
  ), deleted as (
    delete from auth.audit_log_entries where id in (select id from old) returning id
  )
  select count(*)::integer from deleted
$$;
comment on function rules.delete_sign_in_events is 'Deletes old entries of the log of sign-ins and sign-outs. Returns how many.';
revoke execute on function rules.delete_sign_in_events from public;
grant execute on function rules.delete_sign_in_events to service_role;
