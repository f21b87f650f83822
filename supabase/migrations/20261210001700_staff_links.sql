-- Links that work once: an invitation to the staff, and a new password for an account. The secret is in the link alone;
-- the database holds its hash. Source: docs/behaviour/staff.md#invitations

create table staff.links (
  account uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('invite', 'recovery')),
  hash text not null unique,
  role text check (role in ('admin', 'editor')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  is_new boolean not null default false,
  created_by uuid references auth.users on delete cascade,
  is_requested boolean not null default false,
  requests timestamptz[] not null default '{}',
  primary key (account, kind),
  check ((kind = 'invite') = (role is not null))
);
comment on table staff.links is 'The last link of each kind for an account: another one makes it useless. "role" is what an invitation gives, "is_new" whether the account was created for it.';
comment on column staff.links.created_by is 'The admin who made the link; null for the server, and for a link that was requested at the sign-in.';
comment on column staff.links.requests is 'When somebody without a session requested a link, as far as that counts for the limit of a day.';

create function staff.hold_maker(maker uuid) returns void language plpgsql set search_path = ''
as $$
begin
  -- Whoever takes away an admin's rights waits for this row, and then deletes the link, too.
  perform from public.profiles where id = maker and role = 'admin' and deactivated_at is null for share;
  if maker is not null and not found then
    raise insufficient_privilege using message = 'Only admins may do this';
  end if;
end
$$;
comment on function staff.hold_maker is 'Makes sure that the maker of a link is an admin until the transaction ends; null is the server.';

create function rules.invite(
  account_id uuid, is_new_account boolean, new_role text, link_hash text, lasting interval, maker uuid default null
) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  perform staff.hold_maker(maker);
  if exists (select from public.profiles where id = account_id and role in ('admin', 'editor')) then return false; end if;
  insert into staff.links (account, kind, hash, role, expires_at, is_new, created_by)
    values (account_id, 'invite', link_hash, new_role, now() + lasting, is_new_account, maker)
    on conflict (account, kind) do update set
      hash = excluded.hash, role = excluded.role, created_at = now(), expires_at = excluded.expires_at, used_at = null,
      is_new = links.is_new and links.used_at is null, created_by = excluded.created_by;
  perform rules.record_sign_in_event(account_id, 'user_invited');
  return true;
end
$$;
comment on function rules.invite is 'Stores the link of an invitation. False when the account is on the staff already.';

create function staff.member_of(address text) returns uuid
  language sql stable set search_path = ''
as $$
  select users.id from auth.users join public.profiles on profiles.id = users.id
   where email = lower(address) and profiles.role in ('admin', 'editor') and deactivated_at is null
$$;

create function rules.begin_recovery(address text, link_hash text, lasting interval, maker uuid default null)
  returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := staff.member_of(address);
begin
  perform staff.hold_maker(maker);
  if account_id is null then return false; end if;
  insert into staff.links (account, kind, hash, expires_at, created_by)
    values (account_id, 'recovery', link_hash, now() + lasting, maker)
    on conflict (account, kind) do update set
      hash = excluded.hash, created_at = now(), expires_at = excluded.expires_at, used_at = null,
      created_by = excluded.created_by, is_requested = false;
  perform rules.record_sign_in_event(account_id, 'user_recovery_requested');
  return true;
end
$$;
comment on function rules.begin_recovery is
  'Stores the link for a new password that an admin or the server makes. False for an address that is not on the staff.';

create function rules.request_recovery(
  address text, link_hash text, lasting interval, pause interval, most_a_day integer
) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := staff.member_of(address);
begin
  if account_id is null then return false; end if;
  insert into staff.links as stored (account, kind, hash, expires_at, is_requested, requests)
    values (account_id, 'recovery', link_hash, now() + lasting, true, array[now()])
    on conflict (account, kind) do update set
      hash = excluded.hash, created_at = now(), expires_at = excluded.expires_at, used_at = null,
      created_by = null, is_requested = true,
      requests = array(select at from unnest(stored.requests) as at where at > now() - interval '1 day') || now()
      where (
        stored.used_at is not null or stored.expires_at <= now()
        or stored.is_requested and stored.created_at <= now() - pause
      )
      and (select count(*) from unnest(stored.requests) as at where at > now() - interval '1 day') < most_a_day;
  if not found then return false; end if;
  perform rules.record_sign_in_event(account_id, 'user_recovery_requested');
  return true;
end
$$;
comment on function rules.request_recovery is
  'Stores the link for a new password that somebody without a session requests. False for an address that is not on the staff, while an open link of an admin exists or a requested one is younger than the pause, and after the most of a day.';

create function rules.link_state(link_kind text, link_hash text) returns text
  language sql stable security definer set search_path = ''
as $$
  select case when used_at is not null then 'used' when expires_at < now() then 'expired' else 'open' end
    from staff.links where kind = link_kind and hash = link_hash
     and (used_at is not null or kind <> 'invite' or not exists (
       select from public.profiles where profiles.id = links.account and profiles.role in ('admin', 'editor')
     ))
$$;

create function rules.use_link(link_kind text, link_hash text, password_hash text, name text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  used staff.links;
begin
  update staff.links set used_at = now()
   where kind = link_kind and hash = link_hash and used_at is null and expires_at > now()
     and (kind <> 'invite' or not exists (
       select from public.profiles where profiles.id = links.account and profiles.role in ('admin', 'editor')
     ))
   returning * into used;
  if not found then return null; end if;
  if link_kind = 'invite' then
    insert into public.profiles (id, role, display_name) values (used.account, used.role, name)
      on conflict (id) do update set role = excluded.role, display_name = excluded.display_name, deactivated_at = null;
  end if;
  update auth.users set encrypted_password = coalesce(password_hash, encrypted_password), recovery_token = null,
         email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now()
   where id = used.account;
  delete from auth.sessions where user_id = used.account;
  perform rules.record_sign_in_event(
    used.account, case link_kind when 'invite' then 'invite_accepted' else 'user_updated_password' end
  );
  return used.account;
end
$$;
comment on function rules.use_link is
  'Uses a link once: stores the password, ends every session of the account, and with an invitation gives name and role. Returns the account, or null for a link that was used, has expired or does not exist, and for an invitation of somebody who is on the staff.';

create function rules.account_of(address text) returns uuid
  language sql stable security definer set search_path = ''
as $$ select id from auth.users where email = lower(address) $$;
grant execute on function
  rules.invite, rules.begin_recovery, rules.request_recovery, rules.link_state, rules.use_link, rules.account_of
  to service_role;
