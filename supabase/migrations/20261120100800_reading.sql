-- Whole pages in one question. Everybody may call these; what they see follows from row-level security.

create schema published;
comment on schema published is 'What visitors see of a notice. Not part of the table interface.';
grant usage on schema published to anon, authenticated, service_role;

-- The fields of a card, one view per kind, so that lists and home page cannot differ. Row-level security applies.
create view published.jobs with (security_invoker) as
  select id, slug, title, status, created_at, posted_at, apply_end_date
  from public.jobs where status is distinct from 'inactive';
create view published.results with (security_invoker) as
  select id, slug, title, status, created_at, posted_at, result_date
  from public.results where status is distinct from 'inactive';
create view published.admit_cards with (security_invoker) as
  select id, slug, title, status, created_at, posted_at, exam_date
  from public.admit_cards where status is distinct from 'inactive';
create view published.answer_keys with (security_invoker) as
  select id, slug, title, status, created_at, posted_at
  from public.answer_keys where status is distinct from 'inactive';
create view published.admissions with (security_invoker) as
  select id, slug, title, status, created_at, posted_at, coalesce(apply_end_date, application_end) as apply_end_date
  from public.admissions where status is distinct from 'inactive';
create view published.documents with (security_invoker) as
  select id, slug, title, status, created_at, posted_at, document_type, document_url, description
  from public.documents where status is distinct from 'inactive';
create view published.syllabus with (security_invoker) as
  select id, slug, title, status, created_at, posted_at, exam_name, subject
  from public.syllabus where status is distinct from 'inactive';

-- PostgreSQL uses no text index under row-level security, because a text operator could report what it compared. So a
-- search finds its ids here, past that lock and filtered by hand, and reads the cards of those ids above.
create view published.jobs_text as
  select id, posted_at, status, title, post_name, eligibility from public.jobs where status is distinct from 'inactive';
create view published.results_text as
  select id, posted_at, status, title from public.results where status is distinct from 'inactive';
create view published.admit_cards_text as
  select id, posted_at, status, title from public.admit_cards where status is distinct from 'inactive';
create view published.answer_keys_text as
  select id, posted_at, status, title from public.answer_keys where status is distinct from 'inactive';
create view published.admissions_text as
  select id, posted_at, status, title from public.admissions where status is distinct from 'inactive';
create view published.documents_text as
  select id, posted_at, status, title, description from public.documents where status is distinct from 'inactive';
create view published.syllabus_text as
  select id, posted_at, status, title from public.syllabus where status is distinct from 'inactive';

grant select on all tables in schema published to anon, authenticated, service_role;

create function published.is_content_table(name text) returns boolean language sql immutable parallel safe
  return name in ('jobs', 'results', 'admit_cards', 'answer_keys', 'admissions', 'documents', 'syllabus');
grant execute on function published.is_content_table to anon, authenticated, service_role;

create function public.list_notices(
  content_table text,
  search text default null,
  only_status text default null,
  after_posted_at timestamptz default null,
  after_id bigint default null,
  page_size integer default 25
) returns json language plpgsql stable parallel safe set search_path = ''
as $$
declare
  wanted int := least(greatest(coalesce(page_size, 25), 1), 100);
  -- In a pattern only these three mean more than themselves.
  pattern text := '%' || regexp_replace(search, '[\\%_]', '\\\&', 'g') || '%';
  is_search boolean := search <> '';
  conditions text := 'true';
  page json;
begin
  if not published.is_content_table(content_table) then
    raise invalid_parameter_value using message = 'unknown content table';
  end if;
  if length(search) > 1000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;
  if is_search then
    conditions := conditions || case content_table
      when 'jobs' then ' and (title ilike $1 or post_name ilike $1 or eligibility ilike $1)'
      when 'documents' then ' and (title ilike $1 or description ilike $1)'
      else ' and title ilike $1'
    end;
  end if;
  if only_status is not null then
    conditions := conditions || ' and status = $2';
  end if;
  if after_posted_at is not null then
    conditions := conditions || ' and (posted_at, id) < ($3, $4)';
  end if;

  execute format(
    case when is_search then
      'with page as materialized (
         select card.* from published.%1$I as card
          where id = any (array(
            select id from published.%2$I where %3$s order by posted_at desc, id desc limit $5 + 1
          )) order by posted_at desc, id desc
       )'
    else
      'with page as materialized (
         select * from published.%1$I where %3$s order by posted_at desc, id desc limit $5 + 1
       )'
    end ||
    'select json_build_object(
       ''rows'', coalesce((select json_agg(shown) from (select * from page limit $5) as shown), ''[]''),
       ''more'', (select count(*) > $5 from page)
     )',
    content_table, content_table || '_text', conditions
  ) into page using pattern, only_status, after_posted_at, coalesce(after_id, 0), wanted;
  return page;
end
$$;
comment on function public.list_notices is
  'A page of public notices, newest first: {rows: [card], more}. The text matches literally, anywhere and in any case, in the fields that the kind searches. The next page starts after the posted_at and id of the last row.';
grant execute on function public.list_notices to anon, authenticated;
