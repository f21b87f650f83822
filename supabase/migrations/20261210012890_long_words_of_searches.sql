-- No term has more than 60 letters, so a longer word is compared with none by more of its letters than that: finding the
-- runs of three letters in it takes time that grows with the square of its length, three seconds for 120,000 letters.

create or replace function search.terms_with(typed text[], last_slot integer)
  returns table (number integer, term text, priority smallint, title_rows integer, other_rows integer, any_rows integer, id_sum bigint)
  language plpgsql stable parallel safe set search_path = extensions set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  last_word constant integer := cardinality(typed);
  -- Too many pairs begin with such a text: search.pair_starts has one term for all of them.
  ends_in_letter constant boolean := last_word > 1 and length(typed[last_word]) = 1;
  pair_start constant text := typed[last_word - 1] || '  ' || typed[last_word];
  first_pair constant text := typed[1] || ' ' || typed[2];
  last_pair constant text := typed[last_word - 1] || ' ' || typed[last_word];
  -- Of a pair the letters around its space: they are in fewer terms than the others, and are soon compared.
  runs constant text[] := search.runs_in(case when last_word > 1 then right(typed[1], 2) || ' ' || left(typed[2], 2) else left(typed[1], 61) end, 3);
begin
  if last_word = 1 and length(typed[1]) = 2 then
    return query select 1, term, priority, title_rows, other_rows, any_rows, id_sum from search.words
      where search.runs_in(term, 2) @> typed;
  elsif last_word = 1 and length(typed[1]) > 2 then
    return query select 1, term, priority, title_rows, other_rows, any_rows, id_sum from search.words
      where search.runs_in(term, 3) @> runs and strpos(term, typed[1]) > 0;
  elsif last_word = 2 and ends_in_letter then
    return query select 1, term, priority, title_rows, other_rows, any_rows, id_sum from search.pair_starts
      where reverse(term) >= reverse(pair_start) and reverse(term) < reverse(pair_start) || U&'\+10FFFF';
  elsif last_word = 2 then
    return query select 1, term, priority, title_rows, other_rows, any_rows, id_sum from search.pairs
      where search.runs_in(term, 3) @> runs and strpos(term, first_pair) > 0;
  elsif last_word > 2 then
    return query select 1, term, priority, title_rows, other_rows, any_rows, id_sum from search.pairs
      where search.runs_in(term, 3) @> runs and right(term, length(first_pair)) = first_pair;
    return query select number, term, priority, title_rows, other_rows, any_rows, id_sum
      from generate_series(2, least(last_slot, last_word - 2)) as number
      join search.pairs on kind = 'pair' and term = typed[number] || ' ' || typed[number + 1];
    if last_slot = last_word - 1 and ends_in_letter then
      return query select last_slot, term, priority, title_rows, other_rows, any_rows, id_sum from search.pair_starts
        where kind = 'pair_start' and term = pair_start;
    elsif last_slot = last_word - 1 then
      return query select last_slot, term, priority, title_rows, other_rows, any_rows, id_sum from search.pairs
        where kind = 'pair' and term >= last_pair and term < last_pair || U&'\+10FFFF';
    end if;
  end if;
  -- Two spaces mark a field with a word that is too long to be a term: it may contain any text.
  return query select number, term, priority, title_rows, other_rows, any_rows, id_sum
    from search.pairs cross join generate_series(1, last_slot) as number where kind = 'pair' and term = '  ';
end
$$;
