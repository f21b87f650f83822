-- Restoring a category takes back the moves of its deletion in the opposite order, and a plan that fails ends its transaction
-- as one that succeeds does, so that neither meets the locks of the next one.

create or replace function bin.move_back(target text, moved jsonb) returns void
  language plpgsql set search_path = ''
as $$
declare
  part record;
begin
  for part in
    select table_name, column_name, entry ->> 'was' as was, entry ->> 'now' as now, entry -> 'ids' as ids
      from jsonb_array_elements(moved) with ordinality as move (entry, place)
      join content.references_to(target) on table_name = entry ->> 'table' and column_name = entry ->> 'column'
     -- Backwards, so that no category is below itself on the way.
     order by place desc
  loop
    begin
      execute format(
        'update public.%1$I set %2$I = $1
          where id in (select value::bigint from jsonb_array_elements_text($3)) and %2$I is not distinct from $2',
        part.table_name, part.column_name
      ) using part.was::bigint, part.now::bigint, part.ids;
    exception when check_violation then
      -- What has become a parent of the restored row since stays where it is.
      null;
    end;
  end loop;
end
$$;

create or replace function rules.apply_due_plans(most integer) returns integer
  language plpgsql set search_path = ''
as $$
declare
  due public.notice_plans;
  id_of_locked bigint;
  is_there boolean;
begin
  for due in select * from public.notice_plans where due_at <= now() order by due_at, id limit most loop
    -- A save locks its notice first and then the plan, so this does, too. What another server or a save holds is next.
    execute format('select id from public.%I where id = $1 for update skip locked', due.content_table)
      into id_of_locked using due.record_id;
    if id_of_locked is null then
      execute format('select exists (select from public.%I where id = $1)', due.content_table)
        into is_there using due.record_id;
      -- The plan of what went into the bin meanwhile is not due any more.
      if not is_there then delete from public.notice_plans where id = due.id and due_at is not null; end if;
      continue;
    end if;
    select * into due from public.notice_plans where id = due.id and due_at <= now() for update;
    continue when due.id is null;
    -- Each is undone on its own.
    perform set_config('suchana.act', gen_random_uuid()::text, true);
    begin
      execute format('update public.%I set plan = $2 where id = $1', due.content_table) using due.record_id,
        case due.state
          when 'scheduled' then jsonb_build_object('state', 'published', 'hide_at', due.hide_at)
          else '{"state": "hidden"}'
        end;
      return 1;
    exception when others then
      -- One notice that cannot be changed must not hold up the others.
      raise warning 'The plan of %.% could not be carried out: %', due.content_table, due.record_id, sqlerrm;
      update public.notice_plans set retry_at = now() + interval '5 seconds' where id = due.id;
      return 1;
    end;
  end loop;
  return 0;
end
$$;
