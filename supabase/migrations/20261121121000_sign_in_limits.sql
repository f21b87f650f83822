-- Guessing passwords takes too long to be worth it, for one server or for several on this database.

create table public.sign_in_attempts (
  key text primary key,
  attempts integer not null,
  until timestamptz not null
);
comment on table public.sign_in_attempts is
  'Attempts to sign in that did not succeed, by what they have in common: an address, an account, or both. The keys are hashes with a secret: neither addresses nor e-mails are stored. "until" is when an address starts anew, when an account may be tried again, and how long an account is known at an address.';
alter table public.sign_in_attempts enable row level security;
revoke all on public.sign_in_attempts from anon, authenticated;
grant all on public.sign_in_attempts to service_role;
create policy "service_role does everything" on public.sign_in_attempts to service_role using (true);

create function rules.begin_sign_in(
  address_key text, account_key text, known_key text,
  per_minute integer, free_attempts integer, longest_pause interval
) returns integer
  language plpgsql set search_path = ''
as $$
declare
  attempt record;
  pause_key text := account_key;
begin
  -- The clock is read where a row is held: an attempt that had to wait for another one is the later one.
  insert into public.sign_in_attempts as kept (key, attempts, until)
  values (address_key, 1, clock_timestamp() + interval '1 minute')
  on conflict (key) do update set
    attempts = case when kept.until <= clock_timestamp() then 1 else kept.attempts + 1 end,
    until = case when kept.until <= clock_timestamp() then excluded.until else kept.until end
  returning kept.attempts, kept.until into attempt;
  if attempt.attempts > per_minute then
    return ceil(extract(epoch from attempt.until - clock_timestamp()));
  end if;

  -- Somebody who signed in from here before is not kept out by others who try elsewhere.
  if exists (select from public.sign_in_attempts where key = known_key and until > clock_timestamp()) then
    pause_key := account_key || known_key;
  end if;
  insert into public.sign_in_attempts as kept (key, attempts, until)
  values (pause_key, 1, clock_timestamp())
  on conflict (key) do update set
    attempts = case when kept.until < clock_timestamp() - interval '1 day' then 1 else kept.attempts + 1 end,
    until = case
      when kept.until < clock_timestamp() - interval '1 day' or kept.attempts < free_attempts then clock_timestamp()
      else clock_timestamp() + least(longest_pause, interval '1 second' * 2 ^ least(kept.attempts + 1 - free_attempts, 20))
    end
  where kept.until <= clock_timestamp()
  returning kept.attempts, kept.until into attempt;
  if found then return 0; end if;

  select until into attempt from public.sign_in_attempts where key = pause_key;
  return greatest(1, ceil(extract(epoch from attempt.until - clock_timestamp())));
end
$$;
comment on function rules.begin_sign_in is
  'Counts an attempt before it is made, so that many at once are as many as they are. Returns the seconds to wait; 0 means that it may be made.';

create function rules.finish_sign_in(address_key text, account_key text, known_key text, known_for interval) returns void
  language plpgsql set search_path = ''
as $$
begin
  update public.sign_in_attempts set attempts = greatest(0, attempts - 1) where key = address_key;
  delete from public.sign_in_attempts where key = account_key || known_key;
  -- Known here: then the wrong ones under the account alone were somebody else's.
  delete from public.sign_in_attempts where key = account_key
    and not exists (select from public.sign_in_attempts where key = known_key and until > now());
  insert into public.sign_in_attempts (key, attempts, until) values (known_key, 0, now() + known_for)
    on conflict (key) do update set until = excluded.until;
  delete from public.sign_in_attempts where until < now() - interval '1 day';
end
$$;
comment on function rules.finish_sign_in is 'After the right password: forgets the wrong ones, and remembers the address.';

create function rules.has_password(address text) returns boolean
  language sql stable security definer set search_path = ''
  return exists (select from auth.users where email = lower(address) and encrypted_password <> '');

create function rules.end_session(session uuid) returns void
  language sql security definer set search_path = ''
as $$ delete from auth.sessions where id = session $$;

create function rules.end_other_sessions(session uuid) returns void
  language sql security definer set search_path = ''
as $$
  delete from auth.sessions
   where id <> session and user_id = (select user_id from auth.sessions where id = session)
$$;

grant execute on function
  rules.begin_sign_in, rules.finish_sign_in, rules.has_password, rules.end_session, rules.end_other_sessions
  to service_role;
