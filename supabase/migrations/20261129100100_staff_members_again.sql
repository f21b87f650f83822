-- What a page, a link or an invitation that is older than the last change of an account may still do: nothing that takes
-- that change back. Source: docs/behaviour/staff.md#people

create or replace function public.change_staff_member(
  member uuid, new_role text default null, is_active boolean default null
) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  known public.profiles;
  role_then text;
  active_then boolean;
begin
  perform staff.require_admin();
  if new_role not in ('admin', 'editor') then
    raise exception 'The role is admin or editor' using errcode = 'invalid_parameter_value';
  end if;
  -- Whoever takes away an admin's rights holds the rows of all of them: the second one sees what the first has done.
  perform from public.profiles where role = 'admin' and deactivated_at is null order by id for update;
  -- The own rights may have been taken away while this waited.
  perform staff.require_admin();
  select * into known from public.profiles where id = member and role in ('admin', 'editor') for update;
  if not found then
    raise exception 'This account is not on the staff' using errcode = 'no_data_found';
  end if;
  role_then := coalesce(new_role, known.role);
  active_then := coalesce(is_active, known.deactivated_at is null);
  if not (role_then = 'admin' and active_then)
     and not exists (select from public.profiles where role = 'admin' and deactivated_at is null and id <> member) then
    raise exception 'The last active admin stays one' using errcode = 'check_violation';
  end if;
  update public.profiles set role = role_then,
         deactivated_at = case when active_then then null else coalesce(deactivated_at, now()) end
   where id = member;
  -- An account that is activated begins without sessions: one may have begun while it was being deactivated.
  if known.deactivated_at is not null or not active_then then
    delete from auth.sessions where user_id = member;
  end if;
  if not active_then then
    delete from staff.links where account = member;
    delete from public.notice_previews where created_by = member;
  end if;
  if not (role_then = 'admin' and active_then) then
    with deleted as (
      delete from staff.links where created_by = member and used_at is null returning account, is_new
    )
    delete from auth.users where id in (select account from deleted where is_new)
      and not exists (select from public.profiles where profiles.id = users.id);
  end if;
  perform rules.record_sign_in_event(member, 'user_modified');
end
$$;
comment on function public.change_staff_member is
  'For admins: changes role or activity of an account, at once everywhere; null leaves either as it is. The sessions and previews of a deactivated account end, and so do the open links that somebody made who is no longer an admin.';

create or replace function public.cancel_invitation(member uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  cancelled staff.links;
begin
  perform staff.require_admin();
  delete from staff.links where account = member and kind = 'invite' and used_at is null returning * into cancelled;
  delete from auth.users where id = member and cancelled.is_new
    and not exists (select from public.profiles where profiles.id = member and role in ('admin', 'editor'));
end
$$;
comment on function public.cancel_invitation is
  'For admins: makes the link of an invitation useless. An account that was created for it goes, unless it is on the staff by now.';

create or replace function rules.use_link(link_kind text, link_hash text, password_hash text, name text) returns uuid
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

create or replace function rules.link_state(link_kind text, link_hash text) returns text
  language sql stable security definer set search_path = ''
as $$
  select case when used_at is not null then 'used' when expires_at < now() then 'expired' else 'open' end
    from staff.links where kind = link_kind and hash = link_hash
     and (used_at is not null or kind <> 'invite' or not exists (
       select from public.profiles where profiles.id = links.account and profiles.role in ('admin', 'editor')
     ))
$$;

alter table public.notice_previews
  drop constraint notice_previews_created_by_fkey,
  add constraint notice_previews_created_by_fkey foreign key (created_by) references auth.users on delete cascade;
comment on column public.notice_previews.created_by is 'Who made the link, which ends with the account.';

create function staff.check_name() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from auth.users left join public.profiles using (id)
     where users.id <> new.id and lower(new.display_name) in (lower(users.email), lower(profiles.display_name))
  ) then
    raise exception 'Somebody else has this name or address: choose another name' using errcode = 'unique_violation';
  end if;
  return new;
end
$$;
comment on function staff.check_name is 'History and lists show names: nobody takes that of another account, nor its address.';
create trigger check_name before insert or update of display_name on public.profiles
  for each row when (new.display_name is not null) execute function staff.check_name();
