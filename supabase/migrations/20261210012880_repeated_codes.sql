-- The answer to a code may be lost after it was taken. The session that gave it, and no other, gets that answer when it sends
-- the code again.

create function staff.repeated_answer(session_id uuid, how text, given_at timestamptz, longest interval) returns jsonb
  language sql stable set search_path = ''
as $$
  select rules.session_answer(sessions, active.token, longest)
    from auth.sessions
    join staff.session_methods on session_methods.session = sessions.id and method = how and at = given_at
    join auth.refresh_tokens active on active.session_id = sessions.id and not active.revoked
   where sessions.id = repeated_answer.session_id and sessions.aal = 'aal2'
   order by active.created_at desc
   limit 1
$$;
comment on function staff.repeated_answer is
  'The present tokens of a session that gave its second factor in the transaction of this time. Null for other sessions.';

create or replace function rules.verify_factor(session_id uuid, factor uuid, step bigint, token text, longest interval) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := staff.hold_account(session_id, factor);
  was_verified boolean := (select verified_at is not null from staff.factors where id = factor);
begin
  -- Of two requests with one code, the second finds its time step taken.
  update staff.factors set last_step = step, verified_at = coalesce(verified_at, now()), updated_at = now()
   where id = factor and account = account_id and (last_step is null or last_step < step);
  if not found then
    return staff.repeated_answer(
      session_id,
      'totp',
      (select updated_at from staff.factors where id = factor and account = account_id and last_step = step),
      longest
    );
  end if;
  if not was_verified then
    delete from staff.factors where account = account_id and verified_at is null;
    perform rules.record_sign_in_event(account_id, 'factor_in_progress_verified');
  end if;
  return staff.raise_session(session_id, 'totp', token, longest);
end
$$;
comment on function rules.verify_factor is
  'The code of a time step was right. Null when that step was used in another session, or a later one before, so that a code counts once, and when the session has to give another factor first.';

create or replace function rules.use_recovery_code(session_id uuid, code_hash text, token text, longest interval) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := (select user_id from auth.sessions where id = session_id);
begin
  update staff.recovery_codes set used_at = now() where account = account_id and hash = code_hash and used_at is null;
  if not found then
    return staff.repeated_answer(
      session_id,
      'recovery_code',
      (
        select used_at from staff.recovery_codes
         where account = account_id and hash = code_hash and used_at > now() - interval '5 minutes'
      ),
      longest
    );
  end if;
  perform rules.record_sign_in_event(account_id, 'recovery_code_used');
  return staff.raise_session(session_id, 'recovery_code', token, longest);
end
$$;
comment on function rules.use_recovery_code is
  'A recovery code was given. Null when it is none, or was used before: by another session, or more than five minutes ago.';
