-- A report that is sent again is stored once: its sender may not have received the first answer. Each page with the form
-- has a random number, "attempt", and sends it with each report; with another reason or text it is another report.
alter table public.mistake_reports add column attempt double precision check (attempt > 0 and attempt < 1);
comment on column public.mistake_reports.attempt is
  'A random number of the page that the report was sent from, by which it is recognized when it is sent again; null where another program has sent it.';
create unique index mistake_reports_attempt_key on public.mistake_reports
  (attempt, content_table, record_id, reason, md5(coalesce(message, ''))) where attempt is not null;
grant insert (attempt) on public.mistake_reports to anon, authenticated;

create or replace trigger record_history after update or delete on public.mistake_reports
  for each row when (current_setting('request.jwt.claim.sub', true) <> '')
  execute function history.record_row('message', 'attempt');
