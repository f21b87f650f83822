-- Notices whose last date was corrected lately, for feeds: they are rarely among the newest. Source: docs/decisions/055

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
