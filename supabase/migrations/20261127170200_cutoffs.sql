-- Results state with how many marks each category was selected. Source: docs/behaviour/notices.md#cut-offs

alter table public.results add column cutoffs jsonb
  constraint results_cutoffs_check check (rules.is_by_category(cutoffs, 10000, 7));
comment on column public.results.cutoffs is
  'An object of the lowest marks, percentiles or ranks that were selected, by category. rules.applicant_categories().';

select content.register_kind('results');
