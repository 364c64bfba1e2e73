-- By which policies of its practice a draft was reviewed: where they have changed when it is signed, it is reviewed again.
-- Lock note: adds a column without a default, which rewrites no row. Nodes of the version before leave it empty, and what they reviewed is signed as before.
alter table signable add column policies text;
