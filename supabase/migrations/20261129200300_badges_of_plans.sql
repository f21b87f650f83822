-- A badge that the status of a notice could never have is refused when it is planned, not when it is due.

do $$
declare
  is_badge constant text := rules.condition_of('status', 'text');
begin
  -- What could not be published so far waits as a draft.
  execute format(
    'update public.notice_plans set status = ''active'', state = case state when ''scheduled'' then ''draft'' else state end,
            publish_at = null, hide_at = case state when ''published'' then hide_at end, retry_at = null
      where not (%s)', is_badge
  );
end
$$;
select rules.constrain_columns('notice_plans');
