// What state a prescription is in, and whether it may be sent: judged when it is read and when it is used (W8, A2).
import type { OrganizationId, PrescriptionId, UserId } from '@pestle/rules/ids';
import type { PrescriptionFacts, PrescriptionState, SendObstacle } from '@pestle/rules/prescription-state';
import { prescriptionState, sendObstacle } from '@pestle/rules/prescription-state';
import { todayFor } from '@pestle/rules/time-zone';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Tx } from '../../store/store.ts';
import type { ActDeps } from '../acts.ts';
import type { PrescribingDeps } from '../deps.ts';
import type { PrescriptionRecord } from '../records.ts';
import type { PrescribingTables } from '../tables.ts';
import { prescriptionsByIds, readablePrescriptions } from './prescriptions.ts';
import { sendUntil } from './send-within.ts';

const PRESCRIBE_AGAIN = 'Prescribe again: that makes a copy as a draft, which is signed anew.';

/** Each in a sentence that says the way on, and names neither patient nor drug. */
export const SEND_OBSTACLE_SENTENCE: Readonly<Record<SendObstacle, string>> = {
  PRESCRIPTION_DISPENSED: `A pharmacy has reported that it dispensed this prescription, and refills are its own. ${PRESCRIBE_AGAIN}`,
  PRESCRIPTION_CANCELED: `This prescription is canceled. ${PRESCRIBE_AGAIN}`,
  PRESCRIPTION_EXPIRED: `This prescription has expired. ${PRESCRIBE_AGAIN}`,
  PRESCRIPTION_ON_OPEN_ORDER: `This prescription is on an open order already. Choose another pharmacy for that order or cancel it. ${PRESCRIBE_AGAIN}`,
  PRESCRIPTION_TOO_OLD: `A prescription is sent within 72 hours of being written; this one is older. ${PRESCRIBE_AGAIN}`,
  SIGNER_NOT_AUTHORIZED: `Who signed this prescription is not an authorized prescriber now, so that nothing more leaves in that name. ${PRESCRIBE_AGAIN}`,
};

/** What decides, with today where the patient is, by the address that was signed with it. */
function judged(
  { row, content, envelope }: PrescriptionRecord,
  nowMs: number,
): { facts: PrescriptionFacts; today: string } {
  const dayOf = (atMs: number): string =>
    todayFor(envelope.patient.address, envelope.organization.timeZone, atMs);
  return {
    facts: {
      canceled: row.state === 'CANCELED',
      expirationDate: row.expiration_date,
      dispensedOn: row.dispensed_at === null ? null : dayOf(Date.parse(row.dispensed_at)),
      daysSupply: content.daysSupply,
      fillsAllowed: content.fillsAllowed,
    },
    today: dayOf(nowMs),
  };
}

/** The state of a prescription at a moment. */
export function stateAt(record: PrescriptionRecord, nowMs: number): PrescriptionState {
  const { facts, today } = judged(record, nowMs);
  return prescriptionState(facts, today);
}

/** What stops each of the prescriptions from being sent now; those that may be sent are left out. */
export async function obstaclesTo(
  deps: ActDeps,
  tx: Tx,
  nowMs: number,
  orgId: OrganizationId,
  records: readonly PrescriptionRecord[],
  /** `onOrder`: they are on the order that is to be sent, so that an open order is no obstacle. */
  { onOrder }: { readonly onOrder: boolean },
): Promise<ReadonlyMap<PrescriptionId, SendObstacle>> {
  const open = onOrder ? new Set<PrescriptionId>() : await onOpenOrders(tx, orgId, records);
  const authorized = new Map<UserId, boolean>();
  for (const { row } of records)
    if (!authorized.has(row.prescriber_id))
      authorized.set(row.prescriber_id, (await deps.authorizedPrescriber(tx, orgId, row.prescriber_id)).ok);
  return new Map(
    records.flatMap((record) => {
      const { row } = record;
      const { facts, today } = judged(record, nowMs);
      const question = {
        ...facts,
        onOpenOrder: open.has(row.id),
        inTime: nowMs <= sendUntil([row.written_at]),
        signerAuthorized: authorized.get(row.prescriber_id) === true,
      };
      const obstacle = sendObstacle(question, today);
      return obstacle === null ? [] : [[row.id, obstacle] as const];
    }),
  );
}

async function onOpenOrders(
  tx: Tx,
  orgId: OrganizationId,
  records: readonly PrescriptionRecord[],
): Promise<ReadonlySet<PrescriptionId>> {
  if (records.length === 0) return new Set();
  const rows = await tx
    .withTables<PrescribingTables>()
    .selectFrom('fill')
    .select('prescription_id')
    .where('org_id', '=', orgId)
    .where(
      'prescription_id',
      'in',
      records.map(({ row }) => row.id),
    )
    .where('state', 'not in', ['DELIVERED', 'CANCELED'])
    .execute();
  return new Set(rows.map((row) => row.prescription_id));
}

/** Throws the first obstacle's code. */
export function refuseFirst(obstacles: ReadonlyMap<string, SendObstacle>): void {
  const [first] = obstacles.values();
  if (first !== undefined) throw new Failure(first, SEND_OBSTACLE_SENTENCE[first]);
}

/** For what is on an order and is to be sent, elsewhere or once more: throws when it may not be sent any more. */
export async function requireSendable(
  deps: ActDeps,
  tx: Tx,
  ports: Pick<Ports, 'clock'>,
  orgId: OrganizationId,
  prescriptionIds: readonly PrescriptionId[],
): Promise<void> {
  const records = await prescriptionsByIds(tx, orgId, prescriptionIds, false);
  refuseFirst(await obstaclesTo(deps, tx, ports.clock.now(), orgId, records, { onOrder: true }));
}

/** Why prescriptions are not sent, for whoever reads them; those that may be ordered are left out. */
export async function sendObstacles(
  deps: PrescribingDeps,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SendObstacle>> {
  authorize(actor, 'prescription.read');
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    const { records } = await readablePrescriptions(tx, actor.orgId, ids);
    return await obstaclesTo(deps, tx, deps.ports.clock.now(), actor.orgId, records, { onOrder: false });
  });
}
