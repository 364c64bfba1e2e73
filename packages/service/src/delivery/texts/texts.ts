// Text messages to patients: that an order is with its pharmacy. They name no medication.
import type { Id, OrderId, TransmissionId } from '@pestle/rules/ids';
import { formatPhone } from '@pestle/rules/phone';
import type { Ports } from '../../kernel/ports.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import type { Departure } from '../../outbox/outbox.ts';
import { enqueue, release, TEXT_LANE, withdraw } from '../../outbox/outbox.ts';
import type { LockedOrder } from '../../prescribing/orders/fills.ts';
import type { Envelope } from '../../prescribing/signing/clinical-content.ts';
import type { PatientLinkKey } from '../../routing/inside.ts';
import { languageOf } from '../../routing/inside.ts';
import { throughOutage } from '../../store/inside.ts';
import type { Statement, Store, Tx } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { keysOf, openWith, place } from '../../vault/vault.ts';
import { holdText } from '../attempt/hold.ts';
import { LOCK_LANE, TAKE } from '../lanes/claim-sql.ts';
import type { DeliveryTables } from '../ledger/tables.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { TextContent } from './invitation.ts';
import { writeInvitation } from './invitation.ts';
import type { TextCarrier } from './phone.ts';

export interface TextDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly workerId: string;
  readonly carrier: TextCarrier;
  /** Public address of the service, without trailing slash: links begin with it. */
  readonly baseUrl: string;
  readonly patientLinks: PatientLinkKey;
}

export interface PlacedNews {
  /** The transmission that completed the order. */
  readonly cause: TransmissionId;
  readonly envelope: Envelope;
  readonly pharmacyName: string;
}

/** Tells the patient that every prescription of the order is with the pharmacy: once, and again of another pharmacy. Without a telephone number there is nothing to tell. */
export async function tellPlaced(
  tx: Tx,
  ports: Ports,
  locked: LockedOrder,
  { cause, envelope, pharmacyName }: PlacedNews,
): Promise<void> {
  const { org_id: orgId, id: orderId, state, pharmacy_id: pharmacyId } = locked.order;
  if (state !== 'PLACED') return;
  const tables = tx.withTables<DeliveryTables>();
  // The invitation to choose the pharmacy is another message: no transmission is its cause.
  const told = await tables
    .selectFrom('text_message as text')
    .innerJoin('transmission', (join) =>
      join.onRef('transmission.org_id', '=', 'text.org_id').onRef('transmission.id', '=', 'text.cause'),
    )
    .select('transmission.pharmacy_id')
    .where('text.org_id', '=', orgId)
    .where('text.order_id', '=', orderId)
    .orderBy('text.created_at', 'desc')
    .orderBy('text.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (told !== undefined && told.pharmacy_id === pharmacyId) return;
  const text = placedText(ports, keysOf(tx), envelope, pharmacyName);
  if (text === undefined) return;
  const { id, sealed } = text;
  const now = nowText(ports);
  await tables
    .insertInto('text_message')
    .values({
      org_id: orgId,
      id,
      order_id: orderId,
      cause,
      sealed,
      state: 'queued',
      created_at: now,
    })
    .execute();
  await enqueue(tx, {
    id,
    orgId,
    kind: 'text',
    subjectId: orderId,
    lane: TEXT_LANE,
    runAt: 'now',
    createdAt: now,
  });
}

/** The text that tells of it, sealed; undefined without a telephone number. */
export function placedText(
  ports: Ports,
  keys: OrgKeys,
  { patient, prescriber, organization }: Envelope,
  pharmacyName: string,
): { readonly id: Id<'txt'>; readonly sealed: Uint8Array } | undefined {
  if (patient.phone === null) return undefined;
  const id = makeId(ports, 'txt');
  const questions = formatPhone(organization.phone ?? prescriber.phone);
  const body =
    languageOf(patient.language ?? null) === 'es'
      ? `${organization.name}: su receta se envió a ${pharmacyName}. ` +
        `Pregunte a la farmacia cuándo estará lista. Preguntas: ${questions}.`
      : `${organization.name}: your prescription was sent to ${pharmacyName}. ` +
        `Ask the pharmacy when it is ready. Questions: ${questions}.`;
  const content: TextContent = { recipient: patient.phone, body };
  return { id, sealed: keys.sealJson(place('text', id), content) };
}

const TEXT: Statement = {
  name: 'pestle_text',
  onePlan: true,
  text: `
select t.sealed, t.cause, o.kind, o.subject_id, o.attempt, o.leased_by is not null and o.run_at > now() as leased
from outbox o left join text_message t on t.org_id = $1 and t.id = o.id where o.org_id = $1 and o.id = $2`,
};

/** One attempt to send one text message; the last one that fails is kept as failed. Answers false when the row could not be had. */
export async function performText(deps: TextDeps, { orgId, id }: Departure): Promise<boolean> {
  const { store } = deps;
  const [rows = []] = await store.pipeline([
    { scope: { role: 'app', orgId }, steps: [{ statement: TEXT, values: [orgId, id] }] },
  ]);
  const [row] = rows;
  if (row === undefined) return true;
  if (row['leased'] === true) return false;
  if (row['sealed'] === null) {
    const written =
      row['kind'] === 'invitation' && (await writeInvitation(deps, orgId, row['subject_id'] as OrderId));
    if (written) return await performText(deps, { orgId, id, lane: TEXT_LANE });
    await store.withOrg(orgId, (tx) => withdraw(tx, orgId, id));
    return true;
  }
  const attempt = row['attempt'] as number;
  const results = await store.pipeline([
    {
      scope: { role: 'courier' },
      steps: [
        { statement: LOCK_LANE, values: [TEXT_LANE, 4, 0] },
        {
          statement: TAKE,
          values: [
            id,
            TEXT_LANE,
            attempt,
            deps.workerId,
            DELIVERY_LIMITS.textTimeoutMs + DELIVERY_LIMITS.leaseMarginMs,
            DELIVERY_LIMITS.laneFailuresToProbe,
            null,
            true,
          ],
        },
      ],
    },
  ]);
  if ((results.at(-1)?.length ?? 0) === 0) return await holdText(store, id, attempt);
  const { recipient, body } = await openWith(
    store,
    orgId,
    (keys) => keys.openJson(place('text', id), row['sealed'] as Uint8Array) as TextContent,
  );
  const sent = await deps.carrier.sendText(
    {
      messageId: `${row['cause'] as string}-text`,
      to: recipient,
      text: body,
    },
    AbortSignal.timeout(DELIVERY_LIMITS.textTimeoutMs),
  );
  const record = async (tx: Tx): Promise<void> => {
    const delayMs = DELIVERY_LIMITS.textOffsetsMs[attempt + 1];
    if (!sent && delayMs !== undefined) {
      await release(tx, orgId, id, { inMs: delayMs });
      return;
    }
    await withdraw(tx, orgId, id);
    await tx
      .withTables<DeliveryTables>()
      .updateTable('text_message')
      .set({ state: sent ? 'sent' : 'failed' })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .execute();
  };
  await throughOutage(() => store.withOrg(orgId, record), DELIVERY_LIMITS.endThroughOutageMs);
  return true;
}
