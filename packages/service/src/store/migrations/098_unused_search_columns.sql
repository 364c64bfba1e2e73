-- Treatments are searched in memory, from their own columns: the words as tsvector, the trigrams of the name and the order of hits as text are read
-- by nobody any more, and every import paid for them.
-- Lock note: locks treatment for a moment to drop two columns and their indexes, which rewrites no row. Nodes of the version before do not read them;
-- an import of treatments by a command of the version before is refused until it is of this one.
drop index treatment_similar;
alter table treatment drop column search, drop column sort_key;
