-- What access tokens say of a session: how its account was authenticated, and when.
-- Source: docs/behaviour/contract.md#access-tokens

create or replace function rules.session_answer(session auth.sessions, token text, longest interval) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object('session', session.id, 'account', users.id, 'email', users.email, 'refreshToken', token,
           'assurance', coalesce(session.aal, 'aal1'), 'begunAt', floor(extract(epoch from session.created_at)),
           'secondsLeft', floor(extract(epoch from session.created_at + longest - clock_timestamp())))
    from auth.users where users.id = session.user_id
$$;
