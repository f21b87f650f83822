-- Every order and filter of a list has its index.

do $$
declare
  name text;
begin
  foreach name in array array[
    'jobs', 'results', 'admit_cards', 'answer_keys', 'admissions', 'documents', 'syllabus'
  ] loop
    -- Lists and their pages, the same under a status, feeds and sitemap, and the pages of what a notice refers to.
    execute format('create index %I on public.%I (posted_at desc, id desc)', name || '_posted_at_idx', name);
    execute format('create index %I on public.%I (status, posted_at desc, id desc)', name || '_status_idx', name);
    execute format('create index %I on public.%I (updated_at desc)', name || '_updated_at_idx', name);
    execute format(
      'create index %I on public.%I (organization_id, posted_at desc)', name || '_organization_id_idx', name
    );
    execute format('create index %I on public.%I (category_id, posted_at desc)', name || '_category_id_idx', name);
    execute format('create index %I on public.%I (recruitment_id)', name || '_recruitment_id_idx', name);
  end loop;
end
$$;

create index jobs_quick_link_idx on public.jobs (created_at desc, id desc) where is_quick_link;
create index jobs_apply_end_date_idx on public.jobs (apply_end_date);

create index categories_parent_id_idx on public.categories (parent_id);
create index recruitments_organization_id_idx on public.recruitments (organization_id);
create index organizations_created_at_idx on public.organizations (created_at desc);
create index categories_created_at_idx on public.categories (created_at desc);
create index recruitments_created_at_idx on public.recruitments (created_at desc);

-- Text anywhere inside the fields that a list searches.
create index jobs_text_idx on public.jobs using gin (
  title gin_trgm_ops, post_name gin_trgm_ops, eligibility gin_trgm_ops
);
create index documents_text_idx on public.documents using gin (
  title gin_trgm_ops, description gin_trgm_ops
);
create index results_text_idx on public.results using gin (title gin_trgm_ops);
create index admit_cards_text_idx on public.admit_cards using gin (title gin_trgm_ops);
create index answer_keys_text_idx on public.answer_keys using gin (title gin_trgm_ops);
create index admissions_text_idx on public.admissions using gin (title gin_trgm_ops);
create index syllabus_text_idx on public.syllabus using gin (title gin_trgm_ops);
