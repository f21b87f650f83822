-- A second factor is set up soon after a sign-in only: with an unattended browser or a stolen token, a stranger could otherwise
-- add one, without which the owner of the account has no rights any more.
create function rules.signed_in_lately(session_id uuid, span interval) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from staff.session_methods
     where session_methods.session = session_id and at > now() - span
  )
$$;
comment on function rules.signed_in_lately is
  'Whether a password, a code or a link was given for a session within this time.';
grant execute on function rules.signed_in_lately to service_role;
