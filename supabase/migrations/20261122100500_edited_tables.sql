-- What every table has that admins edit. A table calls rules.prepare_table when it is created, and again when it gets
-- another column, so that no column is without its rules and grants.

create function rules.touch() returns trigger language plpgsql set search_path = ''
as $$
declare
  uncounted constant text[] := array['updated_at', 'posted_at', 'view_count'];
begin
  if to_jsonb(new) - uncounted = to_jsonb(old) - uncounted then
    new.updated_at := old.updated_at;
  else
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;
comment on function rules.touch is
  'Sets updated_at. A counted page view is not a change. Two changes never have the same time, so that it identifies a version of the row.';

create function rules.touch_table(target text) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create or replace trigger touch before update on public.%I for each row execute function rules.touch()', target
  );
end
$$;

create function rules.prepare_table(target text, public_rows text) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform rules.constrain_columns(target), rules.touch_table(target), rules.close_table(target),
    rules.open_table(target, public_rows), outbox.record_table(target);
end
$$;
comment on function rules.prepare_table is
  'Gives a table its column rules, updated_at, grants, policies and the outbox. May be called again. public_rows: the condition under which visitors see a row.';
