-- Sessions of the sign-in: each function is one transaction, and requests of one session come one after the other, on
-- whichever server they arrive.
-- Source: docs/decisions/033

create function rules.password_of(address text) returns table (account uuid, password_hash text)
  language sql stable security definer set search_path = ''
as $$
  select users.id, encrypted_password from auth.users left join public.profiles on profiles.id = users.id
   where email = lower(address) and encrypted_password <> '' and email_confirmed_at is not null
     and (banned_until is null or banned_until < now()) and deactivated_at is null
$$;
comment on function rules.password_of is 'The account that may sign in with this e-mail address, with the hash of its password.';

create function rules.password_of_session(session uuid) returns table (email text, password_hash text)
  language sql stable security definer set search_path = ''
as $$
  select users.email, users.encrypted_password
    from auth.sessions join auth.users on users.id = sessions.user_id
   where sessions.id = session
$$;

create function rules.session_end(begun timestamptz, refreshed timestamp, idle interval, longest interval)
  returns timestamptz
  language sql immutable set search_path = ''
  return least(begun + longest, coalesce(refreshed at time zone 'UTC', begun) + idle);
comment on function rules.session_end is
  'When a session ends that nobody refreshes. Only refreshes ask for it: an access token lives for half an hour at most, and never longer than the session.';

create function rules.record_sign_in_event(account uuid, action text) returns void
  language sql set search_path = ''
as $$
  insert into auth.audit_log_entries (id, payload, created_at)
  select gen_random_uuid(),
         json_build_object('action', action, 'actor_id', id, 'actor_username', email, 'log_type', 'account'), now()
    from auth.users where id = account
$$;

create function rules.session_answer(session auth.sessions, token text, longest interval) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object('session', session.id, 'account', users.id, 'email', users.email, 'refreshToken', token,
           'assurance', coalesce(session.aal::text, 'aal1'),
           'methods', coalesce(
             (
               select jsonb_agg(jsonb_build_object('method', method, 'timestamp', floor(extract(epoch from at))) order by at desc)
                 from staff.session_methods where session_methods.session = session_answer.session.id
             ),
             jsonb_build_array(jsonb_build_object(
               'method', 'password', 'timestamp', floor(extract(epoch from session.created_at))
             ))
           ),
           'begunAt', floor(extract(epoch from session.created_at)),
           'secondsLeft', floor(extract(epoch from session.created_at + longest - clock_timestamp())))
    from auth.users where users.id = session.user_id
$$;

create function rules.start_session(account_id uuid, token text, idle interval, longest interval) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  begun auth.sessions;
begin
  delete from auth.sessions
   where user_id = account_id and rules.session_end(created_at, refreshed_at, idle, longest) < now();
  insert into auth.sessions (id, user_id, aal, created_at, updated_at)
    values (gen_random_uuid(), account_id, 'aal1', now(), now()) returning * into begun;
  insert into auth.refresh_tokens (id, token, user_id, session_id, revoked, created_at, updated_at)
    values (gen_random_uuid()::text, token, account_id, begun.id, false, now(), now());
  update auth.users set last_sign_in_at = now(), updated_at = now() where id = account_id;
  perform rules.record_sign_in_event(account_id, 'login');
  return rules.session_answer(begun, token, longest);
end
$$;
comment on function rules.start_session is 'Begins a session of an account, and deletes those of it that have ended.';

create function rules.begin_session(
  account_id uuid, how text, device text, token text, idle interval, longest interval
) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb := rules.start_session(account_id, token, idle, longest);
begin
  update auth.sessions set user_agent = left(device, 300) where id = (answer ->> 'session')::uuid;
  insert into staff.session_methods (session, method) values ((answer ->> 'session')::uuid, how);
  return answer || jsonb_build_object('methods', jsonb_build_array(jsonb_build_object(
    'method', how, 'timestamp', floor(extract(epoch from now()))
  )));
end
$$;
comment on function rules.begin_session is 'Begins a session, and remembers how and on which device its account was authenticated.';
grant execute on function rules.begin_session to service_role;

create function rules.refresh_session(given text, fresh text, reuse interval, idle interval, longest interval)
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  refreshed auth.sessions;
  used auth.refresh_tokens;
  active auth.refresh_tokens;
begin
  -- The row lock makes refreshes of a session come one after the other; what they read next is what the last one wrote.
  select * into refreshed from auth.sessions
   where id = (select session_id from auth.refresh_tokens where token = given) for update;
  if not found then return jsonb_build_object('refusal', 'refresh_token_not_found'); end if;
  if least(refreshed.not_after, rules.session_end(refreshed.created_at, refreshed.refreshed_at, idle, longest))
     <= clock_timestamp() then
    delete from auth.sessions where id = refreshed.id;
    return jsonb_build_object('refusal', 'session_expired');
  end if;

  select * into used from auth.refresh_tokens where token = given;
  select * into active from auth.refresh_tokens
   where session_id = refreshed.id and not revoked order by created_at desc limit 1;
  if used.revoked then
    -- A client that lost the answer to its last refresh repeats it: it gets the token of that answer.
    if active.id is null or (active.parent is distinct from given and used.updated_at + reuse < clock_timestamp()) then
      delete from auth.sessions where id = refreshed.id;
      return jsonb_build_object('refusal', 'refresh_token_already_used');
    end if;
    return rules.session_answer(refreshed, active.token, longest);
  end if;

  update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
   where session_id = refreshed.id and not revoked;
  insert into auth.refresh_tokens (id, token, user_id, session_id, parent, revoked, created_at, updated_at)
    values (gen_random_uuid()::text, fresh, refreshed.user_id, refreshed.id, given, false, clock_timestamp(),
            clock_timestamp());
  update auth.sessions set refreshed_at = clock_timestamp() at time zone 'UTC', updated_at = clock_timestamp()
   where id = refreshed.id;
  return rules.session_answer(refreshed, fresh, longest);
end
$$;
comment on function rules.refresh_session is
  'Replaces a refresh token. A replaced token is answered with the active one for a short time, or for as long as the active one is its direct successor; after that its use is a theft, which ends the session.';

create function rules.change_password(session uuid, password_hash text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := (select user_id from auth.sessions where id = session);
begin
  update auth.users set encrypted_password = password_hash, recovery_token = null, updated_at = now()
   where id = account_id;
  delete from auth.sessions where user_id = account_id and id <> session;
  perform rules.record_sign_in_event(account_id, 'user_updated_password');
end
$$;
comment on function rules.change_password is 'Stores the password of the account of a session, and ends the other sessions of that account.';
grant execute on function
  rules.password_of, rules.password_of_session, rules.start_session, rules.refresh_session, rules.change_password
  to service_role;

create function rules.has_session() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions
     where id = nullif(auth.jwt() ->> 'session_id', '')::uuid and user_id = auth.uid()
       and (not_after is null or not_after > now())
  )
$$;
comment on function rules.has_session is 'Whether the session of the request''s token exists.';

create function rules.require_session() returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not rules.has_session() then
    raise exception 'The session of this token has ended' using errcode = 'PT401';
  end if;
end
$$;
grant execute on function rules.has_session, rules.require_session to authenticated, service_role;

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

-- Only servers of earlier versions call the following three.
create function rules.has_password(address text) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from auth.users where email = lower(address) and encrypted_password <> '');
comment on function rules.has_password is 'Called by servers of an earlier version that share the database.';

create function rules.end_session(session uuid) returns void
  language sql security definer set search_path = ''
as $$ delete from auth.sessions where id = session $$;
comment on function rules.end_session is 'Called by servers of an earlier version that share the database.';

create function rules.end_other_sessions(session uuid) returns void
  language sql security definer set search_path = ''
as $$
  delete from auth.sessions
   where id <> session and user_id = (select user_id from auth.sessions where id = session)
$$;
comment on function rules.end_other_sessions is 'Called by servers of an earlier version that share the database.';
grant execute on function rules.has_password, rules.end_session, rules.end_other_sessions to service_role;
