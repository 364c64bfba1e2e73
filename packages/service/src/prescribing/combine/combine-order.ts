// Adds prescriptions to an order that has not left: signed in the same act or saved before, decided under the order's lock, all or nothing (W5).
import type { DraftId, OrderId, PatientId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { earlierResult, writeOnce } from '../../audit/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor, UserActor } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { nowText } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import type { Departure } from '../../outbox/outbox.ts';
import type { Tx } from '../../store/store.ts';
import { requireAct } from '../acts.ts';
import type { PrescribingDeps } from '../deps.ts';
import type { FormRules } from '../drafts/form-rules.ts';
import { requireByForm } from '../drafts/form-rules.ts';
import type { LockedOrder } from '../orders/fills.ts';
import { lockOrder, refoldOrder } from '../orders/fills.ts';
import { selectableLane } from '../orders/lane.ts';
import { orderSavedLines } from '../orders/order-saved-sql.ts';
import { orderOf } from '../orders/orders.ts';
import type { OrderRecord, PrescriptionRecord } from '../records.ts';
import { eitherOr, linesSchema, lockOrderable, orOnOpenOrder } from '../signing/create-order.ts';
import type { Signature } from '../signing/signing.ts';
import { answerTo, earlierIds, requireSigner, signRequest } from '../signing/signing.ts';
import type { SignAnswer } from '../signing/signing-batches.ts';
import { signWithin } from '../signing/signing-batches.ts';
import type { SignRequest } from '../signing/signing-sql.ts';
import type { PrescribingTables } from '../tables.ts';
import { lastLine, requireTakesMore } from './takes-more.ts';

const combineSchema = v.strictObject({
  orderId: v.string(),
  ...linesSchema,
});

export type CombineInput = v.InferInput<typeof combineSchema>;

interface Combining {
  readonly deps: PrescribingDeps;
  readonly actor: Actor;
  readonly orderId: OrderId;
  readonly form: FormRules | null;
  readonly write: WriteKey;
}

/**
 * The order with its new lines, at the pharmacy that it has. Throws ORDER_TAKES_NO_MORE when it is just leaving or has left:
 * then nothing is signed and every draft stays.
 */
export async function combineOrder(
  deps: PrescribingDeps,
  actor: Actor,
  input: CombineInput,
  write: WriteKey,
): Promise<OrderRecord> {
  authorize(actor, 'order.send');
  const { orderId, drafts = null, prescriptionIds = null, form = null } = validate(combineSchema, input);
  if ((drafts === null) === (prescriptionIds === null)) throw eitherOr();
  if (!isId('ord', orderId)) throw notFound('order');
  const combining: Combining = { deps, actor, orderId, form, write };
  if (drafts !== null) await combineDrafts(combining, drafts);
  else await combineSaved(combining, prescriptionIds ?? []);
  return await orderOf(deps, actor, orderId);
}

async function combineDrafts(combining: Combining, signature: Signature): Promise<void> {
  const { deps, actor, orderId, form, write } = combining;
  const signer = await requireSigner(deps, actor, signature, form);
  const request = await signRequest(deps, signer, signature, { orderId, plan: undefined }, write);
  const answer = await answerTo(() =>
    deps.store.withOrg(actor.orgId, (tx) => signOnto(combining, tx, signer, signature, request)),
  );
  if (answer.problem !== null) await earlierIds(deps, actor, write, answer.problem);
  else
    deps.departures(
      answer.rows.flatMap(({ lane, departure_id: id }): Departure[] =>
        typeof lane === 'string' ? [{ id: String(id), orgId: actor.orgId, lane }] : [],
      ),
    );
}

/** Everything is judged behind the order's lock, where nothing of it leaves: the statement that signs then writes all of it, or nothing. */
async function signOnto(
  { deps, actor, orderId, write }: Combining,
  tx: Tx,
  signer: UserActor,
  signature: Signature,
  request: SignRequest,
): Promise<SignAnswer> {
  const locked = await lockOrder(tx, actor.orgId, orderId);
  if (locked === undefined) throw notFound('order');
  // Who held the lock may have been the same request, whose answer was lost.
  if ((await earlierResult(tx, actor, write)) !== undefined) return { problem: 'key' };
  await requireAct(deps, tx, actor, 'order.send');
  const onIt = await requireTakesMore(deps, tx, locked, signature.length);
  const drafts = await tx
    .withTables<PrescribingTables>()
    .selectFrom('draft')
    .select(['patient_id', 'treatment_id', 'repeat_stated', 'duplicate_stated'])
    .where('org_id', '=', signer.orgId)
    .where(
      'id',
      'in',
      signature.map(({ draftId }) => draftId as DraftId),
    )
    .execute();
  requireJoins(
    locked,
    onIt,
    drafts.map((draft) => ({ ...draft, stated: draft.repeat_stated || draft.duplicate_stated })),
  );
  const { pharmacy_id: pharmacyId, pharmacy_count: pharmacyCount } = locked.order;
  const joined = { pharmacyId, pharmacyCount, linesBefore: lastLine(locked.fills) };
  const answer = await signWithin(tx, actor.orgId, { ...request, ...joined });
  if (answer.problem === null) await refoldOrder(tx, locked, request.now);
  return answer;
}

async function combineSaved(combining: Combining, prescriptionIds: readonly string[]): Promise<void> {
  const { deps, actor, orderId, form, write } = combining;
  deps.requireFreshProof(actor);
  let departures: Departure[] = [];
  try {
    await writeOnce(deps.store, actor, write, async (tx) => {
      departures = [];
      await requireAct(deps, tx, actor, 'order.send');
      const locked = await lockOrder(tx, actor.orgId, orderId);
      if (locked === undefined) throw notFound('order');
      const onIt = await requireTakesMore(deps, tx, locked, prescriptionIds.length);
      const prescriptions = await lockOrderable(deps, tx, actor.orgId, prescriptionIds);
      await requireByForm(
        tx,
        actor,
        form,
        prescriptions.map(({ row }) => row.treatment_id),
      );
      requireJoins(
        locked,
        onIt,
        prescriptions.map(({ row, content: { reasons } }) => ({
          ...row,
          stated: (row.repeat_reason ?? reasons?.duplicate ?? null) !== null,
        })),
      );
      departures = await addSaved(combining, tx, locked, prescriptions);
      return { orderId };
    });
  } catch (error) {
    throw orOnOpenOrder(error);
  }
  deps.departures(departures);
}

async function addSaved(
  { deps, actor, orderId }: Combining,
  tx: Tx,
  locked: LockedOrder,
  prescriptions: readonly PrescriptionRecord[],
): Promise<Departure[]> {
  const {
    org_id: orgId,
    patient_id: patientId,
    pharmacy_id: pharmacyId,
    pharmacy_count: pharmacyCount,
  } = locked.order;
  const departures = await orderSavedLines(tx, deps.ports, {
    orgId,
    orderId,
    patientId,
    pharmacyId,
    pharmacyCount,
    lane: pharmacyId === null ? undefined : await selectableLane(tx, pharmacyId),
    linesBefore: lastLine(locked.fills),
    sealed: null,
    createdBy: actor.id,
    clientId: actor.clientId,
    prescriptionIds: prescriptions.map(({ row }) => row.id),
  });
  await refoldOrder(tx, locked, nowText(deps.ports));
  await recordAudit(tx, deps.ports, {
    orgId: actor.orgId,
    actor,
    action: 'order.combine',
    subject: { kind: 'order', id: orderId },
    detail: { prescriptions: prescriptions.map(({ row }) => row.id).join(' ') },
  });
  return departures;
}

interface Joining {
  readonly patient_id: PatientId;
  readonly treatment_id: string;
  /** A reason was given for the same twice on one order, or for the same again after what is on this one. */
  readonly stated: boolean;
}

/** One order is for one patient, and what is on it already is added again for a stated reason only. */
function requireJoins(
  { order }: LockedOrder,
  onIt: readonly PrescriptionRecord[],
  joining: readonly Joining[],
): void {
  if (joining.some((one) => one.patient_id !== order.patient_id))
    throw new Failure('INVALID_INPUT', "orderId: this order is another patient's.");
  const there = new Set<string>(onIt.map(({ row }) => row.treatment_id));
  if (joining.some((one) => there.has(one.treatment_id) && !one.stated))
    throw new Failure(
      'SAME_TREATMENT_TWICE',
      'The same treatment is on this order already, and no reason for it twice is stated.',
    );
}
