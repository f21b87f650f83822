-- The inbox for messages of the contact page. Visitors can only add messages, and only while the inbox is open
-- (CONTACT_INBOX=on; on a hosted Supabase: alter database postgres set suchana.contact_inbox = 'on').

create table public.contact_messages (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  name text not null check (length(name) <= 200 and name ~ '[^[:space:]]' and name !~ '[[:cntrl:]]'),
  email text not null check (
    length(email) <= 254 and email ~ '^[^[:space:][:cntrl:]@<>()",;:\\]+@[^[:space:][:cntrl:]@<>()",;:\\]+$'
  ),
  subject text not null check (length(subject) <= 200 and subject ~ '[^[:space:]]' and subject !~ '[[:cntrl:]]'),
  message text not null check (length(message) <= 5000 and message ~ '[^[:space:]]')
);
comment on table public.contact_messages is 'Messages of the contact page. Staff read them, admins delete them.';
create index contact_messages_newest_idx on public.contact_messages (created_at desc, id desc);
select rules.close_table('contact_messages');
grant insert (name, email, subject, message) on public.contact_messages to anon, authenticated;
grant select, delete on public.contact_messages to authenticated;
create policy "visitors write while messages are taken" on public.contact_messages for insert to anon, authenticated
  with check (current_setting('suchana.contact_inbox', true) = 'on');
create policy "staff read" on public.contact_messages for select to authenticated using ((select public.is_staff()));
create policy "staff delete" on public.contact_messages for delete to authenticated using ((select public.is_admin()));

create function rules.one_message() returns trigger language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') and (select count(*) from added) > 1 then
    raise exception 'One message at a time';
  end if;
  return null;
end
$$;
comment on function rules.one_message is 'Rate limits count requests, so a request may insert only one message.';
create trigger one_message after insert on public.contact_messages
  referencing new table as added for each statement execute function rules.one_message();

-- Of what visitors wrote only the act of an admin is recorded, without a word of theirs.
create trigger record_history after delete on public.contact_messages
  for each row when (current_setting('request.jwt.claim.sub', true) <> '')
  execute function history.record_row('name', 'email', 'subject', 'message');
