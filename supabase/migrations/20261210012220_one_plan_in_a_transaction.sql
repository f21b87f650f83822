-- One notice in a transaction: a change of a notice locks counters of the search that notices share, in one order only
-- within a statement. With several notices in a transaction, this one and a save could wait for each other.
-- Source: docs/decisions/013; docs/decisions/052

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
      -- One notice that cannot be changed must not hold up the others, which come in later transactions.
      raise warning 'The plan of %.% could not be carried out: %', due.content_table, due.record_id, sqlerrm;
      update public.notice_plans set retry_at = now() + interval '5 seconds' where id = due.id;
      return 1;
    end;
  end loop;
  return 0;
end
$$;
comment on function rules.apply_due_plans is
  'Publishes or hides the notice whose time has come first, by an ordinary update; looks at so many. Returns 1, or 0 when there is none; call it until then, each time in a transaction of its own.';
