-- What staff see of the bin, and how admins delete from it for ever. Source: docs/decisions/051

create function bin.name_of(account uuid) returns text
  language sql stable set search_path = ''
as $$
  select coalesce(
    (select to_jsonb(profiles) ->> 'display_name' from public.profiles where id = account),
    (select email::text from auth.users where id = account)
  )
$$;
comment on function bin.name_of is 'How a list names who deleted something; null for the server and for accounts that are gone.';

create function public.bin_items(
  tables text[] default null,
  search text default null,
  account uuid default null,
  deleted_after timestamptz default null,
  before_id bigint default null,
  page_size integer default 50
) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern constant text := '%' || regexp_replace(bin_items.search, '[\\%_]', '\\\&', 'g') || '%';
begin
  perform staff.require();
  if length(bin_items.search) > 1000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;
  return (
    with found as materialized (
      select id, deleted_at, deleted_by, table_name, record_id, title, record ->> 'slug' as slug, record ->> 'status' as status
        from bin.items
       where (tables is null or table_name = any (tables))
         and (bin_items.search is null or title ilike pattern or record ->> 'slug' ilike pattern)
         and (account is null or deleted_by = account)
         and (deleted_after is null or deleted_at >= deleted_after)
    )
    select jsonb_build_object(
      'total', (select count(*) from found),
      'people', (
        select coalesce(jsonb_agg(jsonb_build_object('id', deleted_by, 'name', name) order by name), '[]')
          from (select distinct deleted_by from bin.items where deleted_by is not null) as people
         cross join lateral bin.name_of(deleted_by) as name where name is not null
      ),
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'item', page.id, 'table', table_name, 'id', record_id, 'title', title, 'slug', slug, 'status', status,
          'deleted_at', deleted_at, 'name', bin.name_of(deleted_by)
        ) order by page.id desc), '[]')
          from (
            select * from found where before_id is null or found.id < before_id
             order by found.id desc limit least(greatest(page_size, 1), 1000)
          ) as page
      )
    )
  );
end
$$;
comment on function public.bin_items is
  'For staff: a page of the bin, the last deleted first: {total, people: [{id, name}], items: [{item, table, id, title, slug, status, deleted_at, name}]}. before_id: the "item" after which to go on.';
revoke execute on function public.bin_items from public, anon;
grant execute on function public.bin_items to authenticated;

create function public.bin_count() returns bigint
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform staff.require();
  return (select count(*) from bin.items);
end
$$;
comment on function public.bin_count is 'For staff: how many rows are in the bin.';
revoke execute on function public.bin_count from public, anon;
grant execute on function public.bin_count to authenticated;

create function public.delete_for_ever(wanted jsonb) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  deleted integer;
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'only for admins';
  end if;
  delete from bin.items using jsonb_to_recordset(wanted) as entry ("table" text, id bigint)
   where table_name = entry."table" and record_id = entry.id;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function public.delete_for_ever is
  'For admins: deletes items [{table, id}] of the bin; their addresses still answer 410. Returns how many. Calling it again changes nothing.';
revoke execute on function public.delete_for_ever from public, anon;
grant execute on function public.delete_for_ever to authenticated;
