-- The search index: one narrow row per public notice, its terms, and how many notices have each term.
-- PostgreSQL uses no text index under row-level security, and its text indexes cannot count. Source: docs/decisions/013

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
  category content.kinds;
begin
  select * into strict category from content.kinds where name = tg_table_name;
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
  select category.priority, id, posted_at, search.fold(title), search.other_text(to_jsonb(new_rows), category.search_fields)
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
  category content.kinds;
begin
  truncate search.entries, search.terms;
  drop index if exists search.entries_posted_at_idx, search.entries_title_idx, search.entries_keys_idx,
    search.words_two_idx, search.words_three_idx, search.pairs_three_idx;
  alter table search.entries disable trigger user;
  for category in select * from content.kinds order by priority loop
    execute format(
      'insert into search.entries
       select %2$s, id, posted_at, search.fold(title), search.other_text(to_jsonb(notice), %3$L)
         from public.%1$I as notice where status is distinct from ''inactive'' order by posted_at',
      category.name, category.priority, category.search_fields
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
comment on function search.rebuild is 'Builds the index again from the notices: for rows that were written before their triggers, or without them.';

create function search.index_table(target text) returns void language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create or replace trigger index_inserted after insert on public.%1$I
       referencing new table as new_rows for each statement execute function search.index_notices();
     create or replace trigger index_updated after update on public.%1$I
       referencing new table as new_rows for each statement execute function search.index_notices();
     create or replace trigger index_deleted after delete on public.%1$I
       referencing old table as old_rows for each statement execute function search.index_notices();
     create or replace trigger index_truncated after truncate on public.%1$I
       for each statement execute function search.index_notices()', target
  );
end
$$;
comment on function search.index_table is 'Makes the search index follow the changes of a table.';

select search.rebuild();
