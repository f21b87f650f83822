-- What subscriptions follow, and when they want no notifications of it. Source: docs/decisions/047

create table push.follows (
  subscription_id bigint not null references public.push_subscriptions on delete cascade,
  topic text not null check (length(topic) <= 400),
  events text[] not null check (cardinality(events) between 1 and 40),
  created_at timestamptz not null default clock_timestamp(),
  primary key (subscription_id, topic)
);
comment on column push.follows.topic is 'recruitment:<id>, organization:<id>, notice:<table>:<id>, or list:<table>?<filters> as push.list_topic writes it.';
comment on column push.follows.events is 'The chosen ones of domain/push/follow-events.ts.';
create index follows_topic_idx on push.follows (topic, subscription_id);

create table push.quiet_hours (
  subscription_id bigint primary key references public.push_subscriptions on delete cascade,
  starts time not null,
  ends time not null
);
comment on table push.quiet_hours is
  'Indian time in which a subscription gets nothing of what it follows, where it differs from 22:00 to 07:00. The same time twice: at any time.';

create function push.quiet_until(starts time, ends time, at timestamptz) returns timestamptz
  language sql immutable set search_path = ''
as $$
  select case
    when starts <= ends and (clock < starts or clock >= ends) then null
    when starts > ends and clock < starts and clock >= ends then null
    when clock < ends then (day + ends) at time zone 'Asia/Kolkata'
    else (day + 1 + ends) at time zone 'Asia/Kolkata'
  end
    from (select (at at time zone 'Asia/Kolkata')::time as clock, (at at time zone 'Asia/Kolkata')::date as day) as local
$$;
comment on function push.quiet_until is 'The end of the quiet hours in which a time falls; null outside of them.';

create function push.quiet_end(subscription bigint, at timestamptz) returns timestamptz
  language sql stable set search_path = ''
as $$
  select push.quiet_until(coalesce(starts, '22:00'), coalesce(ends, '07:00'), at)
    from (select) as always left join push.quiet_hours on subscription_id = subscription
$$;

create function push.subject_of(topic text) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  part constant text[] := regexp_match(topic, '^(recruitment|organization|notice):(?:([a-z_]{1,60}):)?([0-9]{1,18})$');
  subject jsonb;
begin
  case
    when topic like 'list:%' then
      subject := push.list_of(topic);
    when part[1] = 'recruitment' and part[2] is null then
      select jsonb_build_object('kind', part[1], 'title', title, 'slug', slug) into subject
        from public.recruitments where id = part[3]::bigint;
    when part[1] = 'organization' and part[2] is null then
      select jsonb_build_object('kind', part[1], 'title', name, 'slug', slug) into subject
        from public.organizations where id = part[3]::bigint and is_active;
    when part[1] = 'notice' and published.is_content_table(part[2]) then
      execute format(
        'select jsonb_build_object(''kind'', ''notice'', ''table'', %1$L, ''title'', title, ''slug'', slug)
           from public.%1$I where id = $1 and status is distinct from ''inactive''', part[2]
      ) into subject using part[3]::bigint;
    else null;
  end case;
  return subject;
end
$$;
comment on function push.subject_of is
  'What a topic is about: {kind, title, slug, table of a notice}, or of a list what push.list_of has; null for what does not exist or is hidden.';

create function push.follow(endpoint text, topic text, events text[], most integer) returns text
  language plpgsql set search_path = ''
as $$
declare
  follower bigint;
begin
  if push.subject_of(topic) is null then return 'missing'; end if;
  -- Locked, so that follows at the same time do not exceed the limit together.
  select id into follower from public.push_subscriptions as stored
   where stored.endpoint = follow.endpoint and is_active for no key update;
  if follower is null then return 'followed'; end if;
  if most <= (
    select count(*) from push.follows as other where other.subscription_id = follower and other.topic <> follow.topic
  ) then return 'full'; end if;
  if follow.topic like 'list:%' and not push.store_list(topic, events) then return 'crowded'; end if;
  insert into push.follows as stored (subscription_id, topic, events) values (follower, follow.topic, follow.events)
    on conflict on constraint follows_pkey do update set events = excluded.events;
  return 'followed';
end
$$;
comment on function push.follow is
  'Follows a topic, or changes its events: followed (also when no subscription has the endpoint), full (it follows as many as it may), crowded (too many different lists are followed), missing (nobody can follow it).';

create function push.move_follows(former text, endpoint text, most integer) returns void
  language sql set search_path = ''
as $$
  with moved as (
    select former_one.id as old_id, new_one.id as new_id
      from public.push_subscriptions as former_one, public.push_subscriptions as new_one
     where former_one.endpoint = move_follows.former and new_one.endpoint = move_follows.endpoint
       and former_one.id <> new_one.id
  ), quiet as (
    insert into push.quiet_hours select new_id, starts, ends from push.quiet_hours join moved on old_id = subscription_id
      on conflict do nothing
  )
  insert into push.follows (subscription_id, topic, events, created_at)
    select new_id, topic, events, created_at from push.follows join moved on old_id = subscription_id
     order by created_at
     limit greatest(most - (select count(*) from push.follows join moved on new_id = subscription_id), 0)
    on conflict do nothing
$$;
comment on function push.move_follows is 'Gives a subscription what the one that it replaces follows, and its quiet hours.';

create function public.push_follows(endpoint text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'quiet', jsonb_build_object(
      'starts', to_char(coalesce(starts, '22:00'), 'HH24:MI'), 'ends', to_char(coalesce(ends, '07:00'), 'HH24:MI')
    ),
    'follows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'topic', topic, 'events', events, 'subject', push.subject_of(topic)
      ) order by followed.created_at, topic), '[]')
        from push.follows as followed where followed.subscription_id = stored.id
    )
  )
    from public.push_subscriptions as stored left join push.quiet_hours on quiet_hours.subscription_id = stored.id
   where stored.endpoint = push.normal_endpoint(push_follows.endpoint) and stored.is_active
$$;
comment on function public.push_follows is
  'What an active subscription follows, by its unguessable endpoint: {quiet: {starts, ends}, follows: [{topic, events, subject}]}; null for any other endpoint.';

create function public.push_topics(content_table text, slug text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  ids jsonb;
begin
  if content_table = 'recruitments' then
    select jsonb_build_object('recruitment_id', id, 'organization_id', organization_id) into ids
      from public.recruitments where recruitments.slug = push_topics.slug;
  elsif published.is_content_table(content_table) then
    execute format(
      'select jsonb_build_object(''id'', id, ''recruitment_id'', recruitment_id, ''organization_id'', organization_id)
         from public.%I where slug = $1 and status is distinct from ''inactive''', content_table
    ) into ids using push_topics.slug;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('topic', topic, 'subject', subject) order by place), '[]')
      from push.topics_of(content_table, ids) with ordinality as given(topic, place), push.subject_of(topic) as subject
     where subject is not null
  );
end
$$;
comment on function public.push_topics is
  'What visitors can follow on the page of a notice or a recruitment, the most particular first: [{topic, subject}].';
grant execute on function public.push_follows, public.push_topics to anon, authenticated;

create function push.topics_of(table_name text, record jsonb) returns setof text
  language sql immutable set search_path = ''
as $$
  select 'notice:' || table_name || ':' || (record ->> 'id') where record ->> 'id' is not null
  union all select 'recruitment:' || (record ->> 'recruitment_id') where record ->> 'recruitment_id' is not null
  union all select 'organization:' || (record ->> 'organization_id') where record ->> 'organization_id' is not null
$$;
comment on function push.topics_of is 'The topics that a notice belongs to, the most particular first.';
