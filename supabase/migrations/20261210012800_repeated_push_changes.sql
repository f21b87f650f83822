-- A change of a notification whose answer was lost is asked for again, by the browser itself too. Then the notification is
-- in the wanted state already, which counts as changed. Source: docs/behaviour/push.md#leaving-later

create or replace function public.change_push(
  notification bigint, new_state text, seen integer default null, unsent boolean default false
) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  if not public.is_staff() then
    raise insufficient_privilege using message = 'Only staff may do this';
  end if;
  update push.notifications set
    state = new_state,
    finished_at = case new_state when 'cancelled' then now() end,
    send_at = case new_state when 'planned' then greatest(scheduled_for, now() + push.undo_time()) else send_at end,
    approved_by = case new_state when 'planned' then auth.uid() else approved_by end
   where id = notification
     and (public.is_admin() or created_by = auth.uid() and new_state <> 'planned')
     and (new_state <> 'planned' or version = seen)
     and (not unsent or state in ('asked', 'planned'))
     and (
       state = 'sending' and new_state in ('paused', 'cancelled') or state = 'paused' and new_state in ('sending', 'cancelled')
       or state = 'asked' and new_state in ('planned', 'cancelled') or state = 'planned' and new_state = 'cancelled'
     );
  if not found then
    return exists (
      select from push.notifications
       where id = notification and state = new_state
         and (public.is_admin() or created_by = auth.uid() and new_state <> 'planned')
         and (new_state <> 'planned' or version = seen)
         -- One that was cancelled before its time has not left.
         and (not unsent or finished_at <= send_at)
    );
  end if;
  if new_state = 'cancelled' then
    delete from push.retries where notification_id = notification;
    delete from push.batches where notification_id = notification and lease_until <= now();
  end if;
  perform push.finish(notification);
  return true;
end
$$;
comment on function public.change_push is
  'For staff: cancels a notification that waits or is being sent, pauses one, goes on with one, and, for admins, approves what an editor asked for (planned) in the version that was seen. Editors change their own. With "unsent" only one that has not left. Returns true also when it is in that state already; false when it could not be done, for example because it has left, or has another version.';
