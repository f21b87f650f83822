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
