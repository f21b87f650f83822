-- One act of staff that corrects the last date of a notice, with its source. Source: docs/decisions/055

create function push.followers_of_dates(content_table text, record_id bigint) returns bigint
  language sql stable set search_path = ''
  return (
    with notice as (
      select record from push.current_record(content_table, record_id) as record where record is not null
    ), topics as (
      select push.topics_of(content_table, record) as topic from notice
      union all
      select lists.topic
        from notice cross join unnest(push.lists_with(content_table, push.terms_of(record), '{corrections}')) as list_id
        join push.lists on lists.id = list_id
    )
    select count(distinct subscription_id) from push.follows
      join public.push_subscriptions on push_subscriptions.id = subscription_id and is_active
     where follows.events && '{corrections}' and topic in (select topics.topic from topics)
  );
comment on function push.followers_of_dates is 'How many subscriptions hear of changed dates of a public notice.';
grant execute on function push.followers_of_dates to service_role;

create function public.date_followers(content_table text, record_id bigint) returns bigint
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_staff() then
    raise insufficient_privilege using message = 'Only staff may do this';
  end if;
  return case when published.is_content_table(content_table) then push.followers_of_dates(content_table, record_id) else 0 end;
end
$$;
comment on function public.date_followers is 'For staff: how many subscriptions hear of changed dates of a public notice.';

create function public.correct_last_date(
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
    -- Of a call that is repeated, the first one has stored what this one wants.
    return jsonb_build_object('is_stored', old_date is not distinct from new_date, 'record', stored);
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
  'For staff: sets a later or earlier last date to apply of a public notice that still has the version (updated_at), with the status Date Extend if it is later and not past, and records the correction with its source. {is_stored, record}: false when somebody else has changed the notice; then nothing is stored. Repeated, it changes nothing more. Who is about to hear of an earlier correction hears the new date, too.';
revoke execute on function public.date_followers, public.correct_last_date from public, anon;
grant execute on function public.date_followers, public.correct_last_date to authenticated;
