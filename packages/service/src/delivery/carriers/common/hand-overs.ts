// Remembers what was handed to a carrier that has no memory of our ids, so that nothing is handed over twice unasked: the table `carrier_message`.
import type { OrganizationId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Ports } from '../../../kernel/ports.ts';
import { nowText } from '../../../kernel/ports.ts';
import type { OutboxTables } from '../../../outbox/outbox.ts';
import type { Store, Tx } from '../../../store/store.ts';
import { CARRIER_LIMITS } from '../../limits.ts';

/** `handed`: nobody knows yet whether the carrier took it. */
export type HandOverState = 'handed' | 'taken' | 'delivered' | 'failed';

export type CarrierMessageRow = {
  org_id: OrganizationId;
  /** Our id of the fax or text, as the carrier is given it. */
  reference: string;
  /** The transmission or text that it belongs to. */
  subject_id: string;
  carrier: string;
  /** What the carrier calls it; null until it said so. */
  carrier_id: string | null;
  state: HandOverState;
  reason: string | null;
  handed_at: string;
  ended_at: string | null;
  /** When the carrier was asked last, after its attempts had ended. */
  asked_at: string | null;
};

export type CarrierTables = { carrier_message: CarrierMessageRow };

/** Which fax or text, and of whom. */
export interface HandOverName {
  readonly orgId: OrganizationId;
  readonly reference: string;
}

export interface HandOver {
  readonly carrierId: string | null;
  readonly state: HandOverState;
  readonly reason: string;
  readonly handedAtMs: number;
}

/** How a fax or text has ended, for good: what comes later does not undo a delivery. */
export interface HandOverEnd {
  readonly state: 'delivered' | 'failed';
  readonly reason: string;
}

export interface HandOvers {
  /** What is known of it; undefined where it was never handed over. */
  known(name: HandOverName): Promise<HandOver | undefined>;
  /** Puts down that it is about to be handed over: before the first byte leaves, once more after a failure. */
  begin(name: HandOverName, carrier: string, subjectId: string): Promise<void>;
  taken(name: HandOverName, carrierId: string): Promise<void>;
  ended(name: HandOverName, end: HandOverEnd): Promise<void>;
}

export function createHandOvers(store: Pick<Store, 'withOrg'>, ports: Ports): HandOvers {
  return {
    known: (name) => store.withOrg(name.orgId, (tx) => handOverOf(tx, name)),
    begin: async (name, carrier, subjectId) => {
      await store.withOrg(name.orgId, async (tx) => {
        const row = { carrier, subject_id: subjectId, handed_at: nowText(ports) };
        const fresh = {
          carrier_id: null,
          state: 'handed',
          reason: null,
          ended_at: null,
          asked_at: null,
        } as const;
        await tx
          .withTables<CarrierTables>()
          .insertInto('carrier_message')
          .values({ org_id: name.orgId, reference: name.reference, ...row, ...fresh })
          .onConflict((conflict) =>
            conflict.columns(['org_id', 'reference']).doUpdateSet({ ...row, ...fresh }),
          )
          .execute();
      });
    },
    taken: (name, carrierId) =>
      store.withOrg(name.orgId, async (tx) => {
        await setTaken(tx, name, carrierId);
      }),
    ended: (name, end) =>
      store.withOrg(name.orgId, async (tx) => {
        await setEnded(tx, ports, name, end);
      }),
  };
}

/** What is known of it, under a lock that holds until the transaction ends. */
export async function handOverOf(tx: Tx, { orgId, reference }: HandOverName): Promise<HandOver | undefined> {
  const row = await tx
    .withTables<CarrierTables>()
    .selectFrom('carrier_message')
    .select(['carrier_id', 'state', 'reason', 'handed_at'])
    .where('org_id', '=', orgId)
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { carrier_id: carrierId, state, reason, handed_at: handedAt } = row;
  return { carrierId, state, reason: reason ?? state, handedAtMs: Date.parse(handedAt) };
}

export async function setTaken(
  tx: Tx,
  { orgId, reference }: HandOverName,
  carrierId: string | undefined,
): Promise<void> {
  await tx
    .withTables<CarrierTables>()
    .updateTable('carrier_message')
    .set({ state: 'taken', ...(carrierId === undefined ? {} : { carrier_id: carrierId }) })
    .where('org_id', '=', orgId)
    .where('reference', '=', reference)
    .where('state', 'in', ['handed', 'taken'])
    .execute();
}

/** A delivery may follow a failure that was said too early; a failure never undoes a delivery. */
export async function setEnded(
  tx: Tx,
  ports: Ports,
  { orgId, reference }: HandOverName,
  { state, reason }: HandOverEnd,
): Promise<void> {
  await tx
    .withTables<CarrierTables>()
    .updateTable('carrier_message')
    .set({ state, reason, ended_at: nowText(ports) })
    .where('org_id', '=', orgId)
    .where('reference', '=', reference)
    .where('state', '!=', 'delivered')
    .where('state', '!=', state)
    .execute();
}

/** Forgets what was handed over longer ago than the limit and waits no more to leave: no carrier posts a receipt of it. Returns how many. */
export async function pruneHandOvers(store: Pick<Store, 'asCourier'>): Promise<number> {
  const { handOversKeptDays, handOversForgottenAtOnceMax } = CARRIER_LIMITS;
  return await store.asCourier(async (tx) => {
    const tables = tx.withTables<CarrierTables & OutboxTables>();
    const { numDeletedRows } = await tables
      .deleteFrom('carrier_message')
      .where((row) =>
        row(
          row.refTuple('org_id', 'reference'),
          'in',
          row
            .selectFrom('carrier_message as old')
            .select(['old.org_id', 'old.reference'])
            .where('old.handed_at', '<', sql<string>`now() - make_interval(days => ${handOversKeptDays})`)
            .where((old) =>
              old.not(
                old.exists(
                  old.selectFrom('outbox').select('id').whereRef('outbox.id', '=', 'old.subject_id'),
                ),
              ),
            )
            .orderBy('old.handed_at')
            .limit(handOversForgottenAtOnceMax)
            .$asTuple('org_id', 'reference'),
        ),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}
