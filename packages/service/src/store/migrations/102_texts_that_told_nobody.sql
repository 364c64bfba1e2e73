-- Texts that reached nobody, of what the practice has to tell the patient itself then: read by the desk each time it is looked at.
-- Lock note: builds one partial index of text_message, which looks at every text once and holds writers of texts meanwhile. Nodes of the version before
-- do not read it.

create index text_message_not_told on text_message (org_id, order_id, created_at)
  where state in ('failed', 'withheld') and about in ('ready', 'problem', 'canceled');
