-- What notices refer to, and who may sign in as staff.

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

create table public.categories (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text not null,
  slug text not null unique,
  parent_id bigint references public.categories on delete set null check (parent_id <> id),
  sort_order integer not null default 0,
  is_active boolean not null default true
);

create table public.recruitments (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  title text not null,
  slug text not null unique,
  organization_id bigint references public.organizations on delete set null
);
comment on table public.recruitments is 'Links the job, admit card, answer key, result and syllabus of one recruitment.';

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  created_at timestamptz not null default now(),
  role text not null default 'user' check (length(role) <= 40)
);
comment on column public.profiles.role is 'The value admin makes a member of staff.';
