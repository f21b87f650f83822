-- Who stops following meanwhile does not follow again when something is restored. Source: docs/behaviour/bin.md#restoring

create or replace function bin.restore_follows(record_id bigint, related jsonb) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform push.store_list(follow.topic, follow.events)
     from jsonb_populate_recordset(null::push.follows, related -> 'follows') as follow
    where push.list_of(follow.topic, with_inactive => true) is not null;
  with former as (
    select follow, entry ->> 'now' as now, (entry -> 'is_both')::boolean as is_both
      from jsonb_array_elements(related -> 'follows') as entry
     cross join lateral jsonb_populate_record(null::push.follows, entry) as follow
      join push.follows as successor on successor.topic = entry ->> 'now' and successor.subscription_id = follow.subscription_id
     -- When too many lists are followed, those of several filters stay where they are.
     where follow.topic not like 'list:%' or exists (select from push.lists where lists.topic = follow.topic)
  ), moved_back as (
    delete from push.follows using former
     where follows.topic = now and follows.subscription_id = (former.follow).subscription_id and not is_both
  )
  insert into push.follows select (follow).* from former on conflict do nothing;
end
$$;
