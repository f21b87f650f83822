-- A job without a first day counts as not begun, on the home page as in its filter and on its own page.

create or replace function public.home_board(
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
           where jobs.apply_end_date = today and apply_start_date <= today
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
