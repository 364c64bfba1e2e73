// Reads everything the link's page shows of one fill: the signed record, its state, and its way to this pharmacy.
import type { AttemptRow, DeliveryTables, SecureLinkRow, TransmissionRow } from '../../delivery/inside.ts';
import { type PharmacyQuestion, questionsOf } from '../../desk/inside.ts';
import { findPharmacy, type PharmacyRow } from '../../directory/inside.ts';
import type {
  AroundFill,
  ClinicalContent,
  Envelope,
  FillEventRow,
  FillRow,
  PostalAddress,
  PrescribingTables,
  PrescriptionRow,
} from '../../prescribing/inside.ts';
import { aroundFills, openPrescription, openSealedOfOrder } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import { TRACKING_LIMITS } from '../limits.ts';

/** What a record is of, and under which name looks at it stand in the trail. */
export interface RecordSubject
  extends Pick<SecureLinkRow, 'org_id' | 'order_id' | 'fill_id' | 'pharmacy_id' | 'transmission_id'> {
  readonly looked: {
    readonly action: string;
    readonly subject: { readonly kind: string; readonly id: string };
    readonly detail: Readonly<Record<string, string>>;
  };
}

export interface LinkRecord {
  readonly link: RecordSubject;
  readonly pharmacy: PharmacyRow;
  readonly fill: FillRow;
  /** Of its order, by which the practice names it. */
  readonly orderNumber: string | null;
  /** What stands around the fill, for its situation. */
  readonly around: AroundFill;
  readonly prescription: PrescriptionRow;
  readonly content: ClinicalContent;
  readonly envelope: Envelope;
  readonly signedAt: string;
  /** The order's own address, where it has one. */
  readonly address: PostalAddress | null;
  /** The one whose fax carries this link. */
  readonly transmission: TransmissionRow;
  /** All of this fill to this pharmacy, oldest first. */
  readonly transmissions: readonly TransmissionRow[];
  readonly attempts: readonly AttemptRow[];
  readonly events: readonly FillEventRow[];
  /** ISO 8601 times at which somebody saw the record this way, newest first. */
  readonly views: readonly string[];
  /** What this pharmacy has asked of the prescriber, oldest first. */
  readonly questions: readonly PharmacyQuestion[];
}

/** The record of a link, in the transaction that also writes down the view. */
export async function readRecord(tx: Tx, link: RecordSubject, nowMs: number): Promise<LinkRecord> {
  const tables = tx.withTables<PrescribingTables & DeliveryTables>();
  const fill = await tables
    .selectFrom('fill')
    .selectAll()
    .where('org_id', '=', link.org_id)
    .where('id', '=', link.fill_id)
    .executeTakeFirstOrThrow();
  const stored = await tables
    .selectFrom('prescription')
    .selectAll()
    .where('org_id', '=', link.org_id)
    .where('id', '=', fill.prescription_id)
    .executeTakeFirstOrThrow();
  const signable = await tables
    .selectFrom('signable')
    .select(['sealed', 'signed_at'])
    .where('org_id', '=', link.org_id)
    .where('id', '=', stored.signable_id)
    .executeTakeFirstOrThrow();
  const order = await tables
    .selectFrom('orders')
    .select(['id', 'number', 'sealed'])
    .where('org_id', '=', link.org_id)
    .where('id', '=', fill.order_id)
    .executeTakeFirstOrThrow();
  const pharmacy = await findPharmacy(tx, link.pharmacy_id);
  if (pharmacy === undefined) throw new Error('a link to a pharmacy that is not there');
  const way = await readWay(tx, link);
  const around = (await aroundFills(tx, link.org_id, [fill.id], nowMs)).get(fill.id);
  if (around === undefined) throw new Error('a fill without its prescription');
  const asked = (await questionsOf(tx, link.org_id, [fill.id])).get(fill.id) ?? [];
  const keys = keysOf(tx);
  const { row: prescription, content, envelope } = openPrescription(keys, stored, signable.sealed);
  return {
    link,
    pharmacy,
    fill,
    orderNumber: order.number,
    around,
    prescription,
    content,
    envelope,
    signedAt: signable.signed_at ?? prescription.written_at,
    address: openSealedOfOrder(keys, order.id, order.sealed).address,
    ...way,
    questions: asked.filter(({ pharmacyId }) => pharmacyId === link.pharmacy_id),
  };
}

/** Only what concerns this pharmacy: where else a patient goes is not its business. */
async function readWay(
  tx: Tx,
  link: RecordSubject,
): Promise<Pick<LinkRecord, 'transmission' | 'transmissions' | 'attempts' | 'events' | 'views'>> {
  const tables = tx.withTables<PrescribingTables & DeliveryTables>();
  const transmissions = await tables
    .selectFrom('transmission')
    .selectAll()
    .where('org_id', '=', link.org_id)
    .where('fill_id', '=', link.fill_id)
    .where('pharmacy_id', '=', link.pharmacy_id)
    .orderBy('created_at')
    .limit(TRACKING_LIMITS.linkHistoryMax)
    .execute();
  const transmission = transmissions.find(({ id }) => id === link.transmission_id);
  if (transmission === undefined) throw new Error('a link without its transmission');
  const attempts = await tables
    .selectFrom('attempt')
    .selectAll()
    .where('org_id', '=', link.org_id)
    .where(
      'transmission_id',
      'in',
      transmissions.map(({ id }) => id),
    )
    .orderBy('started_at')
    .limit(TRACKING_LIMITS.linkHistoryMax)
    .execute();
  const events = await tables
    .selectFrom('fill_event')
    .selectAll()
    .where('org_id', '=', link.org_id)
    .where('fill_id', '=', link.fill_id)
    .orderBy('number', 'desc')
    .limit(TRACKING_LIMITS.linkHistoryMax)
    .execute();
  const views = await tx
    .withTables<{ audit_entry: { org_id: string; subject_id: string; action: string; at: string } }>()
    .selectFrom('audit_entry')
    .select('at')
    .where('org_id', '=', link.org_id)
    .where('subject_id', '=', link.looked.subject.id)
    .where('action', '=', link.looked.action)
    .orderBy('at', 'desc')
    .limit(TRACKING_LIMITS.linkHistoryMax)
    .execute();
  return {
    transmission,
    transmissions,
    attempts,
    events: events.toReversed(),
    views: views.map(({ at }) => at),
  };
}
