-- How staff read the history. Source: docs/behaviour/history.md#in-the-admin

create function history.title_of(table_name text, row_id bigint) returns text
  language plpgsql stable set search_path = ''
as $$
declare
  record jsonb;
begin
  if row_id is null then return null; end if;
  if table_name = 'notifications' then
    return (select title from push.notifications where id = row_id);
  end if;
  if to_regclass(format('public.%I', table_name)) is not null then
    execute format('select to_jsonb(record) from public.%I as record where id = $1', table_name) into record using row_id;
  end if;
  if record is null then
    select before into record from history.changes
     where changes.table_name = title_of.table_name and changes.row_id = title_of.row_id and operation = 'delete'
     order by id desc limit 1;
  end if;
  return coalesce(record ->> 'title', record ->> 'name', record ->> 'written');
end
$$;
comment on function history.title_of is 'What a row is called now, or was called when it was deleted.';

create function history.account_of(id text) returns text
  language sql stable set search_path = ''
  return coalesce(
    (select email from auth.users where users.id = account_of.id::uuid),
    (select name from history.people where people.id = account_of.id::uuid)
  );
comment on function history.account_of is 'The e-mail address of an account, also of a deleted one that the history names.';

create function public.record_history(
  table_name text, row_id bigint, before_id bigint default null, page_size integer default 20
) returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  perform staff.require();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', page.id, 'at', at, 'act', act, 'name', people.name, 'source', source, 'operation', operation,
      'before', before, 'after', after
    ) order by page.id desc), '[]')
    from (
      select * from history.changes
       where changes.table_name = record_history.table_name and changes.row_id = record_history.row_id
         and (before_id is null or changes.id < before_id)
       order by changes.id desc limit least(greatest(page_size, 1), 100)
    ) as page left join history.people on people.id = page.actor
  );
end
$$;
comment on function public.record_history is
  'For staff: the changes of a row, the newest first: [{id, at, act, name, source, operation, before, after}]. A change without a name was made by the server or with its key.';

create function public.row_authors(table_name text, row_ids bigint[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform staff.require();
  return (
    select coalesce(jsonb_object_agg(wanted.id, jsonb_build_object(
      'created_by', creator.name, 'updated_by', editor.name, 'updated_at', last.at
    )), '{}')
    from unnest(row_ids[:1000]) as wanted (id)
    cross join lateral (
      select at, actor from history.changes
       where changes.table_name = row_authors.table_name and row_id = wanted.id order by changes.id desc limit 1
    ) as last
    left join lateral (
      select actor from history.changes
       where changes.table_name = row_authors.table_name and row_id = wanted.id and operation = 'insert'
       order by changes.id desc limit 1
    ) as first on true
    left join history.people as creator on creator.id = first.actor
    left join history.people as editor on editor.id = last.actor
  );
end
$$;
comment on function public.row_authors is
  'For staff: who created and who last changed rows of a table: {id: {created_by, updated_by, updated_at}}, without the rows of which no change is recorded.';

create function public.activity(
  person uuid default null,
  only_table text default null,
  only_source text default null,
  only_operation text default null,
  since timestamptz default null,
  until timestamptz default null,
  before_at timestamptz default null,
  before_id bigint default null,
  page_size integer default 50
) returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  perform staff.require();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', page.id, 'at', at, 'act', act, 'name', people.name, 'source', source, 'operation', operation,
      'table', table_name, 'row', row_id, 'title', coalesce(
        history.title_of(table_name, row_id),
        case when table_name = 'profiles' then history.account_of(coalesce(after, before) ->> 'id') end
      ),
      'fields', case when operation = 'update' then (select jsonb_agg(key order by key) from jsonb_object_keys(after) as key) end
    ) order by at desc, page.id desc), '[]')
    from (
      select * from history.changes
       where (person is null or actor = person)
         and (only_table is null or table_name = only_table)
         and (only_source is null or source = only_source)
         and (only_operation is null or operation = only_operation)
         and (since is null or at >= since) and (until is null or at < until)
         and (before_at is null or (at, changes.id) < (before_at, before_id))
       order by at desc, changes.id desc limit least(greatest(page_size, 1), 1000)
    ) as page left join history.people on people.id = page.actor
  );
end
$$;
comment on function public.activity is
  'For staff: every change, the newest first: [{id, at, act, name, source, operation, table, row, title, fields}]. The next page starts after the time and the id of the last one.';

create function public.activity_people() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform staff.require();
  return (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name), '[]') from history.people);
end
$$;
comment on function public.activity_people is 'For staff: everybody who is named in the history: [{id, name}].';
grant execute on function public.record_history, public.row_authors, public.activity, public.activity_people to authenticated;
