-- Whether a draft states why it is prescribed although the patient was likely prescribed the same before; the reason itself is sealed.
-- Lock note: adds a column with a constant, which rewrites nothing.

alter table draft add column duplicate_stated boolean not null default false;
