-- A message of the contact page that is sent again is stored once: its sender may not have received the first answer.
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
  return null;
end
$$;
comment on function rules.one_message is
  'Rate limits count requests, so a request may insert only one message. What was stored within a day is not stored again.';
create or replace trigger one_message after insert on public.contact_messages
  referencing new table as added for each statement when (current_user in ('anon', 'authenticated'))
  execute function rules.one_message();
