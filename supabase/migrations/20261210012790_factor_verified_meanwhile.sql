-- A session that has not given the second factor removes a factor only while it has no code: one that gets its first code
-- at the same moment stays.
drop function rules.remove_factors(uuid, uuid);
create function rules.remove_factors(account_id uuid, factor uuid default null, only_unverified boolean default false)
  returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  removed integer;
begin
  delete from staff.factors
   where account = account_id and id = coalesce(factor, id) and not (only_unverified and verified_at is not null);
  get diagnostics removed = row_count;
  if not exists (select from staff.factors where account = account_id and verified_at is not null) then
    delete from staff.recovery_codes where account = account_id;
    update auth.sessions set aal = 'aal1' where user_id = account_id;
  end if;
  if removed > 0 then perform rules.record_sign_in_event(account_id, 'factor_deleted'); end if;
  return removed;
end
$$;
comment on function rules.remove_factors is
  'Removes one factor of an account, or all; on demand only what has had no code yet. With the last one its recovery codes go too. Returns how many.';
revoke execute on function rules.remove_factors from public;
grant execute on function rules.remove_factors to service_role;
