-- A column of true and false, such as is_quick_link, says where a notice is shown. Visitors read of its changes as if a
-- fact of the notice had been corrected.

create or replace function rules.corrected_fields(target regclass) returns text[]
  language sql stable set search_path = ''
as $$
  select array_agg(attname::text) from pg_catalog.pg_attribute
   where attrelid = target and attnum > 0 and not attisdropped and atttypid <> 'boolean'::regtype and (
     atttypid = 'date'::regtype
     or attname::text ~ '^(fee_.*|category_fees|total_posts|category_vacancies|official_website|.*_(link|url))$'
   )
$$;

delete from public.corrections where field = 'is_quick_link';
