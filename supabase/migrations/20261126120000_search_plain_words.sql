-- The plain words of every notice, which close matches are found by: one list per notice with one index, and a dictionary
-- of all words with the number of notices that have them. Source: docs/decisions/044

create function search.words_in(folded text) returns text[] language sql immutable strict parallel safe
begin atomic
  select coalesce(array_agg(word order by position), '{}')
    from regexp_split_to_table(normalize(folded, NFC), search.between_words()) with ordinality as found (word, position)
   where length(word) between 1 and 60;
end;
comment on function search.words_in is 'The words of a text in their order, without what stands between them. The same letters may be written with different characters; here they are not.';

create function search.plain_words(folded text) returns tsvector language sql immutable strict parallel safe
begin atomic
  select coalesce(string_agg('''' || word || ''':' || position, ' '), '')::tsvector
    from unnest(search.words_in(folded)) with ordinality as found (word, position) where position < 16384;
end;

-- A word of a text has no '#', so a mark is never taken for one.
create function search.marks_of(kind content.kinds, notice jsonb) returns text[]
  language sql immutable strict parallel safe set search_path = ''
  return array['#' || (kind).name] || array(
    select '#' || qualification
      from jsonb_array_elements_text(
        case jsonb_typeof(notice -> 'qualifications') when 'array' then notice -> 'qualifications' else '[]' end
      ) as qualification
  );
comment on function search.marks_of is
  'What a notice is found by besides its words: #results by its kind, #10th by a qualification that suffices. Source: docs/behaviour/search.md#words-with-a-meaning';

alter table search.entries add column words tsvector not null default '';
comment on column search.entries.words is 'The words of all texts with their positions, and the marks.';

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

-- The dictionary is not divided into kinds: a word is looked up once for all of them.
create table search.plain_words partition of search.terms for values in ('plain');

drop function search.terms_of(text, text);
create function search.terms_of(entry search.entries)
  returns table (kind text, term text, priority smallint, in_title integer, in_others integer)
  language sql immutable strict parallel safe
begin atomic
  select case when is_letters then 'letters' when strpos(term, ' ') > 0 then 'pair' else 'word' end,
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

create or replace function search.count_terms() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  row_sets constant text[] := array[
    case when tg_op <> 'DELETE' then 'select 1 as one, row(new_rows.*)::search.entries as entry from new_rows' end,
    case when tg_op <> 'INSERT' then 'select -1 as one, row(old_rows.*)::search.entries as entry from old_rows' end
  ];
begin
  -- Sorted, so that two transactions meet the shared rows in one order and never wait for each other in a circle.
  execute format(
    'insert into search.terms as counted (kind, term, priority, title_rows, other_rows, any_rows)
     select kind, term, priority, sum(one * in_title), sum(one * in_others), sum(one)
       from (%s) as changed, search.terms_of(entry)
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
      select distinct gone.* from old_rows, search.terms_of(row(old_rows.*)::search.entries) as gone
    ) as gone
     where terms.kind = gone.kind and terms.term = gone.term and terms.priority = gone.priority and any_rows = 0;
  end if;
  return null;
end
$$;

create or replace function search.index_notices() returns trigger language plpgsql security definer set search_path = ''
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

create or replace function search.rebuild() returns void language plpgsql set search_path = extensions
as $$
declare
  category content.kinds;
begin
  truncate search.entries, search.terms;
  drop index if exists search.entries_list_idx, search.entries_posted_at_idx, search.entries_title_idx, search.entries_keys_idx,
    search.entries_words_idx, search.words_two_idx, search.words_three_idx, search.pairs_three_idx, search.plain_words_similar_idx;
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
  select kind, term, found.priority, sum(in_title), sum(in_others), count(*)
    from search.entries, search.terms_of(entries) as found
   group by kind, term, found.priority;

  create index entries_list_idx on search.entries (priority, list_rank desc, posted_at desc, id desc);
  create index entries_posted_at_idx on search.entries (priority, posted_at desc, id desc);
  create index entries_title_idx on search.entries (priority, left(title, 60));
  create index entries_keys_idx on search.entries using gin (search.keys(priority, title, others)) with (fastupdate = off);
  create index entries_words_idx on search.entries using gin (words) with (fastupdate = off);
  create index words_two_idx on search.words using gin (search.runs_in(term, 2)) with (fastupdate = off);
  create index words_three_idx on search.words using gin (search.runs_in(term, 3)) with (fastupdate = off);
  create index pairs_three_idx on search.pairs using gin (search.runs_in(term, 3)) with (fastupdate = off);
  create index plain_words_similar_idx on search.plain_words using gin (term gin_trgm_ops) with (fastupdate = off);
  analyze search.entries, search.terms;
end
$$;

drop index search.words_similar_idx;
select search.rebuild();

grant select on search.plain_words to anon, authenticated, service_role;
