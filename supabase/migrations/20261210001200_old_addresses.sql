-- What became of old addresses: a renamed notice redirects, a deleted one is gone.
-- Source: docs/behaviour/admin.md#unique-slugs

create table public.slug_history (
  content_table text not null,
  old_slug text not null,
  record_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (content_table, old_slug)
);
comment on table public.slug_history is 'Slugs that a record had before: its old addresses redirect to the new one.';
create index slug_history_record_idx on public.slug_history (content_table, record_id);
select rules.close_table('slug_history');

create table public.gone_slugs (
  content_table text not null,
  slug text not null,
  deleted_at timestamptz not null default now(),
  primary key (content_table, slug)
);
comment on table public.gone_slugs is 'Addresses of deleted public records: the response is 410 Gone, not 404.';
select rules.close_table('gone_slugs');

create function rules.remember_slug() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  was_public constant boolean := to_jsonb(old) ->> 'status' is distinct from 'inactive';
  is_public constant boolean := to_jsonb(new) ->> 'status' is distinct from 'inactive';
begin
  if tg_op = 'UPDATE' and new.slug = old.slug and is_public = was_public then return null; end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and new.slug <> old.slug then
    insert into public.slug_history (content_table, old_slug, record_id)
      values (tg_table_name, old.slug, old.id)
      on conflict (content_table, old_slug)
        do update set record_id = excluded.record_id, created_at = now() where was_public;
  end if;
  if tg_op <> 'DELETE' then
    delete from public.slug_history
     where content_table = tg_table_name and old_slug = new.slug and (is_public or record_id = new.id);
    if is_public then
      delete from public.gone_slugs where content_table = tg_table_name and slug = new.slug;
    end if;
    return null;
  end if;
  if was_public then
    insert into public.gone_slugs (content_table, slug)
      select content_table, old_slug from public.slug_history
       where content_table = tg_table_name and record_id = old.id
      on conflict (content_table, slug) do update set deleted_at = now();
  end if;
  delete from public.slug_history where content_table = tg_table_name and record_id = old.id;
  return null;
end
$$;

create function rules.remember_slugs(target text) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create or replace trigger remember_slug after insert or delete or update of %2$s on public.%1$I
      for each row execute function rules.remember_slug()',
    target,
    -- A plan changes the status.
    (select string_agg(attname, ', ' order by attname) from pg_catalog.pg_attribute
      where attrelid = format('public.%I', target)::regclass and attname in ('slug', 'status', 'plan') and not attisdropped)
  );
end
$$;

create function public.resolve_slug(content_table text, slug text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  current_slug text;
begin
  if not (published.is_content_table(content_table) or content_table = 'recruitments') then return '{}'; end if;
  execute format(
    'select record.slug from public.slug_history join public.%1$I as record on record.id = slug_history.record_id
      where slug_history.content_table = %1$L and slug_history.old_slug = $1
        and to_jsonb(record) ->> ''status'' is distinct from ''inactive''',
    content_table
  ) into current_slug using resolve_slug.slug;
  if current_slug is not null then return jsonb_build_object('moved_to', current_slug); end if;
  if exists (
    select from public.gone_slugs
     where gone_slugs.content_table = resolve_slug.content_table and gone_slugs.slug = resolve_slug.slug
  ) then
    return '{"gone": true}';
  end if;
  return '{}';
end
$$;
comment on function public.resolve_slug is
  'What became of an old address: {moved_to: slug}, {gone: true} or {}. It reads the history with the rights of its owner, and never returns the address of a hidden record.';
grant execute on function public.resolve_slug to anon, authenticated;
