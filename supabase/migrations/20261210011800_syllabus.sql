-- Syllabus of exams. The home page has no section for it.

create table public.syllabus (
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
  exam_name text,
  subject text,
  content text,
  meta_title text,
  meta_description text,
  display_order integer,
  is_featured boolean default false
);
comment on column public.syllabus.content is 'Markdown.';

select content.register_kind(
  'syllabus',
  search_fields => '{exam_name,subject}',
  card_fields => '{exam_name,subject}'
);
