-- Admissions to courses.

create table public.admissions (
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
  course_name text,
  institution_name text,
  eligibility text,
  application_start date,
  application_end date,
  apply_start_date date,
  apply_end_date date,
  fee_payment_date date,
  correction_start_date date,
  correction_end_date date,
  entrance_exam_date date,
  admit_card_date date,
  result_date date,
  counselling_date date,
  fee_general numeric(12, 2),
  fee_sc_st numeric(12, 2),
  fee_obc numeric(12, 2),
  apply_link text,
  apply_online_url text,
  admission_notice_url text,
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
  category_fees jsonb,
  age_min integer,
  age_max integer,
  age_as_on date,
  age_relaxation boolean
);
comment on column public.admissions.qualifications is 'Each of them suffices; a higher one includes the lower ones. rules.qualifications().';
comment on column public.admissions.graduate_fields is 'Subjects of the degree; any subject when empty.';
comment on column public.admissions.states is 'States whose people may apply or where the posts are, or all-india alone. rules.states().';
comment on column public.admissions.post_group is 'rules.post_groups().';
comment on column public.admissions.category_vacancies is 'An object of posts by category. rules.applicant_categories().';
comment on column public.admissions.age_relaxations is 'An object of years by which age_max is higher for a category.';
comment on column public.admissions.gender is 'Only these may apply; everybody when empty. rules.genders().';
comment on column public.admissions.category_fees is 'An object of rupees by category, before the fee columns for several categories.';

select content.register_kind(
  'admissions',
  search_fields => '{course_name,institution_name}',
  card_fields => '{"coalesce(apply_end_date, application_end) as apply_end_date"}',
  search_card => '{"apply_end_date": "coalesce(apply_end_date, application_end)", "exam_date": "entrance_exam_date"}',
  timeline_dates => '{apply_start_date,application_start,apply_end_date,application_end,entrance_exam_date,counselling_date}',
  home_status => 'any'
);
select content.offer_filters('admissions');
