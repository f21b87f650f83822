-- The newsletter takes a limited number of addresses: many senders together could fill the disk. Senders are told, and
-- nothing that is stored is lost. Source: docs/behaviour/limits.md#newsletter
create function rules.limit_subscribers() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.newsletter_subscribers offset 100000) then
    raise exception 'The newsletter is full' using errcode = 'configuration_limit_exceeded';
  end if;
  return null;
end
$$;
comment on function rules.limit_subscribers is 'The newsletter takes at most 100,000 addresses.';
create trigger limit_subscribers after insert on public.newsletter_subscribers
  for each statement execute function rules.limit_subscribers();
