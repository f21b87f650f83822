-- The search index: one narrow row per public notice, its terms, and how many notices have each term.
-- PostgreSQL uses no text index under row-level security, and its text indexes cannot count. Source: docs/decisions/013
-- search.rebuild() creates the indexes of search.entries and search.terms; filtered_search calls it at its end.

-- The texts compare by their bytes: what counts as the same letter is settled by folding, and nothing else.
create table search.entries (
  priority smallint not null,
  id bigint not null,
  posted_at timestamptz not null,
  title text collate "C" not null,
  others text collate "C" not null,
  list_rank bigint not null default 0,
  words tsvector not null default '',
  primary key (priority, id)
);
comment on table search.entries is 'A public notice as the search sees it: title and further fields in lower case.';
comment on column search.entries.words is 'The words of all texts with their positions, and the marks.';

-- By the kind of term: a search reads one of them, and most terms are pairs.
create table search.terms (
  kind text not null,
  term text collate "C" not null,
  priority smallint not null,
  title_rows integer not null,
  other_rows integer not null,
  any_rows integer not null,
  -- Of a term that one notice has, its id: no index has to be asked for it.
  id_sum bigint not null default 0,
  primary key (kind, term, priority)
) partition by list (kind);
comment on table search.terms is
  'Every word, every pair of neighbouring words, every word with the first letter of the next and every two letters inside a word, with the number of notices that have it in the title, in another field, and in any. The empty word counts all notices.';
comment on column search.terms.id_sum is 'The ids of the notices that have the term, added up; of one notice, its id.';

create table search.words partition of search.terms for values in ('word');

create table search.pairs partition of search.terms for values in ('pair');

create table search.letters partition of search.terms for values in ('letters');

create table search.pair_starts partition of search.terms for values in ('pair_start');

-- The dictionary counts the notices of all kinds together (priority 0), so a word is looked up once.
create table search.plain_words partition of search.terms for values in ('plain');

create function search.terms_of(entry search.entries)
  returns table (kind text, term text, priority smallint, in_title integer, in_others integer)
  language sql immutable strict parallel safe
begin atomic
  select case when is_letters then 'letters' when search.is_pair_start(term) then 'pair_start' when strpos(term, ' ') > 0 then 'pair' else 'word' end,
         term, (entry).priority, max(in_title), max(in_others)
    from (
      select false as is_letters, unnest(search.terms_in((entry).title)) as term, 1 as in_title, 0 as in_others
      union all
      select false, unnest(search.terms_in((entry).others)), 0, 1
      union all
      select true, unnest(search.letters_in((entry).title)), 1, 0
      union all
      select true, unnest(search.letters_in((entry).others)), 0, 1
    ) as found
   group by is_letters, term
  union all
  select 'plain', unnest(tsvector_to_array((entry).words)), 0::smallint, 0, 1;
end;

create function search.count_terms() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  has_changes boolean;
  gone search.terms[];
  new_keys text[];
begin
  if tg_op = 'DELETE' then has_changes := exists (select from old_rows); else has_changes := exists (select from new_rows); end if;
  if not has_changes then return null; end if;
  perform pg_advisory_xact_lock_shared(7824264099);
  -- Sorted, so that two transactions meet the shared rows in one order and never wait for each other in a circle.
  execute format(
    'with changed as materialized (
       select kind, term, priority, (entry).priority as of_kind, (entry).id, sum(one * in_title) as in_title, sum(one * in_others) as in_others, sum(one) as in_any
         from (%s) as changed, search.terms_of(entry)
        group by kind, term, priority, (entry).priority, (entry).id
       having sum(one * in_title) <> 0 or sum(one * in_others) <> 0
     ),
     marks as materialized (
       select key, (id / 8192)::integer as chunk,
              coalesce(bit_or(bit) filter (where change > 0), published.no_notices()) as added,
              coalesce(bit_or(bit) filter (where change < 0), published.no_notices()) as removed
         from (
           select search.set_key(kind, of_kind, field, term) as key, id, change, set_bit(published.no_notices(), (id %% 8192)::integer, 1) as bit
             from changed cross join lateral (values (''t'', in_title), (''o'', in_others)) as part (field, change)
            where change <> 0
         ) as one
        where exists (select from search.sets where sets.key = one.key)
        group by 1, 2
     ),
     -- A set that a statement has collected has the notices already that another trigger of the statement counts.
     marked as (
       insert into search.sets as stored select key, chunk, added from marks order by key, chunk
       on conflict (key, chunk) do update set notices = excluded.notices | stored.notices & ~ (
         select removed from marks where marks.key = stored.key and marks.chunk = stored.chunk
       )
     ),
     counted as (
       insert into search.terms as counted (kind, term, priority, title_rows, other_rows, any_rows, id_sum)
       select kind, term, priority, sum(in_title), sum(in_others), sum(in_any), sum(in_any * id)
         from changed group by kind, term, priority order by kind, term, priority
       on conflict (kind, term, priority) do update
         set title_rows = counted.title_rows + excluded.title_rows,
             other_rows = counted.other_rows + excluded.other_rows,
             any_rows = counted.any_rows + excluded.any_rows,
             id_sum = counted.id_sum + excluded.id_sum
       returning counted.*
     )
     select array_agg(row(counted.*)::search.terms) filter (where any_rows = 0),
            array(
              select frequent from counted cross join search.frequent_keys(counted, (select published.kinds_with_filters())) as frequent
               where not exists (select from search.sets where sets.key = frequent)
            )
       from counted', concat_ws(' union all ',
      case when tg_op <> 'DELETE' then 'select 1 as one, row(new_rows.*)::search.entries as entry from new_rows' end,
      case when tg_op <> 'INSERT' then 'select -1 as one, row(old_rows.*)::search.entries as entry from old_rows' end
    )
  ) into gone, new_keys;
  delete from search.terms using unnest(gone) as gone
   where terms.kind = gone.kind and terms.term = gone.term and terms.priority = gone.priority and terms.any_rows = 0;
  if new_keys <> '{}' then perform search.collect_sets(new_keys); end if;
  return null;
end
$$;
create trigger count_inserted after insert on search.entries
  referencing new table as new_rows for each statement execute function search.count_terms();
create trigger count_updated after update on search.entries
  referencing old table as old_rows new table as new_rows for each statement execute function search.count_terms();
create trigger count_deleted after delete on search.entries
  referencing old table as old_rows for each statement execute function search.count_terms();

create function search.entry_of(kind content.kinds, notice jsonb) returns search.entries
  language plpgsql stable strict parallel safe set search_path = ''
as $$
declare
  entry search.entries;
begin
  entry.priority := kind.priority;
  entry.id := notice ->> 'id';
  entry.list_rank := notice ->> 'list_rank';
  entry.posted_at := notice ->> 'posted_at';
  entry.title := search.fold(notice ->> 'title');
  entry.others := search.other_text(notice, kind.search_fields);
  entry.words := search.plain_words(entry.title || ' ' || entry.others) || array_to_tsvector(search.marks_of(kind, notice));
  return entry;
end
$$;
comment on function search.entry_of is 'A public notice as the search sees it.';

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
    -- A counted page view leaves updated_at as it was.
    if not exists (
      select from new_rows left join old_rows using (id) where new_rows.updated_at is distinct from old_rows.updated_at
    ) then
      return null;
    end if;
    delete from search.entries using new_rows
     where entries.priority = category.priority and entries.id = new_rows.id and new_rows.status = 'inactive';
  end if;
  insert into search.entries as stored
  select entry.* from new_rows, search.entry_of(category, to_jsonb(new_rows)) as entry
   where status is distinct from 'inactive'
  on conflict (priority, id) do update
    set list_rank = excluded.list_rank, posted_at = excluded.posted_at,
        title = excluded.title, others = excluded.others, words = excluded.words
    where stored is distinct from excluded;
  return null;
end
$$;

create function search.rebuild() returns void language plpgsql set search_path = extensions
as $$
declare
  category content.kinds;
begin
  truncate search.entries, search.terms, search.sets;
  drop index if exists search.entries_list_idx, search.entries_posted_at_idx, search.entries_title_idx, search.entries_keys_idx,
    search.entries_words_idx, search.words_two_idx, search.words_three_idx, search.pairs_three_idx, search.pair_starts_idx, search.plain_words_similar_idx;
  alter table search.entries disable trigger user;
  for category in select * from content.kinds order by priority loop
    execute format(
      'insert into search.entries
       select entry.* from public.%I as notice, search.entry_of($1, to_jsonb(notice)) as entry
        where status is distinct from ''inactive'' order by notice.posted_at', category.name
    ) using category;
  end loop;
  alter table search.entries enable trigger user;

  insert into search.terms
  select kind, term, found.priority, sum(in_title), sum(in_others), count(*), sum(id)
    from search.entries, search.terms_of(entries) as found
   group by kind, term, found.priority
   order by kind, term; -- terms with the same beginning are looked for together

  create index entries_list_idx on search.entries (priority, list_rank desc, posted_at desc, id desc);
  create index entries_posted_at_idx on search.entries (priority, posted_at desc, id desc);
  create index entries_title_idx on search.entries (priority, left(title, 60));
  create index entries_keys_idx on search.entries using gin (search.keys(priority, title, others)) with (fastupdate = off);
  create index entries_words_idx on search.entries using gin (words) with (fastupdate = off);
  create index words_two_idx on search.words using gin (search.runs_in(term, 2)) with (fastupdate = off);
  create index words_three_idx on search.words using gin (search.runs_in(term, 3)) with (fastupdate = off);
  create index pairs_three_idx on search.pairs using gin (search.runs_in(term, 3)) with (fastupdate = off);
  create index pair_starts_idx on search.pair_starts (reverse(term)); -- by how they end
  create index plain_words_similar_idx on search.plain_words using gin (term gin_trgm_ops) with (fastupdate = off);
  perform search.collect_sets(array(
    select frequent from search.terms cross join search.frequent_keys(terms, (select published.kinds_with_filters())) as frequent where terms.any_rows >= search.frequent()
  ));
  analyze search.entries, search.terms, search.sets;
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
       referencing old table as old_rows new table as new_rows for each statement execute function search.index_notices();
     create or replace trigger index_deleted after delete on public.%1$I
       referencing old table as old_rows for each statement execute function search.index_notices();
     create or replace trigger index_truncated after truncate on public.%1$I
       for each statement execute function search.index_notices()', target
  );
end
$$;
comment on function search.index_table is 'Makes the search index follow the changes of a table.';
