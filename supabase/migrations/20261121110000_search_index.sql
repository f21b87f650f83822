-- What the search reads: one narrow row per public notice, its words, and how many notices have each word.
-- PostgreSQL uses no text index under row-level security, and none of its text indexes can count; docs/decisions says why this one.

create schema search;
comment on schema search is 'The index behind the search. It holds public notices only. Not part of the table interface.';
grant usage on schema search to anon, authenticated, service_role;

create table search.kinds (
  priority smallint primary key,
  name text not null unique,
  other_fields text[] not null
);
comment on table search.kinds is
  'The kinds of notice in the order of the search, and the fields it looks into besides the title. Source: specification, section 9.';
insert into search.kinds values
  (1, 'jobs', '{post_name,eligibility}'),
  (2, 'admit_cards', '{exam_name,post_name}'),
  (3, 'results', '{exam_name,post_name}'),
  (4, 'answer_keys', '{exam_name,post_name}'),
  (5, 'admissions', '{course_name,institution_name}'),
  (6, 'documents', '{description}'),
  (7, 'syllabus', '{exam_name,subject}');

-- The texts compare by their bytes: what counts as the same letter is settled by folding, and nothing else.
create table search.entries (
  priority smallint not null,
  id bigint not null,
  posted_at timestamptz not null,
  title text collate "C" not null,
  others text collate "C" not null,
  primary key (priority, id)
);
comment on table search.entries is 'A public notice as the search sees it: title and further fields in lower case.';

-- Kinds apart: a search reads one of them, and most terms are pairs.
create table search.terms (
  kind text not null,
  term text collate "C" not null,
  priority smallint not null,
  title_rows integer not null,
  other_rows integer not null,
  any_rows integer not null,
  primary key (kind, term, priority)
) partition by list (kind);
create table search.words partition of search.terms for values in ('word');
create table search.pairs partition of search.terms for values in ('pair');
create table search.letters partition of search.terms for values in ('letters');
comment on table search.terms is
  'Every word, every pair of neighbouring words and every two letters inside a word, with the number of notices that have it in the title, in another field, and in any. The empty word counts all notices.';

create function search.fold(written text) returns text language sql immutable strict parallel safe
  -- U+FFFF is no character: it separates fields, and no field contains it.
  return lower(translate(written, U&'\FFFF', U&'\FFFD'));

create function search.field_text(written text) returns text language plpgsql immutable strict parallel safe
  set search_path = ''
as $$
begin
  -- A table of vacancies is stored as JSON: its words are what a reader sees.
  if written ~ '^\s*\[\s*\{' then
    return coalesce((
      select string_agg(value, ' ')
        from jsonb_array_elements(written::jsonb) as vacancies (vacancy), jsonb_each_text(vacancy) as property (name, value)
    ), '');
  end if;
  return written;
exception when invalid_text_representation or invalid_parameter_value then
  return written;
end
$$;

create function search.other_text(notice jsonb, fields text[]) returns text language sql immutable strict parallel safe
begin atomic
  select coalesce(string_agg(search.fold(search.field_text(notice ->> field)), U&' \FFFF '), '') from unnest(fields) as field;
end;

-- Words end at a space and nowhere else, so that words and pairs together are the text itself: a text of one or two
-- words stands in a field exactly when it stands in one of the field's terms. A word of more than 60 letters is left
-- out; two spaces, which no term can be, then say that the field has one. Every field has the empty word.
create function search.terms_in(folded text) returns text[] language sql immutable strict parallel safe
begin atomic
  with field as (select string_to_array(folded, ' ') as words),
  term as (
    select '' as text
    union all
    select unnest(words) from field
    union all
    select unnest(words[:cardinality(words) - 1]) || ' ' || unnest(words[2:]) from field
  )
  select coalesce(array_agg(distinct case when length(text) <= 121 and text !~ '[^ ]{61}' then text else '  ' end), '{}')
    from term;
end;

-- The runs of a number of letters inside a text.
create function search.runs_in(folded text, length integer) returns text[] language sql immutable strict parallel safe
begin atomic
  select coalesce(array_agg(distinct substr(folded, start, length)), '{}')
    from generate_series(1, char_length(folded) - length + 1) as start;
end;

create function search.letters_in(folded text) returns text[] language sql immutable strict parallel safe
begin atomic
  with letter as (select string_to_array(folded, null) as letters),
  two as (select unnest(letters[:cardinality(letters) - 1]) || unnest(letters[2:]) as text from letter)
  select coalesce(array_agg(distinct text), '{}') from two where strpos(text, ' ') = 0;
end;

create function search.terms_of(title text, others text)
  returns table (kind text, term text, in_title integer, in_others integer) language sql immutable strict parallel safe
begin atomic
  select case when is_letters then 'letters' when strpos(term, ' ') > 0 then 'pair' else 'word' end,
         term, max(in_title), max(in_others)
    from (
      select false as is_letters, unnest(search.terms_in(title)) as term, 1 as in_title, 0 as in_others
      union all
      select false, unnest(search.terms_in(others)), 0, 1
      union all
      select true, unnest(search.letters_in(title)), 1, 0
      union all
      select true, unnest(search.letters_in(others)), 0, 1
    ) as found
   group by is_letters, term;
end;

create function search.keys(priority smallint, title text, others text) returns text[]
  language sql immutable strict parallel safe
begin atomic
  select array(select priority || 't' || unnest(search.terms_in(title)))
      || array(select priority || 'o' || unnest(search.terms_in(others)));
end;
comment on function search.keys is
  'What an entry is found by: t and o tell a term of the title from one of the other fields. The category is part of it, so that no list of another category is read.';

create function search.count_terms() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  row_sets constant text[] := array[
    case when tg_op <> 'DELETE' then 'select 1 as one, * from new_rows' end,
    case when tg_op <> 'INSERT' then 'select -1 as one, * from old_rows' end
  ];
begin
  -- Sorted, so that two transactions meet the shared rows in one order and never wait for each other in a circle.
  execute format(
    'insert into search.terms as counted (kind, term, priority, title_rows, other_rows, any_rows)
     select kind, term, priority, sum(one * in_title), sum(one * in_others), sum(one)
       from (%s) as entry,
            search.terms_of(title, others)
      group by kind, term, priority
     having sum(one * in_title) <> 0 or sum(one * in_others) <> 0
      order by kind, term, priority
     on conflict (kind, term, priority) do update
       set title_rows = counted.title_rows + excluded.title_rows,
           other_rows = counted.other_rows + excluded.other_rows,
           any_rows = counted.any_rows + excluded.any_rows',
    array_to_string(row_sets, ' union all ')
  );
  if tg_op <> 'INSERT' then
    delete from search.terms using (
      select distinct kind, term, priority from old_rows, search.terms_of(title, others)
    ) as gone
     where terms.kind = gone.kind and terms.term = gone.term and terms.priority = gone.priority and any_rows = 0;
  end if;
  return null;
end
$$;

create trigger count_inserted after insert on search.entries
  referencing new table as new_rows for each statement execute function search.count_terms();
create trigger count_updated after update on search.entries
  referencing old table as old_rows new table as new_rows for each statement execute function search.count_terms();
create trigger count_deleted after delete on search.entries
  referencing old table as old_rows for each statement execute function search.count_terms();

create function search.index_notices() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  category search.kinds;
begin
  select * into strict category from search.kinds where name = tg_table_name;
  if tg_op = 'TRUNCATE' then
    delete from search.entries where priority = category.priority;
    return null;
  end if;
  if tg_op = 'DELETE' then
    delete from search.entries using old_rows
     where entries.priority = category.priority and entries.id = old_rows.id;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    delete from search.entries using new_rows
     where entries.priority = category.priority and entries.id = new_rows.id and new_rows.status = 'inactive';
  end if;
  insert into search.entries as entry (priority, id, posted_at, title, others)
  select category.priority, id, posted_at, search.fold(title), search.other_text(to_jsonb(new_rows), category.other_fields)
    from new_rows where status is distinct from 'inactive'
  on conflict (priority, id) do update
    set posted_at = excluded.posted_at, title = excluded.title, others = excluded.others
    where (entry.posted_at, entry.title, entry.others) is distinct from (excluded.posted_at, excluded.title, excluded.others);
  return null;
end
$$;

create function search.rebuild() returns void language plpgsql set search_path = extensions
as $$
declare
  category search.kinds;
begin
  truncate search.entries, search.terms;
  drop index if exists search.entries_posted_at_idx, search.entries_title_idx, search.entries_keys_idx,
    search.words_two_idx,
    search.words_three_idx, search.pairs_three_idx;
  alter table search.entries disable trigger user;
  for category in select * from search.kinds order by priority loop
    execute format(
      'insert into search.entries
       select %2$s, id, posted_at, search.fold(title), search.other_text(to_jsonb(notice), %3$L)
         from public.%1$I as notice where status is distinct from ''inactive'' order by posted_at',
      category.name, category.priority, category.other_fields
    );
  end loop;
  alter table search.entries enable trigger user;

  insert into search.terms
  select kind, term, priority, sum(in_title), sum(in_others), count(*)
    from search.entries, search.terms_of(title, others)
   group by kind, term, priority;

  create index entries_posted_at_idx on search.entries (priority, posted_at desc, id desc);
  create index entries_title_idx on search.entries (priority, left(title, 60));
  create index entries_keys_idx on search.entries using gin (search.keys(priority, title, others)) with (fastupdate = off);
  create index words_two_idx on search.words using gin (search.runs_in(term, 2)) with (fastupdate = off);
  create index words_three_idx on search.words using gin (search.runs_in(term, 3)) with (fastupdate = off);
  create index pairs_three_idx on search.pairs using gin (search.runs_in(term, 3)) with (fastupdate = off);
  analyze search.entries, search.terms;
end
$$;
comment on function search.rebuild is 'Makes the index anew from the notices. Needed only after notices were written without triggers.';
select search.rebuild();

do $$
declare
  category text;
begin
  for category in select name from search.kinds loop
    execute format(
      'create trigger index_inserted after insert on public.%1$I
         referencing new table as new_rows for each statement execute function search.index_notices();
       create trigger index_updated after update on public.%1$I
         referencing new table as new_rows for each statement execute function search.index_notices();
       create trigger index_deleted after delete on public.%1$I
         referencing old table as old_rows for each statement execute function search.index_notices();
       create trigger index_truncated after truncate on public.%1$I
         for each statement execute function search.index_notices()',
      category
    );
  end loop;
end
$$;

-- Public rows only, so that everybody may read them without the lock that keeps text indexes from being used.
grant select on all tables in schema search to anon, authenticated, service_role;
grant execute on all functions in schema search to anon, authenticated, service_role;
revoke execute on function search.rebuild, search.count_terms, search.index_notices from anon, authenticated;
