-- Public corrections: what was changed in a notice that visitors could already read. Source: docs/decisions/048

create table public.corrections (
  id bigint generated always as identity primary key,
  content_table text not null references content.kinds,
  record_id bigint not null,
  field text not null,
  old_value text,
  new_value text,
  source text,
  corrected_at timestamptz not null default now()
);
comment on table public.corrections is
  'Corrections of dates, fees, numbers of posts and links of published notices. Triggers alone write it, in the transaction of the change.';
comment on column public.corrections.field is 'A column of the notice; after a dot the key in a column of categories: category_fees.obc.';
comment on column public.corrections.new_value is 'Null when the value was withdrawn.';
comment on column public.corrections.source is 'The official notification, or else the official website, that the notice named after the change.';
create index corrections_record_idx on public.corrections (content_table, record_id, field, corrected_at desc);
create index corrections_corrected_at_idx on public.corrections (corrected_at);

create function published.is_public(content_table text, record_id bigint) returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  -- In plpgsql, because a policy would otherwise hold on to the view, which every registration of a kind creates again.
  return exists (
    select from published.notices as notice
     where notice.content_table = is_public.content_table and notice.id = is_public.record_id
  );
end
$$;
grant execute on function published.is_public to anon, authenticated, service_role;

-- Triggers alone write it, so not even service_role may.
alter table public.corrections enable row level security;
revoke all on public.corrections from public, anon, authenticated, service_role;
grant select on public.corrections to anon, authenticated, service_role;

select rules.set_policy('corrections', name, definition) from (values
  ('visitors read those of public notices', 'for select to anon using (published.is_public(content_table, record_id))'),
  (
    'staff read everything, others those of public notices',
    'for select to authenticated using (published.is_public(content_table, record_id) or (select public.is_staff()))'
  ),
  ('service_role reads everything', 'for select to service_role using (true)')
) as policy (name, definition);

create function rules.corrected_fields(target regclass) returns text[]
  language sql stable set search_path = ''
as $$
  select array_agg(attname::text) from pg_catalog.pg_attribute
   where attrelid = target and attnum > 0 and not attisdropped and (
     atttypid = 'date'::regtype
     or attname::text ~ '^(fee_.*|category_fees|total_posts|category_vacancies|official_website|.*_(link|url))$'
   )
$$;
comment on function rules.corrected_fields is
  'The columns of a kind whose changes visitors are told: dates, fees, numbers of posts, links.';

create function rules.values_of(record jsonb, fields text[]) returns table (field text, value text)
  language sql immutable parallel safe set search_path = ''
as $$
  select name, nullif(record ->> name, '') from unnest(fields) as name where jsonb_typeof(record -> name) is distinct from 'object'
  union all
  select name || '.' || each.key, each.value
    from unnest(fields) as name
   cross join lateral jsonb_each_text(case when jsonb_typeof(record -> name) = 'object' then record -> name else '{}' end) as each
$$;
comment on function rules.values_of is 'The values of some fields as text; a field with categories has one for each of them.';

create function rules.record_corrections() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- Changes of an admin who is still at it are one correction, or none.
  settling constant interval := interval '10 minutes';
  fields text[];
  change record;
  recent public.corrections;
begin
  if tg_op = 'TRUNCATE' then
    delete from public.corrections where content_table = tg_table_name;
    return null;
  elsif tg_op = 'DELETE' then
    delete from public.corrections using old_rows
     where corrections.content_table = tg_table_name and corrections.record_id = old_rows.id;
    return null;
  end if;

  fields := rules.corrected_fields(tg_relid);
  for change in
    select
      new_rows.id, changed.field, changed.old_value, changed.new_value,
      coalesce(to_jsonb(new_rows) ->> 'notification_link', to_jsonb(new_rows) ->> 'official_website') as source
    from old_rows join new_rows using (id)
   cross join lateral (
     select field, before.value as old_value, after.value as new_value
       from rules.values_of(to_jsonb(old_rows), fields) as before
       full join rules.values_of(to_jsonb(new_rows), fields) as after using (field)
      where before.value is distinct from after.value
   ) as changed
   where new_rows.updated_at is distinct from old_rows.updated_at
     and old_rows.status is distinct from 'inactive' and new_rows.status is distinct from 'inactive'
   order by new_rows.id, changed.field
  loop
    select * into recent from public.corrections
     where content_table = tg_table_name and record_id = change.id and field = change.field
       and corrected_at > now() - settling
     order by corrected_at desc, id desc limit 1;
    if recent.id is not null and recent.old_value is not distinct from change.new_value then
      delete from public.corrections where id = recent.id;
    elsif recent.id is not null then
      update public.corrections
         set new_value = change.new_value, source = change.source, corrected_at = now() where id = recent.id;
    -- A first value is announced, not corrected.
    elsif change.old_value is not null then
      insert into public.corrections (content_table, record_id, field, old_value, new_value, source)
      values (tg_table_name, change.id, change.field, change.old_value, change.new_value, change.source);
    end if;
  end loop;
  return null;
end
$$;
comment on function rules.record_corrections is
  'After a statement: records what it corrected in notices that were public before and are public now. Within ten minutes a further change of the same field replaces the correction, and the former value takes it back.';

create function rules.record_corrections_of(target text) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create or replace trigger correct_updated after update on public.%1$I
       referencing old table as old_rows new table as new_rows
       for each statement execute function rules.record_corrections();
     create or replace trigger correct_deleted after delete on public.%1$I referencing old table as old_rows
       for each statement execute function rules.record_corrections();
     create or replace trigger correct_truncated after truncate on public.%1$I
       for each statement execute function rules.record_corrections()', target
  );
end
$$;
comment on function rules.record_corrections_of is 'Makes the corrections of a kind public.';

create function rules.delete_corrections(older_than interval, most integer) returns integer
  language sql security definer set search_path = ''
as $$
  with old as (
    select id from public.corrections where corrected_at < now() - older_than limit most for update skip locked
  ), deleted as (
    delete from public.corrections where id in (select id from old) returning id
  )
  select count(*)::integer from deleted
$$;
revoke all on function rules.delete_corrections, rules.record_corrections from public;
grant execute on function rules.delete_corrections to service_role;

create function published.corrections_of(content_table text, record_id bigint) returns jsonb
  language sql stable parallel safe set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'field', field, 'old', old_value, 'new', new_value, 'at', corrected_at, 'source', source
  ) order by corrected_at desc, id desc), '[]')
  from (
    select * from public.corrections
     where corrections.content_table = corrections_of.content_table and corrections.record_id = corrections_of.record_id
     order by corrected_at desc, id desc limit 50
  ) as newest
$$;
comment on function published.corrections_of is 'The newest corrections of a notice: [{field, old, new, at, source}].';
grant execute on function published.corrections_of to anon, authenticated, service_role;

create function published.corrections_in(content_table text, record_ids bigint[])
  returns table (record_id bigint, corrections jsonb)
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  -- The policy of corrections asks for each of them whether its notice is public; this asks once for each notice.
  if not published.is_content_table(content_table) then return; end if;
  return query execute format(
    'select notice.id, listed.corrections
       from (select id from public.%1$I where id = any ($1) and status is distinct from ''inactive'') as notice
      cross join lateral (
        select jsonb_agg(jsonb_build_object(
          ''field'', field, ''old'', old_value, ''new'', new_value, ''at'', corrected_at, ''source'', source
        ) order by corrected_at desc, id desc) as corrections
        from (
          select * from public.corrections where content_table = %1$L and corrections.record_id = notice.id
           order by corrected_at desc, id desc limit 50
        ) as newest
      ) as listed
      where listed.corrections is not null', content_table
  ) using record_ids;
end
$$;
comment on function published.corrections_in is 'The newest corrections of several public notices of a kind, as corrections_of has them.';
grant execute on function published.corrections_in to anon, authenticated, service_role;
