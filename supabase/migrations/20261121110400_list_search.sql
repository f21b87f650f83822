-- Lists search by the same index as everything else: the trigram indexes and what went past row-level security for them go.

create or replace function public.list_notices(
  content_table text,
  search text default null,
  only_status text default null,
  after_posted_at timestamptz default null,
  after_id bigint default null,
  page_size integer default 25
) returns json language plpgsql stable parallel safe set search_path = ''
as $$
declare
  wanted_rows constant int := least(greatest(coalesce(page_size, 25), 1), 100);
  wanted constant text collate "C" := search.fold(search);
  category search.kinds;
  driver search.driver;
  in_others boolean;
  found_rows integer;
  source text := format('published.%I as card', content_table);
  conditions text[] := '{true}';
  keys text[];
  page json;
begin
  if not published.is_content_table(content_table) then
    raise invalid_parameter_value using message = 'unknown content table';
  end if;
  if length(search) > 1000 then
    raise invalid_parameter_value using message = 'search text is too long';
  end if;

  if wanted <> '' then
    select * into category from search.kinds where name = content_table;
    in_others := content_table in ('jobs', 'documents');
    conditions := conditions || case when in_others
      then '(strpos(entry.title, $1) > 0 or strpos(entry.others, $1) > 0)' else 'strpos(entry.title, $1) > 0'
    end;
    source := format('search.entries as entry join published.%I as card using (id)', content_table);
    conditions := array_append(conditions, 'entry.priority = $6');
    if length(search.trimmed(wanted)) >= 2 then
      select * into driver from search.drivers(search.trimmed(wanted)) as found where found.priority = category.priority;
      found_rows := case when in_others then driver.any_rows else driver.title_rows end;
      -- Reading on newest first is shorter where many have the text.
      if found_rows is null or found_rows <= sqrt(wanted_rows::double precision * driver.all_rows) then
        keys := coalesce(search.keys_of(driver, 't', driver.terms), '{}')
          || case when in_others then search.keys_of(driver, 'o', driver.terms) end;
        conditions := array_append(conditions, 'search.keys(entry.priority, entry.title, entry.others) && $7');
      end if;
    end if;
  end if;
  if only_status is not null then
    conditions := array_append(conditions, 'card.status = $2');
  end if;
  if after_posted_at is not null then
    conditions := conditions || case when wanted <> ''
      then '(entry.posted_at, entry.id) < ($3, $4)' else '(card.posted_at, card.id) < ($3, $4)'
    end;
  end if;

  execute format(
    'with page as materialized (
       select card.* from %1$s where %2$s order by %3$s.posted_at desc, %3$s.id desc limit $5 + 1
     )
     select json_build_object(
       ''rows'', coalesce((select json_agg(shown) from (select * from page limit $5) as shown), ''[]''),
       ''more'', (select count(*) > $5 from page)
     )',
    source, array_to_string(conditions, ' and '), case when wanted <> '' then 'entry' else 'card' end
  ) into page
  using wanted, only_status, after_posted_at, coalesce(after_id, 0), wanted_rows, category.priority, keys;
  return page;
end
$$;

drop view published.jobs_text, published.results_text, published.admit_cards_text, published.answer_keys_text,
  published.admissions_text, published.documents_text, published.syllabus_text;
drop index public.jobs_text_idx, public.results_text_idx, public.admit_cards_text_idx, public.answer_keys_text_idx,
  public.admissions_text_idx, public.documents_text_idx, public.syllabus_text_idx;
