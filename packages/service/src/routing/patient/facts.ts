// What the patient's pages know of an order: whose it is, what was prescribed, where it goes, and whether a pharmacy can still be chosen.

import { isEnded } from '@pestle/rules/fill-status';
import type { StructuredSig } from '@pestle/rules/sig-model';
import type { FillFacts, PatientSituation } from '@pestle/rules/situation-of';
import { patientSituationOf } from '@pestle/rules/situation-of';
import { timeZoneOf } from '@pestle/rules/time-zone';
import type { PharmacyPrice } from '../../coverage/inside.ts';
import type { PatientRow, PharmacyRow } from '../../directory/inside.ts';
import { findPatient, findPharmacy } from '../../directory/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { OrganizationRow } from '../../organization/inside.ts';
import { findOrganization } from '../../organization/inside.ts';
import type {
  ActDeps,
  ClinicalContent,
  FillRow,
  OrderRow,
  PrescribingTables,
} from '../../prescribing/inside.ts';
import {
  aroundFills,
  fillFacts,
  obstaclesTo,
  openOrder,
  readablePrescriptions,
  sendUntil,
} from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import { preferredAt } from '../preferred.ts';
import type { Change } from './change.ts';
import { changeOf } from './change.ts';
import type { PatientLinkRow } from './links.ts';

/** Whose page it is: known before the date of birth, and shown of it only the practice. */
export interface PatientFacts {
  readonly organization: OrganizationRow;
  readonly patient: PatientRow;
  readonly order: OrderRow;
  /** In which the patient reads times: of the address that the order or the record has, else the practice's. */
  readonly timeZone: string;
}

/** One medication, and what is told of it. */
export interface OrderLine {
  readonly fill: FillRow;
  /** Null where what was signed cannot be read any more: the practice is to be asked. */
  readonly content: ClinicalContent | null;
  /** What the directions say as a structure, where they are a sentence that the sig rules made. */
  readonly structuredSig: StructuredSig | null;
  readonly situation: PatientSituation;
  readonly fulfillment: FillFacts['fulfillment'];
}

/** What pharmacies ask, by pharmacy; of those without a price for all of it nothing is known. */
export type Prices = ReadonlyMap<string, PharmacyPrice>;

export interface OrderFacts extends PatientFacts {
  readonly lines: readonly OrderLine[];
  readonly pharmacy: PharmacyRow | undefined;
  readonly preferred: PharmacyRow | undefined;
  /** Milliseconds since 1970: when it goes to the preferred one by itself; undefined where nobody wanted that, or it cannot. */
  readonly preferredAtMs: number | undefined;
  /** Milliseconds since 1970: the last moment at which a pharmacy can be chosen (W8). */
  readonly chooseUntilMs: number;
  /** What the page is about now; `unreadable`: nothing can be chosen, because a medication of it cannot be read. */
  readonly stands: 'choose' | 'chosen' | 'too-late' | 'canceled' | 'unreadable';
  /** Whether the patient may still choose another pharmacy than the one it is at. */
  readonly change: Change;
  /** The pharmacy that it came to this one from. */
  readonly movedFrom: PharmacyRow | undefined;
}

export async function patientFacts(tx: Tx, link: PatientLinkRow): Promise<PatientFacts> {
  return (await load(tx, link)).facts;
}

export async function orderFacts(
  deps: ActDeps & { readonly ports: Ports },
  tx: Tx,
  link: PatientLinkRow,
): Promise<OrderFacts> {
  const nowMs = deps.ports.clock.now();
  const { facts, fills } = await load(tx, link);
  const { order, patient } = facts;
  const { records, damaged } = await readablePrescriptions(
    tx,
    link.org_id,
    fills.map((fill) => fill.prescription_id),
  );
  const unreadable = new Set<string>(damaged.map(({ id }) => id));
  const byId = new Map(records.map((record) => [record.row.id as string, record]));
  const around = await aroundFills(
    tx,
    link.org_id,
    fills.map(({ id }) => id),
    nowMs,
  );
  const lines = fills.flatMap((fill): OrderLine[] => {
    const record = byId.get(fill.prescription_id);
    const beside = around.get(fill.id);
    if (beside === undefined || (record === undefined && !unreadable.has(fill.prescription_id))) return [];
    const lineFacts = fillFacts(fill, beside, nowMs);
    const { fulfillment } = lineFacts;
    const { content = null, structuredSig = null } = record ?? {};
    return [{ fill, content, structuredSig, situation: patientSituationOf(lineFacts), fulfillment }];
  });
  // A line that was canceled, or dispensed, goes nowhere, and does not keep the others.
  const open = fills.flatMap((fill) => (isEnded(fill.state) ? [] : (byId.get(fill.prescription_id) ?? [])));
  const rows = (open.length > 0 ? open : records).map(({ row }) => row);
  const chooseUntilMs = sendUntil([...rows, ...damaged].map((row) => row.written_at));
  const obstacles = await obstaclesTo(deps, tx, nowMs, link.org_id, open, { onOrder: true });
  const preferredId = patient.preferred_pharmacy_id;
  const preferred = preferredId === null ? undefined : await findPharmacy(tx, preferredId);
  const goesByItself = order.pharmacy_id === null && isOffered(preferred);
  const isWhole = !fills.some((fill) => !isEnded(fill.state) && unreadable.has(fill.prescription_id));
  const inTime = isWhole && obstacles.size === 0 && !patient.deceased;
  return {
    ...facts,
    lines,
    pharmacy: order.pharmacy_id === null ? undefined : await findPharmacy(tx, order.pharmacy_id),
    preferred: isOffered(preferred) && preferred.id !== order.pharmacy_id ? preferred : undefined,
    preferredAtMs: goesByItself
      ? await preferredAt(tx, link.org_id, [order.id]).then((at) => at.get(order.id))
      : undefined,
    chooseUntilMs,
    stands: standsOf(order, fills, { inTime, isWhole }),
    change: changeOf(order, fills, inTime),
    movedFrom: order.pharmacy_count > 1 ? await movedFrom(tx, link, order) : undefined,
  };
}

/** Another after every change of what the page shows. */
export async function revisionOf(tx: Tx, link: PatientLinkRow): Promise<string> {
  const { revision } = await tx
    .withTables<PrescribingTables>()
    .selectFrom('orders')
    .select('revision')
    .where('org_id', '=', link.org_id)
    .where('id', '=', link.order_id)
    .executeTakeFirstOrThrow();
  return String(revision);
}

function isOffered(pharmacy: PharmacyRow | undefined): pharmacy is PharmacyRow {
  return pharmacy?.active === true && pharmacy.serves_public;
}

/** Issued anew at the same pharmacy, an order has not moved. */
async function movedFrom(tx: Tx, link: PatientLinkRow, order: OrderRow): Promise<PharmacyRow | undefined> {
  const last = await tx
    .withTables<PrescribingTables>()
    .selectFrom('fill_event')
    .select('detail')
    .where('org_id', '=', link.org_id)
    .where('order_id', '=', link.order_id)
    .where('event', '=', 'rerouted')
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { fromPharmacyId, pharmacyId } = last?.detail ?? {};
  if (typeof fromPharmacyId !== 'string' || pharmacyId !== order.pharmacy_id) return undefined;
  return await findPharmacy(tx, fromPharmacyId);
}

function standsOf(
  order: OrderRow,
  fills: readonly FillRow[],
  { inTime, isWhole }: { readonly inTime: boolean; readonly isWhole: boolean },
): OrderFacts['stands'] {
  if (fills.every(({ state }) => state === 'CANCELED')) return 'canceled';
  if (order.pharmacy_id !== null) return 'chosen';
  if (!isWhole) return 'unreadable';
  return inTime ? 'choose' : 'too-late';
}

function zoneOf({ address }: OrderRow, { state, postal_code: postalCode }: PatientRow): string | null {
  if (address !== null) return timeZoneOf(address);
  return state === null ? null : timeZoneOf({ state, ...(postalCode === null ? {} : { postalCode }) });
}

async function load(
  tx: Tx,
  link: PatientLinkRow,
): Promise<{ facts: PatientFacts; fills: readonly FillRow[] }> {
  const tables = tx.withTables<PrescribingTables>();
  const stored = await tables
    .selectFrom('orders')
    .selectAll()
    .where('org_id', '=', link.org_id)
    .where('id', '=', link.order_id)
    .executeTakeFirstOrThrow();
  const order = openOrder(keysOf(tx), stored);
  const fills = await tables
    .selectFrom('fill')
    .selectAll()
    .where('org_id', '=', link.org_id)
    .where('order_id', '=', link.order_id)
    .orderBy('line')
    .execute();
  const patient = await findPatient(tx, link.org_id, order.patient_id);
  if (patient === undefined) throw new Error('an order of a patient who is not there');
  const organization = await findOrganization(tx, link.org_id);
  const timeZone = zoneOf(order, patient) ?? organization.time_zone;
  return { facts: { organization, patient, order, timeZone }, fills };
}
