-- Plain words and marks that many notices have, such as clerk and #10th, have sets as frequent terms have, so that close
-- matches under filters need no list of all notices with a frequent word. Source: docs/decisions/064

create function search.set_key(kind text, priority smallint, field text, term text) returns text language sql immutable parallel safe
  return priority || case when kind = 'plain' then 'p' else field end || term;
comment on table search.sets is
  'The notices of frequent keys (search.set_key) of the kinds with filters: of chunk c the notices with ids from 8192 * c on, one bit each. A key has all its chunks or none.';
comment on function search.set_key is 'The key of a term in search.sets: that of search.keys for words and pairs; with a p for a plain word or mark.';

-- Inlined, so it has no search_path of its own.
create function search.frequent_keys(counted search.terms, kinds smallint[]) returns setof text language sql immutable parallel safe
as $$
  select search.set_key(counted.kind, kind_with_filters, field, counted.term)
    from unnest(kinds) as kind_with_filters
   cross join lateral (values ('t', counted.title_rows), ('o', counted.other_rows)) as part (field, notices)
   where notices >= search.frequent()
     and (counted.kind = 'plain' or counted.kind in ('word', 'pair') and counted.priority = kind_with_filters)
$$;
comment on function search.frequent_keys is 'The keys of a frequent term of a kind with filters; of a plain word, which is counted for all kinds together, one for each.';

create or replace function search.collect_sets(new_keys text[]) returns void language plpgsql set search_path = ''
as $$
begin
  -- Other transactions may be changing notices that have the keys: the next change collects them then.
  if pg_try_advisory_xact_lock(7824264099) then
    insert into search.sets
      select key, chunk, bit_or(notices) from (
        select key, (id / 8192)::integer as chunk, set_bit(published.no_notices(), (id % 8192)::integer, 1) as notices
          from unnest(new_keys) as key
         cross join lateral (select id from search.entries where search.keys(priority, title, others) && array[key] offset 0) as entry
        union all
        select key, (id / 8192)::integer, set_bit(published.no_notices(), (id % 8192)::integer, 1)
          from unnest(new_keys) as key
         cross join lateral regexp_matches(key, '^([0-9]+)p(.+)$') as plain
         cross join lateral (
           select id from search.entries
            where priority = plain[1]::smallint and words @@ ('''' || plain[2] || '''')::tsquery offset 0
         ) as entry
        union all
        -- A kind may have no notice with a plain word that is frequent in others.
        select key, 0, published.no_notices() from unnest(new_keys) as key
      ) as one
       where key not in (select sets.key from search.sets)
       group by key, chunk;
  end if;
end
$$;

create or replace function search.count_terms() returns trigger language plpgsql security definer set search_path = ''
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

create or replace function search.rebuild() returns void language plpgsql set search_path = extensions
as $$
declare
  category content.kinds;
begin
  truncate search.entries, search.terms, search.sets;
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
  create index plain_words_similar_idx on search.plain_words using gin (term gin_trgm_ops) with (fastupdate = off);
  perform search.collect_sets(array(
    select frequent from search.terms cross join search.frequent_keys(terms, (select published.kinds_with_filters())) as frequent where terms.any_rows >= search.frequent()
  ));
  analyze search.entries, search.terms, search.sets;
end
$$;

create function published.set_of_meaning(p smallint, conditions text[]) returns bit varying
  language plpgsql stable parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_variable
declare
  -- None for a kind whose last notice is gone: its sets stay.
  chunks constant integer := coalesce(1 + (select max(chunk) from published.choices where choices.priority = p and facet = 'public'), 0);
  condition text;
  phrases text[];
  keys text[];
  rare text[] := '{}';
  notices bit varying;
  answer bit varying;
begin
  foreach condition in array conditions loop
    phrases := string_to_array(btrim(condition, '()'), ' | ');
    keys := array(
      select key from unnest(phrases) as phrase cross join search.set_key('plain', p, '', btrim(phrase, '''')) as key
       where exists (select from search.sets where sets.key = key.key and sets.chunk = 0)
    );
    if keys = '{}' then
      rare := array_append(rare, condition);
    else
      notices := (
        select published.joined(coalesce(stored.notices, published.no_notices()) order by chunk)
          from generate_series(0, chunks - 1) as chunk
          left join (select chunk, bit_or(sets.notices) as notices from search.sets where key = any (keys) group by chunk) as stored using (chunk)
      );
      phrases := array(select phrase from unnest(phrases) as phrase where search.set_key('plain', p, '', btrim(phrase, '''')) <> all (keys));
      if phrases <> '{}' then notices := notices | published.set_from(p, null, array_to_string(phrases, ' | ')::tsquery); end if;
      answer := coalesce(answer & notices, notices);
    end if;
  end loop;
  if rare <> '{}' then
    -- The index finds those that have all of them.
    notices := published.set_from(p, null, array_to_string(rare, ' & ')::tsquery);
    answer := coalesce(answer & notices, notices);
  end if;
  return answer;
end
$$;
comment on function published.set_of_meaning is 'The notices of a kind that fulfil all of some conditions as search.conditions_of has them.';

create or replace function published.meaning(among smallint[], typed text, within bit varying[] default null)
  returns setof published.text_set language plpgsql stable parallel safe set search_path = ''
as $$
declare
  few constant integer := 1000;
  wanted constant text collate "C" := search.fold(search.trimmed(typed));
  conditions constant text[] := case when length(wanted) between 2 and 100 then search.conditions_of(wanted) else '{}' end;
  known constant text[] := array_remove(conditions, null);
  kind content.kinds;
  own text[];
  meant tsquery;
  is_few boolean;
  notices bit varying;
  answer published.text_set[];
begin
  for used in reverse cardinality(known) .. greatest((cardinality(conditions) + 1) / 2, 1) loop
    answer := '{}';
    for kind in select * from content.kinds where priority = any (among) order by priority loop
      -- Every notice of a kind has its mark.
      own := array(select one from unnest(known[:used]) as one where strpos(one, '''#' || kind.name || '''') = 0);
      notices := null;
      if cardinality(own) > 0 then
        meant := array_to_string(own, ' & ');
        is_few := coalesce(bit_count(within[kind.priority]) <= few, false);
        if is_few then
          notices := published.set_from(kind.priority, array(
            select id from search.entries
             where priority = kind.priority and id = any (array(select published.ids_of(within[kind.priority]))) and words @@ meant
          ));
        else
          notices := published.set_of_meaning(kind.priority, own);
        end if;
        continue when bit_count(notices) = 0
          and not (is_few and exists (select from search.entries where priority = kind.priority and words @@ meant));
      end if;
      answer := array_append(answer, (kind.priority, notices, null)::published.text_set);
    end loop;
    exit when cardinality(answer) > 0;
  end loop;
  return query select * from unnest(answer);
end
$$;

do $$
begin
  perform search.collect_sets(array(
    select frequent from search.terms cross join search.frequent_keys(terms, published.kinds_with_filters()) as frequent
     where kind = 'plain' and any_rows >= search.frequent()
  ));
end
$$;
grant execute on function search.set_key, search.frequent_keys, published.set_of_meaning to anon, authenticated, service_role;
