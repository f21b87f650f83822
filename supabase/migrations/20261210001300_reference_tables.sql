-- What notices refer to.

create table public.organizations (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text not null,
  slug text not null unique,
  description text,
  website_url text,
  logo_url text,
  is_active boolean not null default true
);
create index organizations_created_at_idx on public.organizations (created_at desc);

create table public.categories (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text not null,
  slug text not null unique,
  parent_id bigint references public.categories on delete restrict check (parent_id <> id),
  sort_order integer not null default 0,
  is_active boolean not null default true
);
create index categories_parent_id_idx on public.categories (parent_id);
create index categories_created_at_idx on public.categories (created_at desc);

create table public.recruitments (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  title text not null,
  slug text not null unique,
  organization_id bigint references public.organizations on delete restrict
);
comment on table public.recruitments is 'Links the job, admit card, answer key, result and syllabus of one recruitment.';
create index recruitments_organization_id_idx on public.recruitments (organization_id);
create index recruitments_created_at_idx on public.recruitments (created_at desc);
select rules.prepare_table('organizations', 'is_active');
select rules.prepare_table('categories', 'is_active');
select rules.prepare_table('recruitments', 'true');
select rules.remember_slugs('recruitments');
