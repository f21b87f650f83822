-- Results.

create table public.results (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  title text not null,
  slug text not null unique,
  status text default 'published',
  post_time text,
  posted_at timestamptz not null generated always as (coalesce(rules.moment_of(post_time), created_at)) stored,
  organization_id bigint references public.organizations on delete restrict,
  category_id bigint references public.categories on delete restrict,
  recruitment_id bigint references public.recruitments on delete restrict,
  exam_name text,
  post_name text,
  result_date date,
  result_declared_date date,
  result_pdf_url text,
  apply_start_date date,
  apply_end_date date,
  fee_payment_date date,
  correction_start_date date,
  correction_end_date date,
  pe_exam_date date,
  pm_pmm_exam_date date,
  admit_card_date date,
  apply_link text,
  notification_link text,
  official_website text,
  meta_title text,
  meta_description text,
  view_count bigint default 0,
  display_order integer,
  is_featured boolean default false,
  is_quick_link boolean default false,
  cutoffs jsonb constraint results_cutoffs_check check (rules.is_by_category(cutoffs, 10000, 7))
);
comment on column public.results.cutoffs is
  'An object of the lowest marks, percentiles or ranks that were selected, by category. rules.applicant_categories().';

select content.register_kind(
  'results',
  search_fields => '{exam_name,post_name}',
  card_fields => '{result_date}',
  search_card => '{"apply_end_date": "apply_end_date"}',
  timeline_dates => '{result_declared_date,result_date}',
  home_status => 'any'
);
