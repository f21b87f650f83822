-- When an admin last compared a notice with its official source. A check is no change of the notice: "updated_at", its
-- feeds and its version in forms stay. Pages show the day, so a check reaches the outbox. Source: docs/decisions/049

create or replace function content.add_shared_columns(target text) returns void language plpgsql set search_path = ''
as $$
begin
  execute format(
    'alter table public.%1$I
       add column if not exists view_count bigint default 0,
       add column if not exists display_order integer,
       add column if not exists is_featured boolean default false,
       add column if not exists checked_at timestamptz;
     alter table public.%1$I
       add column if not exists list_rank bigint not null generated always as (
         case when is_featured then 4294967296 else 0 end + coalesce(2147483648 - display_order::bigint, 0)
       ) stored;
     comment on column public.%1$I.list_rank is %2$L;
     comment on column public.%1$I.checked_at is %3$L;
     create or replace trigger record_check after update of checked_at on public.%1$I
       for each row when (new.checked_at is distinct from old.checked_at and new.updated_at = old.updated_at)
       execute function outbox.record_check()',
    target,
    'The place in lists, the highest first: 2^32 for a featured notice, and 2^31 less its display order for one that has one. 0 for all others, which are ordered by time.',
    'When an admin last compared the notice with its official source; null when nobody did.'
  );
end
$$;
comment on function content.add_shared_columns is
  'Gives a table the columns for order, views and checks that every kind has, as far as it lacks them.';

create function outbox.record_check() returns trigger
  language plpgsql security definer set search_path = '' set timezone = 'UTC'
as $$
begin
  insert into outbox.changes (table_name, kind, record, previous)
    values (tg_table_name, 'UPDATE', to_jsonb(new), outbox.previous_values(to_jsonb(old), to_jsonb(new)));
  perform pg_notify('suchana_changes', '');
  return null;
end
$$;
comment on function outbox.record_check is 'Records a check, which outbox.record_changes leaves out because updated_at stays.';

create or replace function rules.touch() returns trigger language plpgsql set search_path = ''
as $$
declare
  uncounted constant text[] := array['updated_at', 'posted_at', 'list_rank', 'view_count', 'checked_at'];
begin
  if to_jsonb(new) - uncounted = to_jsonb(old) - uncounted then
    new.updated_at := old.updated_at;
  else
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;
comment on function rules.touch is
  'Sets updated_at. A counted page view and a check are no changes. Two changes never have the same time, so that it identifies a version of the row.';

do $$
declare
  kind content.kinds;
begin
  for kind in select * from content.kinds order by priority loop
    perform content.register_kind(kind.name);
  end loop;
end
$$;
