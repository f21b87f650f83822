-- Uploaded files: one public bucket that only staff write to. Hosted Supabase has these tables already; elsewhere they
-- are created here, with the columns that this product uses. Also which file store holds the bytes.
-- Source: docs/decisions/010

do $$
begin
  if to_regclass('storage.objects') is not null then return; end if;

  create schema if not exists storage;
  create table storage.buckets (
    id text primary key,
    name text not null unique,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    public boolean not null default false,
    file_size_limit bigint,
    allowed_mime_types text[]
  );
  create table storage.objects (
    id uuid primary key default gen_random_uuid(),
    bucket_id text not null references storage.buckets (id),
    name text not null,
    owner_id text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    metadata jsonb,
    user_metadata jsonb
  );
  create unique index bucketid_objname on storage.objects (bucket_id, name);
  comment on table storage.objects is
    'What was uploaded: by whom, when, and in "metadata" its size, type and hash. The bytes are in the file store.';

  alter table storage.buckets enable row level security;
  alter table storage.objects enable row level security;
  grant usage on schema storage to authenticated, service_role;
  grant select, delete, insert (bucket_id, name, owner_id, metadata, user_metadata), update (updated_at, metadata)
    on storage.objects to authenticated;
  grant all on storage.buckets, storage.objects to service_role;
  create policy "service_role does everything" on storage.buckets to service_role using (true);
  create policy "service_role does everything" on storage.objects to service_role using (true);
end
$$;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('notices', 'notices', true, 10485760, '{application/pdf,image/jpeg,image/png,image/webp}')
on conflict (id) do nothing;

-- Reading needs no policy: a public bucket is read by address. Without a policy visitors cannot list it.
create policy "staff see files of notices" on storage.objects for select to authenticated
  using (bucket_id = 'notices' and (select public.is_staff()));
create policy "staff add files of notices" on storage.objects for insert to authenticated
  with check (bucket_id = 'notices' and owner_id = (select auth.uid())::text and (select public.is_staff()));
create policy "staff renew files of notices" on storage.objects for update to authenticated
  using (bucket_id = 'notices' and (select public.is_staff()))
  with check (bucket_id = 'notices' and (select public.is_staff()));
create policy "staff remove files of notices" on storage.objects for delete to authenticated
  using (bucket_id = 'notices' and (select public.is_admin()));

create function rules.unused_files(unchanged_for interval) returns setof text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  source text;
  used text[] := '{}';
  found text[];
begin
  for source in
    select format('(select to_jsonb(record)::text as stored from public.%I as record) as rows', name) from content.kinds
    union all select '(select to_jsonb(record)::text as stored from public.organizations as record) as rows'
    union all select '(select record::text as stored from bin.items) as rows'
  loop
    execute format(
      $query$
        select array_agg(distinct part[1])
          from %s, regexp_matches(stored, '/public/notices/([0-9a-z.-]+)', 'g') as part
         where stored like '%%/public/notices/%%'
      $query$, source
    ) into found;
    used := used || coalesce(found, '{}');
  end loop;
  return query select name from storage.objects
    where bucket_id = 'notices' and updated_at < now() - unchanged_for and name <> all (used);
end
$$;
comment on function rules.unused_files is
  'Uploads that no row refers to, not even in a text or in the bin, and that were last uploaded longer ago than that.';
grant execute on function rules.unused_files to service_role;

create schema files;

comment on schema files is 'Where the bytes of uploaded files are. It is not part of a backup: a restored portal has another store.';

create table files.store (
  id uuid not null,
  is_only boolean primary key default true check (is_only)
);
comment on table files.store is 'The id that stands in the store itself, once files were uploaded. There is at most one row.';

grant usage on schema files to authenticated, service_role;
grant select on files.store to authenticated;
grant select, insert, update, delete on files.store to service_role;
