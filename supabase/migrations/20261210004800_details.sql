-- A detail page, or the page of a recruitment, in one call. Source: docs/decisions/005

-- Other public notices of a recruitment, each with the dates that a timeline shows.
create function published.siblings(recruitment bigint, own_table text, own_id bigint) returns jsonb
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'table', content_table, 'slug', slug, 'title', title, 'status', status, 'posted_at', posted_at, 'dates', dates
    ) order by posted_at desc, id desc), '[]')
    from published.notices
    where recruitment_id = recruitment and (content_table, id) is distinct from (own_table, own_id)
  );
end
$$;
grant execute on function published.siblings to anon, authenticated, service_role;

create function public.notice_with_siblings(content_table text, slug text) returns jsonb
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  found_notice jsonb;
begin
  if not published.is_content_table(content_table) then return '{}'; end if;
  execute format(
    'select jsonb_build_object(
       ''notice'', to_jsonb(notice) || jsonb_build_object(
         ''organization'', (
           select jsonb_build_object(
             ''name'', name, ''slug'', slug, ''website_url'', website_url, ''logo_url'', logo_url
           ) from public.organizations where id = notice.organization_id
         ),
         ''category'', (
           select jsonb_build_object(''name'', name, ''slug'', slug) from public.categories where id = notice.category_id
         )
       ),
       ''corrections'', published.corrections_of(%1$L, notice.id),
       ''recruitment'', (
         select jsonb_build_object(''slug'', slug, ''title'', title) from public.recruitments
          where id = notice.recruitment_id
       ),
       ''siblings'', case when notice.recruitment_id is null then ''[]''
         else published.siblings(notice.recruitment_id, %1$L, notice.id) end
     ) from public.%1$I as notice where notice.slug = $1',
    content_table
  ) into found_notice using notice_with_siblings.slug;
  return coalesce(found_notice, public.resolve_slug(content_table, notice_with_siblings.slug));
end
$$;
comment on function public.notice_with_siblings is
  'A detail page: {notice with organization and category, its corrections, siblings of the same recruitment with their dates, recruitment}; for an unknown slug the answer of resolve_slug.';
grant execute on function public.notice_with_siblings to anon, authenticated;

-- In plpgsql, because the view exists only once a kind is registered.
create function published.stages(recruitment bigint) returns jsonb
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(facts || jsonb_build_object(
      'table', content_table, 'slug', slug, 'title', title, 'status', status, 'posted_at', posted_at, 'dates', dates,
      'corrections', published.corrections_of(content_table, id)
    ) order by posted_at desc, id desc), '[]')
    from published.notices where recruitment_id = recruitment
  );
end
$$;
comment on function published.stages is 'The public notices of a recruitment as its page shows them, newest first.';
grant execute on function published.stages to anon, authenticated, service_role;

create function public.recruitment_page(slug text) returns jsonb
  language sql stable parallel safe set search_path = ''
as $$
  select coalesce(
    (
      select jsonb_build_object(
        'title', recruitment.title,
        'slug', recruitment.slug,
        'updated_at', recruitment.updated_at,
        'organization', (
          select jsonb_build_object(
            'name', name, 'slug', organizations.slug, 'website_url', website_url, 'logo_url', logo_url
          ) from public.organizations where id = recruitment.organization_id
        ),
        'notices', published.stages(recruitment.id)
      ) from public.recruitments as recruitment where recruitment.slug = recruitment_page.slug
    ),
    public.resolve_slug('recruitments', recruitment_page.slug)
  )
$$;
comment on function public.recruitment_page is
  'A recruitment with its organization and its public notices, newest first, each with the dates of a timeline, its official links, posts, cut-offs and corrections; for an unknown slug the answer of resolve_slug.';
grant execute on function public.recruitment_page to anon, authenticated;
