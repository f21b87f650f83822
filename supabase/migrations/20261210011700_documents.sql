-- Documents: forms, certificates and other papers.

create table public.documents (
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
  document_type text,
  description text,
  document_url text,
  file_url text,
  meta_title text,
  meta_description text,
  view_count bigint default 0,
  display_order integer,
  is_featured boolean default false,
  is_quick_link boolean default false
);

select content.register_kind(
  'documents',
  search_fields => '{description}',
  list_searches_all_fields => true,
  card_fields => '{document_type,document_url,description}',
  search_card => '{"document_url": "document_url"}',
  home_status => 'any'
);
