-- How a number that was said to be somebody else's was settled: the patient has another one, or it is theirs after all.
-- Lock note: adds an empty column to wrong_number and looks at its few rows once. Nodes of the version before read neither: to them a number that is
-- right after all stays wrong, and gets no text.

alter table wrong_number add column settled_as text check (settled_as in ('corrected', 'right'));
alter table wrong_number add constraint wrong_number_settled check ((settled_at is null) = (settled_as is null));
-- Said once more of a number that was settled, it lies on the desk again.
grant update (order_id, reported_at, settled_as) on wrong_number to app;
create index wrong_number_waits on wrong_number (org_id, patient_id, reported_at) where settled_at is null;
drop index wrong_number_open;
