-- What a column may contain, by its name and type. The functions are part of check constraints and of generated columns.

create schema rules;

comment on schema rules is 'Rules of columns, and triggers that tables share. Not exposed over REST.';

grant usage on schema rules to anon, authenticated, service_role;

create function rules.is_web_link(link text) returns boolean
  language sql immutable strict parallel safe
  return length(link) <= 2048 and link ~* '^https?://[^[:space:][:cntrl:]/?#@\\"<>]+([/?#][^[:space:][:cntrl:]\\"<>]*)?$';
comment on function rules.is_web_link is 'An absolute http(s) address without credentials; pages show nothing else as a link.';

create function rules.is_slug(slug text) returns boolean
  language sql immutable strict parallel safe
  return length(slug) <= 100 and slug ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$';

create function rules.moment_of(post_time text) returns timestamptz
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  part text[];
  first_of_month date;
  day date;
  hour int := 0;
  time_zone interval := interval '5 hours 30 minutes';
begin
  -- DD/MM/YYYY h:mm AM|PM
  part := regexp_match(btrim(post_time), '^([0-9]{2})/([0-9]{2})/([0-9]{4}) +([0-9]{1,2}):([0-9]{2}) *([ap])m$', 'i');
  if part is not null then
    if part[4]::int not between 1 and 12 then return null; end if;
    hour := part[4]::int % 12 + case when lower(part[6]) = 'p' then 12 else 0 end;
    part := array[part[3], part[2], part[1], null, part[5]];
  else
    -- YYYY-MM-DD, or an ISO 8601 timestamp with or without seconds and offset
    part := regexp_match(
      btrim(post_time),
      '^([0-9]{4})-([0-9]{2})-([0-9]{2})'
        '(?:[t ]([0-9]{2}):([0-9]{2})(?::([0-9]{2}(?:[.][0-9]{1,9})?))? ?(?:(z)|([+-])([0-9]{2}):?([0-9]{2})?)?)?$',
      'i'
    );
    if part is null then return null; end if;
    hour := coalesce(part[4]::int, 0);
    if part[7] is not null then
      time_zone := interval '0';
    elsif part[8] is not null then
      if part[9]::int > 15 or coalesce(part[10]::int, 0) > 59 then return null; end if;
      time_zone := make_interval(hours => part[9]::int, mins => coalesce(part[10]::int, 0));
      if part[8] = '-' then time_zone := -time_zone; end if;
    end if;
  end if;

  if part[1]::int < 1 or part[2]::int not between 1 and 12 or part[3]::int not between 1 and 31
    or hour > 23 or coalesce(part[5]::int, 0) > 59 or coalesce(part[6]::numeric, 0) >= 60
  then
    return null;
  end if;
  first_of_month := make_date(part[1]::int, part[2]::int, 1);
  day := first_of_month + (part[3]::int - 1);
  if extract(month from day) <> extract(month from first_of_month) then return null; end if;

  return (
    day + make_time(hour, coalesce(part[5]::int, 0), 0) + make_interval(secs => coalesce(part[6]::double precision, 0))
      - time_zone
  ) at time zone 'UTC';
end
$$;
comment on function rules.moment_of is
  'The timestamp that a post_time means, in Indian standard time unless it carries an offset: DD/MM/YYYY h:mm AM|PM, YYYY-MM-DD (midnight) or an ISO 8601 timestamp. Null for anything else, days outside the calendar included; never an error.';
grant execute on function rules.is_web_link, rules.is_slug, rules.moment_of to authenticated, service_role;

create function rules.long_texts() returns text[] language sql immutable parallel safe
  return '{content,description,eligibility,post_name,required_documents}'::text[];
comment on function rules.long_texts is 'Columns for texts of up to 100,000 characters; every other text has up to 2,000.';
grant execute on function rules.long_texts to anon, authenticated, service_role;

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
grant execute on function rules.qualifications, rules.states, rules.applicant_categories
  to anon, authenticated, service_role;

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
grant execute on function rules.post_groups, rules.genders, rules.is_selection, rules.is_word_list, rules.is_by_category
  to authenticated, service_role;

create function rules.condition_of(name text, data_type text) returns text
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
comment on function rules.condition_of is 'The check constraint of a column; null for a column of which any value of its type is right.';

create function rules.constrain_columns(target text) returns void
  language plpgsql set search_path = ''
as $$
declare
  field record;
begin
  for field in
    select column_name, rules.condition_of(column_name, data_type) as condition
      from information_schema.columns where table_schema = 'public' and table_name = target
  loop
    continue when field.condition is null or exists (
      select from pg_catalog.pg_constraint
       where conrelid = format('public.%I', target)::regclass and conname = target || '_' || field.column_name || '_check'
    );
    execute format(
      'alter table public.%I add constraint %I check (%s)',
      target, target || '_' || field.column_name || '_check', field.condition
    );
  end loop;
end
$$;
comment on function rules.constrain_columns is 'Adds the check constraints that the columns of a table lack.';
