-- What words stand for, collected from the pairs that admins maintain. Source: docs/behaviour/search.md#words-with-a-meaning

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

create trigger collect_meanings after insert or update or delete or truncate on public.search_words
  for each statement execute function search.collect_meanings();

grant select on search.meanings to anon, authenticated, service_role;
revoke execute on function search.collect_meanings from public;
