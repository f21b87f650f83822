-- Abbreviations and other spellings, which admins maintain.

create table if not exists public.search_words (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  written text not null check (written ~ '[^[:space:]]' and length(written) <= 60),
  means text not null check (means ~ '[^[:space:]]' and length(means) <= 60),
  unique (written, means)
);
comment on table public.search_words is
  'Abbreviations and other spellings of words, and what notices say instead: UP, Uttar Pradesh. Admins maintain it.';
create index if not exists search_words_written_idx on public.search_words (lower(written));

select rules.close_table('search_words');
grant select on public.search_words to anon, authenticated;
grant insert (written, means), update (written, means), delete on public.search_words to authenticated;
create policy "everybody reads" on public.search_words for select to anon, authenticated using (true);
create policy "staff insert" on public.search_words for insert to authenticated with check ((select public.is_admin()));
create policy "staff update" on public.search_words for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "staff delete" on public.search_words for delete to authenticated using ((select public.is_admin()));

insert into public.search_words (written, means) select * from (values
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
  ('पाठ्यक्रम', 'syllabus'), ('army', 'सेना'), ('sena', 'army'), ('bank', 'बैंक')
) as spelling where not exists (select from public.search_words);
