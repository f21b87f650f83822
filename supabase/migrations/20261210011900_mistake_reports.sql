-- What visitors report as wrong in a notice. They may only add a report of a public notice; staff read reports and mark
-- them done, admins delete them. Nothing of the visitor is stored. Source: docs/decisions/049

create table public.mistake_reports (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  content_table text not null references content.kinds (name) on delete cascade,
  record_id bigint not null,
  reason text not null check (reason in ('date', 'link', 'amount', 'other')),
  message text check (length(message) <= 500 and message ~ '[^[:space:]]'),
  done_at timestamptz,
  check (reason <> 'other' or message is not null)
);
comment on table public.mistake_reports is
  'Mistakes that visitors report, by notice. Staff mark them done; old ones are deleted.';
comment on column public.mistake_reports.reason is 'date: a wrong date; link: a dead or wrong link; amount: a wrong fee or number of posts.';
create index mistake_reports_open_idx on public.mistake_reports (content_table, record_id, id) where done_at is null;
create index mistake_reports_created_at_idx on public.mistake_reports (created_at);
select rules.close_table('mistake_reports');
grant insert (content_table, record_id, reason, message) on public.mistake_reports to anon, authenticated;
grant select, delete, update (done_at) on public.mistake_reports to authenticated;

-- published.is_public is a function, because views of notices are created again for every new column, and a policy would
-- depend on them.
create policy "visitors report public notices" on public.mistake_reports for insert to anon, authenticated
  with check (published.is_public(content_table, record_id));
create policy "staff read" on public.mistake_reports for select to authenticated using ((select public.is_staff()));
create policy "staff mark done" on public.mistake_reports for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff delete" on public.mistake_reports for delete to authenticated using ((select public.is_admin()));

create function rules.limit_reports() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if (select count(*) from added) > 1 then
    raise exception 'One report at a time';
  end if;
  -- What many report at once is one mistake, or an attack: no more of it is stored, and nobody learns that.
  delete from public.mistake_reports using added
   where mistake_reports.id = added.id and (
     (
       select count(*) from public.mistake_reports as other
        where other.content_table = added.content_table and other.record_id = added.record_id and other.done_at is null
     ) > 50
     or (select count(*) from (select from public.mistake_reports where done_at is null limit 5001) as counted) > 5000
   );
  return null;
end
$$;
comment on function rules.limit_reports is
  'A request adds one report, because rate limits count requests. 50 open reports of a notice and 5,000 in all are stored.';
create trigger limit_reports after insert on public.mistake_reports
  referencing new table as added for each statement when (current_user in ('anon', 'authenticated'))
  execute function rules.limit_reports();

create function public.reported_notices(most integer) returns jsonb
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
grant execute on function public.reported_notices to authenticated;

create function rules.delete_mistake_reports(older_than interval, most integer) returns integer
  language sql set search_path = ''
as $$
  with old as (
    select id from public.mistake_reports
     where created_at < now() - older_than limit most for update skip locked
  ), deleted as (
    delete from public.mistake_reports where id in (select id from old) returning id
  )
  select count(*)::integer from deleted
$$;
comment on function rules.delete_mistake_reports is 'Deletes old reports, done or not. Returns how many.';
grant execute on function rules.delete_mistake_reports to service_role;

create function public.finish_reports(content_table text, record_id bigint, up_to bigint) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform staff.require();
  update public.mistake_reports set done_at = now()
   where mistake_reports.content_table = finish_reports.content_table
     and mistake_reports.record_id = finish_reports.record_id
     and mistake_reports.id <= up_to and done_at is null;
end
$$;
comment on function public.finish_reports is
  'For staff: marks the reports of a notice as done, up to the last one that the account has seen.';
grant execute on function public.finish_reports to authenticated;

-- Acts of staff are recorded, without what the visitor wrote.
create trigger record_history after update or delete on public.mistake_reports
  for each row when (current_setting('request.jwt.claim.sub', true) <> '') execute function history.record_row('message');
