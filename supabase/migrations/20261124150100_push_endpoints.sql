-- Every endpoint has one spelling, so that a browser has one subscription.
-- Source: docs/behaviour/push.md#spelling-of-endpoints

create function push.normal_endpoint(given text) returns text
  language sql immutable strict set search_path = ''
as $$
  select coalesce(
    'https://' || regexp_replace(regexp_replace(lower(part[1]), ':443$', ''), '\.(?=$|:)', '') || (
      -- Codes of characters that need none are resolved, the others are written in capitals.
      select string_agg(case
        when piece !~ '^%[0-9A-Fa-f]{2}$' then piece
        when piece ~* '^%(2d|2e|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])$'
          then chr(('x' || substr(piece, 2))::bit(8)::integer)
        else upper(piece)
      end, '' order by place)
        from regexp_matches(coalesce(part[2], '/') || coalesce(nullif(part[3], '?'), ''), '%[0-9A-Fa-f]{2}|[^%]+|%', 'g')
          with ordinality as found(pieces, place), unnest(pieces) as piece
    ), given)
    from (select regexp_match(given, '^https://([^/?#@]+)(/[^?#]*)?(\?[^#]*)?$', 'i') as part) as split
$$;
comment on function push.normal_endpoint is
  'The spelling under which an endpoint is stored: normalEndpoint in domain/push/endpoint.ts does the same to what browsers send. Other texts come back as they are.';

-- Of several spellings of one endpoint the subscription that was changed last stays.
with spelled as (
  select id, row_number() over (
      partition by push.normal_endpoint(endpoint) order by is_active desc, updated_at desc, id desc
    ) as place
    from public.push_subscriptions
)
delete from public.push_subscriptions using spelled where spelled.id = push_subscriptions.id and place > 1;
update public.push_subscriptions set endpoint = push.normal_endpoint(endpoint)
  where endpoint <> push.normal_endpoint(endpoint);

create or replace function public.push_preferences(endpoint text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select stored.preferences from public.push_subscriptions as stored
   where stored.endpoint = push.normal_endpoint(push_preferences.endpoint) and stored.is_active
$$;
