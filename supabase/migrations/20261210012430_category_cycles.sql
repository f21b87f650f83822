-- A category is never below itself, not by way of others either.

create function content.reject_cycle() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- One after the other, since two changes may close a cycle together.
  perform pg_advisory_xact_lock(hashtext('categories above each other'));
  if exists (
    with recursive above (id) as (
      select new.parent_id
      union
      select categories.parent_id from above join public.categories using (id) where categories.parent_id is not null
    )
    select from above where id = new.id
  ) then
    raise check_violation using
      table = tg_table_name, constraint = 'categories_parent_id_check',
      message = 'a category that is below itself violates check constraint "categories_parent_id_check"';
  end if;
  return null;
end
$$;
comment on function content.reject_cycle is 'Rejects a category whose parent is itself or below it.';
revoke execute on function content.reject_cycle from public;
-- After the statement, which may move several categories.
create trigger reject_cycle after insert or update of parent_id on public.categories
  for each row when (new.parent_id is not null) execute function content.reject_cycle();
-- So that the form finds the column of both rules.
alter table public.categories rename constraint categories_check to categories_parent_id_check;

-- Restoring a category takes back the moves of its deletion in the opposite order, so that no category is below itself on the
-- way.
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
