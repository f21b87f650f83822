-- The calendar of a filtered list counts the corrections of last dates, and has the notices whose last date was withdrawn. The
-- files of a list by organization know its name, and whether there is one.

create function published.lately_withdrawn(kind content.kinds, within bit varying, most integer) returns bigint[]
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  -- The policy of corrections asks for each of them whether its notice is public; here the sets are made once.
  found constant bit varying := within & published.set_of(kind.priority, 'public', '', '')
    -- Those that have another last date by now are no longer withdrawn.
    & published.set_of(kind.priority, 'ends', '', '');
begin
  return array(
    select distinct record_id from public.corrections
     where content_table = kind.name and new_value is null and corrected_at > now() - interval '60 days'
       and kind.search_card ->> 'apply_end_date' ~ ('\m' || field || '\M')
       and substring(found from record_id::integer + 1 for 1) = B'1'
     order by record_id desc limit most
  );
end
$$;
comment on function published.lately_withdrawn is
  'The public notices of a kind in a set of them whose last date was withdrawn in the last 60 days and that have none now, the newest first.';
grant execute on function published.lately_withdrawn to anon, authenticated, service_role;

create or replace function public.filtered_facts(
  content_table text,
  filters jsonb default '{}',
  search text default null,
  sort text default 'posted',
  with_unstated boolean default false,
  today date default (now() at time zone interval '5 hours 30 minutes')::date,
  wanted integer default 50
) returns jsonb language plpgsql stable parallel safe set search_path = ''
as $$
#variable_conflict use_column
declare
  kind constant content.kinds := published.kind_with_filters(content_table);
  checked constant jsonb := published.checked_filters(coalesce(filters, '{}'));
  most constant integer := least(greatest(coalesce(filtered_facts.wanted, 50), 1), 200);
  is_calendar constant boolean := filtered_facts.sort is not distinct from 'closing';
  text published.text_set;
  found published.filtered;
  of_any_day published.filtered;
  withdrawn bigint[] := '{}';
  ids bigint[];
  answer jsonb;
begin
  if length(filtered_facts.search) > 1000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;
  if filtered_facts.search <> '' then
    select * into text from published.text_sets(array[kind.priority], filtered_facts.search);
  end if;
  found := published.filter(kind, checked, text.notices, today, with_unstated);
  if is_calendar then
    -- What has no last date any more fits no filter by the day.
    of_any_day := published.filter(kind, checked - '{closing,application}'::text[], text.notices, today, with_unstated);
    -- Most of a calendar are days that are to come.
    withdrawn := published.lately_withdrawn(kind, of_any_day.matched, greatest(most / 4, 1));
    ids := array(select id from published.in_order(kind.priority, found.matched & found.live, 'closing', false, null, most));
    ids := withdrawn || array(
      select id from unnest(ids) with ordinality as listed (id, place)
       where id <> all (withdrawn) order by place limit most - cardinality(withdrawn)
    );
  else
    ids := array(select id from published.in_order(kind.priority, found.matched, 'posted', true, null, most));
  end if;
  execute format(
    'select jsonb_agg(
       facts || case when corrections is null then ''{}'' else jsonb_build_object(''corrections'', corrections) end order by place
     ) from unnest($1) with ordinality as listed (id, place)
      cross join lateral (%s) as notice
       left join published.corrections_in(%L, case when $2 then $1 else ''{}'' end) on record_id = listed.id',
    published.facts_statement(kind.name, 'notice.id = listed.id'), kind.name
  ) into answer using ids, is_calendar;
  return jsonb_build_object(
    'notices', coalesce(answer, '[]'),
    'organization', (select name from public.organizations where id = (checked ->> 'organization')::bigint)
  );
end
$$;
comment on function public.filtered_facts is
  'The notices of a filtered list for feeds, newest first, or with the sort closing for calendars: those whose last date was withdrawn in the last 60 days, a quarter of the wanted at most, and those that are not closed, the first last date first, with corrections if there are any. {notices: as newest_notices has them, organization: name of the chosen one, null if it is unknown}.';
