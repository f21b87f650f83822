-- The servers write reminders as service_role, which could not find the lists of a notice: no reminder was written while a
-- list was followed.
grant execute on function published.choices_of, published.sufficient_for, published.fee_of to service_role;
