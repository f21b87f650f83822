-- The home page in one question.

create function published.page_size(page_sizes jsonb, content_table text) returns integer
  language sql immutable parallel safe
  return least(greatest(coalesce((page_sizes ->> content_table)::integer, 25), 0), 100);
grant execute on function published.page_size to anon, authenticated, service_role;

create function public.home_board(
  page_sizes jsonb default '{}',
  today date default (now() at time zone interval '5 hours 30 minutes')::date
) returns json language plpgsql stable parallel safe set search_path = ''
as $$
begin
  -- The inner limits are constants so that one plan serves every page size.
  return json_build_object(
    'jobs', (
      select coalesce(json_agg(card), '[]') from (
        select * from (select * from published.jobs where status = 'active' order by posted_at desc, id desc limit 100) as newest
         limit published.page_size(page_sizes, 'jobs')
      ) as card
    ),
    'results', (
      select coalesce(json_agg(card), '[]') from (
        select * from (select * from published.results order by posted_at desc, id desc limit 100) as newest
         limit published.page_size(page_sizes, 'results')
      ) as card
    ),
    'admit_cards', (
      select coalesce(json_agg(card), '[]') from (
        select * from (select * from published.admit_cards order by posted_at desc, id desc limit 100) as newest
         limit published.page_size(page_sizes, 'admit_cards')
      ) as card
    ),
    'answer_keys', (
      select coalesce(json_agg(card), '[]') from (
        select * from (select * from published.answer_keys order by posted_at desc, id desc limit 100) as newest
         limit published.page_size(page_sizes, 'answer_keys')
      ) as card
    ),
    'admissions', (
      select coalesce(json_agg(card), '[]') from (
        select * from (select * from published.admissions order by posted_at desc, id desc limit 100) as newest
         limit published.page_size(page_sizes, 'admissions')
      ) as card
    ),
    'documents', (
      select coalesce(json_agg(card), '[]') from (
        select * from (select * from published.documents order by posted_at desc, id desc limit 100) as newest
         limit published.page_size(page_sizes, 'documents')
      ) as card
    ),
    'quick_links', (
      select coalesce(json_agg(link), '[]') from (
        select slug, title from public.jobs
         where is_quick_link and status is distinct from 'inactive' order by created_at desc, id desc limit 9
      ) as link
    ),
    'closing_today', (
      select coalesce(json_agg(card), '[]') from (
        select card.* from published.jobs as card join public.jobs using (id)
         where jobs.apply_end_date = today and (apply_start_date is null or apply_start_date <= today)
         order by card.posted_at desc, id desc limit 100
      ) as card
    ),
    'counts', json_build_object(
      'jobs', (select count(*) from (select from published.jobs limit 10001) as counted),
      'results', (select count(*) from (select from published.results limit 10001) as counted),
      'admit_cards', (select count(*) from (select from published.admit_cards limit 10001) as counted),
      'answer_keys', (select count(*) from (select from published.answer_keys limit 10001) as counted),
      'admissions', (select count(*) from (select from published.admissions limit 10001) as counted),
      'documents', (select count(*) from (select from published.documents limit 10001) as counted),
      'syllabus', (select count(*) from (select from published.syllabus limit 10001) as counted)
    ),
    'updated_at', greatest(
      (select max(updated_at) from public.jobs where status is distinct from 'inactive'),
      (select max(updated_at) from public.results where status is distinct from 'inactive'),
      (select max(updated_at) from public.admit_cards where status is distinct from 'inactive'),
      (select max(updated_at) from public.answer_keys where status is distinct from 'inactive'),
      (select max(updated_at) from public.admissions where status is distinct from 'inactive'),
      (select max(updated_at) from public.documents where status is distinct from 'inactive'),
      (select max(updated_at) from public.syllabus where status is distinct from 'inactive')
    )
  );
end
$$;
comment on function public.home_board is
  'Everything the home page shows: the newest cards of six kinds (page_sizes: rows per kind), nine quick links, the jobs whose last date is today, public rows per kind (exact up to 10,000) and the time of the last change.';
grant execute on function public.home_board to anon, authenticated;
