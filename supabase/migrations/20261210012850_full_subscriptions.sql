-- The portal takes a limited number of push subscriptions: many senders together could fill the disk with ones that no
-- browser has. More are refused with an error; those that are stored change and renew theirs as before.
-- Source: docs/behaviour/limits.md#push-limits
create function push.limit_subscriptions() returns trigger language plpgsql set search_path = ''
as $$
declare
  most constant integer := tg_argv[0];
begin
  -- The estimate of PostgreSQL, which is at most a tenth behind: counting so many rows would take a second each time.
  if exists (select from added)
     and (select reltuples from pg_class where oid = 'public.push_subscriptions'::regclass) >= most then
    raise exception 'There are % push subscriptions, and no more are stored', most using errcode = 'configuration_limit_exceeded';
  end if;
  return null;
end
$$;
comment on function push.limit_subscriptions is
  'Rejects a new subscription when there are about as many as the argument of the trigger.';
create trigger limit_subscriptions after insert on public.push_subscriptions
  referencing new table as added for each statement execute function push.limit_subscriptions(2000000);
