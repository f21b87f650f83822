-- Rules that hold for a column by its name and type, whatever its table: no table can forget one.

do $$
declare
  tables constant text[] := array[
    'jobs', 'results', 'admit_cards', 'answer_keys', 'admissions', 'documents', 'syllabus',
    'organizations', 'categories', 'recruitments'
  ];
  long_texts constant text[] := array['content', 'description', 'eligibility', 'post_name', 'required_documents'];
  field record;
  rule text;
begin
  for field in
    select table_name, column_name, data_type
      from information_schema.columns
     where table_schema = 'public' and table_name = any (tables)
  loop
    rule := case
      when field.data_type in ('integer', 'bigint') and field.column_name !~ '(^|_)id$' then '%1$I >= 0'
      when field.data_type = 'jsonb' then 'length(%1$I::text) <= 20000'
      when field.data_type <> 'text' then null
      when field.column_name ~ '_(link|url)$' or field.column_name = 'official_website' then 'rules.is_web_link(%1$I)'
      when field.column_name = 'slug' then 'rules.is_slug(%1$I)'
      when field.column_name in ('title', 'name') then $rule$%1$I ~ '[^[:space:]]' and length(%1$I) <= 500$rule$
      -- Only the exact word hides a notice, so nothing that looks like it may be stored.
      when field.column_name = 'status' then
        $rule$length(%1$I) <= 40 and %1$I !~ '^[[:space:]]|[[:space:]]$'
          and (lower(%1$I) <> 'inactive' or %1$I = 'inactive')$rule$
      when field.column_name = any (long_texts) then 'length(%1$I) <= 100000'
      else 'length(%1$I) <= 2000'
    end;
    if rule is not null then
      execute format(
        'alter table public.%I add constraint %I check (%s)',
        field.table_name, field.table_name || '_' || field.column_name || '_check', format(rule, field.column_name)
      );
    end if;
  end loop;
end
$$;
