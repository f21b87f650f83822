-- What admins do with the people of the staff, and everybody with the own account. The last active admin can be neither
-- deactivated nor made an editor, whatever two admins do at once. Source: docs/behaviour/staff.md#people

create function public.staff_members() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'account', users.id, 'email', users.email, 'name', profiles.display_name, 
    'role', case when profiles.role in ('admin', 'editor') then profiles.role else link.role end,
    'deactivated_at', profiles.deactivated_at,
    'invited_until', case when profiles.role is null or profiles.role not in ('admin', 'editor') then link.expires_at end,
    'second_factor', exists (select from staff.factors where factors.account = users.id and verified_at is not null),
    'recovery_codes', (select count(*) from staff.recovery_codes as code where code.account = users.id and used_at is null),
    'last_seen', (
      select max(greatest(sessions.created_at, sessions.refreshed_at at time zone 'UTC', users.last_sign_in_at))
        from (select users.last_sign_in_at) as sign_in left join auth.sessions on sessions.user_id = users.id
    ),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'begun_at', created_at, 'device', user_agent,
        'used_at', greatest(created_at, refreshed_at at time zone 'UTC'),
        'is_own', id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      ) order by created_at desc), '[]')
      from auth.sessions where sessions.user_id = users.id
    )
  ) order by profiles.deactivated_at nulls first, users.email), '[]')
    from auth.users
    left join public.profiles on profiles.id = users.id
    left join staff.links as link on link.account = users.id and link.kind = 'invite' and link.used_at is null
   where (profiles.role in ('admin', 'editor') or link.account is not null)
     and ((select public.is_admin()) or users.id = auth.uid() and (select public.is_staff()))
$$;
comment on function public.staff_members is
  'For admins: everybody on the staff and who is invited, with sessions. For others on the staff: only themselves.';

create function public.change_staff_member(
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

create function public.rename_staff_member(member uuid, new_name text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if member <> auth.uid() then perform staff.require_admin(); else perform staff.require(); end if;
  update public.profiles set display_name = nullif(btrim(new_name), '') where id = member;
end
$$;
comment on function public.rename_staff_member is 'For admins, and for others on the staff their own account: the name that others see.';

create function public.end_staff_session(ended uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  account_id uuid := (select user_id from auth.sessions where id = ended);
begin
  if account_id is distinct from auth.uid() then
    perform staff.require_admin();
  elsif ended is distinct from nullif(auth.jwt() ->> 'session_id', '')::uuid then
    perform staff.require();
  end if;
  delete from auth.sessions where id = ended;
  if found then perform rules.record_sign_in_event(account_id, 'logout'); end if;
end
$$;
comment on function public.end_staff_session is 'Signs a session out: admins any, others their own; without the second factor only the session that asks. One that has ended before is no error.';

create function public.remove_second_factor(member uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform staff.require_admin();
  perform rules.remove_factors(member);
end
$$;
comment on function public.remove_second_factor is 'For admins: removes the second factor and the recovery codes of an account, after its phone was lost.';

create function public.cancel_invitation(member uuid) returns void
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
revoke execute on function public.staff_members, public.change_staff_member, public.rename_staff_member,
  public.end_staff_session, public.remove_second_factor, public.cancel_invitation from public, anon;
grant execute on function public.staff_members, public.change_staff_member, public.rename_staff_member,
  public.end_staff_session, public.remove_second_factor, public.cancel_invitation to authenticated, service_role;

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
