// The rivals' SQL: plain INSERTs of the rows that one order makes, and nothing that checks anything.
import { makeId, systemPorts } from '@pestle/service/kernel';

export interface BareOrder {
  readonly draftId: string;
  readonly contentHash: string;
  readonly pharmacyId: string;
}

export interface BareStatement {
  readonly name: string;
  readonly text: string;
}

const ORGANIZATION = 'org_0BARE000000000000000000000';
const PATIENT = 'pat_0BARE000000000000000000000';
const PRESCRIBER = 'usr_0BARE000000000000000000000';
const TREATMENT = 'trt_0BARE000000000000000000000';
const CLIENT = 'app_0BARE000000000000000000000';

/** A reviewed draft of usual size, as bytes that stand for sealed ones. */
const SIGNABLE = "decode(repeat('5a', 1833), 'hex')";
const DRAFT = "decode(repeat('5a', 220), 'hex')";

export const ORGANIZATION_STATEMENT: BareStatement = {
  name: 'bare_organization',
  text: `insert into organization (org_id, name) values ('${ORGANIZATION}', 'Bare') on conflict do nothing`,
};

/** $1 first, $2 last number. */
export const COPY_STATEMENTS: readonly BareStatement[] = [
  {
    name: 'bare_signables',
    text: `insert into signable (org_id, id, draft_id, draft_revision, patient_id, patient_revision, prescriber_id,
        prescriber_revision, sealed, content_hash)
      select '${ORGANIZATION}', 'sgn_' || lpad(n::text, 26, '0'), 'drf_' || lpad(n::text, 26, '0'), 1, '${PATIENT}', 1,
        '${PRESCRIBER}', 1, ${SIGNABLE}, repeat('0', 64)
      from generate_series($1::integer, $2::integer) n`,
  },
  {
    name: 'bare_drafts',
    text: `insert into draft (org_id, id, patient_id, prescriber_id, application_id, prepared_by, treatment_id,
        dispense_quantity, dispense_unit, days_supply, sealed, signable_id)
      select '${ORGANIZATION}', 'drf_' || lpad(n::text, 26, '0'), '${PATIENT}', '${PRESCRIBER}', '${CLIENT}', '${PRESCRIBER}',
        '${TREATMENT}', '30', 'C48542', 30, ${DRAFT}, 'sgn_' || lpad(n::text, 26, '0')
      from generate_series($1::integer, $2::integer) n`,
  },
];

/** The single INSERT: one audit entry. */
export const INSERT: BareStatement = {
  name: 'bare_audit',
  text: `insert into audit_entry (org_id, id, at, actor_kind, actor_id, client_id, action, subject_kind, subject_id, detail)
    values ($1, $2, $3, 'user', $4, $5, 'order.create', 'order', $6, $7)`,
};

export function insertValues(subjectId: string): unknown[] {
  const id = makeId(systemPorts, 'aud');
  return [
    ORGANIZATION,
    id,
    new Date().toISOString(),
    PRESCRIBER,
    CLIENT,
    subjectId,
    JSON.stringify({ of: subjectId }),
  ];
}

/** The single UPDATE: a fill's state. $1 fill, $2 state. */
export const UPDATE: BareStatement = {
  name: 'bare_update',
  text: `update fill set state = $2, updated_at = now(), revision = revision + 1 where org_id = '${ORGANIZATION}' and id = $1`,
};

export const FILLS: BareStatement = { name: 'bare_fills', text: 'select id from fill order by id' };

const KEY: BareStatement = {
  name: 'bare_key',
  text: `insert into idempotency_key (org_id, actor_id, key, operation, fingerprint, result) values ($1, $2, $3, 'createOrder', $4, $5)`,
};
const SIGNED: BareStatement = {
  name: 'bare_signed',
  text: 'update signable set signed_at = $3 where org_id = $1 and id = $2',
};
const DELETE_DRAFT: BareStatement = {
  name: 'bare_gone',
  text: 'delete from draft where org_id = $1 and id = $2',
};
const PRESCRIPTION: BareStatement = {
  name: 'bare_prescription',
  text: `insert into prescription (org_id, id, state, patient_id, prescriber_id, treatment_id, signable_id, content_hash,
      written_at, expiration_date, prepared_by, created_at)
    values ($1, $2, 'ACTIVE', $3, $4, $5, $6, $7, $8, $8::timestamptz::date + 365, $4, $8)`,
};
const ORDER: BareStatement = {
  name: 'bare_order',
  text: `insert into orders (org_id, id, patient_id, state, pharmacy_id, pharmacy_count, created_by, client_id, created_at, updated_at, number)
    values ($1, $2, $3, 'PENDING', $4, 1, $5, $6, $7, $7, $8)`,
};
const FILL: BareStatement = {
  name: 'bare_fill',
  text: `insert into fill (org_id, id, order_id, prescription_id, line, state, pharmacy_id, prescriber_order_number, created_at, updated_at)
    values ($1, $2, $3, $4, 1, 'QUEUED', $5, $6, $7, $7)`,
};
const EVENT: BareStatement = {
  name: 'bare_event',
  text: `insert into fill_event (org_id, fill_id, number, order_id, at, event, to_state, source)
    values ($1, $2, 1, $3, $4, 'ordered', 'QUEUED', 'user')`,
};
const OUTBOX: BareStatement = {
  name: 'bare_outbox',
  text: `insert into outbox (id, org_id, kind, subject_id, lane, run_at, created_at) values ($1, $2, 'new', $3, $4, $5, $5)`,
};

export interface BareSteps {
  readonly id: string;
  readonly steps: readonly { readonly statement: BareStatement; readonly values: readonly unknown[] }[];
}

/** Numbers of eight digits one after the other: what `createOrder` draws and looks up, these rows only hold. */
let numbersGiven = 0;
const nextNumber = (): string => {
  numbersGiven += 1;
  return String(10_000_000 + numbersGiven);
};

/** The nine writes of an order of one fill: what `createOrder` writes, row for row. */
export function orderSteps({ draftId, contentHash, pharmacyId }: BareOrder): BareSteps {
  const id = makeId(systemPorts, 'ord');
  const prescription = makeId(systemPorts, 'rx');
  const fill = makeId(systemPorts, 'fil');
  const signable = `sgn_${draftId.slice(4)}`;
  const now = new Date().toISOString();
  const result = JSON.stringify({ orderId: id, prescriptionIds: [prescription] });
  return {
    id,
    steps: [
      { statement: KEY, values: [ORGANIZATION, PRESCRIBER, draftId, contentHash, result] },
      { statement: SIGNED, values: [ORGANIZATION, signable, now] },
      { statement: DELETE_DRAFT, values: [ORGANIZATION, draftId] },
      {
        statement: PRESCRIPTION,
        values: [ORGANIZATION, prescription, PATIENT, PRESCRIBER, TREATMENT, signable, contentHash, now],
      },
      {
        statement: ORDER,
        values: [ORGANIZATION, id, PATIENT, pharmacyId, PRESCRIBER, CLIENT, now, nextNumber()],
      },
      {
        statement: FILL,
        values: [ORGANIZATION, fill, id, prescription, pharmacyId, `${id.slice(4)}-1`, now],
      },
      { statement: EVENT, values: [ORGANIZATION, fill, id, now] },
      {
        statement: OUTBOX,
        values: [makeId(systemPorts, 'trm'), ORGANIZATION, fill, `pharmacy:${pharmacyId}`, now],
      },
      { statement: INSERT, values: insertValues(id) },
    ],
  };
}
