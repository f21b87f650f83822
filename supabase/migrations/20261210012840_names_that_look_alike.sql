-- No name on the staff looks like the name or address of another account: history, lists and notifications
-- show by it who has done something. Two texts look alike when they differ only in capitals, in widths, spaces or characters
-- that are not visible, or in letters of other alphabets that have the same shape.
create function staff.name_key(name text) returns text language sql immutable strict parallel safe
  return btrim(regexp_replace(
    translate(
      -- Greek capitals whose small letters have another shape, and letters of Cherokee and Lisu.
      lower(translate(
        regexp_replace(
          normalize(rules.visible(name), nfkd),
          '[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u2065\ufe00-\ufe0f\ufff0-\ufff8\U000e0000-\U000e0fff]',
          '', 'g'
        ),
        'ΗΝΥΜ' || 'ᎠᎡᎢᎪᎫᎬᎳᎷᎻᎽᏀᏃᏒᏚᏙᏞᏟᏢᏦᏴ' || 'ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ',
        'hnym' || 'drtajewmhygzrsvlcpkb' || 'bpdtgkjczfmnlsrvhwxyaeiou'
      )),
      -- Letters of Cyrillic, Greek and Armenian, rare ones of Latin, and what looks like "l" and "o" in many fonts.
      'авезкмнорстухѕіјүԁһӏԛԝѵгпьԍ' || 'αβγεζηικμνορσςτυχω' || 'օսոհյզցտլ' || 'ıɑɡɩɪᴄᴏᴠᴡᴢꜱǀ' || 'i1|0' || '’‘ʼ‐‒–—−',
      'abe3kmhopctyxsljydhlqwvrnbg' || 'abyeznlkuvopoctuxw' || 'ounhjqgsl' || 'lagllcovwzsl' || 'lllo' || '''''''-----'
    ),
    '[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+', ' ', 'g'
  ));
comment on function staff.name_key is
  'The same text for names that look alike; empty when nothing of the name can be seen. It is compared and never shown.';
revoke execute on function staff.name_key from public;

create or replace function staff.check_name() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  key constant text := staff.name_key(new.display_name);
begin
  new.display_name := case when key <> '' then btrim(regexp_replace(
    regexp_replace(rules.visible(new.display_name), '[\s\u00a0\u2028\u2029]+', ' ', 'g'), rules.unprintable(), '', 'g'
  )) end;
  -- Of two that take a name at the same moment, the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('name ' || key, 0));
  if key <> '' and exists (
    select from auth.users left join public.profiles using (id)
     where users.id <> new.id and key in (staff.name_key(users.email), staff.name_key(profiles.display_name))
  ) then
    raise exception 'Somebody else has this name or address: choose another name' using errcode = 'unique_violation';
  end if;
  return new;
end
$$;
comment on function staff.check_name is
  'History and lists show names: none looks like the name or address of another account. A name is one line without invisible characters; of nothing else it is none.';

-- Of names that look alike, an admin or the older account has the name, and the other one is shown by the address.
do $$
declare
  account uuid;
begin
  for account in select id from public.profiles where display_name is not null order by role = 'admin', created_at desc, id loop
    begin
      update public.profiles set display_name = display_name where id = account;
    exception when unique_violation then
      update public.profiles set display_name = null where id = account;
    end;
  end loop;
end
$$;
