// Finds the transmission or prescription that an inbound SCRIPT message speaks of, for a sender that may speak for its pharmacy (role `door`).
import type {
  FillId,
  OrderId,
  OrganizationId,
  PharmacyId,
  PharmacyResponseId,
  TransmissionId,
} from '@pestle/rules/ids';
import type { Received } from '@pestle/script';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { DeliveryTables, RequestTables } from '../../delivery/inside.ts';
import type { DirectoryTables, HookCredential } from '../../directory/inside.ts';
import { runStatement } from '../../store/inside.ts';
import type { Store } from '../../store/store.ts';
import { locateOrders } from '../report/locate.ts';
import type { ReportTarget } from '../report/target.ts';
import { targetOf } from '../report/target.ts';
import { KNOWS_DISCONTINUE } from './find-transmission-sql.ts';

export interface FoundTransmission {
  readonly org_id: OrganizationId;
  readonly id: TransmissionId;
  readonly fill_id: FillId;
  readonly pharmacy_id: PharmacyId;
}

/** A pharmacy `p` is the sender's own, or one of the partner's. */
function ofSender({ pharmacyId, partnerId }: HookCredential): RawBuilder<boolean> {
  return sql<boolean>`(p.id = ${pharmacyId} or p.partner_id = ${partnerId})`;
}

/** Undefined for an unknown MessageID and for one of another pharmacy alike. */
export async function findTransmission(
  store: Pick<Store, 'asDoor'>,
  credential: HookCredential,
  messageId: string,
): Promise<FoundTransmission | undefined> {
  return await store.asDoor(async (tx) => {
    await runStatement(tx, KNOWS_DISCONTINUE, []);
    return await tx
      .withTables<DeliveryTables & DirectoryTables>()
      .selectFrom('transmission as t')
      .innerJoin('pharmacy as p', 'p.id', 't.pharmacy_id')
      .select(['t.org_id', 't.id', 't.fill_id', 't.pharmacy_id'])
      .where('t.message_id', '=', messageId)
      .where(ofSender(credential))
      .executeTakeFirst();
  });
}

/** The answer to a request of a pharmacy that a message speaks of, as above. */
export async function findResponse(
  store: Pick<Store, 'asDoor'>,
  credential: HookCredential,
  messageId: string,
): Promise<{ readonly org_id: OrganizationId; readonly id: PharmacyResponseId } | undefined> {
  return await store.asDoor((tx) =>
    tx
      .withTables<RequestTables & DirectoryTables>()
      .selectFrom('pharmacy_response as r')
      .innerJoin('pharmacy as p', 'p.id', 'r.pharmacy_id')
      .select(['r.org_id', 'r.id'])
      .where('r.message_id', '=', messageId)
      .where(ofSender(credential))
      .executeTakeFirst(),
  );
}

/** The prescription that a message speaks of, by the MessageID of ours that it relates to or by its PrescriberOrderNumber. */
export interface MeantPrescription {
  readonly orgId: OrganizationId;
  readonly target: ReportTarget;
  readonly pharmacyIds: readonly PharmacyId[];
}

/** Undefined where neither names one of this sender's pharmacies, or the two name different ones. */
export async function findMeant(
  store: Pick<Store, 'asDoor' | 'withOrg' | 'pipeline'>,
  credential: HookCredential,
  header: Received['header'],
): Promise<MeantPrescription | undefined> {
  const relates = header?.relatesToMessageId?.trim() ?? '';
  const number = header?.prescriberOrderNumber?.trim() ?? '';
  const related = relates === '' ? undefined : await findTransmission(store, credential, relates);
  const target = targetOf(number);
  if (related === undefined) {
    if (target?.kind !== 'medication') return undefined;
    const [located] = await locateOrders(store, [{ credential, orderId: target.orderId }]);
    const order = located?.order;
    return order === undefined ? undefined : { orgId: order.orgId, target, pharmacyIds: order.pharmacyIds };
  }
  const { order_id: orderId, prescriber_order_number: ours } = await store.withOrg(related.org_id, (tx) =>
    tx
      .withTables<RelatedTables>()
      .selectFrom('transmission')
      .select(['order_id', 'prescriber_order_number'])
      .where('org_id', '=', related.org_id)
      .where('id', '=', related.id)
      .executeTakeFirstOrThrow(),
  );
  if (target?.kind === 'medication' && target.prescriberOrderNumber !== ours) return undefined;
  return {
    orgId: related.org_id,
    target: { kind: 'medication', orderId, prescriberOrderNumber: ours },
    pharmacyIds: [related.pharmacy_id],
  };
}

type RelatedTables = {
  transmission: {
    org_id: OrganizationId;
    id: TransmissionId;
    order_id: OrderId;
    prescriber_order_number: string;
  };
};
