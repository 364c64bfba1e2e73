-- Whether the patient was told of an order is asked at the end of every delivery: without this, every text is looked at.
-- Lock note: creates one index; a large store is better given it beforehand, `concurrently`.

create index text_message_of_order on text_message (org_id, order_id);
