-- Admit cards.

create table public.admit_cards (
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
  post_name text,
  exam_date date,
  admit_card_available_date date,
  admit_card_download_last_date date,
  exam_city_date date,
  exam_shift_date date,
  admit_card_url text,
  download_link text,
  notification_link text,
  official_website text,
  meta_title text,
  meta_description text,
  view_count bigint default 0,
  display_order integer,
  is_featured boolean default false,
  is_quick_link boolean default false
);

select content.register_kind(
  'admit_cards',
  search_fields => '{exam_name,post_name}',
  card_fields => '{exam_date}',
  search_card => '{"exam_date": "exam_date"}',
  timeline_dates => '{admit_card_available_date,admit_card_download_last_date,exam_date}',
  home_status => 'any'
);
