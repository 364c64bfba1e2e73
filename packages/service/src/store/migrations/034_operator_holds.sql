-- What operators hold back, and what they have given up to fax.
-- Lock note: adds empty columns to outbox and lane, and a small index over them; nothing is rewritten. Nodes of the version before
-- do not know the columns: until they are replaced they heed neither.

-- Since when nothing of it leaves, by whose order, and when that ended last: what could not leave before then is not late.
alter table lane add column on_hold_since timestamptz, add column on_hold_by text, add column released_at timestamptz;
alter table outbox add column on_hold_since timestamptz, add column on_hold_by text, add column released_at timestamptz;

-- No electronic attempt of it begins any more: it goes by fax.
alter table outbox add column fax_asked_at timestamptz;
create index outbox_fax_asked on outbox (fax_asked_at) where fax_asked_at is not null;
