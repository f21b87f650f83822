-- Row-level security for changed rows: they may not be in their table any more, or not as they were.
-- The schema published begins here: what visitors see of notices.

create schema published;

comment on schema published is 'What visitors see of notices. Not exposed over REST.';

grant usage on schema published to anon, authenticated, service_role;

create function published.visible_changes(table_name text, changes jsonb)
  returns table (number bigint, record jsonb, was_visible boolean)
  language plpgsql stable set search_path = ''
as $$
declare
  relation constant regclass := format('public.%I', table_name)::regclass;
  policy text := 'true';
  hidden text[];
begin
  if not has_any_column_privilege(relation, 'select') then return; end if;
  select coalesce(array_agg(attname), '{}') into hidden from pg_attribute
   where attrelid = relation and attnum > 0 and not attisdropped
     and not has_column_privilege(attrelid, attnum, 'select');
  if row_security_active(relation) then
    select
      '(' || coalesce(string_agg(expression, ' or ') filter (where polpermissive), 'false') || ')'
      || coalesce(string_agg(' and ' || expression, '') filter (where not polpermissive), '')
    into policy
    from (
      select polpermissive, '(' || coalesce(pg_get_expr(polqual, polrelid), 'true') || ')' as expression
        from pg_policy
       where polrelid = relation and polcmd in ('r', '*')
         and exists (select from unnest(polroles) as role where role = 0 or pg_has_role(role, 'usage'))
    ) as applying;
  end if;
  return query execute format(
    'select given_number, case when now_visible then (given_change -> ''record'') - $2 end, before_visible
       from jsonb_array_elements($1) with ordinality as given(given_change, given_number)
      cross join lateral (
        select %1$s is true as now_visible
          from jsonb_populate_record(null::%2$s, given_change -> ''record'') as %3$I
      ) as afterwards
      cross join lateral (
        select %1$s is true as before_visible from jsonb_populate_record(
          null::%2$s, (given_change -> ''record'') || coalesce(given_change -> ''previous'', ''{}'')
        ) as %3$I
      ) as beforehand
      where now_visible or before_visible', policy, relation, table_name
  ) using changes, hidden;
end
$$;
comment on function published.visible_changes is
  'Of changes [{record, previous}], numbered from 1, those that the caller may see: the record with the columns they may select if they may see it now, and whether they could see it before.';
grant execute on function published.visible_changes to anon, authenticated, service_role;
