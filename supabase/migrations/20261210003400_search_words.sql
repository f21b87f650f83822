-- Words that visitors write and what they mean, which staff maintain: abbreviations, other spellings, kinds of notices.
-- Source: docs/behaviour/search.md#words-with-a-meaning

create table public.search_words (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  written text not null check (written ~ '[^[:space:]]' and length(written) <= 60),
  means text not null check (means ~ '[^[:space:]]' and length(means) <= 60),
  unique (written, means)
);
comment on table public.search_words is
  'Abbreviations and other spellings of words, and what notices say instead: UP, Uttar Pradesh. Staff maintain it.';
create index search_words_written_idx on public.search_words (lower(written));
select rules.close_table('search_words');
grant select on public.search_words to anon, authenticated;
grant insert (written, means), update (written, means), delete on public.search_words to authenticated;
create policy "everybody reads" on public.search_words for select to anon, authenticated using (true);
create policy "staff insert" on public.search_words for insert to authenticated with check ((select public.is_staff()));
create policy "staff update" on public.search_words for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff delete" on public.search_words for delete to authenticated using ((select public.is_staff()));

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

create table search.meanings (
  written text collate "C" not null,
  phrase text collate "C" not null,
  primary key (written, phrase)
);
comment on table search.meanings is
  'What may stand in a notice instead of a typed word or phrase: what it means, also through other words, and what else has the same mark. Words are separated by one space; a mark begins with #. Collected from public.search_words.';

create function search.collect_meanings() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  -- Two admins at once: the second one collects what the first one has committed.
  lock table search.meanings in exclusive mode;
  delete from search.meanings;
  insert into search.meanings
  with recursive pair as (
    select array_to_string(search.words_in(search.fold(written)), ' ') as written,
           case when means ~ '^\s*#' then lower(btrim(means)) else array_to_string(search.words_in(search.fold(means)), ' ') end as means
      from public.search_words
  ),
  meant as (
    select written, means from pair
    union
    select meant.written, pair.means from meant join pair on pair.written = meant.means
  ),
  same as (
    select one.written, other.written as phrase from meant as one join meant as other using (means)
     where means like '#%' and means <> '#all'
  )
  select written, phrase
    from (select written, means as phrase from meant union select written, phrase from same) as meaning
   where written <> '' and phrase not in ('', written);
  return null;
end
$$;
revoke execute on function search.collect_meanings from public;
create trigger collect_meanings after insert or update or delete or truncate on public.search_words
  for each statement execute function search.collect_meanings();
grant select on search.meanings to anon, authenticated, service_role;

insert into public.search_words (written, means)
select btrim(written), means
  from (values
    -- Kinds of notices.
    ('job, jobs', '#jobs'), ('naukri, नौकरी, rojgar, रोजगार, sarkari naukri', 'job'),
    ('result', '#results'), ('results, रिजल्ट, नतीजा, scorecard, score card, merit list', 'result'),
    ('admit card', '#admit_cards'), ('admit cards, hall ticket, hall tickets, call letter, pravesh patra, प्रवेश पत्र, एडमिट कार्ड', 'admit card'),
    ('answer key', '#answer_keys'), ('answer keys, uttar kunji, उत्तर कुंजी, उत्तरकुंजी, आंसर की', 'answer key'),
    ('admission', '#admissions'), ('admissions, एडमिशन, dakhila, दाखिला', 'admission'),
    ('syllabus', '#syllabus'), ('exam pattern, pathyakram, सिलेबस', 'syllabus'),
    -- Qualifications.
    ('8th', '#8th'), ('class 8, 8th class, eighth, आठवीं, आठवी, 8वीं, aathvi, aathvin', '8th'),
    ('10th', '#10th'),
    ('matric, matriculation, high school, highschool, class 10, 10th class, class x, tenth, दसवीं, दसवी, 10वीं, मैट्रिक, हाई स्कूल, हाईस्कूल, dasvi, dasvin, dasvee', '10th'),
    ('12th', '#12th'),
    ('intermediate, 10+2, class 12, 12th class, class xii, twelfth, plus two, higher secondary, senior secondary, inter pass, hsc, बारहवीं, बारहवी, 12वीं, इंटर, इंटरमीडिएट, barahvi, barahvin, barvi', '12th'),
    ('iti', '#iti'), ('आईटीआई, industrial training', 'iti'),
    ('diploma', '#diploma'), ('polytechnic, डिप्लोमा', 'diploma'),
    ('graduate', '#graduate'), ('graduates, graduation, bachelor, bachelors, स्नातक, ग्रेजुएट, snatak', 'graduate'),
    ('postgraduate', '#postgraduate'),
    ('post graduate, post graduation, masters degree, स्नातकोत्तर, परास्नातक, snatakottar', 'postgraduate'),
    -- Bodies and examinations.
    ('ssc', 'staff selection commission'), ('एसएससी', 'ssc'), ('upsc', 'union public service commission'), ('यूपीएससी', 'upsc'),
    ('cgl', 'combined graduate level'), ('सीजीएल', 'cgl'), ('chsl', 'combined higher secondary level'), ('सीएचएसएल', 'chsl'),
    ('gd', 'general duty'), ('जीडी', 'gd'), ('group d', 'ग्रुप डी'), ('ग्रुप डी', 'group d'), ('आरआरबी', 'rrb'), ('एनटीपीसी', 'ntpc'), ('gds', 'gramin dak sevak'),
    ('ग्रामीण डाक सेवक', 'gds'), ('रेलवे', 'railway'), ('यूपी', 'up'), ('एमपी', 'mp'),
    ('दिल्ली', 'delhi'), ('हरियाणा', 'haryana'), ('झारखंड', 'jharkhand'), ('उत्तराखंड', 'uttarakhand'), ('पंजाब', 'punjab'),
    ('छत्तीसगढ़', 'chhattisgarh'), ('गुजरात', 'gujarat'), ('महाराष्ट्र', 'maharashtra'), ('हिमाचल प्रदेश', 'himachal pradesh'),
    ('पश्चिम बंगाल', 'west bengal'), ('बिहार', 'bihar'), ('राजस्थान', 'rajasthan'), ('उत्तर प्रदेश', 'up'), ('मध्य प्रदेश', 'mp'),
    -- Posts and other words.
    ('कांस्टेबल, कॉन्स्टेबल', 'constable'), ('दरोगा', 'daroga'), ('क्लर्क, लिपिक, lipik', 'clerk'), ('चपरासी, chaprasi', 'peon'),
    ('चालक, ड्राइवर', 'driver'), ('अध्यापक, adhyapak, टीचर', 'teacher'), ('teacher', 'शिक्षक'), ('constable', 'कांस्टेबल'), ('railway', 'रेलवे'), ('व्याख्याता, प्रवक्ता, pravakta', 'lecturer'), ('नर्स', 'nurse'),
    ('वनरक्षक, वन रक्षक, van rakshak, vanrakshak', 'forest guard'), ('होमगार्ड, होम गार्ड, homeguard', 'home guard'),
    ('इंजीनियर, अभियंता, abhiyanta', 'engineer'), ('अप्रेंटिस, प्रशिक्षु, prashikshu', 'apprentice'), ('सहायक, sahayak', 'assistant'),
    ('अग्निवीर', 'agniveer'), ('बैंक', 'bank'), ('सेना', 'army'), ('लेखपाल', 'lekhpal'), ('पटवारी', 'patwari'), ('आंगनवाड़ी', 'anganwadi'), ('डॉक्टर, chikitsak, चिकित्सक', 'medical officer'), ('न्यायालय, nyayalaya', 'court'),
    ('विश्वविद्यालय, vishwavidyalaya', 'university'), ('विभाग, vibhag', 'department'), ('आवेदन, avedan, aavedan', 'apply'),
    ('छात्रवृत्ति, chhatravritti', 'scholarship'),
    -- Words without importance.
    ('pass, passed, पास, sarkari, सरकारी, latest, new, wala, wale, kab, aayega, kaise, ka, ki, ke, liye, का, की, के, लिए, for, of, in, the, and', '#all')
  ) as spelling (spellings, means),
       unnest(string_to_array(spellings, ',')) as written;

-- Changes of words are recorded from here on. The words above are not: no account wrote them.
select rules.record_history_of('search_words');
