-- Followers of lists are notified of changed dates, too. Source: docs/behaviour/correcting.md#telling-followers

create or replace function push.followers_of_dates(content_table text, record_id bigint) returns bigint
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
