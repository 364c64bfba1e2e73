-- Staff ask the prescriber to stop the refills, and the prescriber stops or keeps them: what is known of it stands on the fill.
-- Lock note: adds empty columns to fill, and replaces the two indexes of fills that need a person (each looks at every fill once). Nodes of
-- the version before neither read nor write the columns, and go on with indexes that hold a little more than they ask for.

alter table fill
  -- When staff asked, and who.
  add column refill_stop_asked_at timestamptz,
  add column refill_stop_asked_by text,
  -- Sealed: why.
  add column sealed_refill_stop_ask bytea,
  -- When a prescriber kept the refills all the same, and who.
  add column refill_stop_declined_at timestamptz,
  add column refill_stop_declined_by text,
  -- Sealed: why.
  add column sealed_refill_stop_decline bytea;

drop index fill_attention;
create index fill_attention on fill (org_id, order_id)
  where state in ('STUCK', 'ERROR', 'SENT') or alert is not null or cancel_not_sent_at is not null
    or cancel_asked_at is not null or discontinue_not_sent_at is not null or refill_stop_asked_at is not null;

drop index fill_desk;
create index fill_desk on fill (org_id, order_id)
  where state in ('STUCK', 'ERROR') or alert is not null or dispensed_after_cancel_at is not null or cancel_not_sent_at is not null
    or discontinue_not_sent_at is not null or cancel_asked_at is not null or cancel_answer = 'denied' or refill_stop_asked_at is not null;
