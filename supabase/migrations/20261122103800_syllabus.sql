-- Syllabus of exams. The home page has no section for it.

create table if not exists public.syllabus (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  title text not null,
  slug text not null unique,
  status text default 'active',
  post_time text,
  posted_at timestamptz not null generated always as (coalesce(rules.moment_of(post_time), created_at)) stored,
  organization_id bigint references public.organizations on delete set null,
  category_id bigint references public.categories on delete set null,
  recruitment_id bigint references public.recruitments on delete set null,
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
