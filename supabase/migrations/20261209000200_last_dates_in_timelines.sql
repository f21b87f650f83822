-- The dates of applications of an admission may be in `application_start` and `application_end`. The page of its recruitment
-- did not get these columns, so it showed neither date, and 'New' in place of 'Closed'.
select content.register_kind(
  'admissions',
  timeline_dates => '{apply_start_date,application_start,apply_end_date,application_end,entrance_exam_date,counselling_date}'
);
