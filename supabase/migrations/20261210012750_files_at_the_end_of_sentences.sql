-- A file is used, too, when its address ends a sentence: the full stop is no part of its name.
create or replace function rules.unused_files(unchanged_for interval) returns setof text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  source text;
  used text[] := '{}';
  found text[];
begin
  for source in
    select format('(select to_jsonb(record)::text as stored from public.%I as record) as rows', name) from content.kinds
    union all select '(select to_jsonb(record)::text as stored from public.organizations as record) as rows'
    union all select '(select record::text as stored from bin.items) as rows'
    union all select '(select to_jsonb(record)::text as stored from push.notifications as record where event is null) as rows'
  loop
    execute format(
      $query$
        select array_agg(distinct part[1])
          from %s, regexp_matches(stored, '/public/notices/([0-9a-z-]+\.[a-z]+)', 'g') as part
         where stored like '%%/public/notices/%%'
      $query$, source
    ) into found;
    used := used || coalesce(found, '{}');
  end loop;
  return query select name from storage.objects
    where bucket_id = 'notices' and updated_at < now() - unchanged_for and name <> all (used);
end
$$;
