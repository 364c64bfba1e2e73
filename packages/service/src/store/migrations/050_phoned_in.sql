-- What people do by telephone and say to each other about a fill: that it was phoned in, and that a cancel staff asked for is declined.
-- Lock note: adds empty columns to fill. Nodes of the version before neither read nor write them: what was phoned in is SENT to them, with nothing that waits.

alter table fill
  -- When the pharmacy took it by telephone, and who of the practice says so.
  add column phoned_in_at timestamptz,
  add column phoned_in_by text,
  -- Sealed: who took it there.
  add column sealed_taken_by bytea,
  -- When a prescriber declined the cancel that staff asked for, and who.
  add column cancel_declined_at timestamptz,
  add column cancel_declined_by text,
  -- Sealed: why.
  add column sealed_cancel_decline bytea;
