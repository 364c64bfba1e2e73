-- "No more refills": a CancelRx with the discontinue flag, which leaves the fill as it is; what is known of it stands on the fill.
-- Lock note: adds empty columns to fill; replaces a check of transmission (looks at every row once) and the index of fills that need attention
-- (looks at every fill once). Nodes of the version before leave such a message alone: its place in the outbox names the transmission and not the
-- fill, so that they find nothing to send, and what a pharmacy says of it is theirs to refuse, because they would take it for a cancel's.

alter table transmission drop constraint transmission_kind_check;
alter table transmission add constraint transmission_kind_check check (kind in ('new', 'cancel', 'late_notice', 'discontinue'));

alter table fill
  -- Since when there are no more refills, and who said so.
  add column discontinued_at timestamptz,
  add column discontinued_by text,
  -- When the message has really left for the pharmacy, and what it answered.
  add column discontinue_sent_at timestamptz,
  add column discontinue_answer text check (discontinue_answer in ('approved', 'denied')),
  add column discontinue_answered_at timestamptz,
  -- Sealed: the pharmacy's own words, which may name the patient.
  add column sealed_discontinue_reason bytea,
  -- That no channel could carry it: when, why as a code, and which pharmacy has to be called.
  add column discontinue_not_sent_at timestamptz,
  add column discontinue_not_sent_reason text,
  add column discontinue_not_sent_pharmacy_id text;

drop index fill_attention;
create index fill_attention on fill (org_id, order_id)
  where state in ('STUCK', 'ERROR', 'SENT') or alert is not null or cancel_not_sent_at is not null
    or cancel_asked_at is not null or discontinue_not_sent_at is not null;

-- Only a node that knows the kind finds the organization of an answer to it.
drop policy transmission_door on transmission;
create policy transmission_door on transmission for select to door
  using (kind <> 'discontinue' or current_setting('pestle.knows_discontinue', true) = 'yes');
grant select (kind) on transmission to door;
