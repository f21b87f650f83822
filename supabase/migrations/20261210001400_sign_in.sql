-- Limits on sign-in, shared by all servers of this database. Source: docs/decisions/014

create table public.sign_in_attempts (
  key text primary key,
  attempts integer not null,
  until timestamptz not null
);
comment on table public.sign_in_attempts is
  'Failed attempts to sign in, by address, by account, or by both. The keys are hashes with a secret: neither addresses nor e-mails are stored. "until" is when the count of an address starts again, when an account may be tried again, or how long an account is known at an address.';
select rules.close_table('sign_in_attempts');

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
  -- clock_timestamp() is read after the row lock was acquired: of two attempts, the one that waited is the later one.
  insert into public.sign_in_attempts as stored (key, attempts, until)
  values (address_key, 1, clock_timestamp() + interval '1 minute')
  on conflict (key) do update set
    attempts = case when stored.until <= clock_timestamp() then 1 else stored.attempts + 1 end,
    until = case when stored.until <= clock_timestamp() then excluded.until else stored.until end
  returning stored.attempts, stored.until into attempt;
  if attempt.attempts > per_minute then
    return ceil(extract(epoch from attempt.until - clock_timestamp()));
  end if;

  -- A user who signed in from this address before is not locked out by attempts from other addresses.
  if exists (select from public.sign_in_attempts where key = known_key and until > clock_timestamp()) then
    pause_key := account_key || known_key;
  end if;
  insert into public.sign_in_attempts as stored (key, attempts, until)
  values (pause_key, 1, clock_timestamp())
  on conflict (key) do update set
    attempts = case when stored.until < clock_timestamp() - interval '1 day' then 1 else stored.attempts + 1 end,
    until = case
      when stored.until < clock_timestamp() - interval '1 day' or stored.attempts < free_attempts then clock_timestamp()
      else clock_timestamp() + least(longest_pause, interval '1 second' * 2 ^ least(stored.attempts + 1 - free_attempts, 20))
    end
  where stored.until <= clock_timestamp()
  returning stored.attempts, stored.until into attempt;
  if found then return 0; end if;

  select until into attempt from public.sign_in_attempts where key = pause_key;
  return greatest(1, ceil(extract(epoch from attempt.until - clock_timestamp())));
end
$$;
comment on function rules.begin_sign_in is
  'Counts an attempt before it is made, so that concurrent attempts are counted too. Returns the seconds to wait; 0 means that it may be made.';

create function rules.finish_sign_in(address_key text, account_key text, known_key text, known_for interval) returns void
  language plpgsql set search_path = ''
as $$
begin
  update public.sign_in_attempts set attempts = greatest(0, attempts - 1) where key = address_key;
  delete from public.sign_in_attempts where key = account_key || known_key;
  -- Where the account is known at this address, failures counted for the account alone came from other addresses.
  delete from public.sign_in_attempts where key = account_key
    and not exists (select from public.sign_in_attempts where key = known_key and until > now());
  insert into public.sign_in_attempts (key, attempts, until) values (known_key, 0, now() + known_for)
    on conflict (key) do update set until = excluded.until;
  delete from public.sign_in_attempts where until < now() - interval '1 day';
end
$$;
comment on function rules.finish_sign_in is 'After the right password: deletes the failed attempts, and remembers the address.';
grant execute on function rules.begin_sign_in, rules.finish_sign_in to service_role;
