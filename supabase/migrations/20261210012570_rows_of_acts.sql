-- A form whose answer was lost asks which row it has stored. Source: docs/decisions/016
create function public.row_of_act(act uuid, table_name text) returns bigint
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform staff.require();
  return (
    select row_id from history.changes
     where changes.act = row_of_act.act and changes.table_name = row_of_act.table_name
       and operation = 'insert' and actor = auth.uid()
     order by id desc limit 1
  );
end
$$;
comment on function public.row_of_act is
  'For staff: the id of the row that an act of the caller has added to a table last, also when it was changed or deleted since; null when it has added none.';
revoke execute on function public.row_of_act from public;
grant execute on function public.row_of_act to authenticated;
