// What patients are told when it is time: reminders to choose a pharmacy, and news of their medications, judged from what is known then.
import type { OrderId, OrganizationId, TransmissionId } from '@pestle/rules/ids';
import type { PatientSituation } from '@pestle/rules/situation-of';
import { patientSituationOf } from '@pestle/rules/situation-of';
import type { PatientRow } from '../../directory/inside.ts';
import { findPatient, findPharmacy } from '../../directory/inside.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { OrganizationRow } from '../../organization/inside.ts';
import { findOrganization, patientTextsOf } from '../../organization/inside.ts';
import type { Departure } from '../../outbox/outbox.ts';
import type { ActDeps, FillRow, LockedOrder } from '../../prescribing/inside.ts';
import { aroundFills, fillFacts, lockOrder } from '../../prescribing/inside.ts';
import { isWrongNumber, patientLinkFor, patientLinkUrl, selectInTransaction } from '../../routing/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { DeliveryTables, PatientTimer, PatientTimerRow, TextKind } from '../ledger/tables.ts';
import { DELIVERY_LIMITS as LIMITS } from '../limits.ts';
import { placedCause } from './texts.ts';
import { waitForDayMs, whereabouts } from './timers.ts';
import type { TextFacts } from './words.ts';
import { textOf } from './words.ts';
import type { TextLinks } from './write-text.ts';
import { queueText } from './write-text.ts';

export interface TellDeps extends ActDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly links: TextLinks;
  /** Told of what may leave now. */
  readonly departures: (rows: readonly Departure[]) => void;
  /** Told of an order that could not be judged; it is looked at again in a minute. */
  readonly onError: (error: unknown) => void;
}

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

/** Everything about an order that a text may say. */
interface Judged {
  readonly deps: TellDeps;
  readonly tx: Tx;
  readonly nowMs: number;
  readonly locked: LockedOrder;
  readonly organization: OrganizationRow;
  readonly patient: PatientRow;
  readonly lines: readonly { readonly fill: FillRow; readonly situation: PatientSituation }[];
  /** Texts of the order so far. */
  readonly texts: readonly { readonly about: TextKind | null }[];
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

/** Which situations each of the news is of. */
const NEWS: Readonly<
  Record<
    Exclude<PatientTimer, 'sent' | 'preferred' | 'first-reminder' | 'second-reminder'>,
    readonly PatientSituation[]
  >
> = {
  ready: ['ready'],
  shipped: ['shipped'],
  delivered: ['picked-up', 'delivered', 'dispensed-after-cancel'],
  problem: ['problem', 'stuck'],
  canceled: ['canceled', 'cancel-sent', 'cancel-refused'],
};

/** Nothing where it is not so any more, where the organization leaves it out, or where enough was said. */
async function tell(
  judged: Judged,
  kind: PatientTimer,
  timers: readonly PatientTimerRow[],
): Promise<readonly Departure[]> {
  const { locked, lines, organization, texts } = judged;
  switch (kind) {
    case 'preferred':
      return [];
    case 'sent':
      // What has become of it since the night says more.
      return timers.some((timer) => timer.kind in NEWS) ? [] : await tellPlaced(judged);
    case 'first-reminder':
      // After a night both may be due: one is enough.
      return timers.some((timer) => timer.kind === 'second-reminder') ? [] : await remind(judged);
    case 'second-reminder':
      return await remind(judged);
    case 'ready':
    case 'shipped':
    case 'delivered':
    case 'problem':
    case 'canceled': {
      const told = lines.filter(({ situation }) => NEWS[kind].includes(situation));
      const [first] = told;
      if (first === undefined || !patientTextsOf(organization).includes(kind)) return [];
      // Of what the patient has never heard, and no pharmacy ever had, there is no end to tell.
      if (kind === 'canceled' && texts.length === 0 && lines.every(({ fill }) => fill.sent_at === null))
        return [];
      const pharmacy =
        locked.order.pharmacy_id === null
          ? undefined
          : await findPharmacy(judged.tx, locked.order.pharmacy_id);
      return await write(judged, kind, {
        pharmacy: pharmacy?.name,
        part: told.length < lines.length,
        carrier: first.fill.carrier,
        pickedUp: told.every(({ situation }) => situation === 'picked-up'),
        afterCancel: told.some(({ situation }) => situation === 'dispensed-after-cancel'),
      });
    }
    default:
      throw new Error(`unknown timer ${String(kind satisfies never)}`);
  }
}

/** That it is with the pharmacy, where that was at night and is so still. */
async function tellPlaced(judged: Judged): Promise<readonly Departure[]> {
  const { tx, locked, organization } = judged;
  const { pharmacy_id: pharmacyId, state } = locked.order;
  if (state !== 'PLACED' || pharmacyId === null || !patientTextsOf(organization).includes('sent')) return [];
  const cause = await placedCause(tx, locked.order);
  const pharmacy = cause === undefined ? undefined : await findPharmacy(tx, pharmacyId);
  return pharmacy === undefined ? [] : await write(judged, 'sent', { pharmacy: pharmacy.name }, cause);
}

async function remind(judged: Judged): Promise<readonly Departure[]> {
  return judged.locked.order.state === 'ROUTING' ? await write(judged, 'reminder', {}) : [];
}

async function write(
  judged: Judged,
  about: TextKind,
  more: Partial<TextFacts>,
  cause?: TransmissionId,
): Promise<readonly Departure[]> {
  const { deps, tx, locked, organization, patient, texts } = judged;
  const { links, ports } = deps;
  const { org_id: orgId, id: orderId } = locked.order;
  const { phone, id: patientId } = patient;
  if (phone === null || texts.length >= LIMITS.textsOfOrderMax) return [];
  if (texts.filter((text) => text.about === about).length >= LIMITS.textsOfKindMax) return [];
  if (await isWrongNumber(tx, links.phoneHashes, { orgId, patientId, phone })) return [];
  const token = await patientLinkFor(tx, ports, links.patientLinks, { orgId, orderId, phone });
  const body = textOf(about, {
    practice: organization.name,
    phone: organization.phone,
    language: patient.language,
    url: patientLinkUrl(links.baseUrl, token),
    ...more,
  });
  const text = { orgId, orderId, about, content: { recipient: phone, body } };
  return [await queueText(tx, ports, cause === undefined ? text : { ...text, cause })];
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
