-- Every feed has the notices whose last date was corrected lately. The policy of corrections looked for the notice of each of
-- thousands of corrections in all kinds; now each notice is looked for once, in its own.

create function published.lately_corrected(content_table text, most integer)
  returns table (record_id bigint, corrected_at timestamptz)
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  if not published.is_content_table(content_table) then return; end if;
  return query execute format(
    'select record_id, max(corrected_at) from public.corrections
      where content_table = %1$L and corrected_at > now() - interval ''30 days''
        and (select search_card ->> ''apply_end_date'' from content.kinds where name = %1$L) ~ (''\m'' || field || ''\M'')
      group by record_id
     having (select status is distinct from ''inactive'' from public.%1$I as notice where notice.id = record_id)
      order by 2 desc limit $1', content_table
  ) using most;
end
$$;
comment on function published.lately_corrected is
  'The public notices of a kind whose last date was corrected in the last 30 days, the last corrected first.';
grant execute on function published.lately_corrected to anon, authenticated, service_role;

create or replace function public.corrected_notices(content_table text default null, wanted integer default 20) returns jsonb
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
       select kinds.name, record_id, corrected_at
         from content.kinds cross join lateral published.lately_corrected(kinds.name, $2)
        where search_card ->> ''apply_end_date'' is not null and ($1 is null or kinds.name = $1)
        order by corrected_at desc limit $2
     )
     select jsonb_agg(facts || jsonb_build_object(
       ''corrections'', published.corrections_of(corrected.name, corrected.record_id)
     ) order by corrected.corrected_at desc) from corrected cross join lateral (%s) as notice', facts
  ) into answer using corrected_notices.content_table, least(greatest(wanted, 1), 50);
  return coalesce(answer, '[]');
end
$$;
