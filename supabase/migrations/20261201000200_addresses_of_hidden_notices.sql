-- A notice takes an address from another one, or from a deleted one, when it becomes public; not while it is hidden.
-- Source: docs/behaviour/admin.md#unique-slugs

create or replace function rules.remember_slug() returns trigger language plpgsql security definer set search_path = ''
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

create or replace function rules.remember_slugs(target text) returns void
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

select rules.remember_slugs(relname) from pg_catalog.pg_trigger join pg_catalog.pg_class on pg_class.oid = tgrelid
 where tgfoid = 'rules.remember_slug'::regproc;

create or replace function bin.restore_related(target text, chosen bigint[]) returns void
  language plpgsql set search_path = ''
as $$
begin
  insert into public.slug_history (content_table, old_slug, record_id, created_at)
    select target, former.old_slug, former.record_id, former.created_at from bin.items
     cross join lateral jsonb_populate_recordset(null::public.slug_history, related -> 'old_slugs') as former
     where items.id = any (chosen)
    on conflict do nothing;
  execute format(
    'delete from public.slug_history using public.%1$I as there
      where content_table = %1$L and there.slug = old_slug
        and (there.id = slug_history.record_id or to_jsonb(there) ->> ''status'' is distinct from ''inactive'')
        and slug_history.record_id in (select record_id from bin.items where id = any ($1))', target
  ) using chosen;
  execute format(
    'delete from public.gone_slugs using public.slug_history join public.%1$I as restored on restored.id = record_id
      where gone_slugs.content_table = %1$L and slug_history.content_table = %1$L and gone_slugs.slug = old_slug
        and to_jsonb(restored) ->> ''status'' is distinct from ''inactive''
        and record_id in (select record_id from bin.items where id = any ($1))', target
  ) using chosen;

  insert into public.corrections overriding system value
    select former.* from bin.items
     cross join lateral jsonb_populate_recordset(null::public.corrections, related -> 'corrections') as former
     where items.id = any (chosen)
    on conflict do nothing;

  perform bin.restore_follows(record_id, related) from bin.items where id = any (chosen) and related ? 'follows';
end
$$;
