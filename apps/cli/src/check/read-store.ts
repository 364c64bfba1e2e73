// Reads the store for the check: plain SQL by the schema's owner, over all organizations, sharing nothing with the service's queries.
import { createHash } from 'node:crypto';
import { columnAddress, type MasterKeys, type OrgKeys } from '@pestle/service/vault';
import type {
  AttemptFact,
  EntryFact,
  EventFact,
  FillFact,
  OrderFact,
  PrescriptionFact,
  StoreFacts,
  TransmissionFact,
} from './evidence.ts';
import type { OwnerQuery } from './owner-query.ts';
import { readKeys } from './read-keys.ts';

const ORDERS = `select org_id as "organizationId", id, state, pharmacy_id is not null as "hasPharmacy" from orders`;

const FILLS = `select org_id as "organizationId", id, order_id as "orderId", prescription_id as "prescriptionId", state,
  state_reason as "stateReason", state_owner as "stateOwner", pharmacy_id as "pharmacyId",
  prescriber_order_number as "prescriberOrderNumber", cancel_requested_at as "cancelRequestedAt",
  revision::integer as revision from fill`;

const EVENTS = `select fill_id as "fillId", number::integer as number, event, from_state as "fromState", to_state as "toState",
  source, xmin::text as transaction from fill_event order by fill_id, number`;

const ENTRIES = `select xmin::text as transaction, action, subject_id as "subjectId", detail ->> 'attempt' as attempt,
  coalesce((detail -> 'cutOff')::boolean, false) as "cutOff" from audit_entry
  where action <> 'patient.read'`;

const PRESCRIPTIONS = `select p.org_id, p.id, p.content_hash as "contentHash", s.id as signable_id, s.sealed from prescription p
  left join signable s on s.org_id = p.org_id and s.id = p.signable_id`;

/** 15 seconds is what an attempt may take where a pharmacy's settings say nothing (D4). */
const TRANSMISSIONS = `select t.id, t.fill_id as "fillId", t.pharmacy_id as "pharmacyId", p.fax as "pharmacyFax", t.kind, t.channel,
  t.message_id as "messageId", t.prescriber_order_number as "prescriberOrderNumber", t.state,
  t.org_id, case when t.channel <> 'fax' then t.sealed_body end as sealed_body,
  case when t.answer ->> 'type' = 'Error' then t.answer ->> 'at' end as "withdrawnAt",
  coalesce((e.integration -> 'attempts' ->> 'timeoutMs')::double precision, 15000) as "timeoutMs"
  from transmission t left join pharmacy p on p.id = t.pharmacy_id
  left join pharmacy_endpoint e on e.pharmacy_id = t.pharmacy_id`;

const ATTEMPTS = `select transmission_id as "transmissionId", number::integer as number, started_at as "startedAt",
  ended_at as "endedAt", outcome, reason from attempt order by transmission_id, number`;

const WAITING = `select subject_id as id from outbox where kind <> 'text'`;

/** Every table whose rows belong to an organization and have an id of their own. */
const TENANT_TABLES = `select c.table_name as name from information_schema.columns c
  where c.table_schema = 'public' and c.column_name in ('org_id', 'id')
  group by c.table_name having count(*) = 2 order by c.table_name`;

/** Everything the check needs of the store, in memory: for runs of up to some ten thousand orders. */
export async function readStore(query: OwnerQuery, masters: MasterKeys): Promise<StoreFacts> {
  const keys = await readKeys(query, masters);
  const rows = async <Fact>(text: string): Promise<readonly Fact[]> =>
    (await query(text)) as unknown as readonly Fact[];
  const waiting = await rows<{ id: string }>(WAITING);
  return {
    orders: await rows<OrderFact>(ORDERS),
    fills: await rows<FillFact>(FILLS),
    events: await rows<EventFact>(EVENTS),
    entries: await rows<EntryFact>(ENTRIES),
    prescriptions: (await query(PRESCRIPTIONS)).map((row) => prescriptionFact(keys, row)),
    transmissions: (await query(TRANSMISSIONS)).map((row) => transmissionFact(keys, row)),
    attempts: await rows<AttemptFact>(ATTEMPTS),
    waitingFillIds: new Set(waiting.map(({ id }) => id)),
    ownerOf: await readOwners(query),
  };
}

type Keys = (orgId: unknown) => OrgKeys;
type OwnerRow = Readonly<Record<string, unknown>>;

function prescriptionFact(keys: Keys, row: OwnerRow): PrescriptionFact {
  const { org_id: orgId, signable_id: signableId, sealed, ...plain } = row;
  const opened =
    sealed === null
      ? undefined
      : (keys(orgId).openJson(columnAddress('signable', String(signableId)), sealed as Uint8Array) as {
          content: unknown;
        });
  return { ...plain, content: opened?.content } as PrescriptionFact;
}

function transmissionFact(keys: Keys, row: OwnerRow): TransmissionFact {
  const { org_id: orgId, sealed_body: sealed, ...plain } = row;
  const body =
    sealed === null
      ? null
      : keys(orgId).open(columnAddress('transmission', String(row['id'])), sealed as Uint8Array);
  const bodySha256 = body === null ? null : createHash('sha256').update(body).digest('hex');
  return { ...plain, bodySha256 } as unknown as TransmissionFact;
}

async function readOwners(query: OwnerQuery): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>();
  for (const { name } of await query(TENANT_TABLES)) {
    // The name comes from the catalog of this database.
    const table = `"${String(name).replaceAll('"', '""')}"`;
    for (const { id, org_id: organizationId } of await query(`select id, org_id from ${table}`))
      owners.set(String(id), String(organizationId));
  }
  return owners;
}
