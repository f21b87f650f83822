-- Organizations, categories and recruitments are deleted only when nothing refers to them: notices are moved to another
-- one in the same transaction, never silently left without one.

create function content.references_to(reference_table text)
  returns table (table_name name, column_name name)
  language sql stable set search_path = ''
as $$
  select class.relname, attribute.attname
    from pg_catalog.pg_constraint as reference
    join pg_catalog.pg_class as class on class.oid = reference.conrelid
    join pg_catalog.pg_attribute as attribute
      on attribute.attrelid = reference.conrelid and attribute.attnum = reference.conkey[1]
   where reference.contype = 'f'
     and reference.confrelid = to_regclass('public.' || quote_ident(reference_table))
     and class.relnamespace = 'public'::regnamespace
   order by class.relname
$$;
comment on function content.references_to is 'The columns of public tables that refer to a table.';
grant execute on function content.references_to to authenticated, service_role;

do $$
declare
  reference record;
begin
  for reference in
    select conrelid::regclass as table_name, conname, pg_get_constraintdef(oid) as definition
      from pg_constraint
     where contype = 'f' and confdeltype = 'n' and connamespace = 'public'::regnamespace
       and confrelid in ('public.organizations'::regclass, 'public.categories'::regclass, 'public.recruitments'::regclass)
  loop
    execute format('alter table %s drop constraint %I', reference.table_name, reference.conname);
    execute format(
      'alter table %s add constraint %I %s', reference.table_name, reference.conname,
      replace(reference.definition, 'ON DELETE SET NULL', 'ON DELETE RESTRICT')
    );
  end loop;
end
$$;

create function content.check_reference_table(reference_table text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'Only admins may do this' using errcode = 'insufficient_privilege';
  end if;
  if reference_table is null or reference_table not in ('organizations', 'categories', 'recruitments') then
    raise exception 'Nothing refers to a table of this name' using errcode = 'invalid_parameter_value';
  end if;
end
$$;
grant execute on function content.check_reference_table to authenticated, service_role;

create function public.reference_uses(reference_table text, reference_id bigint, titles_each integer default 5)
  returns table (used_by text, uses bigint, titles text[])
  language plpgsql stable set search_path = ''
as $$
declare
  reference record;
begin
  perform content.check_reference_table(reference_table);
  for reference in select * from content.references_to(reference_table) loop
    return query execute format(
      $query$
        select %1$L::text, count(*), (array_agg(title order by id desc))[:$2]
          from (select id, coalesce(to_jsonb(record) ->> 'title', to_jsonb(record) ->> 'name') as title
                  from public.%1$I as record where %2$I = $1) as used
        having count(*) > 0
      $query$, reference.table_name, reference.column_name
    ) using reference_id, least(titles_each, 100);
  end loop;
end
$$;
comment on function public.reference_uses is
  'For admins: how many rows of each table refer to an organization, category or recruitment, and the titles of the newest ones.';
revoke execute on function public.reference_uses from public, anon;
grant execute on function public.reference_uses to authenticated, service_role;

create function content.move_follows(from_topic text, to_topic text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'Only admins may do this' using errcode = 'insufficient_privilege';
  end if;
  insert into push.follows (subscription_id, topic, events)
    select subscription_id, to_topic, events from push.follows where topic = from_topic
    on conflict do nothing;
  delete from push.follows where topic = from_topic;
end
$$;
comment on function content.move_follows is 'Followers of one topic follow another one from now on.';
revoke execute on function content.move_follows from public;
grant execute on function content.move_follows to authenticated, service_role;

create function public.reassign_and_delete(reference_table text, reference_id bigint, target_id bigint)
  returns bigint
  language plpgsql set search_path = ''
as $$
declare
  reference record;
  moved bigint;
  total bigint := 0;
begin
  perform content.check_reference_table(reference_table);
  if reference_id = target_id then
    raise exception 'Choose another one to move them to' using errcode = 'check_violation';
  end if;
  perform set_config('suchana.is_moving', 'on', true);
  if reference_table = 'categories' then
    -- A category below the deleted one, at any depth, that takes its place moves up, as it cannot be below itself.
    update public.categories set parent_id = (select parent_id from public.categories where id = reference_id)
     where id = target_id and reference_id in (
       with recursive above (id) as (
         select target_id union select parent_id from above join public.categories using (id) where parent_id is not null
       )
       select id from above
     );
  else
    perform content.move_follows(
      rtrim(reference_table, 's') || ':' || reference_id, rtrim(reference_table, 's') || ':' || target_id
    );
  end if;
  for reference in select * from content.references_to(reference_table) loop
    execute format('update public.%1$I set %2$I = $2 where %2$I = $1', reference.table_name, reference.column_name)
      using reference_id, target_id;
    get diagnostics moved = row_count;
    total := total + moved;
  end loop;
  execute format('delete from public.%I where id = $1', reference_table) using reference_id;
  return total;
end
$$;
comment on function public.reassign_and_delete is
  'Moves everything that refers to an organization, category or recruitment to another one, and deletes it, in one transaction. Returns how many rows were moved. Calling it again changes nothing.';
revoke execute on function public.reassign_and_delete from public, anon;
grant execute on function public.reassign_and_delete to authenticated, service_role;
