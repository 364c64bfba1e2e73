// The statements that find what lies on a practice's desk: derived from fills, orders, drafts, requests, questions, numbers and texts each time, so that nothing on it can be lost or stay behind.
import { invitationIdSql } from '../../outbox/outbox.ts';
import type { Statement } from '../../store/store.ts';
import { DESK_CAUSE_KEYS, type DeskCause, ownedByPreparer, severityOf } from '../causes.ts';

/** Literally the condition of the index `fill_desk`, so that only what needs a person is read. */
const OF_A_PERSON = `(f.state in ('STUCK', 'ERROR') or f.alert is not null or f.dispensed_after_cancel_at is not null or f.cancel_not_sent_at is not null
    or f.discontinue_not_sent_at is not null or f.cancel_asked_at is not null or f.cancel_answer = 'denied'
    or f.refill_stop_asked_at is not null)`;

const ENDED = "f.state in ('DELIVERED', 'CANCELED')";

/** A second report of an error is a new cause, though the fill does not move by it. */
const LAST_ERROR = `(select max(e.at) from fill_event e where e.org_id = $1 and e.fill_id = f.id and e.event = 'reported' and e.detail ->> 'report' = 'ERROR')`;

const BLANK = {
  order_id: 'null::text',
  fill_id: 'null::text',
  prescription_id: 'null::text',
  draft_id: 'null::text',
  request_id: 'null::text',
  question_id: 'null::text',
  patient_id: 'null::text',
  signer_id: 'null::text',
  preparer_id: 'null::text',
  code: 'null::text',
} as const;

interface Found extends Partial<Record<keyof typeof BLANK, string>> {
  readonly cause: string;
  readonly subject_id: string;
  /** Since when, and the moment of the cause where that is another. */
  readonly since: string;
  readonly mark?: string;
}

function columns({ mark, ...found }: Found): string {
  return Object.entries({ ...BLANK, ...found, mark: mark ?? found.since })
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, expression]) => `${expression} as ${name}`)
    .join(', ');
}

const OF_FILLS = `select ${columns({ cause: 'x.cause', subject_id: 'f.id', order_id: 'f.order_id', fill_id: 'f.id', prescription_id: 'f.prescription_id', code: 'x.code', since: 'x.since', mark: 'x.mark' })}
from fill f cross join lateral (values
  ('dispensed-after-cancel', f.dispensed_after_cancel_at is not null or f.alert is not distinct from 'dispensed-after-cancel', null::text,
    coalesce(f.dispensed_after_cancel_at, f.updated_at), coalesce(f.dispensed_after_cancel_at, f.updated_at)),
  ('cancel-not-sent', f.cancel_not_sent_at is not null, f.cancel_not_sent_reason, f.cancel_not_sent_at, f.cancel_not_sent_at),
  ('refills-not-sent', f.discontinue_not_sent_at is not null and f.state <> 'CANCELED', f.discontinue_not_sent_reason, f.discontinue_not_sent_at, f.discontinue_not_sent_at),
  ('stuck', f.state = 'STUCK', f.state_reason, coalesce(f.state_since, f.created_at), coalesce(f.state_since, f.created_at)),
  ('problem', f.state = 'ERROR', f.state_reason, coalesce(f.state_since, f.created_at), greatest(coalesce(f.state_since, f.created_at), ${LAST_ERROR})),
  ('alert', f.alert <> 'dispensed-after-cancel', f.alert, f.updated_at, f.updated_at),
  ('cancel-refused', f.state = 'CANCELED' and f.cancel_answer = 'denied', null, coalesce(f.cancel_answered_at, f.updated_at), coalesce(f.cancel_answered_at, f.updated_at)),
  ('cancel-asked', f.cancel_asked_at is not null and f.cancel_requested_at is null and not ${ENDED}, null, f.cancel_asked_at, f.cancel_asked_at),
  ('refills-asked', f.refill_stop_asked_at is not null and f.discontinued_at is null and f.cancel_requested_at is null and f.state <> 'CANCELED', null, f.refill_stop_asked_at, f.refill_stop_asked_at)
) x (cause, lies_there, code, since, mark)
where f.org_id = $1 and ${OF_A_PERSON} and x.lies_there`;

/** $2 the moment before which a pharmacy that reports should have said something. Of those that never do, each is looked at once. */
const UNCONFIRMED = `select ${columns({ cause: "'unconfirmed'", subject_id: 'f.id', order_id: 'f.order_id', fill_id: 'f.id', prescription_id: 'f.prescription_id', since: 'f.sent_at' })}
from sent_to s join reporting_pharmacy r on r.pharmacy_id = s.pharmacy_id
join fill f on f.org_id = $1 and f.state = 'SENT' and f.pharmacy_id = s.pharmacy_id and f.sent_at < $2::timestamptz
  and f.channel is distinct from 'telephone' and f.cancel_requested_at is null
join prescription p on p.org_id = $1 and p.id = f.prescription_id and p.expiration_date >= current_date`;

/** The last that asked is what counts: one that failed after an earlier one arrived leaves nobody asked, and one to a number that was corrected since has another behind it. */
const NOT_ASKED = "t.state in ('failed', 'withheld')";

/** $3 the moment before which a patient should have chosen, $4 that before which the text should have been written. */
const CHOOSE = `select ${columns({ cause: "'choose'", subject_id: 'o.id', order_id: 'o.id', patient_id: 'o.patient_id', prescription_id: 'l.prescription_id', code: `case when ${NOT_ASKED} or t.id is null then 'NOT_TOLD' end`, since: 'o.created_at', mark: `greatest(o.created_at, case when ${NOT_ASKED} then t.created_at end)` })}
from orders o
left join lateral (select x.id, x.state, x.created_at from text_message x where x.org_id = $1 and x.order_id = o.id
  and (x.id = ${invitationIdSql('o.id')} or x.about in ('invitation', 'reminder')) order by x.created_at desc, x.id desc limit 1) t on true
left join lateral (select f.prescription_id from fill f where f.org_id = $1 and f.order_id = o.id order by f.line limit 1) l on true
where o.org_id = $1 and o.state = 'ROUTING' and (o.created_at < $3::timestamptz or ${NOT_ASKED}
  or (t.id is null and o.created_at < $4::timestamptz and not exists (select 1 from outbox b where b.id = ${invitationIdSql('o.id')} and b.org_id = $1)))`;

const TO_SIGN = `select ${columns({ cause: "'to-sign'", subject_id: 'd.id', draft_id: 'd.id', patient_id: 'd.patient_id', signer_id: 'd.prescriber_id', preparer_id: 'd.prepared_by', since: 'd.created_at', mark: 'd.updated_at' })}
from draft d where d.org_id = $1 and d.prepared_by <> d.prescriber_id`;

const REQUESTS = `select ${columns({ cause: "'request'", subject_id: 'q.id', request_id: 'q.id', order_id: 'q.order_id', fill_id: 'q.fill_id', prescription_id: 'q.prescription_id', patient_id: 'q.patient_id', signer_id: 'q.prescriber_id', code: 'q.kind', since: 'q.received_at' })}
from pharmacy_request q where q.org_id = $1 and q.answered_at is null`;

const QUESTIONS = `select ${columns({ cause: "'question'", subject_id: 'q.id', question_id: 'q.id', order_id: 'f.order_id', fill_id: 'f.id', prescription_id: 'f.prescription_id', since: 'q.asked_at' })}
from pharmacy_question q join fill f on f.org_id = $1 and f.id = q.fill_id
where q.org_id = $1 and q.answered_at is null`;

/** The patient's to correct, once, whichever of their numbers was said to be wrong; with the prescription that the last text was about. */
const WRONG_NUMBERS = `select ${columns({ cause: "'wrong-number'", subject_id: 'w.patient_id', order_id: 'w.order_id', patient_id: 'w.patient_id', prescription_id: 'l.prescription_id', since: 'w.reported_at' })}
from (
  select distinct on (x.patient_id) x.patient_id, x.order_id, x.reported_at from wrong_number x
  where x.org_id = $1 and x.settled_at is null order by x.patient_id, x.reported_at desc
) w
left join lateral (select f.prescription_id from fill f where f.org_id = $1 and f.order_id = w.order_id order by f.line limit 1) l on true`;

/**
 * What the practice wants to know of: that a medicine waits, is delayed, or does not come. Who wants no texts asked to be told of nothing that waits;
 * a delay and a cancel they are told by telephone. Begins literally with the condition of the index `text_message_not_told`.
 */
const REACHED_NOBODY = `x.state in ('failed', 'withheld') and x.about in ('ready', 'problem', 'canceled') and (x.state = 'failed' or x.about <> 'ready')`;

/** Whether what the text was about is still so. */
const STILL_SO = `case x.about when 'ready' then f.state = 'FILLING' and f.ready_at is not null when 'problem' then f.state in ('ERROR', 'STUCK') else f.state = 'CANCELED' end`;

/** Of each order the last such text; any later one about it that left, or is about to, brings the same page. */
const NOT_TOLD = `select ${columns({ cause: "'patient-not-told'", subject_id: 't.order_id', order_id: 't.order_id', prescription_id: 't.prescription_id', code: 'upper(t.about)', since: 't.created_at' })}
from (
  select distinct on (x.order_id) x.order_id, x.about, x.created_at, l.prescription_id
  from text_message x cross join lateral (
    select f.prescription_id from fill f where f.org_id = $1 and f.order_id = x.order_id and ${STILL_SO} order by f.line limit 1
  ) l
  where x.org_id = $1 and ${REACHED_NOBODY}
    and not exists (select 1 from text_message y where y.org_id = $1 and y.order_id = x.order_id and y.state in ('queued', 'sent')
      and (y.created_at, y.id) > (x.created_at, x.id))
  order by x.order_id, x.created_at desc, x.id desc
) t`;

/** Where each cause is found. */
const SOURCES: Readonly<Record<DeskCause, string>> = {
  'dispensed-after-cancel': OF_FILLS,
  'cancel-not-sent': OF_FILLS,
  'refills-not-sent': OF_FILLS,
  stuck: OF_FILLS,
  problem: OF_FILLS,
  alert: OF_FILLS,
  'cancel-refused': OF_FILLS,
  'cancel-asked': OF_FILLS,
  'refills-asked': OF_FILLS,
  unconfirmed: UNCONFIRMED,
  choose: CHOOSE,
  'to-sign': TO_SIGN,
  request: REQUESTS,
  question: QUESTIONS,
  'wrong-number': WRONG_NUMBERS,
  'patient-not-told': NOT_TOLD,
};

const causeTable = DESK_CAUSE_KEYS.map(
  (cause) => `('${cause}', ${severityOf(cause)}, ${ownedByPreparer(cause)})`,
).join(', ');

/**
 * Everything that lies there, with its severity and its owner: who took it, else who is to act, else who is told in place of them; null is the
 * practice. Only a person who is active, and may do something about it, owns anything.
 */
const lyingThere = (sources: readonly string[]): string => `with recursive sent_to (pharmacy_id) as (
  (select f.pharmacy_id from fill f where f.org_id = $1 and f.state = 'SENT' and f.pharmacy_id is not null order by f.pharmacy_id limit 1)
  union all
  select (select f.pharmacy_id from fill f where f.org_id = $1 and f.state = 'SENT' and f.pharmacy_id > s.pharmacy_id order by f.pharmacy_id limit 1)
  from sent_to s where s.pharmacy_id is not null
), found as (
  ${sources.join('\n  union all ')}
), item as (
  select c.cause, c.subject_id, c.order_id, c.fill_id, c.prescription_id, c.draft_id, c.request_id, c.question_id, c.code, c.since,
    (extract(epoch from c.mark) * 1000000)::bigint as mark, s.severity,
    coalesce(c.patient_id, p.patient_id) as patient_id,
    d.owned_since, w.id as owner_id, w.first_name as owner_first_name, w.last_name as owner_last_name, w.place = 1 as owner_took_it
  from found c
  join (values ${causeTable}) s (cause, severity, of_preparer) on s.cause = c.cause
  left join prescription p on p.org_id = $1 and p.id = c.prescription_id
  left join desk_item d on d.org_id = $1 and d.cause = c.cause and d.subject_id = c.subject_id
  left join organization g on g.org_id = $1
  left join lateral (
    select u.id, u.first_name, u.last_name, k.place
    from (values (1, d.owner_id), (2, case when s.of_preparer then coalesce(c.preparer_id, p.prepared_by) end),
      (3, coalesce(c.signer_id, p.prescriber_id)), (4, g.after_hours_owner_id)) k (place, id)
    join app_user u on u.org_id = $1 and u.id = k.id and u.active and u.roles && array['prescriber', 'staff']
    order by k.place limit 1
  ) w on true
  where d.handled_mark is null or d.handled_mark < (extract(epoch from c.mark) * 1000000)::bigint
)`;

const LYING_THERE = lyingThere([...new Set(Object.values(SOURCES))]);

/** $5 situations' causes, $6 whose, $7 of which order; each null for all. */
const FILTER = `($5::text[] is null or i.cause = any ($5)) and ($6::text is null or i.owner_id = $6) and ($7::text is null or i.order_id = $7)`;

/**
 * A page of the desk, the worst first and of those the oldest. $1 organization, $2 $3 $4 the moments named above, $5 $6 $7 the filter,
 * $8 $9 $10 severity, time and name of the last item of the page before (nulls for the first), $11 how many.
 *
 * Found by partial indexes that hold only what needs a person; all of it is sorted, because no index knows the severity.
 */
export const DESK_ITEMS: Statement = {
  name: 'pestle_desk_items',
  onePlan: true,
  text: `${LYING_THERE}
select i.* from item i where ${FILTER}
  and ($8::integer is null or (i.severity, i.since, i.cause || '.' || i.subject_id) > ($8, $9::timestamptz, $10::text))
order by i.severity, i.since, i.cause || '.' || i.subject_id limit $11`,
};

/**
 * The item of a cause, for whoever acts on it. $5 the cause, $6 what it is about; $1 to $4 as above, of which no source reads all.
 *
 * Looks only where the cause is found: making the plan is nearly all that it costs, and over all sources that is five times as much (7 ms).
 */
export function deskItemOf(cause: DeskCause): Statement {
  return {
    name: `pestle_desk_item_${cause.replaceAll('-', '_')}`,
    onePlan: true,
    text: `${lyingThere([SOURCES[cause]])}
select i.* from item i where i.cause = $5 and i.subject_id = $6
  and coalesce($2::timestamptz, $3::timestamptz, $4::timestamptz) is not null`,
  };
}

/**
 * How much lies there, by cause, of that what is the caller's, and what is late. $5 to $7 nulls, $8 the caller, $9 causes and $10 for each the
 * moment before which it is late; the others as above.
 */
export const DESK_FIGURES: Statement = {
  name: 'pestle_desk_figures',
  onePlan: true,
  text: `${LYING_THERE}
select i.cause, count(*)::integer as items, (count(*) filter (where i.owner_id = $8))::integer as own,
  (count(*) filter (where i.since < l.late_before))::integer as late, min(i.since) as oldest_since
from item i join unnest($9::text[], $10::timestamptz[]) l (cause, late_before) on l.cause = i.cause
where ${FILTER} group by i.cause`,
};
