-- The number of dead links stands in the tabs of the admin, so it is read often, also of many notices.

create or replace function links.columns_of(content_table text) returns setof text
  language sql stable set search_path = ''
as $$
  select attname::text from pg_catalog.pg_attribute
   where attrelid = format('public.%I', content_table)::regclass and attnum > 0 and not attisdropped
     and rules.condition_of(attname, format_type(atttypid, null)) like 'rules.is_web_link(%'
$$;

create or replace function links.dead() returns table (content_table text, record_id bigint, field text, title text, "check" jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  present text;
begin
  -- Of each notice only the columns with links are compared: all of it as JSON would read its long texts for every link.
  select string_agg(format(
    'select used.*, title from used join public.%1$I as notice on notice.id = used.record_id
      where used.content_table = %1$L and notice.status is distinct from ''inactive''
        and case used.field %2$s end = used.link', name, compared
  ), ' union all ') into present from (
    select kinds.name, string_agg(format('when %1$L then notice.%1$I', column_name), ' ') as compared
      from content.kinds cross join links.columns_of(kinds.name) as column_name group by kinds.name
  ) as kind;
  if present is null then return; end if;
  return query execute format(
    'with used as materialized (
       select uses.content_table, uses.record_id, uses.field, checked.*
         from links.checked join links.uses using (link) where checked.is_dead
     )
     select content_table, record_id, field, title, jsonb_build_object(
       ''link'', link, ''outcome'', outcome, ''status'', status,
       ''reason'', reason, ''checked_at'', checked_at, ''failing_since'', failing_since
     ) from (%s) as dead', present
  );
end
$$;
