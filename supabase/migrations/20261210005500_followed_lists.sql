-- Filtered lists that somebody follows, and the terms by which a notice finds those that it belongs to.
-- Source: docs/decisions/057

create table push.lists (
  id bigint generated always as identity primary key,
  topic text not null unique check (length(topic) <= 300),
  table_name text not null,
  events text[] not null
);
comment on table push.lists is 'The followed lists, one row for all who follow the same filters. Those that no active subscription follows any more are deleted later.';
comment on column push.lists.topic is 'list:<table>?<filter>=<choice>&..., filters by name, an organization by its id, unstated=1 last.';
comment on column push.lists.events is 'Every event that a follower has ever chosen: no others are noted for this list.';

create table push.list_terms (
  table_name text not null,
  term text collate "C" not null,
  list_id bigint not null references push.lists on delete cascade,
  -- Terms that a notice must have of the list: one of each filter.
  needed smallint not null,
  primary key (table_name, term, list_id) include (needed)
);
comment on table push.list_terms is 'What the notices of a followed list have: <filter>=<choice>. Of the terms of one filter a notice has one at most.';
create index list_terms_list_id_idx on push.list_terms (list_id);

create function push.has_filters(table_name text) returns boolean
  language sql stable set search_path = ''
  return published.is_content_table(table_name) and exists (
    select from pg_catalog.pg_trigger
     where tgrelid = to_regclass('public.' || quote_ident(table_name)) and tgfoid = 'published.index_choices()'::regprocedure
  );

create function push.list_topic(table_name text, filters jsonb, with_unstated boolean) returns text
  language plpgsql stable set search_path = ''
as $$
declare
  checked jsonb;
  of_facts text;
begin
  -- What depends on the day is no part of it: followers hear of a notice when it is published.
  checked := published.checked_filters(filters - '{closing,application}'::text[]);
  select string_agg(
    key || '=' || case key when 'age' then value::integer::text else value end, '&' order by key collate "C"
  ) into of_facts from jsonb_each_text(checked);
  if of_facts is null or checked ->> 'organization' = '-1' or not push.has_filters(table_name) then return null; end if;
  return 'list:' || table_name || '?' || of_facts || case when with_unstated then '&unstated=1' else '' end;
exception when invalid_parameter_value then
  return null;
end
$$;
comment on function push.list_topic is
  'The topic of a filtered list, the same for the same filters in any order; null when it has none that can be followed.';

create function push.list_of(topic text, with_inactive boolean default false) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  part constant text[] := regexp_match(topic, '^list:([a-z_]{1,60})\?([a-z0-9_=&-]{1,230})$');
  filters jsonb;
  organization public.organizations;
begin
  if part is null then return null; end if;
  select jsonb_object_agg(split_part(pair, '=', 1), split_part(pair, '=', 2)) into filters
    from unnest(string_to_array(part[2], '&')) as pair;
  if filters ? 'organization' and filters ->> 'organization' ~ '^[0-9]{1,18}$' then
    select * into organization from public.organizations
     where id = (filters ->> 'organization')::bigint and (is_active or with_inactive);
    filters := filters || jsonb_build_object('organization', organization.slug);
  end if;
  if push.list_topic(part[1], filters - 'unstated', filters ? 'unstated') is distinct from topic then return null; end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'kind', 'list', 'table', part[1], 'filters', filters, 'organization', organization.name
  ));
end
$$;
comment on function push.list_of is
  'A list by its topic: {kind, table, filters as addresses have them, name of the organization}; null for another spelling, or an organization that does not exist or, unless asked for, is inactive.';

create function push.wanted_terms(filters jsonb) returns text[]
  language sql immutable set search_path = ''
  return array(
    select key || '=' || case key when 'fee' then coalesce(filters ->> 'category', 'everyone') else value end
      from jsonb_each_text(filters - 'unstated')
    union
    select 'state=all-india' where filters ? 'state'
    union
    select key || '=' from jsonb_each_text(filters - '{unstated,organization}'::text[]) where filters ? 'unstated'
  );
comment on function push.wanted_terms is 'The terms of a list, one or several for each of its filters; its organization by id.';

create function push.terms_of(record jsonb) returns text[]
  language sql immutable set search_path = ''
  return array(
    select facet || '=' || choice from published.choices_of(record)
     where facet not in ('public', 'age_min', 'age_max', 'begins', 'ends')
    union all
    select 'age=' || age
      from generate_series(coalesce((record ->> 'age_min')::integer, 1), least(coalesce((record ->> 'age_max')::integer, 99), 99)) as age
     where coalesce(record ->> 'age_min', record ->> 'age_max') is not null
  );
comment on function push.terms_of is 'The terms of a notice: the choices of filters that it fits, as published.choices has them.';

create function push.lists_with(table_name text, terms text[], events text[]) returns bigint[]
  language sql stable set search_path = ''
  -- Plans of any one set of terms do for all.
  set plan_cache_mode = force_generic_plan
as $$
  select coalesce(array_agg(id order by id), '{}') from (
    select list_id from push.list_terms
     where list_terms.table_name = lists_with.table_name and term = any (terms)
     group by list_id having count(*) = min(needed)
  ) as matching join push.lists on id = list_id and lists.events && lists_with.events
$$;
comment on function push.lists_with is 'The followed lists to which a notice with these terms belongs, of those who hear of one of the events.';

create function push.store_list(topic text, events text[]) returns boolean
  language plpgsql set search_path = ''
as $$
declare
  -- Each is looked through when a notice is published.
  most constant integer := 20000;
  list constant jsonb := push.list_of(topic, with_inactive => true);
  filters constant jsonb := list -> 'filters' || case when list -> 'filters' ? 'organization'
    then jsonb_build_object('organization', substring(topic from '[?&]organization=([0-9]+)')) else '{}' end;
  needed constant smallint := (select count(*) from jsonb_object_keys(filters - 'unstated'));
  stored_id bigint;
begin
  update push.lists set events = array(select unnest(lists.events) union select unnest(store_list.events))
   where lists.topic = store_list.topic;
  if found then return true; end if;
  -- Those of one filter are few.
  if needed > 1 and (select count(*) from push.lists) >= most then return false; end if;
  insert into push.lists as stored (topic, table_name, events) values (store_list.topic, list ->> 'table', store_list.events)
    on conflict on constraint lists_topic_key do update set events = array(select unnest(stored.events) union select unnest(excluded.events))
  returning id into stored_id;
  insert into push.list_terms (table_name, term, list_id, needed)
    select list ->> 'table', term, stored_id, needed from unnest(push.wanted_terms(filters)) as term
    on conflict do nothing;
  return true;
end
$$;
comment on function push.store_list is 'Stores a list that is followed, and the events of the follow; false when too many different ones are followed.';

create function public.push_list_topics(content_table text, filters jsonb, with_unstated boolean default false) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('topic', topic, 'subject', subject)), '[]')
    from push.list_topic(content_table, filters, coalesce(with_unstated, false)) as topic, push.subject_of(topic) as subject
   where subject is not null
$$;
comment on function public.push_list_topics is
  'What visitors can follow on a filtered list, {filter: choice} as in filtered_list: [{topic, subject}], empty when nothing but the day is filtered by, or by an organization that is unknown or inactive.';
grant execute on function public.push_list_topics to anon, authenticated;

create function push.lists_to_move(from_organization bigint, to_organization bigint)
  returns table (id bigint, topic text, events text[], new_topic text)
  language sql stable set search_path = ''
as $$
  select id, topic, events, regexp_replace(topic, '([?&]organization=)[0-9]+', '\1' || to_organization)
    from push.lists join push.list_terms on list_id = id
   where term = 'organization=' || from_organization order by id
$$;
comment on function push.lists_to_move is
  'The followed lists of an organization, each with the topic of the same list of another one.';

create function push.move_lists(from_organization bigint, to_organization bigint) returns void
  language plpgsql set search_path = ''
as $$
declare
  former record;
begin
  for former in select * from push.lists_to_move(from_organization, to_organization) loop
    if push.store_list(former.new_topic, former.events) then
      insert into push.follows (subscription_id, topic, events, created_at)
        select subscription_id, former.new_topic, events, created_at from push.follows where topic = former.topic
        on conflict do nothing;
    end if;
    delete from push.follows where topic = former.topic;
    delete from push.lists where id = former.id;
  end loop;
end
$$;
comment on function push.move_lists is 'Followers of lists of one organization follow those of another one from now on.';

create function push.is_heard(topic text) returns boolean
  language sql stable set search_path = ''
  return exists (
    select from push.follows join public.push_subscriptions on id = subscription_id and is_active
     where follows.topic = is_heard.topic
  );
comment on function push.is_heard is 'Whether an active subscription follows a topic.';

create function rules.delete_push_lists(older_than interval, most integer) returns integer
  language plpgsql set search_path = ''
as $$
declare
  unused bigint[];
  deleted integer;
begin
  -- Locked, and then looked at again: somebody may begin to follow one at this moment.
  unused := array(
    select id from push.lists where not push.is_heard(lists.topic) limit most for update skip locked
  );
  with ended as (
    delete from push.lists where id = any (unused) and not push.is_heard(lists.topic) returning topic
  ), former as (
    -- A subscription that is active again does not wait for a list that is none any more.
    delete from push.follows using ended where follows.topic = ended.topic
  )
  select count(*) into deleted from ended;
  return deleted;
end
$$;
comment on function rules.delete_push_lists is 'Deletes lists that no active subscription follows any more, with what is left of their follows. Returns how many.';
grant execute on function rules.delete_push_lists to service_role;
