-- Who may do what. Row-level security decides; the grants are as narrow as the policies.
--   visitors, and signed-in users who are not staff: read public rows; leave an e-mail address, a message, a page view or
--     a report of a mistake
--   staff: read and write notices, what they refer to, and search words; read page views, messages and reports
--   admins alone: people, settings, subscribers, deletions for ever
--   service_role: everything

create function rules.close_table(target text) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format('alter table public.%I enable row level security', target);
  execute format('revoke all on public.%I from public, anon, authenticated', target);
  execute format('grant all on public.%I to service_role', target);
  perform rules.set_policy(target, 'service_role does everything', 'to service_role using (true)');
end
$$;
comment on function rules.close_table is 'Leaves a table to the server alone, until further grants and policies.';

create function rules.set_policy(target text, name text, definition text) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format('drop policy if exists %I on public.%I', name, target);
  execute format('create policy %I on public.%I %s', name, target, definition);
end
$$;

create function rules.open_table(target text, public_rows text) returns void
  language plpgsql set search_path = ''
as $$
declare
  form_columns text := (
    select string_agg(quote_ident(column_name), ', ') from information_schema.columns
     where table_schema = 'public' and table_name = target
       and column_name not in ('id', 'created_at', 'updated_at', 'posted_at', 'list_rank', 'view_count')
  );
  is_staff constant text := '((select public.is_staff()))';
begin
  execute format('grant select on public.%I to anon, authenticated', target);
  execute format('grant insert (%1$s), update (%1$s), delete on public.%2$I to authenticated', form_columns, target);
  perform rules.set_policy(target, name, 'for ' || definition) from (values
    ('visitors read public rows', format('select to anon using (%s)', public_rows)),
    (
      'staff read everything, others public rows',
      format('select to authenticated using (%s or (select public.is_staff()))', public_rows)
    ),
    ('staff insert', 'insert to authenticated with check ' || is_staff),
    ('staff update', format('update to authenticated using %1$s with check %1$s', is_staff)),
    ('staff delete', format('delete to authenticated using ((select public.may_delete(%L)))', target))
  ) as policy (name, definition);
end
$$;
comment on function rules.open_table is
  'Lets everybody read the public rows of a table, and staff read and write all of them, except the columns that the database fills in.';

-- The table of staff_roles, which is created before the functions above.
select rules.close_table('profiles');

grant select on public.profiles to authenticated;
create policy "staff read" on public.profiles for select to authenticated using ((select public.is_staff()));

create function public.may_delete(table_name text) returns boolean
  language sql stable set search_path = ''
  return public.is_staff();
comment on function public.may_delete is
  'Whether the request may delete rows of a table that staff edit. The policies of the tables follow it, and the functions that delete rows: delete_rows, reassign_and_delete and undo_act. Deleted rows go to the bin, from which admins alone delete them for ever.';
grant execute on function public.may_delete to authenticated, service_role;
