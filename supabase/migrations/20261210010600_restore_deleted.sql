-- Restoring from the bin: rows come back as they were, with their ids, addresses and times. Source: docs/decisions/051

create function bin.references_of(target text)
  returns table (column_name name, referred_table regclass, referred_column name, collected text)
  language sql stable set search_path = ''
as $$
  select attribute.attname, reference.confrelid::regclass, referred.attname, (
      select tables.name from staff.edited_tables() as tables (name)
       where format('public.%I', tables.name)::regclass = reference.confrelid
    )
    from pg_catalog.pg_constraint as reference
    join pg_catalog.pg_attribute as attribute
      on attribute.attrelid = reference.conrelid and attribute.attnum = reference.conkey[1]
    join pg_catalog.pg_attribute as referred
      on referred.attrelid = reference.confrelid and referred.attnum = reference.confkey[1]
   where reference.contype = 'f' and reference.conrelid = format('public.%I', target)::regclass
$$;
comment on function bin.references_of is
  'What the columns of a table refer to; collected: the table, if the bin receives its rows.';

create function bin.successor_of(target text, former bigint) returns bigint
  language plpgsql stable set search_path = ''
as $$
declare
  successor bigint := former;
  is_there boolean;
begin
  loop
    select (related ->> 'successor')::bigint into successor from bin.items
     where table_name = target and record_id = successor;
    if successor is null then return null; end if;
    execute format('select exists (select from public.%I where id = $1)', target) into is_there using successor;
    if is_there then return successor; end if;
  end loop;
end
$$;
comment on function bin.successor_of is
  'The row that took the place of a deleted one, to which everything was moved; null when there is none.';

create function bin.with_referred(chosen bigint[]) returns bigint[]
  language plpgsql stable set search_path = ''
as $$
declare
  reference record;
  added bigint[];
  found_ids bigint[];
begin
  loop
    added := '{}';
    for reference in
      select tables.name as table_name, column_name, collected
        from (select distinct items.table_name from bin.items where items.id = any (chosen)) as tables (name)
       cross join lateral bin.references_of(tables.name) where collected is not null
    loop
      execute format(
        'select array_agg(distinct referred.id) from bin.items
           join bin.items as referred on referred.table_name = $2 and referred.record_id::text = items.record ->> $3
          where items.id = any ($1) and items.table_name = $4 and referred.id <> all ($1)
            and not exists (select from public.%I as there where there.id = referred.record_id)
            and bin.successor_of($2, referred.record_id) is null', reference.collected
      ) into found_ids using chosen, reference.collected, reference.column_name, reference.table_name;
      added := added || coalesce(found_ids, '{}');
    end loop;
    if added = '{}' then return chosen; end if;
    chosen := array(select distinct unnest(chosen || added));
  end loop;
end
$$;
comment on function bin.with_referred is
  'Items of the bin with those that they refer to, and that nothing has taken the place of: a notice comes back with its organization.';

create function bin.free_slug(target text, slug text, chosen bigint[]) returns text
  language plpgsql volatile set search_path = ''
as $$
declare
  ending text;
  candidate text;
  is_taken boolean;
begin
  for number in 1..101 loop
    ending := '-' || case when number <= 100 then number::text else (extract(epoch from clock_timestamp()) * 1000)::bigint::text end;
    candidate := rtrim(left(slug, 100 - length(ending)), '-') || ending;
    execute format('select exists (select from public.%I where slug = $1)', target) into is_taken using candidate;
    if not is_taken and not exists (
      select from bin.items where id = any (chosen) and table_name = target and record ->> 'slug' = candidate
    ) then
      return candidate;
    end if;
  end loop;
  return candidate;
end
$$;
comment on function bin.free_slug is 'The next free slug. Source: docs/behaviour/admin.md#unique-slugs';

-- What keeps an item from coming back unchanged is changed in the item itself, which is deleted afterwards.
create function bin.replace_lost_references(target text, chosen bigint[]) returns void
  language plpgsql set search_path = ''
as $$
declare
  reference record;
begin
  for reference in select * from bin.references_of(target) loop
    execute format(
      'update bin.items set
         record = record || jsonb_build_object(%1$L, successor, ''updated_at'', clock_timestamp()),
         related = related || jsonb_build_object(''lost'',
           coalesce(related -> ''lost'', ''{}'') || jsonb_build_object(%1$L, successor is not null))
        from (
          select lost.id, case when %2$L is not null then bin.successor_of(%2$L, (lost.record ->> %1$L)::bigint) end as successor
            from bin.items as lost
           where lost.id = any ($1) and lost.record ->> %1$L is not null
             and not exists (select from %3$s as there where there.%4$I::text = lost.record ->> %1$L)
             -- A category comes back in one statement with the one above it.
             and not exists (
               select from bin.items as together where together.id = any ($1)
                and together.table_name = %2$L and together.record_id::text = lost.record ->> %1$L
             )
        ) as lost where lost.id = items.id',
      reference.column_name, reference.collected, reference.referred_table, reference.referred_column
    ) using chosen;
  end loop;
end
$$;
comment on function bin.replace_lost_references is
  'Lets items refer to what took the place of deleted rows, or to nothing; notes it in "lost": {column: whether something took the place}.';

create function bin.replace_taken_slugs(target text, chosen bigint[]) returns void
  language plpgsql set search_path = ''
as $$
declare
  taken record;
begin
  for taken in execute format(
    'select id, slug from (
       select id, record ->> ''slug'' as slug,
              row_number() over (partition by record ->> ''slug'' order by deleted_at desc, id desc) as place
         from bin.items where id = any ($1)
     ) as wanted where place > 1 or exists (select from public.%I as there where there.slug = wanted.slug)', target
  ) using chosen loop
    update bin.items set
      record = record || jsonb_build_object('slug', bin.free_slug(target, taken.slug, chosen), 'updated_at', clock_timestamp()),
      related = related || jsonb_build_object('slug_was', taken.slug)
     where id = taken.id;
  end loop;
end
$$;
comment on function bin.replace_taken_slugs is 'Gives items another slug whose own was taken meanwhile.';

create function bin.insert_rows(target text, chosen bigint[]) returns void
  language plpgsql set search_path = ''
as $$
declare
  shape record;
begin
  -- Items that were deleted before a column was added lack it: it gets its default.
  for shape in
    select columns, array_agg(id) as ids from (
      select id, (
        select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
         where attrelid = format('public.%I', target)::regclass and attnum > 0 and not attisdropped
           and attgenerated = '' and record ? attname::text
      ) as columns from bin.items where id = any (chosen)
    ) as shapes group by columns
  loop
    execute format(
      'insert into public.%1$I (%2$s) overriding system value
         select %2$s from (
           select restored.* from bin.items cross join lateral jsonb_populate_record(null::public.%1$I, record) as restored
            where items.id = any ($1)
         ) as restored order by id', target, shape.columns
    ) using shape.ids;
  end loop;
end
$$;
comment on function bin.insert_rows is 'Inserts items into their table again, with their ids and times.';

create function bin.restore_related(target text, chosen bigint[]) returns void
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
comment on function bin.restore_related is 'Restores old addresses, corrections and followers of restored rows.';

create function bin.move_back(target text, moved jsonb) returns void
  language plpgsql set search_path = ''
as $$
declare
  part record;
begin
  for part in
    select table_name, column_name, entry ->> 'was' as was, entry ->> 'now' as now, entry -> 'ids' as ids
      from jsonb_array_elements(moved) as entry
      join content.references_to(target) on table_name = entry ->> 'table' and column_name = entry ->> 'column'
  loop
    execute format(
      'update public.%1$I set %2$I = $1
        where id in (select value::bigint from jsonb_array_elements_text($3)) and %2$I is not distinct from $2',
      part.table_name, part.column_name
    ) using part.was::bigint, part.now::bigint, part.ids;
  end loop;
end
$$;
comment on function bin.move_back is
  'Moves back to restored rows what was moved to another one before they were deleted, as far as nobody has moved it since.';

create function bin.restore_follows(record_id bigint, related jsonb) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform push.store_list(follow.topic, follow.events)
     from jsonb_populate_recordset(null::push.follows, related -> 'follows') as follow
    where push.list_of(follow.topic, with_inactive => true) is not null;
  with former as (
    select follow, entry ->> 'now' as now, (entry -> 'is_both')::boolean as is_both
      from jsonb_array_elements(related -> 'follows') as entry
     cross join lateral jsonb_populate_record(null::push.follows, entry) as follow
      join push.follows as successor on successor.topic = entry ->> 'now' and successor.subscription_id = follow.subscription_id
     -- When too many lists are followed, those of several filters stay where they are.
     where follow.topic not like 'list:%' or exists (select from push.lists where lists.topic = follow.topic)
  ), moved_back as (
    delete from push.follows using former
     where follows.topic = now and follows.subscription_id = (former.follow).subscription_id and not is_both
  )
  insert into push.follows select (follow).* from former on conflict do nothing;
end
$$;
comment on function bin.restore_follows is
  'Followers of a topic that were moved to another one follow theirs again; those who followed both follow both.';

create function bin.restore_table(target text, chosen bigint[]) returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  restored jsonb;
  moved jsonb;
begin
  execute format('delete from bin.items using public.%1$I as there where items.id = any ($1) and there.id = record_id', target)
    using chosen;
  perform bin.replace_lost_references(target, chosen);
  for attempt in 1..5 loop
    begin
      perform bin.replace_taken_slugs(target, chosen);
      select
        coalesce(jsonb_agg(jsonb_build_object(
          'table', target, 'id', record_id, 'outcome', 'restored', 'title', title, 'slug', record ->> 'slug',
          'slug_was', related ->> 'slug_was', 'lost', coalesce(related -> 'lost', '{}'),
          'moved', (
            select coalesce(sum(jsonb_array_length(entry -> 'ids')), 0) from jsonb_array_elements(related -> 'moved') as entry
          )
        ) order by id), '[]'),
        (
          select jsonb_agg(entry) from bin.items as movers cross join lateral jsonb_array_elements(movers.related -> 'moved') as entry
           where movers.id = any (chosen)
        )
      into restored, moved from bin.items where id = any (chosen);
      perform bin.insert_rows(target, chosen);
      exit;
    exception when unique_violation then
      -- Somebody has taken a slug at the same moment.
      if attempt = 5 then raise; end if;
    end;
  end loop;
  perform bin.move_back(target, moved);
  return restored;
end
$$;
comment on function bin.restore_table is 'Restores items of one table. Returns what restore_deleted says of them.';

create function public.restore_deleted(wanted jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  most constant int := 1000;
  was_moving constant text := coalesce(current_setting('suchana.is_moving', true), '');
  asked constant jsonb := wanted;
  chosen bigint[];
  target text;
  ids bigint[];
  is_there boolean;
  missing record;
  answer jsonb := '[]';
begin
  perform staff.require();
  if jsonb_typeof(asked) is distinct from 'array' or jsonb_array_length(asked) > most then
    raise invalid_parameter_value using message = 'wanted must be a list of at most 1000 rows';
  end if;
  -- In one order, so that two that restore the same rows wait for each other.
  select array_agg(id) into chosen from (
    select items.id from bin.items
      join jsonb_to_recordset(asked) as entry ("table" text, id bigint) on table_name = entry."table" and record_id = entry.id
     order by items.id for update of items
  ) as locked;
  chosen := bin.with_referred(coalesce(chosen, '{}'));
  -- Restored rows are no news to followers.
  perform set_config('suchana.is_moving', 'on', true);
  for target, ids in
    select table_name, array_agg(id) from bin.items where id = any (chosen) group by table_name
     order by array_position('{categories,organizations,recruitments}', table_name), table_name
  loop
    answer := answer || bin.restore_table(target, ids);
  end loop;
  perform set_config('suchana.is_moving', was_moving, true);

  for missing in
    select entry."table", entry.id from jsonb_to_recordset(asked) as entry ("table" text, id bigint)
     where not answer @> jsonb_build_array(jsonb_build_object('table', entry."table", 'id', entry.id))
       and entry."table" in (select staff.edited_tables())
  loop
    execute format('select exists (select from public.%I where id = $1)', missing."table") into is_there using missing.id;
    answer := answer || jsonb_build_object(
      'table', missing."table", 'id', missing.id, 'outcome', case when is_there then 'there' else 'missing' end
    );
  end loop;
  return answer;
end
$$;
comment on function public.restore_deleted is
  'For staff: restores up to 1,000 deleted rows [{table, id}], and what they refer to if it is in the bin, in one transaction: [{table, id, outcome, title, slug, slug_was, lost, moved}]. outcome: restored, there (it was restored before), missing (it is not in the bin). slug_was: the slug that another row has now. lost: columns that referred to a row that is gone, and whether another took its place. moved: rows that refer to it again. Calling it again changes nothing.';
revoke execute on function public.restore_deleted from public, anon;
grant execute on function public.restore_deleted to authenticated;
