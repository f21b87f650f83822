-- How long subscriptions that have ended are stored is decided in one place, which deletes them (backend/retention.ts).
create or replace function push.tidy() returns void language plpgsql set search_path = ''
as $$
begin
  delete from push.call_counts where until < now();
  delete from push.pauses where until < now();
  delete from push.batches using push.notifications
    where id = notification_id and state in ('done', 'cancelled') and lease_until <= now();
end
$$;
comment on function push.tidy is 'Deletes counts, pauses and batches that are no longer needed.';
