-- Texts of what staff edit have no control characters and noncharacters, which HTML, XML and iCalendar cannot hold. They come
-- with pasted texts, and nobody sees them, so they are taken away rather than rejected. Tabs and line breaks stay.

create function rules.unprintable() returns text language sql immutable parallel safe
  return '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff'
    '\U0001fffe\U0001ffff\U0002fffe\U0002ffff\U0003fffe\U0003ffff\U0004fffe\U0004ffff\U0005fffe\U0005ffff\U0006fffe\U0006ffff'
    '\U0007fffe\U0007ffff\U0008fffe\U0008ffff\U0009fffe\U0009ffff\U000afffe\U000affff\U000bfffe\U000bffff\U000cfffe\U000cffff'
    '\U000dfffe\U000dffff\U000efffe\U000effff\U000ffffe\U000fffff\U0010fffe\U0010ffff]';
comment on function rules.unprintable is 'A regular expression for one character that no document can hold.';

create function rules.tidied(written jsonb) returns jsonb
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case jsonb_typeof(written)
    when 'string' then to_jsonb(regexp_replace(written #>> '{}', rules.unprintable(), '', 'g'))
    when 'array' then (
      select coalesce(jsonb_agg(rules.tidied(value) order by place), '[]')
        from jsonb_array_elements(written) with ordinality as element (value, place)
    )
    when 'object' then (select coalesce(jsonb_object_agg(key, rules.tidied(value)), '{}') from jsonb_each(written))
    else written
  end;
end
$$;
comment on function rules.tidied is 'A value without the characters of rules.unprintable in its texts.';

create function rules.tidy() returns trigger language plpgsql set search_path = ''
as $$
declare
  written jsonb := to_jsonb(new);
begin
  -- JSON escapes control characters. Nearly all rows end here.
  if written::text !~ ('\\u00|\\[bf]|' || rules.unprintable()) then return new; end if;
  select jsonb_object_agg(key, rules.tidied(value)) into written from jsonb_each(written) where key = any (tg_argv);
  return jsonb_populate_record(new, written);
end
$$;
comment on function rules.tidy is 'Takes the characters of rules.unprintable away from the texts of the columns that its arguments name.';
revoke execute on function rules.tidy from public;
grant execute on function rules.unprintable, rules.tidied to authenticated, service_role;

create function rules.tidy_table(target text) returns void language plpgsql set search_path = ''
as $$
declare
  names text[];
begin
  -- A link or slug with such a character is rejected: it would lead elsewhere.
  select array_agg(column_name::text order by column_name) into names
    from information_schema.columns
   where table_schema = 'public' and table_name = target and data_type in ('text', 'jsonb') and is_generated = 'NEVER'
     and rules.condition_of(column_name, data_type) !~ '^rules.is_(web_link|slug)\(';
  if names is null then return; end if;
  -- PostgreSQL runs triggers in the order of their names: tidy comes before touch and write_plan.
  execute format(
    'create or replace trigger tidy before insert or update of %s on public.%I for each row execute function rules.tidy(%s)',
    (select string_agg(quote_ident(name), ', ') from unnest(names) as name), target,
    (select string_agg(quote_literal(name), ', ') from unnest(names) as name)
  );
end
$$;
comment on function rules.tidy_table is 'Makes the texts of a table lose the characters that no document can hold.';

create or replace function rules.prepare_table(target text, public_rows text) returns void
  language plpgsql set search_path = ''
as $$
begin
  -- Plans add a column, which needs its rules and grants.
  perform rules.plan_table(target);
  perform rules.constrain_columns(target), rules.tidy_table(target), rules.touch_table(target), rules.close_table(target),
    rules.open_table(target, public_rows), outbox.record_table(target), rules.record_history_of(target),
    bin.collect_table(target);
end
$$;

-- The value of a column, or another one where it breaks the rule of the column without such characters.
create function pg_temp.unless_tidy(field text, written text, fallback text) returns text language sql
  return format(
    'case when (select (%s) is false from (select regexp_replace(%s, rules.unprintable(), '''', ''g'') as %I) as tidy) then %s else %2$s end',
    rules.condition_of(field, 'text'), written, field, fallback
  );

-- Rows that have such characters are written again, which tidies them. A title or a status of nothing else was right before:
-- the row gets a title, and is hidden. Items of the bin are tidied when they are restored.
do $$
declare
  has_some constant text := $condition$::text ~ ('\\u00|\\[bf]|' || rules.unprintable())$condition$;
  target text;
  heading text;
  has_status boolean;
begin
  for target in select staff.edited_tables() loop
    perform rules.tidy_table(target);
    select max(column_name) filter (where column_name in ('title', 'name')), bool_or(column_name = 'status') into heading, has_status
      from information_schema.columns where table_schema = 'public' and table_name = target;
    continue when heading is null;
    execute format('update public.%1$I as stored set %2$I = %3$s', target, heading,
        pg_temp.unless_tidy(heading, format('stored.%I', heading), '''Untitled '' || id'))
      || case when has_status then ', status = ' || pg_temp.unless_tidy('status', 'stored.status', '''inactive''') else '' end
      || ' where to_jsonb(stored)' || has_some;
    execute format('update bin.items set record = record || jsonb_build_object(%L, %s)', heading,
        pg_temp.unless_tidy(heading, format('(record ->> %L)', heading), '''Untitled '' || record_id'))
      || case when has_status then format(
           ' || jsonb_build_object(''status'', %s)', pg_temp.unless_tidy('status', '(record ->> ''status'')', '''inactive''')
         ) else '' end
      || format(' where table_name = %L and record', target) || has_some;
  end loop;
end
$$;
drop function pg_temp.unless_tidy;

-- What a plan was written with before. A status that becomes none that a public notice can have was the hidden one.
update public.notice_plans set status = case when lower(tidy.status) = 'inactive' then 'active' else tidy.status end
  from public.notice_plans as written
 cross join lateral (
   select regexp_replace(
     regexp_replace(written.status, rules.unprintable(), '', 'g'), '^[[:space:]]+|[[:space:]]+$', '', 'g'
   ) as status
 ) as tidy
 where written.id = notice_plans.id and written.status ~ rules.unprintable();
