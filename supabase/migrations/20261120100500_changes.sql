-- What the database keeps up to date by itself: the time of the last real change, and what became of old addresses.

create function rules.touch() returns trigger language plpgsql set search_path = ''
as $$
declare
  uncounted constant text[] := array['updated_at', 'posted_at', 'view_count'];
begin
  if to_jsonb(new) - uncounted = to_jsonb(old) - uncounted then
    new.updated_at := old.updated_at;
  else
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;
comment on function rules.touch is 'A view is not a change. Two changes never share a time, so that it can tell a stale copy.';

create table public.slug_history (
  content_table text not null,
  old_slug text not null,
  record_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (content_table, old_slug)
);
comment on table public.slug_history is 'Slugs that a record had before: its old addresses lead to the new one.';
create index slug_history_record_idx on public.slug_history (content_table, record_id);

create table public.gone_slugs (
  content_table text not null,
  slug text not null,
  deleted_at timestamptz not null default now(),
  primary key (content_table, slug)
);
comment on table public.gone_slugs is 'Addresses of deleted public records: they answer gone, not unknown.';

create function rules.remember_slug() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.slug = old.slug then return null; end if;
  if tg_op <> 'INSERT' then
    insert into public.slug_history (content_table, old_slug, record_id) values (tg_table_name, old.slug, old.id)
      on conflict (content_table, old_slug) do update set record_id = excluded.record_id, created_at = now();
  end if;
  if tg_op <> 'DELETE' then
    delete from public.slug_history where content_table = tg_table_name and old_slug = new.slug;
    delete from public.gone_slugs where content_table = tg_table_name and slug = new.slug;
    return null;
  end if;
  if to_jsonb(old) ->> 'status' is distinct from 'inactive' then
    insert into public.gone_slugs (content_table, slug)
      select content_table, old_slug from public.slug_history
       where content_table = tg_table_name and record_id = old.id
      on conflict (content_table, slug) do update set deleted_at = now();
  end if;
  delete from public.slug_history where content_table = tg_table_name and record_id = old.id;
  return null;
end
$$;

do $$
declare
  name text;
begin
  foreach name in array array[
    'jobs', 'results', 'admit_cards', 'answer_keys', 'admissions', 'documents', 'syllabus',
    'organizations', 'categories', 'recruitments', 'push_subscriptions'
  ] loop
    execute format(
      'create trigger touch before update on public.%I for each row execute function rules.touch()', name
    );
    continue when name in ('organizations', 'categories', 'push_subscriptions');
    execute format(
      'create trigger remember_slug after insert or delete or update of slug on public.%I
         for each row execute function rules.remember_slug()', name
    );
  end loop;
end
$$;
