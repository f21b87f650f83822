-- Ending sessions is one statement, so that no session is left half ended.

create function rules.sign_out(session uuid, which text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := (select user_id from auth.sessions where id = session);
begin
  delete from auth.sessions
   where user_id = account_id
     and case which when 'local' then id = session when 'others' then id <> session else true end;
  if account_id is not null then perform rules.record_sign_in_event(account_id, 'logout'); end if;
  return account_id is not null;
end
$$;
comment on function rules.sign_out is
  'Ends a session (local), the other sessions of its account (others), or all of them (global). False when the session has ended before.';

grant execute on function rules.sign_out to service_role;
