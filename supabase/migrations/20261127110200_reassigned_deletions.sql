-- What was moved from a deleted organization, category or recruitment to another one is noted in the bin, so that it is
-- moved back when the row is restored. Source: docs/decisions/051

create or replace function public.reassign_and_delete(reference_table text, reference_id bigint, target_id bigint)
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

create function bin.follows_to_move(from_topic text, to_topic text) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_agg(to_jsonb(former) || jsonb_build_object('now', to_topic, 'is_both', exists (
    select from push.follows as other where other.topic = to_topic and other.subscription_id = former.subscription_id
  ))) from push.follows as former where former.topic = from_topic
$$;
comment on function bin.follows_to_move is
  'Follows of a topic before they are moved to another one, now, each with whether its follower follows that one, too; null without any.';
