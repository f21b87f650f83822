-- Which tables staff edit with the shared list and form follows from rules.prepare_table: staff.edited_tables() finds them.
-- Two functions listed these tables by name, so bulk acts and deletions failed for a further one.

create function content.is_edited_table(target text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select target is not null and target in (select staff.edited_tables())
$$;
comment on function content.is_edited_table is
  'Whether rules.prepare_table has prepared a table. With the rights of its owner, because only the owner may use the schema staff.';
revoke all on function content.is_edited_table from public;
grant execute on function content.is_edited_table to authenticated, service_role;

create or replace function content.require_editor_of(target text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not public.is_staff() then
    raise insufficient_privilege using message = 'only for staff';
  end if;
  if not content.is_edited_table(target) then
    raise invalid_parameter_value using message = 'unknown table';
  end if;
end
$$;

create or replace function content.check_reference_table(reference_table text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not public.is_staff() then
    raise exception 'Only staff may do this' using errcode = 'insufficient_privilege';
  end if;
  if published.is_content_table(reference_table) or not content.is_edited_table(reference_table) then
    raise exception 'Nothing refers to a table of this name' using errcode = 'invalid_parameter_value';
  end if;
end
$$;
