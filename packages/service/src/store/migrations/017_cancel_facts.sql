-- What is known of a cancel: when it left, what the pharmacy answered in which words, and that nobody could be told.
-- Lock note: adds empty columns; replaces one index and moves what earlier versions kept elsewhere, which looks at every fill once.

alter table fill
  -- When a cancel has really left for the pharmacy.
  add column cancel_sent_at timestamptz,
  add column cancel_answered_at timestamptz,
  -- Sealed: the pharmacy's own words, which may name the patient.
  add column sealed_cancel_reason bytea,
  -- A cancel that no channel could carry: when, why as a code, and which pharmacy has to be called.
  add column cancel_not_sent_at timestamptz,
  add column cancel_not_sent_reason text,
  add column cancel_not_sent_pharmacy_id text,
  -- When the pharmacy reported that it dispensed what was canceled.
  add column dispensed_after_cancel_at timestamptz;

update fill set cancel_not_sent_at = updated_at, cancel_not_sent_reason = 'NOT_DELIVERED',
  cancel_not_sent_pharmacy_id = pharmacy_id, state_reason = 'CANCEL_NOT_SENT'
  where state_reason = 'CANCEL_NOT_DELIVERED';
update fill set cancel_not_sent_at = updated_at, cancel_not_sent_reason = 'NOT_DELIVERED', alert = null
  where alert = 'cancel-not-delivered';
update fill set dispensed_after_cancel_at = updated_at where alert = 'dispensed-after-cancel';

drop index fill_attention;
create index fill_attention on fill (org_id, order_id)
  where state in ('STUCK', 'ERROR', 'SENT') or alert is not null or cancel_not_sent_at is not null;
