-- The inbox takes a limited number of messages: many senders together could fill the disk. Senders are told, and nothing
-- that is stored is lost. Source: docs/behaviour/limits.md#inbox
create or replace function rules.one_message() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if (select count(*) from added) > 1 then
    raise exception 'One message at a time';
  end if;
  -- Of two that arrive at the same moment, the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('contact ' || email || message, 0)) from added;
  delete from public.contact_messages using added
   where contact_messages.id = added.id and exists (
     select from public.contact_messages as earlier
      where earlier.id <> added.id and earlier.created_at > now() - interval '1 day'
        and (earlier.name, earlier.email, earlier.subject, earlier.message)
          = (added.name, added.email, added.subject, added.message)
   );
  if exists (select from public.contact_messages offset 10000) then
    raise exception 'The inbox is full' using errcode = 'configuration_limit_exceeded';
  end if;
  return null;
end
$$;
comment on function rules.one_message is
  'Rate limits count requests, so a request may insert only one message. What was stored within a day is not stored again. The inbox has a limit.';
