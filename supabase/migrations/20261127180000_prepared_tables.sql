-- Everything that an edited table has, in one call: also its plans, its history and its bin.

create or replace function rules.prepare_table(target text, public_rows text) returns void
  language plpgsql set search_path = ''
as $$
begin
  -- Plans add a column, which needs its rules and grants.
  perform rules.plan_table(target);
  perform rules.constrain_columns(target), rules.touch_table(target), rules.close_table(target),
    rules.open_table(target, public_rows), outbox.record_table(target), rules.record_history_of(target),
    bin.collect_table(target);
end
$$;
comment on function rules.prepare_table is
  'Gives a table its column rules, updated_at, grants, policies, the outbox, its history and the bin, and notices their plans. May be called again. public_rows: the condition under which visitors see a row.';

drop trigger collect_kind on content.kinds;
drop function bin.collect_kind;
