-- Every new word and pair of the search is taken apart for its indexes: a loop takes a third of the time of a query,
-- which was most of the time of loading many notices. The result is the same set.
create or replace function search.runs_in(folded text, length integer) returns text[]
  language plpgsql immutable strict parallel safe
as $$
declare
  runs text[] := '{}';
  run text;
begin
  for start in 1 .. char_length(folded) - length + 1 loop
    run := substr(folded, start, length);
    if run <> all (runs) then runs := runs || run; end if;
  end loop;
  return runs;
end
$$;
