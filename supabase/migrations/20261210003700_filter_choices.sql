-- What lists are filtered by: for every choice of every filter, the notices that have it, as sets of bits. Intersecting and
-- counting sets takes microseconds, so the count of every choice is exact for any combination. Source: docs/decisions/043

-- A chunk of a set without notices.
create function published.no_notices() returns bit(8192) language sql immutable parallel safe
  return repeat('0', 8192)::bit(8192);
grant execute on function published.no_notices to anon, authenticated, service_role;

create table published.choices (
  priority smallint not null,
  facet text collate "C" not null,
  choice text collate "C" not null,
  chunk integer not null,
  notices bit(8192) not null,
  counted bigint not null generated always as (bit_count(notices)) stored,
  primary key (priority, facet, choice, chunk) include (counted)
);
comment on table published.choices is
  'The public notices that a choice of a filter finds: of chunk c the notices with ids from 8192 * c on, one bit each. The empty choice: the notice does not state it.';

create table published.listed (
  priority smallint not null,
  id bigint not null,
  list_rank bigint not null,
  posted_us bigint not null,
  ends integer not null,
  posts integer not null,
  primary key (priority, id)
);
comment on table published.listed is 'What filtered lists are sorted by: every public notice of the kinds that have filters.';
comment on column published.listed.posted_us is 'Microseconds since 1970.';
comment on column published.listed.ends is 'Last date to apply, in days since 1970; 2^31 - 1 without one.';
comment on column published.listed.posts is 'Vacancies; -1 when not stated.';
create index listed_list_idx on published.listed (priority, list_rank, posted_us, id);
create index listed_posted_idx on published.listed (priority, posted_us, id);
create index listed_ends_idx on published.listed (priority, ends, id);
create index listed_posts_idx on published.listed (priority, posts, id);
grant select on published.choices, published.listed to anon, authenticated, service_role;

create function published.vacancy_steps() returns integer[] language sql immutable parallel safe
  return '{10,100,500,1000,5000}'::integer[];
grant execute on function published.vacancy_steps to anon, authenticated, service_role;

create function published.sufficient_for(wanted text[]) returns text[]
  language sql immutable parallel safe set search_path = ''
  return array(
    select held from (values
      ('8th', '{8th}'::text[]),
      ('10th', '{10th,8th}'),
      ('12th', '{12th,10th,8th}'),
      ('iti', '{iti,10th,8th}'),
      ('diploma', '{diploma,10th,8th}'),
      ('graduate', '{graduate,12th,10th,8th}'),
      ('postgraduate', '{postgraduate,graduate,12th,10th,8th}'),
      ('professional', '{professional,graduate,12th,10th,8th}')
    ) as ladder (held, includes) where includes && wanted
  );
comment on function published.sufficient_for is
  'The qualifications with which one may apply for what asks for one of these. Source: docs/behaviour/facts.md#qualifications';

create function published.fee_of(notice jsonb, category text) returns numeric
  language sql immutable parallel safe set search_path = ''
  return coalesce(
    notice -> 'category_fees' ->> category,
    case category
      when 'obc' then notice ->> 'fee_obc'
      when 'female' then notice ->> 'fee_female'
      when 'ews' then notice ->> 'fee_sc_st'
      when 'sc' then notice ->> 'fee_sc_st'
      when 'st' then notice ->> 'fee_sc_st'
    end,
    notice -> 'category_fees' ->> 'general',
    notice ->> 'fee_general'
  )::numeric;
comment on function published.fee_of is 'What an applicant of a category pays; without a fee of its own, that of the general category.';

create function published.choices_of(notice jsonb) returns table (facet text, choice text)
  language sql immutable parallel safe set search_path = ''
as $$
  select 'public', ''
  union all
  select 'qualification', unnest(case jsonb_typeof(notice -> 'qualifications')
    when 'array' then published.sufficient_for(array(select jsonb_array_elements_text(notice -> 'qualifications')))
    else '{""}'
  end)
  union all
  select 'state', jsonb_array_elements_text(
    case jsonb_typeof(notice -> 'states') when 'array' then notice -> 'states' else '[""]' end
  )
  union all
  select 'category', key from jsonb_each_text(
    case jsonb_typeof(notice -> 'category_vacancies') when 'object' then notice -> 'category_vacancies' else '{"": 1}' end
  ) where value::numeric > 0
  union all
  select 'fee', coalesce(category, 'everyone') from (
    select category, max(published.fee_of(notice, category)) as fee
      from unnest(rules.applicant_categories()) as category group by rollup (category)
  ) as fees where fee = 0
  union all
  select 'fee', '' from unnest(rules.applicant_categories()) as category having count(published.fee_of(notice, category)) = 0
  union all
  select 'age_min', coalesce(notice ->> 'age_min', '')
  union all
  select 'age_max', coalesce(notice ->> 'age_max', '')
  union all
  select 'age', '' where coalesce(notice ->> 'age_min', notice ->> 'age_max') is null
  union all
  select 'vacancies', step::text from unnest(published.vacancy_steps()) as step where step <= (notice ->> 'total_posts')::integer
  union all
  select 'vacancies', '' where notice ->> 'total_posts' is null
  union all
  select 'organization', notice ->> 'organization_id' where notice ->> 'organization_id' is not null
  union all
  select 'begins', coalesce(notice ->> 'apply_start_date', notice ->> 'application_start', '')
  union all
  select 'ends', coalesce(notice ->> 'apply_end_date', notice ->> 'application_end', '')
$$;
comment on function published.choices_of is 'The choices of filters that a notice fits, and its days and ages, as published.choices has them.';
grant execute on function published.choices_of, published.sufficient_for, published.fee_of to service_role;

create function published.listed_of(kind smallint, notice jsonb) returns published.listed
  language sql immutable parallel safe set search_path = ''
as $$
  select (
    kind, (notice ->> 'id')::bigint, (notice ->> 'list_rank')::bigint,
    (extract(epoch from (notice ->> 'posted_at')::timestamptz) * 1000000)::bigint,
    coalesce(coalesce(notice ->> 'apply_end_date', notice ->> 'application_end')::date - date '1970-01-01', 2147483647),
    coalesce((notice ->> 'total_posts')::integer, -1)
  )::published.listed
$$;

create type published.changed_choice as (facet text, choice text, id bigint, is_added boolean);

create function published.sets_of(changes published.changed_choice[], added boolean)
  returns table (facet text, choice text, chunk integer, notices bit(8192))
  language sql immutable parallel safe set search_path = ''
as $$
  select facet, choice, (id / 8192)::integer, bit_or(set_bit(published.no_notices(), (id % 8192)::integer, 1))
    from unnest(changes) where is_added = added group by 1, 2, 3
$$;

create function published.index_choices() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  kind constant smallint := (select priority from content.kinds where name = tg_table_name);
  changes published.changed_choice[] := '{}';
begin
  if tg_op = 'TRUNCATE' then
    delete from published.choices where priority = kind;
    delete from published.listed where priority = kind;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    -- A counted page view leaves updated_at as it was.
    if not exists (
      select from new_rows left join old_rows using (id) where new_rows.updated_at is distinct from old_rows.updated_at
    ) then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    select array_agg((facet, choice, id, false)::published.changed_choice) into changes
      from old_rows cross join published.choices_of(to_jsonb(old_rows)) where status is distinct from 'inactive';
    delete from published.listed using old_rows where listed.priority = kind and listed.id = old_rows.id;
  end if;
  if tg_op <> 'DELETE' then
    select changes || array_agg((facet, choice, id, true)::published.changed_choice) into changes
      from new_rows cross join published.choices_of(to_jsonb(new_rows)) where status is distinct from 'inactive';
    insert into published.listed
      select (published.listed_of(kind, to_jsonb(new_rows))).* from new_rows where status is distinct from 'inactive';
  end if;
  select array_agg((facet, choice, id, is_added)::published.changed_choice) into changes from (
    select facet, choice, id, bool_or(is_added) as is_added
      from unnest(changes) group by facet, choice, id having count(*) = 1
  ) as change;
  if changes is null then return null; end if;

  -- A set belongs to many notices: one transaction at a time changes those of a kind.
  perform pg_advisory_xact_lock(7824264100 + kind);
  update published.choices set notices = choices.notices & ~ removed.notices
    from published.sets_of(changes, false) as removed
   where (choices.priority, choices.facet, choices.choice, choices.chunk)
       = (kind, removed.facet, removed.choice, removed.chunk);
  delete from published.choices using published.sets_of(changes, false) as removed
   where (choices.priority, choices.facet, choices.choice, choices.chunk)
       = (kind, removed.facet, removed.choice, removed.chunk) and counted = 0;
  insert into published.choices as stored (priority, facet, choice, chunk, notices)
    select kind, facet, choice, chunk, notices from published.sets_of(changes, true)
  on conflict (priority, facet, choice, chunk) do update set notices = stored.notices | excluded.notices;
  return null;
end
$$;
comment on function published.index_choices is 'After a statement: brings the sets and the sort keys of the changed notices up to date.';

create function published.rebuild_choices(target text) returns void language plpgsql set search_path = ''
as $$
declare
  kind constant smallint := (select priority from content.kinds where name = target);
begin
  delete from published.choices where priority = kind;
  delete from published.listed where priority = kind;
  execute format(
    'insert into published.listed
       select (published.listed_of($1, to_jsonb(notice))).* from public.%1$I as notice where status is distinct from ''inactive'';
     ', target
  ) using kind;
  execute format(
    'insert into published.choices (priority, facet, choice, chunk, notices)
       select $1, facet, choice, (id / 8192)::integer, bit_or(set_bit(published.no_notices(), (id %% 8192)::integer, 1))
         from public.%1$I as notice cross join published.choices_of(to_jsonb(notice))
        where status is distinct from ''inactive'' group by facet, choice, id / 8192', target
  ) using kind;
  analyze published.choices, published.listed;
end
$$;
comment on function published.rebuild_choices is 'Computes the sets of a kind again, for a table that was filled without triggers.';

create function rules.filter_slugs() returns text[] language sql immutable parallel safe
  return '{8th-pass,10th-pass,12th-pass,iti,diploma,graduate,postgraduate,professional-degree,closing-soon}'::text[];
comment on function rules.filter_slugs is 'Last parts of addresses at which filtered lists are, below the list; no notice may have one of them.';
grant execute on function rules.filter_slugs to authenticated, service_role;

create function content.offer_filters(target text) returns void language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create or replace trigger choose_inserted after insert on public.%1$I
       referencing new table as new_rows for each statement execute function published.index_choices();
     create or replace trigger choose_updated after update on public.%1$I
       referencing old table as old_rows new table as new_rows for each statement execute function published.index_choices();
     create or replace trigger choose_deleted after delete on public.%1$I
       referencing old table as old_rows for each statement execute function published.index_choices();
     create or replace trigger choose_truncated after truncate on public.%1$I
       for each statement execute function published.index_choices()', target
  );
  -- The old address of such a notice leads to the filtered list from now on.
  execute format(
    'update public.%1$I set slug = slug || ''-'' || id where slug = any (rules.filter_slugs());
     alter table public.%1$I drop constraint if exists %2$I, add constraint %2$I check (slug <> all (rules.filter_slugs()))',
    target, target || '_slug_filter_check'
  );
  -- Creating a trigger blocks writers until the end of the migration, so no change is missed.
  perform published.rebuild_choices(target);
end
$$;
comment on function content.offer_filters is 'Lets the lists of a registered kind be filtered.';

create function public.filters_that_find(today date default (now() at time zone interval '5 hours 30 minutes')::date) returns json
  language sql stable parallel safe set search_path = ''
as $$
  select coalesce(json_object_agg(name, facets), '{}') from (
    select name, json_object_agg(facet, choices) as facets from (
      select kinds.name, facet, array_agg(distinct choice) as choices
        from published.choices join content.kinds using (priority)
       where facet in ('qualification', 'state') and choice <> '' group by kinds.name, facet
      union all
      select kinds.name, 'closing', '{week}' from content.kinds
       where exists (
         select from published.choices
          where choices.priority = kinds.priority and facet = 'ends' and choice between today::text and (today + 7)::text
       )
    ) as found group by name
  ) as kind
$$;
comment on function public.filters_that_find is
  'Of every kind with filters, the choices of qualification, state and closing (in a week) that find notices: {kind: {facet: [choice]}}.';
grant execute on function public.filters_that_find to anon, authenticated;

create function published.kinds_with_filters() returns smallint[]
  language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return array(select distinct priority from published.choices where facet = 'public' and choice = '' order by priority);
end
$$;
comment on function published.kinds_with_filters is 'The kinds that can be filtered and have notices.';
grant execute on function published.kinds_with_filters to anon, authenticated, service_role;
