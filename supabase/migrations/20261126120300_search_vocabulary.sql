-- Words that visitors write and what they mean, for admins to maintain: kinds of notices, qualifications, the common words
-- of the field in Hindi, in both scripts, and words without importance. What begins with # is a mark of notices: their
-- kind, or a qualification that suffices; #all are all of them. Source: docs/behaviour/search.md#words-with-a-meaning

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
       unnest(string_to_array(spellings, ',')) as written
    on conflict (written, means) do nothing;
