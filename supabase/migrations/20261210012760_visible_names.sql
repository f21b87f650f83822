-- Names, subjects and addresses that visitors write lose characters that are not visible, and those that turn the direction
-- of the text after them: they come with pasted texts, or pretend to be another name, and an address that has one is
-- another address. Joiners stay, which Indian scripts need.
create function rules.visible(written text) returns text language sql immutable strict parallel safe
  return regexp_replace(
    written,
    '[\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff'
      '\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]',
    '', 'g'
  );
comment on function rules.visible is
  'A text without the invisible characters of domain/name-in-texts.ts: the category Cf of Unicode but the two joiners.';
revoke execute on function rules.visible from public;
grant execute on function rules.visible to anon, authenticated, service_role;

create function rules.make_visible() returns trigger language plpgsql set search_path = ''
as $$
declare
  columns constant text[] := tg_argv;
begin
  return jsonb_populate_record(new, (
    select jsonb_object_agg(key, rules.visible(value)) from jsonb_each_text(to_jsonb(new)) where key = any (columns)
  ));
end
$$;
comment on function rules.make_visible is 'Takes the characters that rules.visible names away from the columns that its arguments name.';
revoke execute on function rules.make_visible from public;

create trigger make_visible before insert on public.contact_messages
  for each row execute function rules.make_visible('name', 'email', 'subject');
create trigger make_visible before insert on public.newsletter_subscribers
  for each row execute function rules.make_visible('email');
