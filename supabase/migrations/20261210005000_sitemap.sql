-- The sitemap in one call. Source: docs/decisions/008

create function public.sitemap_changes() returns json
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return (select json_object_agg(content_table, updated_at order by priority) from published.newest_changes);
end
$$;
comment on function public.sitemap_changes is 'The time of the newest change among the public notices of each kind; null without any.';
grant execute on function public.sitemap_changes to anon, authenticated;

create function published.sitemap_rows(content_table text, after_id bigint, last_id bigint) returns json
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  statement text;
  rows json;
begin
  if published.is_content_table(content_table) then
    statement := format(
      'select json_agg(json_build_array(slug, updated_at) order by id) from public.%I
        where id > $1 and id <= $2 and status is distinct from ''inactive''', content_table
    );
  elsif content_table = 'recruitments' then
    -- The page of a recruitment shows its notices: without one it is not listed, and it changes with each of them.
    statement :=
      'select json_agg(json_build_array(slug, greatest(recruitment.updated_at, notices.updated_at)) order by id)
         from public.recruitments as recruitment
         join (
           select recruitment_id as id, max(updated_at) as updated_at from published.notices
            where recruitment_id > $1 and recruitment_id <= $2 group by recruitment_id
         ) as notices using (id)
        where id > $1 and id <= $2';
  else
    raise invalid_parameter_value using message = 'unknown content table';
  end if;
  execute statement into rows using after_id, last_id;
  return coalesce(rows, '[]');
end
$$;
grant execute on function published.sitemap_rows to anon, authenticated, service_role;

create function public.sitemap_entries(content_table text, part integer) returns json
  language sql stable parallel safe set search_path = ''
as $$
  select published.sitemap_rows(content_table, (part - 1)::bigint * 50000, part::bigint * 50000)
$$;
comment on function public.sitemap_entries is
  'One part of the sitemap, [[slug, time of the last change]]: the public rows with ids up to part * 50,000 of a content table or of recruitments.';
grant execute on function public.sitemap_entries to anon, authenticated;

create function published.sitemap_parts(content_table text) returns json
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  parts json;
begin
  if content_table = 'recruitments' then
    -- Without a time: a change of any notice would count, and no index has the notices by recruitment and time.
    select json_agg(json_build_array(part, null) order by part) into parts
      from generate_series(1, (select (max(id) - 1) / 50000 + 1 from public.recruitments)) as part
     where exists (
       select from public.recruitments where id > (part - 1) * 50000 and id <= part * 50000
          and exists (select from published.notices where recruitment_id = recruitments.id)
     );
  else
    execute format(
      'select json_agg(json_build_array(part, newest.updated_at) order by part)
         from generate_series(1, (select (max(id) - 1) / 50000 + 1 from published.%1$I)) as part
        cross join lateral (
          select updated_at from published.%1$I where (id - 1) / 50000 = part - 1 order by updated_at desc limit 1
        ) as newest',
      content_table || '_changes'
    ) into parts;
  end if;
  return coalesce(parts, '[]');
end
$$;
grant execute on function published.sitemap_parts to anon, authenticated, service_role;

create function public.sitemap(page_count integer default 0) returns json
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  tables constant text[] := array(select kinds.name from content.kinds order by priority) || 'recruitments'::text;
  name text;
  counted int;
  remaining int := 50000 - page_count;
begin
  -- Never counts further than what one file may contain.
  foreach name in array tables loop
    execute format(
      case when name = 'recruitments' then 'select count(*) from (select from public.%I limit $1) as counted'
      else 'select count(*) from (select from published.%I limit $1) as counted' end, name
    ) into counted using remaining + 1;
    remaining := remaining - counted;
    exit when remaining < 0;
  end loop;

  return json_build_object(
    'changes', public.sitemap_changes(),
    'entries', case when remaining >= 0 then (
      select json_object_agg(kind, published.sitemap_rows(kind, 0, 9223372036854775807)) from unnest(tables) as kind
    ) end,
    'parts', case when remaining < 0 then (
      select json_object_agg(kind, published.sitemap_parts(kind)) from unnest(tables) as kind
    ) end
  );
end
$$;
comment on function public.sitemap is
  'Every public address, if no more than 50,000 with page_count other pages: {changes, entries: {table: as sitemap_entries}, parts: null}. Else the parts that sitemap_entries answers: {changes, entries: null, parts: {table: [[part, time of its newest change]]}}.';
grant execute on function public.sitemap to anon, authenticated;
