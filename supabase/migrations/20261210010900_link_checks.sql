-- Checks of the links of public notices, by the server. Only functions for staff and for the server read and write them.
-- Source: docs/decisions/053

create schema links;

comment on schema links is 'Which links notices have, and what the last check of each found. Not exposed over REST.';

grant usage on schema links to service_role;

create table links.checked (
  link text primary key,
  outcome text check (outcome in ('works', 'fails', 'unknown')),
  status integer,
  reason text,
  checked_at timestamptz,
  failing_since timestamptz,
  claimed_in timestamptz,
  is_dead boolean not null generated always as (
    coalesce(
      outcome = 'fails'
        and (failing_since at time zone 'Asia/Kolkata')::date < (checked_at at time zone 'Asia/Kolkata')::date,
      false
    )
  ) stored
);
comment on table links.checked is 'The last check of every link; without an outcome it was never checked.';
comment on column links.checked.status is 'Status of HTTP; null without an answer.';
comment on column links.checked.reason is 'Why there is no answer that can be judged: a NoAnswer of domain/link-check.ts.';
comment on column links.checked.failing_since is 'Since when every check has failed; null when the last one did not.';
comment on column links.checked.claimed_in is 'The beginning of the night in which it was claimed last, whether or not it was checked then.';
comment on column links.checked.is_dead is 'Whether it failed on two different days in India, and did not work between.';
create index checked_due_idx on links.checked (claimed_in nulls first);
create index checked_dead_idx on links.checked (link) where is_dead;

create table links.uses (
  content_table text not null references content.kinds (name) on delete cascade,
  record_id bigint not null,
  field text not null,
  link text not null,
  primary key (content_table, record_id, field)
);
comment on table links.uses is 'The links of public notices, as they were when they were collected last.';
create index uses_link_idx on links.uses (link);

-- One server checks at a time, so that every host gets few requests, and collects the links once a night.
create table links.turn (
  is_only boolean primary key default true check (is_only),
  server uuid,
  until timestamptz not null default '-infinity',
  collected_on date not null default '-infinity'
);
insert into links.turn default values;

create function links.columns_of(content_table text) returns setof text
  language sql stable set search_path = ''
as $$
  select column_name::text from information_schema.columns
   where table_schema = 'public' and table_name = content_table
     and rules.condition_of(column_name, data_type) like 'rules.is_web_link(%'
$$;
comment on function links.columns_of is 'The columns of a kind that hold links.';

create function links.collect(own_site text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
  pairs text;
begin
  for kind in select name from content.kinds loop
    select string_agg(format('(%1$L, notice.%1$I)', column_name), ', ') into pairs
      from links.columns_of(kind) as column_name;
    continue when pairs is null;
    execute format(
      'with present as materialized (
         select notice.id, held.field, held.link from public.%1$I as notice cross join lateral (values %2$s) as held (field, link)
          where notice.status is distinct from ''inactive'' and held.link is not null and not starts_with(held.link, $1)
            -- A longer one may not fit into an index.
            and octet_length(held.link) <= 2048
       ), gone as (
         delete from links.uses using links.uses as used
           left join present on present.id = used.record_id and present.field = used.field
          where uses.content_table = %1$L and used.content_table = %1$L
            and uses.record_id = used.record_id and uses.field = used.field and present.id is null
       )
       insert into links.uses as used (content_table, record_id, field, link)
       select %1$L, id, field, link from present
       on conflict (content_table, record_id, field) do update set link = excluded.link where used.link <> excluded.link',
      kind, pairs
    ) using own_site || '/';
  end loop;
  delete from links.checked where not exists (select from links.uses where uses.link = checked.link);
  insert into links.checked (link) select distinct link from links.uses on conflict do nothing;
end
$$;
comment on function links.collect is
  'Makes the lists of links those that public notices have now, except links to files and pages of this site, and those of more than 2,048 bytes.';

create function links.claim(server uuid, since timestamptz, own_site text, most integer) returns text[]
  language plpgsql security definer set search_path = ''
as $$
declare
  night date := (since at time zone 'Asia/Kolkata')::date;
  claimed text[];
begin
  -- Without waiting: the row is locked while another server collects.
  perform from links.turn where until < clock_timestamp() or turn.server = claim.server for update skip locked;
  if not found then return '{}'; end if;
  if (select collected_on from links.turn) < night then
    perform links.collect(own_site);
    update links.turn set collected_on = night;
  end if;
  update links.turn set server = claim.server, until = clock_timestamp() + interval '10 minutes';
  -- In another order every night, so that links that cannot be reached are not always claimed together.
  claimed := array(
    select link from links.checked where checked_at is null or checked_at < since
     order by claimed_in nulls first, md5(concat(link, night)) limit most
  );
  update links.checked set claimed_in = since where link = any (claimed);
  return claimed;
end
$$;
comment on function links.claim is
  'The next links to check, those that were claimed longest ago first, checked or not; none while another server has its turn, which ends ten minutes after its last claim.';

create function links.store(answers jsonb) returns void
  language sql security definer set search_path = ''
as $$
  insert into links.checked as stored (link, outcome, status, reason, checked_at, failing_since)
  select distinct on (link) link, outcome, status, reason, checked_at, case when outcome = 'fails' then checked_at end
    from jsonb_to_recordset(answers) as answer (link text, outcome text, status integer, reason text, checked_at timestamptz)
   order by link
  on conflict (link) do update set
    outcome = excluded.outcome, status = excluded.status, reason = excluded.reason, checked_at = excluded.checked_at,
    failing_since = case when excluded.outcome = 'fails' then coalesce(stored.failing_since, excluded.checked_at) end
$$;
comment on function links.store is 'Stores checks: [{link, outcome, status, reason, checked_at}].';
grant execute on function links.claim, links.store to service_role;

create function links.checks_of(links text[]) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'link', link, 'outcome', outcome, 'status', status, 'reason', reason,
    'checked_at', checked_at, 'failing_since', failing_since
  ) order by link), '[]')
    from links.checked where link = any (checks_of.links) and outcome is not null
$$;
comment on function links.checks_of is 'The last checks of links: [{link, outcome, status, reason, checked_at, failing_since}].';
grant execute on function links.checks_of to service_role;

create function links.dead() returns table (content_table text, record_id bigint, field text, title text, "check" jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  kind text;
begin
  for kind in select name from content.kinds order by priority loop
    return query execute format(
      'select used.content_table, used.record_id, used.field, notice.title,
              jsonb_build_object(
                ''link'', checked.link, ''outcome'', checked.outcome, ''status'', checked.status,
                ''reason'', checked.reason, ''checked_at'', checked.checked_at, ''failing_since'', checked.failing_since
              )
         from links.checked join links.uses as used using (link) join public.%1$I as notice on notice.id = used.record_id
        where checked.is_dead and used.content_table = %1$L and notice.status is distinct from ''inactive''
          and to_jsonb(notice) ->> used.field = used.link', kind
    );
  end loop;
end
$$;
comment on function links.dead is 'The dead links that public notices still have.';

create function public.dead_links(most integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform staff.require();
  return (
    select coalesce(jsonb_agg(notice order by failing_since desc, "table", id), '[]') from (
      select content_table as "table", record_id as id, title, max("check" ->> 'failing_since') as failing_since,
             jsonb_agg("check" || jsonb_build_object('field', field) order by field) as links
        from links.dead() group by content_table, record_id, title
       order by max("check" ->> 'failing_since') desc, content_table, record_id limit least(greatest(most, 1), 1000)
    ) as notice
  );
end
$$;
comment on function public.dead_links is
  'For staff: public notices with dead links, the last that died first: [{table, id, title, failing_since, links: [{field, link, outcome, status, reason, checked_at, failing_since}]}].';

create function public.dead_link_count() returns bigint
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform staff.require();
  return (select count(*) from links.dead());
end
$$;
comment on function public.dead_link_count is 'For staff: how many links of public notices are dead.';
revoke execute on function public.dead_links, public.dead_link_count from public, anon;
grant execute on function public.dead_links, public.dead_link_count to authenticated;
