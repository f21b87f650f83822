-- Prepares a database of the first schema, which the migrations of 20 and 21 November 2026 created, for the migrations
-- from 22 November on (earlier-migrations.json.gz): tables stay with their rows. Everything around them is dropped, since those migrations create it again.

-- The search index and the counts are derived from notices.
drop schema published, search, staff cascade;

alter schema feed rename to outbox;
alter table outbox.changes rename column place to sequence;
alter sequence outbox.changes_place_seq rename to changes_sequence_seq;

-- With the functions go the triggers that call them, and the policies.
do $$
declare
  name regprocedure;
begin
  for name in
    select pg_proc.oid from pg_proc
     where pronamespace in ('rules'::regnamespace, 'outbox'::regnamespace, 'push'::regnamespace)
        -- Generated columns and check constraints depend on these.
       and oid::regproc::text not in ('rules.is_slug', 'rules.is_web_link', 'rules.moment_of')
        or pronamespace = 'public'::regnamespace and proname in (
          'admin_count', 'admin_counts', 'admin_search', 'calendar_notices', 'change_push', 'home_board', 'is_admin',
          'list_notices', 'newest_notices', 'notice_with_siblings', 'push_growth', 'push_history', 'push_preferences',
          'recruitment_page', 'resolve_slug', 'search_notices', 'search_suggestions', 'sitemap', 'sitemap_changes',
          'sitemap_entries', 'trending_notices'
        )
  loop
    execute format('drop function if exists %s cascade', name);
  end loop;
end
$$;
drop type push.outcome;

drop policy "anybody subscribes" on public.newsletter_subscribers;
drop policy "anybody is counted" on public.analytics_events;
drop policy "visitors write while messages are taken" on public.contact_messages;
drop policy "everybody reads" on public.search_words;

-- Databases that version 20261123100000 has migrated have this rule already; here it replaces that of all others.
alter table push.notifications
  drop constraint notifications_category_check,
  add constraint notifications_category_check check (category ~ '^[A-Za-z]{1,40}$');
