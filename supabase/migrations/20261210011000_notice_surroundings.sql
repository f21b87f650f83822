-- What a form compares a notice with before it is published. Source: docs/behaviour/plausibility.md#in-forms

create function public.notice_surroundings(
  content_table text, title text, links text[], organization_id bigint default null, own_slug text default null
) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  similar_titles text[];
begin
  perform staff.require();
  if not published.is_content_table(content_table) then
    raise invalid_parameter_value using message = 'content_table must be the table of a kind';
  end if;
  if cardinality(links) > 50 then
    raise invalid_parameter_value using message = 'At most 50 links';
  end if;
  -- Of an organization with tens of thousands of notices only the newest are compared, which takes milliseconds.
  execute format(
    'select array_agg(title order by likeness desc, id desc) from (
       select id, title, extensions.similarity(lower(title), lower($2)) as likeness from (
         select id, title from public.%I
          where organization_id = $1 and slug is distinct from $3 order by posted_at desc limit 5000
       ) as newest order by likeness desc, id desc limit 20
     ) as closest where likeness > 0.35', content_table
  ) into similar_titles using organization_id, left(title, 500), own_slug;
  return jsonb_build_object(
    'website', (select website_url from public.organizations where organizations.id = organization_id),
    'similar_titles', coalesce(similar_titles, '{}'),
    'checks', links.checks_of(notice_surroundings.links)
  );
end
$$;
comment on function public.notice_surroundings is
  'For staff: the website of an organization, titles of its newest notices of a kind that resemble a title, except the one with own_slug, and the last checks of links: {website, similar_titles, checks}.';
revoke execute on function public.notice_surroundings from public, anon;
grant execute on function public.notice_surroundings to authenticated;
