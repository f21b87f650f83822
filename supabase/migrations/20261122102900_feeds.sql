-- Feeds and calendars, each in one call.

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
  'The newest public notices of one kind or of all, in the order of lists: [every field but long texts, with table and organization].';
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
       ''notices'', (select coalesce(jsonb_agg(facts), ''[]'') from (%s) as notices)
     ) from public.%I as record where slug = $1', facts, content_table
  ) into answer using calendar_notices.slug;
  return coalesce(answer, public.resolve_slug(content_table, calendar_notices.slug));
end
$$;
comment on function public.calendar_notices is
  'What a calendar shows of a notice, or of a recruitment: {title, slug, updated_at, notices as newest_notices has them}; for an unknown slug the answer of resolve_slug.';
grant execute on function public.calendar_notices to anon, authenticated;
