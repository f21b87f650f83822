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
