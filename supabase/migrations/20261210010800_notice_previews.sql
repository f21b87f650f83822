-- Links with which people without an account read a notice that is not published. Source: docs/decisions/052

create table public.notice_previews (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  created_by uuid references auth.users on delete cascade,
  content_table text not null references content.kinds (name) on delete cascade,
  record_id bigint not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null default now() + interval '7 days'
);
comment on table public.notice_previews is 'Secret links to notices that are not published. Only the SHA-256 of the secret is stored.';
comment on column public.notice_previews.created_by is 'Who made the link, which ends with the account.';
create index notice_previews_record_idx on public.notice_previews (content_table, record_id);
create index notice_previews_expires_at_idx on public.notice_previews (expires_at);
select rules.close_table('notice_previews');
grant select (id, created_at, created_by, content_table, record_id, expires_at) on public.notice_previews to authenticated;
create policy "staff read" on public.notice_previews for select to authenticated using ((select public.is_staff()));

create function public.create_preview(content_table text, record_id bigint) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- 16 bytes of a hash of 244 random bits.
  token constant text := encode(substring(
    sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) for 16
  ), 'hex');
  is_there boolean := false;
  ends_at timestamptz;
begin
  perform staff.require();
  if published.is_content_table(content_table) then
    execute format('select exists (select from public.%I where id = $1)', content_table) into is_there using record_id;
  end if;
  if not is_there then
    raise invalid_parameter_value using message = 'There is no such notice';
  end if;
  insert into public.notice_previews (created_by, content_table, record_id, token_hash)
    values (auth.uid(), content_table, record_id, sha256(convert_to(token, 'UTF8'))) returning expires_at into ends_at;
  return jsonb_build_object('token', token, 'expires_at', ends_at);
end
$$;
comment on function public.create_preview is
  'For staff: makes a secret link to a notice that ends after seven days: {token, expires_at}. The token has 128 random bits and cannot be read again.';
revoke execute on function public.create_preview from public, anon;
grant execute on function public.create_preview to authenticated, service_role;

create function public.end_previews(content_table text, record_id bigint) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform staff.require();
  delete from public.notice_previews
   where notice_previews.content_table = end_previews.content_table and notice_previews.record_id = end_previews.record_id;
end
$$;
comment on function public.end_previews is 'For staff: ends all secret links to a notice at once.';
revoke execute on function public.end_previews from public, anon;
grant execute on function public.end_previews to authenticated, service_role;

create function public.preview_notice(token text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  link public.notice_previews;
  plan public.notice_plans;
  slug text;
  status text;
  reply jsonb;
begin
  select * into link from public.notice_previews
   where token_hash = sha256(convert_to(preview_notice.token, 'UTF8')) and expires_at > now();
  if link.id is null then return '{}'; end if;
  execute format('select notice.slug, notice.status from public.%I as notice where id = $1', link.content_table)
    into slug, status using link.record_id;
  if slug is null then return '{}'; end if;
  if status is distinct from 'inactive' then
    return jsonb_build_object('content_table', link.content_table, 'moved_to', slug);
  end if;
  select * into plan from public.notice_plans
   where content_table = link.content_table and record_id = link.record_id;
  reply := public.notice_with_siblings(link.content_table, slug);
  return reply || jsonb_build_object(
    'content_table', link.content_table,
    'expires_at', link.expires_at,
    -- As it will be shown once it is public.
    'notice', (reply -> 'notice') || jsonb_build_object('status', case when plan.id is null then 'active' else plan.status end)
      || case when coalesce(reply -> 'notice' ->> 'post_time', '') = ''
           then jsonb_build_object('posted_at', coalesce(plan.publish_at, now())) else '{}' end
  );
end
$$;
comment on function public.preview_notice is
  'The detail page behind a secret link, as notice_with_siblings returns it, with content_table and expires_at; {content_table, moved_to} once the notice is public; {} for a link that never existed, has ended, or whose notice was deleted.';
grant execute on function public.preview_notice to anon, authenticated, service_role;

create function rules.delete_notice_previews(older_than interval, most integer) returns integer
  language sql set search_path = ''
as $$
  with old as (
    select id from public.notice_previews where expires_at < now() - older_than limit most for update skip locked
  ), deleted as (
    delete from public.notice_previews where id in (select id from old) returning id
  )
  select count(*)::integer from deleted
$$;
comment on function rules.delete_notice_previews is 'Deletes links that have ended. Returns how many.';
revoke execute on function rules.delete_notice_previews from public;
grant execute on function rules.delete_notice_previews to service_role;
