-- Feeds, and the calendar file of a notice or a recruitment, each in one call. The calendar of the site is in calendar.

-- A query of notices of one kind with all fields, except long texts, which neither a feed nor a calendar shows.
create function published.facts_statement(content_table text, conditions text) returns text
  language sql immutable parallel safe
  return format(
    'select to_jsonb(notice)
        - %3$L::text[]
        || jsonb_build_object(
          ''table'', %1$L, ''organization'', (select name from public.organizations where id = notice.organization_id)
        ) as facts
       from public.%1$I as notice where status is distinct from ''inactive'' and %2$s',
    content_table, conditions, rules.long_texts() || 'selection_process'::text
  );
grant execute on function published.facts_statement to anon, authenticated, service_role;

create function public.newest_notices(content_table text default null, wanted integer default 50) returns json
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  tables text[] := array(select name from content.kinds order by priority);
  newest text;
  facts text;
  notices json;
begin
  if content_table is not null then
    if not published.is_content_table(content_table) then
      raise invalid_parameter_value using message = 'unknown content table';
    end if;
    tables := array[content_table];
  end if;

  select
    string_agg(format(
      '(select %1$L as kind, id, posted_at from published.%1$I order by posted_at desc, id desc limit $1)', kind
    ), ' union all '),
    string_agg(published.facts_statement(kind, format('newest.kind = %L and notice.id = newest.id', kind)), ' union all ')
  into newest, facts from unnest(tables) as kind;

  execute format(
    'select json_agg(facts order by posted_at desc, id desc, kind)
       from (select * from (%s) as candidate order by posted_at desc, id desc, kind limit $1) as newest
      cross join lateral (%s) as notice', newest, facts
  ) into notices using least(greatest(coalesce(wanted, 50), 1), 100);
  return coalesce(notices, '[]');
end
$$;
comment on function public.newest_notices is
  'The newest public notices of one kind or of all: [every field but long texts, with table and organization].';
grant execute on function public.newest_notices to anon, authenticated;

create function public.calendar_notices(content_table text, slug text) returns jsonb
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  facts text;
  answer jsonb;
begin
  if published.is_content_table(content_table) then
    facts := published.facts_statement(content_table, 'notice.id = record.id');
  elsif content_table = 'recruitments' then
    select string_agg(published.facts_statement(name, 'notice.recruitment_id = record.id'), ' union all ')
      into facts from content.kinds;
  else
    return '{}';
  end if;
  execute format(
    'select jsonb_build_object(
       ''title'', title, ''slug'', slug, ''updated_at'', updated_at,
       ''notices'', (
         select coalesce(jsonb_agg(facts || jsonb_build_object(
           ''corrections'', published.corrections_of(facts ->> ''table'', (facts ->> ''id'')::bigint)
         )), ''[]'') from (%s) as notices
       )
     ) from public.%I as record where slug = $1', facts, content_table
  ) into answer using calendar_notices.slug;
  return coalesce(answer, public.resolve_slug(content_table, calendar_notices.slug));
end
$$;
comment on function public.calendar_notices is
  'What a calendar shows of a notice, or of a recruitment: {title, slug, updated_at, notices as newest_notices has them, with corrections}; for an unknown slug the answer of resolve_slug.';
grant execute on function public.calendar_notices to anon, authenticated;

create function public.corrected_notices(content_table text default null, wanted integer default 20) returns jsonb
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  facts text;
  answer jsonb;
begin
  select string_agg(
    published.facts_statement(name, format('corrected.name = %L and notice.id = corrected.record_id', name)), ' union all '
  ) into facts from content.kinds
   where search_card ->> 'apply_end_date' is not null
     and (corrected_notices.content_table is null or name = corrected_notices.content_table);
  if facts is null then return '[]'; end if;
  execute format(
    'with corrected as (
       select kinds.name, record_id, max(corrected_at) as corrected_at
         from public.corrections join content.kinds on kinds.name = content_table
        where corrected_at > now() - interval ''30 days'' and ($1 is null or kinds.name = $1)
          and search_card ->> ''apply_end_date'' ~ (''\m'' || field || ''\M'')
        group by kinds.name, record_id order by max(corrected_at) desc limit $2
     )
     select jsonb_agg(facts || jsonb_build_object(
       ''corrections'', published.corrections_of(corrected.name, corrected.record_id)
     ) order by corrected.corrected_at desc) from corrected cross join lateral (%s) as notice', facts
  ) into answer using corrected_notices.content_table, least(greatest(wanted, 1), 50);
  return coalesce(answer, '[]');
end
$$;
comment on function public.corrected_notices is
  'The public notices of one kind or of all whose last date was corrected in the last 30 days, the last corrected first: as newest_notices has them, with their corrections.';
grant execute on function public.corrected_notices to anon, authenticated;
