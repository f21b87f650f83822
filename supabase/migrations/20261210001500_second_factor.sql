-- How a session was authenticated, second factors, and recovery codes. The server computes codes and hashes; what must
-- happen once, happens in one statement here. Source: docs/decisions/054
-- The factors themselves are in staff_roles, because is_staff() asks for them.

create table staff.session_methods (
  session uuid not null references auth.sessions on delete cascade,
  method text not null check (method in ('password', 'otp', 'totp', 'recovery_code')),
  at timestamptz not null default now(),
  primary key (session, method)
);
comment on table staff.session_methods is
  'What was shown for a session, and when: the claim amr of its tokens. "otp" is a link of an invitation or reset.';

create table staff.recovery_codes (
  account uuid not null references auth.users on delete cascade,
  hash text not null,
  used_at timestamptz,
  primary key (account, hash)
);
comment on table staff.recovery_codes is 'Codes in place of a second factor, each for one use. Hashed with a secret of the server.';

create function staff.raise_session(session_id uuid, how text, token text, longest interval) returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  raised auth.sessions;
begin
  update auth.sessions set aal = 'aal2', updated_at = clock_timestamp() where id = session_id returning * into raised;
  insert into staff.session_methods (session, method) values (session_id, how)
    on conflict (session, method) do update set at = now();
  update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
   where auth.refresh_tokens.session_id = raised.id and not revoked;
  insert into auth.refresh_tokens (id, token, user_id, session_id, revoked, created_at, updated_at)
    values (gen_random_uuid()::text, token, raised.user_id, raised.id, false, clock_timestamp(), clock_timestamp());
  return rules.session_answer(raised, token, longest);
end
$$;
comment on function staff.raise_session is 'The second factor was given: the session gets the assurance aal2 and another refresh token.';

create function staff.hold_account(session_id uuid, factor uuid default null) returns uuid
  language plpgsql set search_path = ''
as $$
declare
  held auth.sessions;
begin
  perform from auth.users where id = (select user_id from auth.sessions where id = session_id) for no key update;
  -- What a request before this one did to the account and the session is visible from here on.
  select * into held from auth.sessions where id = session_id;
  if coalesce(held.aal::text, 'aal1') <> 'aal2' and exists (
    select from staff.factors where account = held.user_id and verified_at is not null and id is distinct from factor
  ) then
    return null;
  end if;
  return held.user_id;
end
$$;
comment on function staff.hold_account is
  'Locks the account of a session until the transaction ends. Null without the session, and while the session has not given a second factor that the account has apart from the one named.';

create function rules.verify_factor(session_id uuid, factor uuid, step bigint, token text, longest interval) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := staff.hold_account(session_id, factor);
  was_verified boolean := (select verified_at is not null from staff.factors where id = factor);
begin
  -- Of two requests with one code, the second finds its time step taken.
  update staff.factors set last_step = step, verified_at = coalesce(verified_at, now()), updated_at = now()
   where id = factor and account = account_id and (last_step is null or last_step < step);
  if not found then return null; end if;
  if not was_verified then
    delete from staff.factors where account = account_id and verified_at is null;
    perform rules.record_sign_in_event(account_id, 'factor_in_progress_verified');
  end if;
  return staff.raise_session(session_id, 'totp', token, longest);
end
$$;
comment on function rules.verify_factor is
  'The code of a time step was right. Null when that step or a later one was used before, so that a code counts once, and when the session has to give another factor first.';

create function rules.use_recovery_code(session_id uuid, code_hash text, token text, longest interval) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := (select user_id from auth.sessions where id = session_id);
begin
  update staff.recovery_codes set used_at = now() where account = account_id and hash = code_hash and used_at is null;
  if not found then return null; end if;
  perform rules.record_sign_in_event(account_id, 'recovery_code_used');
  return staff.raise_session(session_id, 'recovery_code', token, longest);
end
$$;

create function rules.add_factor(session_id uuid, factor_name text, factor_secret text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := staff.hold_account(session_id);
  added uuid;
begin
  if account_id is null then return null; end if;
  delete from staff.factors where account = account_id and verified_at is null;
  insert into staff.factors (account, name, secret) values (account_id, factor_name, factor_secret) returning id into added;
  return added;
end
$$;
comment on function rules.add_factor is 'Adds a factor that counts after its first code, in place of one that never got a code. Null when the session has to give a factor of the account first.';

create function rules.session_state(session_id uuid)
  returns table (account uuid, email text, assurance text, has_factor boolean, methods text[])
  language sql stable security definer set search_path = ''
as $$
  select users.id, users.email, coalesce(sessions.aal::text, 'aal1'),
         exists (select from staff.factors where factors.account = users.id and verified_at is not null),
         array(
           select method from staff.session_methods
            where session_methods.session = sessions.id and (method <> 'otp' or at > now() - interval '15 minutes')
         )
    from auth.sessions join auth.users on users.id = sessions.user_id
   where sessions.id = session_id and (sessions.not_after is null or sessions.not_after > now())
$$;
comment on function rules.session_state is
  'The account of an existing session, and what was shown for it. That it began by a link counts for 15 minutes.';

create function rules.factors_of(account_id uuid)
  returns table (id uuid, name text, secret text, is_verified boolean, created_at timestamptz, updated_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select id, name, secret, verified_at is not null, created_at, updated_at
    from staff.factors where account = account_id order by created_at
$$;

create function rules.remove_factors(account_id uuid, factor uuid default null) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  removed integer;
begin
  delete from staff.factors where account = account_id and id = coalesce(factor, id);
  get diagnostics removed = row_count;
  if not exists (select from staff.factors where account = account_id and verified_at is not null) then
    delete from staff.recovery_codes where account = account_id;
    update auth.sessions set aal = 'aal1' where user_id = account_id;
  end if;
  if removed > 0 then perform rules.record_sign_in_event(account_id, 'factor_deleted'); end if;
  return removed;
end
$$;
comment on function rules.remove_factors is 'Removes one factor of an account, or all. With the last one its recovery codes go too. Returns how many.';

create function rules.set_recovery_codes(account_id uuid, hashes text[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from staff.recovery_codes where account = account_id;
  insert into staff.recovery_codes (account, hash) select account_id, unnest(hashes);
  perform rules.record_sign_in_event(account_id, 'recovery_codes_generated');
end
$$;
comment on function rules.set_recovery_codes is 'Replaces all recovery codes of an account.';

create function rules.require_second_factor(of_whom text) returns void
  language sql security definer set search_path = ''
as $$ update staff.settings set second_factor_of = of_whom where second_factor_of <> of_whom $$;
grant execute on function rules.verify_factor, rules.use_recovery_code, rules.add_factor, rules.session_state,
  rules.factors_of, rules.remove_factors, rules.set_recovery_codes, rules.require_second_factor to service_role;
