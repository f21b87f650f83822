-- Most titles have a text between spaces, which is seen without a regular expression.
create or replace function search.relevance(title text, others text, wanted text, whole_word text) returns integer
  language sql immutable parallel safe -- not strict, so that PostgreSQL can inline it
  return case
      when title = wanted then 140
      when strpos(title, wanted) = 0 then 0
      else case when starts_with(title, wanted) then 80 else 60 end
        + case when strpos(' ' || title || ' ', ' ' || wanted || ' ') > 0 or title ~ whole_word then 40 else 0 end
    end
    + case when strpos(others, wanted) > 0 then 30 else 0 end;
