-- The history of notifications can be read page by page, so that a list of it reaches its end.

drop function public.push_history(integer);
create function public.push_history(most integer, before bigint default null) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'created_at', created_at, 'finished_at', finished_at, 'title', title, 'body', body, 'category', category,
    'url', url, 'image', image, 'state', state, 'recipients', recipients, 'sent', sent, 'failed', failed
  ) order by id desc), '[]')
  from (
    select * from push.notifications where before is null or id < before
     order by id desc limit least(greatest(most, 1), 1000)
  ) as page
  where (select public.is_admin())
$$;
comment on function public.push_history is
  'For admins: the newest notifications, or the newest before one of them, and what became of them.';

create function public.push_history_count() returns bigint
  language sql stable security definer set search_path = ''
as $$
  select count(*) from push.notifications where (select public.is_admin())
$$;
comment on function public.push_history_count is 'For admins: how many notifications there are.';

grant execute on function public.push_history, public.push_history_count to authenticated;
