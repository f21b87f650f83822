-- Help for texts that hardly anything has: short forms written out, spelling mended, words in another order.

create table public.search_words (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  written text not null check (written ~ '[^[:space:]]' and length(written) <= 60),
  means text not null check (means ~ '[^[:space:]]' and length(means) <= 60),
  unique (written, means)
);
comment on table public.search_words is
  'Short forms and other spellings of words, and what notices say instead: UP, Uttar Pradesh. Staff add to it.';
create index search_words_written_idx on public.search_words (lower(written));

alter table public.search_words enable row level security;
revoke all on public.search_words from public, anon, authenticated;
grant all on public.search_words to service_role;
create policy "service_role does everything" on public.search_words to service_role using (true);
grant select on public.search_words to anon, authenticated;
create policy "everybody reads" on public.search_words for select to anon, authenticated using (true);
grant insert (written, means), update (written, means), delete on public.search_words to authenticated;
create policy "staff insert" on public.search_words for insert to authenticated with check ((select public.is_admin()));
create policy "staff update" on public.search_words for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "staff delete" on public.search_words for delete to authenticated using ((select public.is_admin()));

insert into public.search_words (written, means) values
  ('AP', 'Andhra Pradesh'), ('AR', 'Arunachal Pradesh'), ('CG', 'Chhattisgarh'), ('GJ', 'Gujarat'), ('HP', 'Himachal Pradesh'),
  ('HR', 'Haryana'), ('JH', 'Jharkhand'), ('JK', 'Jammu'), ('KA', 'Karnataka'), ('KL', 'Kerala'), ('MH', 'Maharashtra'),
  ('MP', 'Madhya Pradesh'), ('OD', 'Odisha'), ('Orissa', 'Odisha'), ('PB', 'Punjab'), ('RJ', 'Rajasthan'), ('TN', 'Tamil Nadu'),
  ('TS', 'Telangana'), ('UK', 'Uttarakhand'), ('UP', 'Uttar Pradesh'), ('WB', 'West Bengal'), ('Uttaranchal', 'Uttarakhand'),
  ('UP', 'उत्तर प्रदेश'), ('MP', 'मध्य प्रदेश'), ('Bihar', 'बिहार'), ('Rajasthan', 'राजस्थान'),
  ('rly', 'railway'), ('rail', 'railway'), ('railways', 'railway'), ('RRB', 'railway'), ('govt', 'government'), ('dept', 'department'),
  ('univ', 'university'), ('asst', 'assistant'), ('jr', 'junior'), ('sr', 'senior'), ('engg', 'engineering'), ('engr', 'engineer'),
  ('JE', 'junior engineer'), ('AE', 'assistant engineer'), ('SI', 'sub inspector'), ('ASI', 'assistant sub inspector'),
  ('HC', 'head constable'), ('LDC', 'lower division clerk'), ('UDC', 'upper division clerk'), ('JA', 'junior assistant'),
  ('MTS', 'multi tasking staff'), ('ALP', 'assistant loco pilot'), ('PO', 'probationary officer'), ('SO', 'specialist officer'),
  ('DEO', 'data entry operator'), ('VDO', 'village development officer'), ('TET', 'teacher eligibility test'),
  ('steno', 'stenographer'), ('vacancy', 'recruitment'), ('vacancies', 'recruitment'), ('bharti', 'भर्ती'),
  ('bharti', 'recruitment'), ('bharati', 'recruitment'), ('भर्ती', 'recruitment'), ('naukri', 'recruitment'), ('नौकरी', 'recruitment'),
  ('shikshak', 'teacher'), ('shikshak', 'शिक्षक'), ('शिक्षक', 'teacher'), ('sipahi', 'constable'), ('सिपाही', 'constable'),
  ('police', 'पुलिस'), ('पुलिस', 'police'), ('daroga', 'sub inspector'), ('lekhpal', 'लेखपाल'), ('patwari', 'पटवारी'),
  ('anganwadi', 'आंगनवाड़ी'), ('aanganwadi', 'anganwadi'), ('pariksha', 'exam'), ('परीक्षा', 'exam'), ('parinam', 'result'),
  ('परिणाम', 'result'), ('natija', 'result'), ('pravesh', 'admission'), ('प्रवेश', 'admission'), ('admitcard', 'admit card'),
  ('hallticket', 'admit card'), ('answerkey', 'answer key'), ('uttar', 'answer'), ('sylabus', 'syllabus'),
  ('पाठ्यक्रम', 'syllabus'), ('army', 'सेना'), ('sena', 'army'), ('bank', 'बैंक');

create index words_similar_idx on search.words using gin (term extensions.gin_trgm_ops);

-- The terms that may stand for a word: what it begins, what it is short for, and, when nothing has it, what is spelled like it.
create function search.terms_for(word text) returns text[]
  language plpgsql stable strict parallel safe set search_path = extensions set plan_cache_mode = force_generic_plan
as $$
declare
  found text[] := array(
    select distinct term from search.words
     where kind = 'word' and term >= word and term < word || U&'\+10FFFF' and (length(word) > 2 or term = word) limit 50
  ) || array(
    select search.fold(means) from public.search_words where lower(written) = word
  );
begin
  if cardinality(found) = 0 and length(word) > 3 and word ~ '[^0-9]{3}' then
    found := array(
      select term from search.words where term % word
       group by term order by similarity(term, word) desc, sum(any_rows) desc limit 3
    );
  end if;
  return found;
end
$$;

-- Notices with the words in any order, newest first. Where none has all of them, the commonest word is passed over, then
-- the next one, but never more than half of them. Where every word is common, the newest notices alone are looked through.
create function search.close_to(wanted text, wanted_rows integer) returns setof search.hit
  language plpgsql stable strict parallel safe set search_path = ''
as $$
declare
  most_words constant integer := 8;
  many constant integer := 20000;
  newest constant integer := 2000;
  words constant text[] := array(
    select word from regexp_split_to_table(wanted, search.between_words()) as word where word <> '' limit most_words + 1
  );
  least_words constant integer := (cardinality(words) + 1) / 2;
  used record;
begin
  if cardinality(words) > most_words then return; end if;
  for used in
    with term as (select word, search.terms_for(word) as alternatives from unnest(words) as word),
    known as (
      select alternatives,
             (select sum(any_rows) from search.terms where kind in ('word', 'pair') and term = any (alternatives)) as rows
        from term where cardinality(alternatives) > 0
    ),
    ranked as (select *, row_number() over (order by rows, alternatives) as place from known),
    condition as (
      select place, rows,
             format(
               'search.keys(entry.priority, title, others) && %L::text[]',
               array(
                 select priority || field || term
                   from search.kinds, unnest(array['t', 'o']) as field, unnest(alternatives) as term
               )
             ) as on_keys,
             format(
               'exists (select from unnest(%L::text[]) as term where strpos(title, term) > 0 or strpos(others, term) > 0)',
               alternatives
             ) as on_texts
        from ranked
    )
    select min(rows) over so_far as rarest,
           string_agg(on_keys, ' and ') over so_far as on_keys,
           string_agg(on_texts, ' and ') over so_far as on_texts
      from condition
    window so_far as (order by place)
     order by place desc
     limit greatest((select count(*) from condition) - least_words + 1, 0)
  loop
    return query execute format(
      'select priority, id, posted_at, 0
         from (
           select priority, id, posted_at,
                  row_number() over (partition by priority order by posted_at desc, id desc) as place
             from %s
            where %s
         ) as close
        where place <= $1',
      case when used.rarest > many then
        '(select entry.* from search.kinds cross join lateral (
            select * from search.entries where entries.priority = kinds.priority order by posted_at desc, id desc limit $2
          ) as entry) as entry'
      else 'search.entries as entry' end,
      case when used.rarest > many then used.on_texts else used.on_keys end
    ) using wanted_rows, newest;
    exit when found;
  end loop;
end
$$;

grant execute on function search.terms_for, search.close_to to anon, authenticated, service_role;
