// The latest prescriptions that went to a pharmacy, of all organizations: as little of each as tells them apart.
import type { FillId, OrderId, OrganizationId, PharmacyId, TransmissionId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import type { Situation } from '@pestle/rules/situations';
import { recordAudit } from '../../audit/audit.ts';
import type { DeliveryTables } from '../../delivery/inside.ts';
import type { Origin } from '../../kernel/actor.ts';
import type { Ports } from '../../kernel/ports.ts';
import {
  aroundFills,
  fillSituation,
  openPrescription,
  type PrescribingTables,
} from '../../prescribing/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import { PHARMACY_DESK_LIMITS as LIMITS } from '../limits.ts';
import type { AccountRow } from '../tables.ts';

export interface RecentOrder {
  readonly orderId: OrderId;
  readonly fillId: FillId;
  /** The practice's number of the order, eight digits, as it stands on faxes and is said on the telephone; null of one from before there were any. */
  readonly orderNumber: string | null;
  /** `PrescriberOrderNumber`: one medication. */
  readonly number: string;
  /** `J. N.`: no more of the patient until the record is opened, which leaves an entry of its own. */
  readonly initials: string;
  /** Undefined where it has gone elsewhere or was replaced: what became of it there is not this pharmacy's. */
  readonly situation: Situation | undefined;
  /** ISO 8601: when it was first on its way here. */
  readonly at: string;
}

export interface RecentDeps {
  readonly store: Store;
  readonly ports: Ports;
}

type Message = {
  readonly org_id: OrganizationId;
  readonly id: TransmissionId;
  readonly fill_id: FillId;
  readonly created_at: string;
};

/** The latest first. One entry for each organization whose patients' initials are shown. */
export async function recentOrders(
  { store, ports }: RecentDeps,
  account: Pick<AccountRow, 'id' | 'pharmacy_id'>,
  origin: Origin,
): Promise<readonly RecentOrder[]> {
  const messages = await store.asDoor((tx) =>
    tx
      .withTables<DeliveryTables>()
      .selectFrom('transmission')
      .select(['org_id', 'id', 'fill_id', 'created_at'])
      .where('pharmacy_id', '=', account.pharmacy_id)
      .where('kind', '=', 'new')
      .orderBy('created_at', 'desc')
      .limit(LIMITS.recentMessagesMax)
      .execute(),
  );
  // Of several messages about one the first: since then it is known here.
  const byFill = new Map((messages as readonly Message[]).map((message) => [message.fill_id, message]));
  const latest = [...byFill.values()].slice(0, LIMITS.recentOrdersMax);
  const shown: RecentOrder[] = [];
  for (const [orgId, of] of Map.groupBy(latest, ({ org_id }) => org_id))
    shown.push(...(await ofOrganization({ store, ports }, orgId, of, account, origin)));
  return shown.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
}

async function ofOrganization(
  { store, ports }: RecentDeps,
  orgId: OrganizationId,
  messages: readonly Message[],
  account: Pick<AccountRow, 'id' | 'pharmacy_id'>,
  origin: Origin,
): Promise<readonly RecentOrder[]> {
  const ids = messages.map(({ fill_id }) => fill_id);
  const nowMs = ports.clock.now();
  return await store.withOrg(orgId, async (tx) => {
    const rows = await rowsOf(tx, orgId, messages);
    const around = await aroundFills(tx, orgId, ids, nowMs);
    const keys = keysOf(tx);
    await recordAudit(tx, ports, {
      orgId,
      actor: { kind: 'pharmacy', id: account.pharmacy_id, origin },
      action: 'pharmacy-desk.list',
      subject: { kind: 'pharmacy', id: account.pharmacy_id },
      detail: { accountId: account.id, prescriptions: rows.length },
    });
    return rows.flatMap(({ fill, prescription, sealed, number, orderNumber, at }): readonly RecentOrder[] => {
      const beside = around.get(fill.id);
      if (beside === undefined) return [];
      const { patient } = openPrescription(keys, prescription, sealed).content;
      const isHere = fill.pharmacy_id === account.pharmacy_id;
      return [
        {
          orderId: fill.order_id,
          fillId: fill.id,
          orderNumber,
          number,
          initials: `${initial(patient.firstName)} ${initial(patient.lastName)}`,
          situation: isHere ? fillSituation(fill, beside, nowMs) : undefined,
          at,
        },
      ];
    });
  });
}

/** What is read of each, still sealed. */
async function rowsOf(tx: Tx, orgId: OrganizationId, messages: readonly Message[]) {
  const tables = tx.withTables<PrescribingTables & DeliveryTables>();
  const fills = await tables
    .selectFrom('fill')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(
      'id',
      'in',
      messages.map(({ fill_id: id }) => id),
    )
    .execute();
  const prescriptions = await tables
    .selectFrom('prescription')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(
      'id',
      'in',
      fills.map(({ prescription_id: id }) => id),
    )
    .execute();
  const signables = await tables
    .selectFrom('signable')
    .select(['id', 'sealed'])
    .where('org_id', '=', orgId)
    .where(
      'id',
      'in',
      prescriptions.map(({ signable_id: id }) => id),
    )
    .execute();
  const numbers = await tables
    .selectFrom('transmission')
    .select(['id', 'prescriber_order_number as number'])
    .where('org_id', '=', orgId)
    .where(
      'id',
      'in',
      messages.map(({ id }) => id),
    )
    .execute();
  const orders = await tables
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('org_id', '=', orgId)
    .where(
      'id',
      'in',
      fills.map(({ order_id: id }) => id),
    )
    .execute();
  return fills.flatMap((fill) => {
    const prescription = prescriptions.find(({ id }) => id === fill.prescription_id);
    const signable = signables.find(({ id }) => id === prescription?.signable_id);
    const message = messages.find(({ fill_id: id }) => id === fill.id);
    if (prescription === undefined || signable === undefined || message === undefined) return [];
    const number = numbers.find(({ id }) => id === message.id)?.number ?? '';
    const orderNumber = orders.find(({ id }) => id === fill.order_id)?.number ?? null;
    return [{ fill, prescription, sealed: signable.sealed, number, orderNumber, at: message.created_at }];
  });
}

function initial(name: string): string {
  const [first = '–'] = name;
  return `${first}.`;
}

export interface OwnRecord {
  readonly org_id: OrganizationId;
  readonly order_id: OrderId;
  readonly fill_id: FillId;
  readonly pharmacy_id: PharmacyId;
  readonly transmission_id: TransmissionId;
}

/** A prescription that went to this pharmacy, by the latest message about it; undefined for any other, with the same work. */
export async function ownRecord(
  store: Store,
  pharmacyId: PharmacyId,
  orderId: string,
  fillId: string,
): Promise<OwnRecord | undefined> {
  if (!isId('ord', orderId) || !isId('fil', fillId)) return undefined;
  const order = await store.asDoor((tx) =>
    tx
      .withTables<PrescribingTables>()
      .selectFrom('orders')
      .select('org_id')
      .where('id', '=', orderId)
      .executeTakeFirst(),
  );
  if (order === undefined) return undefined;
  const orgId = order.org_id;
  const message = await store.withOrg(orgId, (tx) =>
    tx
      .withTables<DeliveryTables>()
      .selectFrom('transmission')
      .select(['id', 'order_id', 'fill_id'])
      .where('org_id', '=', orgId)
      .where('order_id', '=', orderId)
      .where('fill_id', '=', fillId)
      .where('pharmacy_id', '=', pharmacyId)
      .where('kind', '=', 'new')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  if (message === undefined) return undefined;
  return {
    org_id: orgId,
    order_id: orderId,
    fill_id: fillId,
    pharmacy_id: pharmacyId,
    transmission_id: message.id,
  };
}
