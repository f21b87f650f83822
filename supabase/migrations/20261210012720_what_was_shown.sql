-- What is stored or deleted is what was shown: a last date with its source, and a row as it lay in the bin. Sources:
-- docs/behaviour/correcting.md#one-act, docs/behaviour/bin.md#the-bin

create or replace function public.correct_last_date(
  content_table text, record_id bigint, field text, new_date date, version timestamptz,
  source text default null, tells_followers boolean default true
) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  last_date text := (select search_card ->> 'apply_end_date' from content.kinds where name = content_table);
  today date := (now() at time zone 'Asia/Kolkata')::date;
  told_of text[];
  stored jsonb;
  old_date date;
begin
  if not public.is_staff() then
    raise insufficient_privilege using message = 'Only staff may do this';
  elsif last_date is null or last_date !~ ('\m' || field || '\M') or field !~ '^[a-z_]+$' then
    raise invalid_parameter_value using message = 'This is no last date to apply';
  elsif new_date is null then
    raise invalid_parameter_value using message = 'A new last date is missing';
  elsif not rules.is_web_link(source) then
    raise invalid_parameter_value using message = 'The source must be an http or https address';
  end if;

  execute format('select to_jsonb(notice) from public.%I as notice where id = $1 for update', content_table)
    into stored using record_id;
  old_date := stored ->> field;
  if stored is null or stored ->> 'status' = 'inactive' then
    raise check_violation using message = 'Visitors do not see this notice';
  elsif (stored ->> 'updated_at')::timestamptz is distinct from version then
    -- Of a call that is repeated, the first one has stored what this one wants. The same date with another source is the
    -- correction of somebody else.
    return jsonb_build_object('record', stored, 'is_stored', old_date is not distinct from new_date and not exists (
      select from (
        select new_value, corrections.source as stored_source from public.corrections
         where corrections.content_table = correct_last_date.content_table
           and corrections.record_id = correct_last_date.record_id and corrections.field = correct_last_date.field
         order by corrected_at desc, id desc limit 1
      ) as newest
       where new_value = new_date::text and stored_source is distinct from coalesce(correct_last_date.source, stored_source)
    ));
  elsif old_date is null then
    raise check_violation using message = 'There is no last date to correct';
  elsif old_date = new_date then
    raise check_violation using message = 'This is the last date already';
  end if;

  -- Topics whose followers are about to hear of an earlier correction of this date.
  told_of := array(
    select topic from push.events
     where events.table_name = content_table and events.record_id = correct_last_date.record_id
       and event = 'corrections' and not is_settled and before ? correct_last_date.field
  );
  execute format(
    'update public.%1$I as notice set %2$I = $2,
            status = case when $2 > %2$I and $2 >= $3 then ''Date Extend'' else status end
      where id = $1 returning to_jsonb(notice)', content_table, field
  ) into stored using record_id, new_date, today;
  update public.corrections set source = coalesce(correct_last_date.source, corrections.source)
   where corrections.content_table = correct_last_date.content_table
     and corrections.record_id = correct_last_date.record_id
     and corrections.field = correct_last_date.field and corrected_at = now();
  if not tells_followers then
    insert into push.events (topic, event, table_name, record_id, before, is_settled)
    select topic, 'untold', table_name, waiting.record_id, jsonb_build_object(correct_last_date.field, old_date), true
      from push.events as waiting
     where waiting.table_name = correct_last_date.content_table and waiting.record_id = correct_last_date.record_id
       and waiting.event = 'corrections' and not is_settled and waiting.before ? correct_last_date.field
       and topic <> all (told_of);
    -- What followers were to hear in the next minute about this correction, and nothing else.
    update push.events as waiting set before = waiting.before - correct_last_date.field
     where waiting.table_name = correct_last_date.content_table and waiting.record_id = correct_last_date.record_id
       and waiting.event = 'corrections' and not is_settled and topic <> all (told_of);
    update push.events as waiting set is_settled = true
     where waiting.table_name = correct_last_date.content_table and waiting.record_id = correct_last_date.record_id
       and waiting.event = 'corrections' and not is_settled and waiting.before = '{}';
  end if;
  return jsonb_build_object('is_stored', true, 'record', stored);
end
$$;
comment on function public.correct_last_date is
  'For staff: sets a later or earlier last date to apply of a public notice that still has the version (updated_at), with the status Date Extend if it is later and not past, and records the correction with its source. {is_stored, record}: false when somebody else has changed the notice; then nothing is stored. Repeated, it changes nothing more; the same date with another source is not stored. Who is about to hear of an earlier correction hears the new date, too.';

create or replace function public.delete_for_ever(wanted jsonb) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  deleted integer;
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'only for admins';
  end if;
  delete from bin.items using jsonb_to_recordset(wanted) as entry ("table" text, id bigint, item bigint)
   where table_name = entry."table" and record_id = entry.id and items.id = coalesce(entry.item, items.id);
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function public.delete_for_ever is
  'For admins: deletes items [{table, id, item}] of the bin; their addresses still answer 410. item, which may be absent: its place in the bin, so that a row that was restored and deleted again stays. Returns how many. Calling it again changes nothing.';
