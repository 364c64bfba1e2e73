// Patients are told when it is time: looks for orders whose reminders and news are due, and ends, postpones or tells each (what is said: `news.ts`).
import type { OrderId, OrganizationId } from '@pestle/rules/ids';
import { patientSituationOf } from '@pestle/rules/situation-of';
import { findPatient, findPharmacy } from '../../directory/inside.ts';
import { Failure } from '../../kernel/errors.ts';
import { findOrganization } from '../../organization/inside.ts';
import type { Departure } from '../../outbox/outbox.ts';
import type { LockedOrder } from '../../prescribing/inside.ts';
import { aroundFills, fillFacts, lockOrder } from '../../prescribing/inside.ts';
import { selectInTransaction } from '../../routing/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { DeliveryTables, PatientTimerRow } from '../ledger/tables.ts';
import { DELIVERY_LIMITS as LIMITS } from '../limits.ts';
import type { Judged, TellDeps } from './news.ts';
import { tell } from './news.ts';
import { waitForDayMs, whereabouts } from './timers.ts';

const AGAIN_AFTER_ERROR_MS = 60_000;

/** Looks at every order whose time has come. May run on several nodes at once: the order's lock decides whose look counts. */
export async function tellPatients(deps: TellDeps): Promise<void> {
  const { store, ports } = deps;
  for (;;) {
    const now = new Date(ports.clock.now()).toISOString();
    const due = await store.asCourier((tx) =>
      tx
        .withTables<DeliveryTables>()
        .selectFrom('patient_timer')
        .select(['org_id', 'order_id'])
        .where('due_at', '<=', now)
        .groupBy(['org_id', 'order_id'])
        .orderBy((eb) => eb.fn.min('due_at'))
        .limit(LIMITS.patientRoundOrdersMax)
        .execute(),
    );
    for (const { org_id: orgId, order_id: orderId } of due) await tellOne(deps, orgId, orderId);
    if (due.length < LIMITS.patientRoundOrdersMax) return;
  }
}

async function tellOne(deps: TellDeps, orgId: OrganizationId, orderId: OrderId): Promise<void> {
  const { store, ports, onError } = deps;
  try {
    deps.departures(await store.withOrg(orgId, (tx) => judgeOrder(deps, tx, orgId, orderId)));
  } catch (error) {
    onError(error);
    await lookAgainLater(store, orgId, orderId, ports.clock.now());
  }
}

/** One that cannot be judged does not keep the others. */
async function lookAgainLater(
  store: Store,
  orgId: OrganizationId,
  orderId: OrderId,
  nowMs: number,
): Promise<void> {
  await store.withOrg(orgId, (tx) =>
    tx
      .withTables<DeliveryTables>()
      .updateTable('patient_timer')
      .set({ due_at: new Date(nowMs + AGAIN_AFTER_ERROR_MS).toISOString() })
      .where('org_id', '=', orgId)
      .where('order_id', '=', orderId)
      .where('due_at', '<=', new Date(nowMs).toISOString())
      .execute(),
  );
}

async function judgeOrder(
  deps: TellDeps,
  tx: Tx,
  orgId: OrganizationId,
  orderId: OrderId,
): Promise<readonly Departure[]> {
  const nowMs = deps.ports.clock.now();
  const locked = await lockOrder(tx, orgId, orderId);
  if (locked === undefined) return [];
  const timers = await tx
    .withTables<DeliveryTables>()
    .selectFrom('patient_timer')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('order_id', '=', orderId)
    .where('due_at', '<=', new Date(nowMs).toISOString())
    .execute();
  if (timers.length === 0) return [];
  const patient = await findPatient(tx, orgId, locked.order.patient_id);
  if (patient === undefined || patient.deceased) {
    await end(tx, timers);
    return [];
  }
  const judged = { deps, tx, nowMs, locked, patient, ...(await aroundOrder(tx, locked, nowMs)) };
  return [...(await usePreferred(judged, timers)), ...(await tellByDay(judged, timers))];
}

/** What else a text may say of the order, and what was said. */
async function aroundOrder(
  tx: Tx,
  { order: { org_id: orgId, id: orderId }, fills }: LockedOrder,
  nowMs: number,
): Promise<Pick<Judged, 'organization' | 'lines' | 'texts'>> {
  const around = await aroundFills(
    tx,
    orgId,
    fills.map(({ id }) => id),
    nowMs,
  );
  const lines = fills.flatMap((fill) => {
    const beside = around.get(fill.id);
    return beside === undefined
      ? []
      : [{ fill, situation: patientSituationOf(fillFacts(fill, beside, nowMs)) }];
  });
  const texts = await tx
    .withTables<DeliveryTables>()
    .selectFrom('text_message')
    .select('about')
    .where('org_id', '=', orgId)
    .where('order_id', '=', orderId)
    .execute();
  return { organization: await findOrganization(tx, orgId), lines, texts };
}

/** Reminders and news; at night they wait for the morning. */
async function tellByDay(judged: Judged, timers: readonly PatientTimerRow[]): Promise<readonly Departure[]> {
  const { tx, nowMs, organization, locked, patient } = judged;
  const told = timers.filter(({ kind }) => kind !== 'preferred');
  const wait = waitForDayMs(organization, whereabouts(locked.order, patient), nowMs, 'other');
  if (wait > 0) {
    await postpone(tx, told, nowMs + wait);
    return [];
  }
  const departures: Departure[] = [];
  for (const timer of told) {
    const untilMs = Date.parse(timer.began_at) + LIMITS.problemToldAfterMs;
    if (timer.kind === 'problem' && nowMs < untilMs) await postpone(tx, [timer], untilMs);
    else {
      await end(tx, [timer]);
      departures.push(...(await tell(judged, timer.kind, timers)));
    }
  }
  return departures;
}

/** The pharmacy that the patient prefers, where nobody has chosen in time and the prescriber wanted that. Nothing where it cannot be chosen. */
async function usePreferred(
  { deps, tx, locked, patient }: Judged,
  timers: readonly PatientTimerRow[],
): Promise<readonly Departure[]> {
  const wanted = timers.filter(({ kind }) => kind === 'preferred');
  await end(tx, wanted);
  const { preferred_pharmacy_id: pharmacyId } = patient;
  if (wanted.length === 0 || locked.order.state !== 'ROUTING' || pharmacyId === null) return [];
  const pharmacy = await findPharmacy(tx, pharmacyId);
  if (pharmacy?.active !== true || !pharmacy.serves_public) return [];
  const { org_id: orgId, id: orderId } = locked.order;
  try {
    return await selectInTransaction(deps, tx, { orgId, orderId, pharmacyId, selectedBy: 'service' });
  } catch (error) {
    // Too late, canceled, or nobody authorized any more: the order waits for a person, as without the wish.
    if (error instanceof Failure) return [];
    throw error;
  }
}

async function end(tx: Tx, timers: readonly PatientTimerRow[]): Promise<void> {
  const [first] = timers;
  if (first === undefined) return;
  await tx
    .withTables<DeliveryTables>()
    .deleteFrom('patient_timer')
    .where('org_id', '=', first.org_id)
    .where('order_id', '=', first.order_id)
    .where(
      'kind',
      'in',
      timers.map(({ kind }) => kind),
    )
    .execute();
}

async function postpone(tx: Tx, timers: readonly PatientTimerRow[], untilMs: number): Promise<void> {
  const [first] = timers;
  if (first === undefined) return;
  await tx
    .withTables<DeliveryTables>()
    .updateTable('patient_timer')
    .set({ due_at: new Date(untilMs).toISOString() })
    .where('org_id', '=', first.org_id)
    .where('order_id', '=', first.order_id)
    .where(
      'kind',
      'in',
      timers.map(({ kind }) => kind),
    )
    .execute();
}
