-- Which conformance run a pharmacy passed: when, by whom, and a keyed hash of the settings that it was made with.
-- Lock note: adds a column that is null. Nodes of the version before neither read nor write it.

alter table pharmacy_endpoint add column conformance jsonb;
