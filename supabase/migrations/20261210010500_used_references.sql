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

create function content.check_reference_table(reference_table text) returns void
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
  'For staff: how many rows of each table refer to an organization, category or recruitment, and the titles of the newest ones.';
revoke execute on function public.reference_uses from public, anon;
grant execute on function public.reference_uses to authenticated, service_role;

create function content.move_follows(from_topic text, to_topic text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if not public.is_staff() then
    raise exception 'Only staff may do this' using errcode = 'insufficient_privilege';
  end if;
  insert into push.follows (subscription_id, topic, events)
    select subscription_id, to_topic, events from push.follows where topic = from_topic
    on conflict do nothing;
  delete from push.follows where topic = from_topic;
  if from_topic like 'organization:%' then
    perform push.move_lists(split_part(from_topic, ':', 2)::bigint, split_part(to_topic, ':', 2)::bigint);
  end if;
end
$$;
comment on function content.move_follows is 'Followers of one topic follow another one from now on.';
revoke execute on function content.move_follows from public;
grant execute on function content.move_follows to authenticated, service_role;

create function public.reassign_and_delete(reference_table text, reference_id bigint, target_id bigint)
  returns bigint
  language plpgsql security definer set search_path = ''
as $$
declare
  singular constant text := rtrim(reference_table, 's');
  reference record;
  ids jsonb;
  moved jsonb := '[]';
  follows jsonb;
  above bigint;
begin
  perform content.check_reference_table(reference_table);
  if not public.may_delete(reference_table) then
    raise insufficient_privilege using message = 'you may not delete this row';
  end if;
  if reference_id = target_id then
    raise exception 'Choose another one to move them to' using errcode = 'check_violation';
  end if;
  perform set_config('suchana.is_moving', 'on', true);
  if reference_table = 'categories' then
    select parent_id into above from public.categories where id = target_id;
    -- A category below the deleted one, at any depth, that takes its place moves up, as it cannot be below itself.
    update public.categories set parent_id = (select parent_id from public.categories where id = reference_id)
     where id = target_id and reference_id in (
       with recursive above (id) as (
         select target_id union select parent_id from above join public.categories using (id) where parent_id is not null
       )
       select id from above
     );
    if found then
      moved := jsonb_build_array(jsonb_build_object(
        'table', 'categories', 'column', 'parent_id', 'ids', jsonb_build_array(target_id), 'was', above,
        'now', (select parent_id from public.categories where id = target_id)
      ));
    end if;
  else
    follows := bin.follows_to_move(singular || ':' || reference_id, singular || ':' || target_id);
    perform content.move_follows(singular || ':' || reference_id, singular || ':' || target_id);
  end if;
  for reference in select * from content.references_to(reference_table) loop
    execute format(
      'with changed as (update public.%1$I set %2$I = $2 where %2$I = $1 returning id) select jsonb_agg(id) from changed',
      reference.table_name, reference.column_name
    ) into ids using reference_id, target_id;
    if ids is not null then
      moved := moved || jsonb_build_object(
        'table', reference.table_name, 'column', reference.column_name, 'ids', ids, 'was', reference_id, 'now', target_id
      );
    end if;
  end loop;
  execute format('delete from public.%I where id = $1 returning to_jsonb(id)', reference_table) into ids using reference_id;
  if ids is not null then
    update bin.items set related = related || jsonb_strip_nulls(jsonb_build_object('follows', follows))
        || jsonb_build_object('successor', target_id, 'moved', moved)
     where table_name = reference_table and record_id = reference_id;
  end if;
  return (
    select coalesce(sum(jsonb_array_length(entry -> 'ids')), 0) from jsonb_array_elements(moved) as entry
     where (entry -> 'now') = to_jsonb(target_id)
  );
end
$$;
comment on function public.reassign_and_delete is
  'Moves everything that refers to an organization, category or recruitment to another one, and deletes it, in one transaction. Returns how many rows were moved. Calling it again changes nothing.';
revoke execute on function public.reassign_and_delete from public, anon;
grant execute on function public.reassign_and_delete to authenticated, service_role;

create function bin.follows_to_move(from_topic text, to_topic text) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_agg(to_jsonb(former) || jsonb_build_object('now', new_topic, 'is_both', exists (
    select from push.follows as other where other.topic = new_topic and other.subscription_id = former.subscription_id
  )))
    from (
      select from_topic as topic, to_topic as new_topic
      union all
      select topic, new_topic
        from push.lists_to_move(split_part(from_topic, ':', 2)::bigint, split_part(to_topic, ':', 2)::bigint)
       where from_topic like 'organization:%'
    ) as moved join push.follows as former using (topic)
$$;
comment on function bin.follows_to_move is
  'Follows of a topic before they are moved to another one, now, each with whether its follower follows that one, too; null without any.';
