-- What crawlers, feed readers and calendars read, each answer in one question.

-- The newest change of every 50,000 ids in one look at an index, for the index of sitemaps. PostgreSQL does not look an
-- expression up under row-level security, so these views filter by hand, like those that a search reads.
do $$
declare
  name text;
begin
  foreach name in array array[
    'jobs', 'results', 'admit_cards', 'answer_keys', 'admissions', 'documents', 'syllabus'
  ] loop
    execute format(
      'create view published.%I as select id, updated_at from public.%I where status is distinct from ''inactive''',
      name || '_changes', name
    );
    execute format('grant select on published.%I to anon, authenticated, service_role', name || '_changes');
    execute format(
      'create index %I on public.%I (((id - 1) / 50000), updated_at desc) where status is distinct from ''inactive''',
      name || '_changes_idx', name
    );
  end loop;
end
$$;

create function public.sitemap_changes() returns json
  language sql stable parallel safe set search_path = ''
as $$
  select json_build_object(
    'jobs', (select max(updated_at) from public.jobs where status is distinct from 'inactive'),
    'results', (select max(updated_at) from public.results where status is distinct from 'inactive'),
    'admit_cards', (select max(updated_at) from public.admit_cards where status is distinct from 'inactive'),
    'answer_keys', (select max(updated_at) from public.answer_keys where status is distinct from 'inactive'),
    'admissions', (select max(updated_at) from public.admissions where status is distinct from 'inactive'),
    'documents', (select max(updated_at) from public.documents where status is distinct from 'inactive'),
    'syllabus', (select max(updated_at) from public.syllabus where status is distinct from 'inactive')
  )
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
    -- Its page shows its notices: without one it has nothing to say, and it changes with each of them.
    select
      'select json_agg(json_build_array(slug, greatest(recruitment.updated_at, notices.updated_at)) order by id)
         from public.recruitments as recruitment
         join (select recruitment_id as id, max(updated_at) as updated_at from ('
      || string_agg(format(
        'select recruitment_id, updated_at from public.%I
          where recruitment_id > $1 and recruitment_id <= $2 and status is distinct from ''inactive''', kind
      ), ' union all ')
      || ') as notice group by recruitment_id) as notices using (id) where id > $1 and id <= $2'
    into statement
    from unnest(array[
      'jobs', 'results', 'admit_cards', 'answer_keys', 'admissions', 'documents', 'syllabus'
    ]) as kind;
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
    -- No time: a change of any notice would count, and no index knows them by recruitment.
    select json_agg(json_build_array(part, null) order by part) into parts
      from generate_series(1, (select (max(id) - 1) / 50000 + 1 from public.recruitments)) as part
     where exists (
       select from public.recruitments where id > (part - 1) * 50000 and id <= part * 50000 and (
         exists (select from public.jobs where recruitment_id = recruitments.id and status is distinct from 'inactive')
         or exists (select from public.results where recruitment_id = recruitments.id and status is distinct from 'inactive')
         or exists (select from public.admit_cards where recruitment_id = recruitments.id and status is distinct from 'inactive')
         or exists (select from public.answer_keys where recruitment_id = recruitments.id and status is distinct from 'inactive')
         or exists (select from public.admissions where recruitment_id = recruitments.id and status is distinct from 'inactive')
         or exists (select from public.documents where recruitment_id = recruitments.id and status is distinct from 'inactive')
         or exists (select from public.syllabus where recruitment_id = recruitments.id and status is distinct from 'inactive')
       )
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
  tables constant text[] := array[
    'jobs', 'results', 'admit_cards', 'answer_keys', 'admissions', 'documents', 'syllabus', 'recruitments'
  ];
  name text;
  counted int;
  room int := 50000 - page_count;
begin
  -- Never counts further than what one file may hold.
  foreach name in array tables loop
    execute format(
      case when name = 'recruitments' then 'select count(*) from (select from public.%I limit $1) as counted'
      else 'select count(*) from (select from published.%I limit $1) as counted' end, name
    ) into counted using room + 1;
    room := room - counted;
    exit when room < 0;
  end loop;

  return json_build_object(
    'changes', public.sitemap_changes(),
    'entries', case when room >= 0 then (
      select json_object_agg(kind, published.sitemap_rows(kind, 0, 9223372036854775807)) from unnest(tables) as kind
    ) end,
    'parts', case when room < 0 then (
      select json_object_agg(kind, published.sitemap_parts(kind)) from unnest(tables) as kind
    ) end
  );
end
$$;
comment on function public.sitemap is
  'Every public address, if no more than 50,000 with page_count other pages: {changes, entries: {table: as sitemap_entries}, parts: null}. Else the parts that sitemap_entries answers: {changes, entries: null, parts: {table: [[part, time of its newest change]]}}.';
grant execute on function public.sitemap to anon, authenticated;

-- A notice with all its fields but texts that neither a feed nor a calendar shows, for the query of some of its kind.
create function published.facts_statement(content_table text, conditions text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select format(
    'select to_jsonb(notice)
        - ''{content,description,eligibility,post_name,required_documents,selection_process}''::text[]
        || jsonb_build_object(
          ''table'', %1$L, ''organization'', (select name from public.organizations where id = notice.organization_id)
        ) as facts
       from public.%1$I as notice where status is distinct from ''inactive'' and %2$s',
    content_table, conditions
  )
$$;
grant execute on function published.facts_statement to anon, authenticated, service_role;

create function public.newest_notices(content_table text default null, wanted integer default 50) returns json
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  tables text[] := array['jobs', 'results', 'admit_cards', 'answer_keys', 'admissions', 'documents', 'syllabus'];
  newest text;
  facts text;
  notices json;
begin
  if content_table is not null then
    if not published.is_content_table(content_table) then
      raise invalid_parameter_value using message = 'unknown content table';
    end if;
    tables := array[content_table];
  end if;

  select
    string_agg(format(
      '(select %1$L as kind, id, posted_at from published.%1$I order by posted_at desc, id desc limit $1)', kind
    ), ' union all '),
    string_agg(published.facts_statement(kind, format('newest.kind = %L and notice.id = newest.id', kind)), ' union all ')
  into newest, facts from unnest(tables) as kind;

  execute format(
    'select json_agg(facts order by posted_at desc, id desc, kind)
       from (select * from (%s) as candidate order by posted_at desc, id desc, kind limit $1) as newest
      cross join lateral (%s) as notice', newest, facts
  ) into notices using least(greatest(coalesce(wanted, 50), 1), 100);
  return coalesce(notices, '[]');
end
$$;
comment on function public.newest_notices is
  'The newest public notices of one kind or of all, in the order of lists: [every field but long texts, with table and organization].';
grant execute on function public.newest_notices to anon, authenticated;

create function public.calendar_notices(content_table text, slug text) returns jsonb
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  tables constant text[] := array['jobs', 'results', 'admit_cards', 'answer_keys', 'admissions', 'documents', 'syllabus'];
  facts text;
  answer jsonb;
begin
  if published.is_content_table(content_table) then
    facts := published.facts_statement(content_table, 'notice.id = record.id');
  elsif content_table = 'recruitments' then
    select string_agg(published.facts_statement(kind, 'notice.recruitment_id = record.id'), ' union all ')
      into facts from unnest(tables) as kind;
  else
    return '{}';
  end if;
  execute format(
    'select jsonb_build_object(
       ''title'', title, ''slug'', slug, ''updated_at'', updated_at,
       ''notices'', (select coalesce(jsonb_agg(facts), ''[]'') from (%s) as notices)
     ) from public.%I as record where slug = $1', facts, content_table
  ) into answer using calendar_notices.slug;
  return coalesce(answer, public.resolve_slug(content_table, calendar_notices.slug));
end
$$;
comment on function public.calendar_notices is
  'What a calendar shows of a notice, or of a recruitment: {title, slug, updated_at, notices as newest_notices has them}; for an unknown slug the answer of resolve_slug.';
grant execute on function public.calendar_notices to anon, authenticated;
