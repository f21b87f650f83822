-- The home page in one call. Source: docs/decisions/005

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
  return (
    select json_object_agg(name, value) from (
      -- A function that content.register_kind generates.
      select name, cards as value from published.home_sections(page_sizes)
      union all
      select 'quick_links', (
        select coalesce(json_agg(link), '[]') from (
          select slug, title from public.jobs
           where is_quick_link and status is distinct from 'inactive' order by created_at desc, id desc limit 9
        ) as link
      )
      union all
      select 'closing_today', (
        select coalesce(json_agg(card), '[]') from (
          select card.* from published.jobs as card join public.jobs using (id)
           where jobs.apply_end_date = today and (apply_start_date is null or apply_start_date <= today)
           order by card.posted_at desc, id desc limit 100
        ) as card
      )
      union all
      select 'counts', (select json_object_agg(content_table, least(notices, 10001)) from published.notice_counts)
      union all
      select 'updated_at', to_json((select max(updated_at) from published.newest_changes))
    ) as part
  );
end
$$;
comment on function public.home_board is
  'Everything the home page shows: the newest cards of the kinds that have a section (page_sizes: rows per kind), nine quick links, the jobs whose last date is today, public rows per kind (exact up to 10,000) and the time of the last change.';
grant execute on function public.home_board to anon, authenticated;
