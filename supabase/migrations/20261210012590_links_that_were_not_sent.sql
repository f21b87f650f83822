-- A requested link whose mail was not sent ends, so that the next request makes another one at once. It counts among the
-- requests of the day all the same, because a mail server may have passed on what it did not confirm.
create function rules.end_requested_link(link_hash text) returns void
  language sql security definer set search_path = ''
as $$
  update staff.links set expires_at = now()
   where kind = 'recovery' and hash = link_hash and is_requested and used_at is null
$$;
comment on function rules.end_requested_link is 'Ends a link for a new password that was requested and could not be sent.';
revoke execute on function rules.end_requested_link from public;
grant execute on function rules.end_requested_link to service_role;
