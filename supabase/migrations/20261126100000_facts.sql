-- Facts of jobs and admissions that programs can read: who may apply, where, for how many posts, at which age, for which
-- fee. An empty column means that the notice does not state it. Source: docs/decisions/042

-- The values of each, as the files of domain/content name them; a test compares both.
create function rules.qualifications() returns text[] language sql immutable parallel safe
  return '{8th,10th,12th,iti,diploma,graduate,postgraduate,professional}'::text[];
comment on function rules.qualifications is 'The qualifications that a notice may ask for, the lowest first.';

create function rules.states() returns text[] language sql immutable parallel safe
  return '{all-india,andaman-and-nicobar-islands,andhra-pradesh,arunachal-pradesh,assam,bihar,chandigarh,chhattisgarh,dadra-and-nagar-haveli-and-daman-and-diu,delhi,goa,gujarat,haryana,himachal-pradesh,jammu-and-kashmir,jharkhand,karnataka,kerala,ladakh,lakshadweep,madhya-pradesh,maharashtra,manipur,meghalaya,mizoram,nagaland,odisha,puducherry,punjab,rajasthan,sikkim,tamil-nadu,telangana,tripura,uttar-pradesh,uttarakhand,west-bengal}'::text[];
comment on function rules.states is 'The states and union territories of India, and the whole of it.';

create function rules.post_groups() returns text[] language sql immutable parallel safe
  return '{A,B,C,D}'::text[];
comment on function rules.post_groups is 'The groups of posts of the government.';

create function rules.genders() returns text[] language sql immutable parallel safe
  return '{female,male}'::text[];
comment on function rules.genders is 'Those to whom a notice may be limited.';

create function rules.applicant_categories() returns text[] language sql immutable parallel safe
  return '{general,ews,obc,sc,st,pwd,female,ex_servicemen}'::text[];
comment on function rules.applicant_categories is 'The categories of applicants for which vacancies, ages and fees differ.';

create function rules.is_selection(chosen text[], choices text[]) returns boolean
  language sql immutable strict parallel safe set search_path = ''
  return array_ndims(chosen) is not distinct from 1 and chosen <@ choices
    and cardinality(chosen) = (select count(distinct choice) from unnest(chosen) as choice);
comment on function rules.is_selection is 'Whether a list names one or more of the choices, each once.';

create function rules.is_word_list(words text[]) returns boolean
  language sql immutable strict parallel safe set search_path = ''
  return coalesce(array_ndims(words), 1) = 1 and cardinality(words) <= 20 and not exists (
    select from unnest(words) as word
     where word is null or length(word) not between 1 and 60 or word ~ '^[[:space:]]|[[:space:]]$|[[:cntrl:]]'
  );
comment on function rules.is_word_list is 'Whether a list has at most 20 texts of up to 60 characters without space around them.';

create function rules.is_by_category(numbers jsonb, most numeric, decimals integer) returns boolean
  language sql immutable strict parallel safe set search_path = ''
  return case when jsonb_typeof(numbers) <> 'object' then false else
    numbers <> '{}' and not exists (
      select from jsonb_each(numbers) as given (category, number)
       where category <> all (rules.applicant_categories()) or case
         when jsonb_typeof(number) <> 'number' then true
         else number::numeric not between 0 and most or scale(trim_scale(number::numeric)) > decimals
       end
    )
  end;
comment on function rules.is_by_category is
  'Whether an object has numbers from 0 to the largest one, with as many decimals at most, for categories of applicants.';

grant execute on function rules.qualifications, rules.states, rules.post_groups, rules.genders, rules.applicant_categories,
  rules.is_selection, rules.is_word_list, rules.is_by_category to authenticated, service_role;

create or replace function rules.condition_of(name text, data_type text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select format(
    case
      when name = 'qualifications' then 'rules.is_selection(%1$I, rules.qualifications())'
      when name = 'states' then
        $rule$rules.is_selection(%1$I, rules.states()) and (cardinality(%1$I) = 1 or 'all-india' <> all (%1$I))$rule$
      when name = 'graduate_fields' then 'rules.is_word_list(%1$I)'
      when name = 'post_group' then '%1$I = any (rules.post_groups())'
      when name = 'gender' then '%1$I = any (rules.genders())'
      when name = 'category_vacancies' then 'rules.is_by_category(%1$I, 10000000, 0)'
      when name = 'age_relaxations' then 'rules.is_by_category(%1$I, 50, 0)'
      when name = 'category_fees' then 'rules.is_by_category(%1$I, 10000000, 2)'
      when data_type in ('integer', 'bigint') and name !~ '(^|_)id$' then '%1$I >= 0'
      -- PostgreSQL has a numeric "not a number", larger than every other one.
      when data_type = 'numeric' then $rule$%1$I >= 0 and %1$I <> 'NaN'$rule$
      when data_type = 'jsonb' then 'length(%1$I::text) <= 20000'
      when data_type <> 'text' then null
      when name ~ '_(link|url)$' or name = 'official_website' then 'rules.is_web_link(%1$I)'
      when name = 'slug' then 'rules.is_slug(%1$I)'
      when name in ('title', 'name') then $rule$%1$I ~ '[^[:space:]]' and length(%1$I) <= 500$rule$
      -- Only the exact word hides a notice, so no other spelling of it may be stored.
      when name = 'status' then
        $rule$length(%1$I) <= 40 and %1$I !~ '^[[:space:]]|[[:space:]]$'
          and (lower(%1$I) <> 'inactive' or %1$I = 'inactive')$rule$
      when name = any (rules.long_texts()) then 'length(%1$I) <= 100000'
      else 'length(%1$I) <= 2000'
    end, name)
$$;

create function rules.add_facts(target text) returns void language plpgsql set search_path = ''
as $$
begin
  execute format(
    'alter table public.%I
       add column qualifications text[],
       add column graduate_fields text[],
       add column states text[],
       add column post_group text,
       add column category_vacancies jsonb,
       add column age_relaxations jsonb,
       add column gender text,
       add column category_fees jsonb', target
  );
  execute (
    select string_agg(format('comment on column public.%I.%I is %L', target, name, meaning), ';') from (values
      ('qualifications', 'Each of them suffices; a higher one includes the lower ones. rules.qualifications().'),
      ('graduate_fields', 'Subjects of the degree; any subject when empty.'),
      ('states', 'States whose people may apply or where the posts are, or all-india alone. rules.states().'),
      ('post_group', 'rules.post_groups().'),
      ('category_vacancies', 'An object of posts by category. rules.applicant_categories().'),
      ('age_relaxations', 'An object of years by which age_max is higher for a category.'),
      ('gender', 'Only these may apply; everybody when empty. rules.genders().'),
      ('category_fees', 'An object of rupees by category, before the fee columns for several categories.')
    ) as fact (name, meaning)
  );
end
$$;
select rules.add_facts('jobs'), rules.add_facts('admissions');
drop function rules.add_facts;

-- Admissions state the age as jobs do.
alter table public.admissions
  add column age_min integer,
  add column age_max integer,
  add column age_as_on date,
  add column age_relaxation boolean;

select content.register_kind('jobs'), content.register_kind('admissions');
