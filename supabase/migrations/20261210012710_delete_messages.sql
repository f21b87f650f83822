-- Messages of the contact page are deleted many at a time, so that an inbox that was flooded can be emptied.
-- Source: docs/behaviour/admin.md#contact-messages

create function public.delete_messages(ids bigint[] default null, up_to bigint default null) returns integer
  language plpgsql volatile set search_path = ''
as $$
declare
  deleted integer;
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'you may not delete messages';
  end if;
  if cardinality(ids) > 1000 then
    raise invalid_parameter_value using message = 'ids must be at most 1000';
  end if;
  delete from public.contact_messages where id = any (coalesce(ids, array(
    select id from public.contact_messages where id <= up_to order by id limit 1000
  )));
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function public.delete_messages is
  'For admins: deletes messages of the contact page and returns how many. ids: these, at most 1,000. up_to: the oldest 1,000 of those up to this id; call it until it returns 0. Calling it again changes nothing else.';
revoke execute on function public.delete_messages from public, anon;
grant execute on function public.delete_messages to authenticated, service_role;
