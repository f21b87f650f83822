-- An act takes back its own deletions only: what somebody else has deleted since stays in the bin.

create function history.was_deleted_by(act uuid, target text, id bigint) returns boolean
  language sql stable set search_path = ''
as $$
  select last.act = was_deleted_by.act or (
    -- A repeated request finds that the one before, whose answer was lost, has deleted the row.
    last.actor = auth.uid() and not exists (
      select from history.changes as own
       where own.act = was_deleted_by.act and own.table_name = target and own.row_id = was_deleted_by.id
    )
  )
    from history.changes as last
   where last.table_name = target and last.row_id = was_deleted_by.id and operation = 'delete'
   order by last.id desc limit 1
$$;
comment on function history.was_deleted_by is
  'Whether an act has deleted a row the last time; an act that found it deleted stands for an earlier one of the same account.';

create or replace function public.restore_deleted(wanted jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  most constant int := 1000;
  was_moving constant text := coalesce(current_setting('suchana.is_moving', true), '');
  asked constant jsonb := wanted;
  chosen bigint[];
  target text;
  ids bigint[];
  is_there boolean;
  missing record;
  answer jsonb := '[]';
begin
  perform staff.require();
  if jsonb_typeof(asked) is distinct from 'array' or jsonb_array_length(asked) > most then
    raise invalid_parameter_value using message = 'wanted must be a list of at most 1000 rows';
  end if;
  -- In one order, so that two that restore the same rows wait for each other.
  select array_agg(id) into chosen from (
    select items.id from bin.items
      join jsonb_to_recordset(asked) as entry ("table" text, id bigint, act uuid) on table_name = entry."table" and record_id = entry.id
     where entry.act is null or history.was_deleted_by(entry.act, table_name, record_id)
     order by items.id for update of items
  ) as locked;
  chosen := bin.with_referred(coalesce(chosen, '{}'));
  -- Restored rows are no news to followers.
  perform set_config('suchana.is_moving', 'on', true);
  for target, ids in
    select table_name, array_agg(id) from bin.items where id = any (chosen) group by table_name
     order by array_position('{categories,organizations,recruitments}', table_name), table_name
  loop
    answer := answer || bin.restore_table(target, ids);
  end loop;
  perform set_config('suchana.is_moving', was_moving, true);

  for missing in
    select entry."table", entry.id, title from jsonb_to_recordset(asked) as entry ("table" text, id bigint)
      left join bin.items on table_name = entry."table" and record_id = entry.id
     where not answer @> jsonb_build_array(jsonb_build_object('table', entry."table", 'id', entry.id))
       and entry."table" in (select staff.edited_tables())
  loop
    execute format('select exists (select from public.%I where id = $1)', missing."table") into is_there using missing.id;
    answer := answer || jsonb_strip_nulls(jsonb_build_object(
      'table', missing."table", 'id', missing.id, 'outcome', case
        when is_there then 'there'
        when missing.title is not null then 'changed'
        else 'missing'
      end, 'title', missing.title
    ));
  end loop;
  return answer;
end
$$;
comment on function public.restore_deleted is
  'For staff: restores up to 1,000 deleted rows [{table, id, act}], and what they refer to if it is in the bin, in one transaction: [{table, id, outcome, title, slug, slug_was, lost, moved}]. act, which may be absent: restore the row only if this act has deleted it. outcome: restored, there (it was restored before), changed (another act has deleted it since), missing (it is not in the bin). slug_was: the slug that another row has now. lost: columns that referred to a row that is gone, and whether another took its place. moved: rows that refer to it again. Calling it again changes nothing.';
