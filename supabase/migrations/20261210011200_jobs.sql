-- Jobs: recruitment notices that one applies to.

create table public.jobs (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  title text not null,
  slug text not null unique,
  status text default 'active',
  post_time text,
  posted_at timestamptz not null generated always as (coalesce(rules.moment_of(post_time), created_at)) stored,
  organization_id bigint references public.organizations on delete restrict,
  category_id bigint references public.categories on delete restrict,
  recruitment_id bigint references public.recruitments on delete restrict,
  advertisement_no text,
  location text,
  description text,
  post_name text,
  total_posts integer,
  eligibility text,
  apply_start_date date,
  apply_end_date date,
  fee_payment_date date,
  exam_date date,
  admit_card_date date,
  result_date date,
  fee_general numeric(12, 2),
  fee_sc_st numeric(12, 2),
  fee_female numeric(12, 2),
  age_min integer,
  age_max integer,
  age_as_on date,
  age_relaxation boolean,
  selection_process jsonb,
  required_documents text,
  apply_link text,
  notification_link text,
  official_website text,
  meta_title text,
  meta_description text,
  view_count bigint default 0,
  display_order integer,
  is_featured boolean default false,
  is_quick_link boolean default false,
  qualifications text[],
  graduate_fields text[],
  states text[],
  post_group text,
  category_vacancies jsonb,
  age_relaxations jsonb,
  gender text,
  category_fees jsonb
);
comment on column public.jobs.qualifications is 'Each of them suffices; a higher one includes the lower ones. rules.qualifications().';
comment on column public.jobs.graduate_fields is 'Subjects of the degree; any subject when empty.';
comment on column public.jobs.states is 'States whose people may apply or where the posts are, or all-india alone. rules.states().';
comment on column public.jobs.post_group is 'rules.post_groups().';
comment on column public.jobs.category_vacancies is 'An object of posts by category. rules.applicant_categories().';
comment on column public.jobs.age_relaxations is 'An object of years by which age_max is higher for a category.';
comment on column public.jobs.gender is 'Only these may apply; everybody when empty. rules.genders().';
comment on column public.jobs.category_fees is 'An object of rupees by category, before the fee columns for several categories.';
comment on column public.jobs.post_name is 'Plain text, or a JSON list of {name, posts, eligibility} as text: text, because free text is more common and the search reads it.';
comment on column public.jobs.selection_process is 'A JSON list of steps, or a JSON string with steps separated by commas: jsonb, so that either is returned in the form in which it was sent.';
comment on column public.jobs.location is 'A state, or All India.';
create index jobs_quick_link_idx on public.jobs (created_at desc, id desc) where is_quick_link;
create index jobs_apply_end_date_idx on public.jobs (apply_end_date);

select content.register_kind(
  'jobs',
  search_fields => '{post_name,eligibility}',
  list_searches_all_fields => true,
  card_fields => '{apply_end_date}',
  search_card => '{"apply_end_date": "apply_end_date", "exam_date": "exam_date"}',
  timeline_dates => '{apply_start_date,apply_end_date,exam_date}',
  home_status => 'active'
);
select content.offer_filters('jobs');
