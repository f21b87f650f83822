-- A sign-in that compared a password before it was changed begins no session after the change, which has ended the other
-- sessions of the account. Source: docs/behaviour/security.md#changing-the-password
drop function rules.begin_session(uuid, text, text, text, interval, interval);
create function rules.begin_session(
  account_id uuid, how text, device text, token text, idle interval, longest interval, compared_hash text default null
) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  -- A change of the password comes before this lock, and is seen here, or after it, and ends the session.
  perform from auth.users
    where id = account_id and (compared_hash is null or encrypted_password = compared_hash) for no key update;
  if not found then return null; end if;
  answer := rules.start_session(account_id, token, idle, longest);
  update auth.sessions set user_agent = left(device, 300) where id = (answer ->> 'session')::uuid;
  insert into staff.session_methods (session, method) values ((answer ->> 'session')::uuid, how);
  return answer || jsonb_build_object('methods', jsonb_build_array(jsonb_build_object(
    'method', how, 'timestamp', floor(extract(epoch from now()))
  )));
end
$$;
comment on function rules.begin_session is
  'Begins a session, and remembers how and on which device its account was authenticated. Null when the hash with which the password was compared is no longer that of the account.';
revoke execute on function rules.begin_session from public;
grant execute on function rules.begin_session to service_role;
