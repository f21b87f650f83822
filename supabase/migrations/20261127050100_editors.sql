-- What editors do every day besides writing notices: search words, uploads, messages and reports. Addresses of
-- subscribers, notifications, and deletions for ever, those of files too, stay with admins. Source: docs/behaviour/staff.md#roles

alter policy "staff read" on public.profiles using ((select public.is_staff()));
alter policy "staff read" on public.page_view_days using ((select public.is_staff()));
alter policy "staff read" on public.analytics_events using ((select public.is_staff()));
alter policy "staff read" on public.contact_messages using ((select public.is_staff()));
alter policy "staff read" on public.mistake_reports using ((select public.is_staff()));
alter policy "staff mark done" on public.mistake_reports
  using ((select public.is_staff())) with check ((select public.is_staff()));
alter policy "staff insert" on public.search_words with check ((select public.is_staff()));
alter policy "staff update" on public.search_words
  using ((select public.is_staff())) with check ((select public.is_staff()));
alter policy "staff delete" on public.search_words using ((select public.is_staff()));
alter policy "staff read everything, others those of public notices" on public.corrections
  using (published.is_public(content_table, record_id) or (select public.is_staff()));

alter policy "staff see files of notices" on storage.objects
  using (bucket_id = 'notices' and (select public.is_staff()));
alter policy "staff add files of notices" on storage.objects
  with check (bucket_id = 'notices' and owner_id = (select auth.uid())::text and (select public.is_staff()));
alter policy "staff renew files of notices" on storage.objects
  using (bucket_id = 'notices' and (select public.is_staff()))
  with check (bucket_id = 'notices' and (select public.is_staff()));

create or replace function public.reported_notices(most integer) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(reported) order by newest desc), '[]') from (
    select report.content_table as "table", report.record_id as id, max(report.id) as newest,
           count(*) as reports, notice.title, notice.slug,
           jsonb_agg(jsonb_build_object(
             'id', report.id, 'created_at', report.created_at, 'reason', report.reason, 'message', report.message
           ) order by report.id desc) as details
      from public.mistake_reports as report
      left join published.notices as notice
        on notice.content_table = report.content_table and notice.id = report.record_id
     where report.done_at is null and (select public.is_staff())
     group by report.content_table, report.record_id, notice.title, notice.slug
     order by max(report.id) desc limit least(greatest(most, 1), 1000)
  ) as reported
$$;
comment on function public.reported_notices is
  'For staff: notices with open reports, the last reported first: [{table, id, newest, reports, title, slug, details}]. A notice that was deleted or hidden since has no title.';

create or replace function content.check_reference_table(reference_table text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not public.is_staff() then
    raise exception 'Only staff may do this' using errcode = 'insufficient_privilege';
  end if;
  if reference_table is null or reference_table not in ('organizations', 'categories', 'recruitments') then
    raise exception 'Nothing refers to a table of this name' using errcode = 'invalid_parameter_value';
  end if;
end
$$;

create or replace function content.move_follows(from_topic text, to_topic text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if not public.is_staff() then
    raise exception 'Only staff may do this' using errcode = 'insufficient_privilege';
  end if;
  insert into push.follows (subscription_id, topic, events)
    select subscription_id, to_topic, events from push.follows where topic = from_topic
    on conflict do nothing;
  delete from push.follows where topic = from_topic;
end
$$;
