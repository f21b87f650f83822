-- The page of a recruitment in one question.

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
        'notices', published.siblings(recruitment.id, null, null)
      ) from public.recruitments as recruitment where recruitment.slug = recruitment_page.slug
    ),
    public.resolve_slug('recruitments', recruitment_page.slug)
  )
$$;
comment on function public.recruitment_page is
  'A recruitment with its organization and its public notices, newest first, each with the dates of a timeline; for an unknown slug the answer of resolve_slug.';
grant execute on function public.recruitment_page to anon, authenticated;
