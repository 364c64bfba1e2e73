-- How a treatment is packed, as the drug file knows it: container, what one holds, how many doses, how many in a carton.
-- Lock note: adds a column with a constant default to treatment, which rewrites no row. Nodes of the version before neither read nor
-- write it: rows that they write keep what is there.

alter table treatment add column packages jsonb not null default '[]'
  constraint treatment_packages_check check (jsonb_typeof(packages) = 'array');
