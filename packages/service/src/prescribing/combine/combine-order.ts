// Adds prescriptions to an order that has not left: signed in the same act or saved before, decided under the order's lock, all or nothing (W5).
import type { DraftId, OrderId, PatientId, PrescriptionId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import type { WriteKey } from '../../audit/inside.ts';
import { earlierResult } from '../../audit/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor, UserActor } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { validate } from '../../kernel/validate.ts';
import type { Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import { requireAct } from '../acts.ts';
import type { PrescribingDeps } from '../deps.ts';
import type { FormRules } from '../drafts/form-rules.ts';
import type { LockedOrder } from '../orders/fills.ts';
import { lockOrder, refoldOrder } from '../orders/fills.ts';
import { orderOf } from '../orders/orders.ts';
import type { OrderRecord, PrescriptionRecord } from '../records.ts';
import { eitherOr, linesSchema } from '../signing/create-order.ts';
import { lockSaved, requireOrderable, requireSender } from '../signing/saved.ts';
import { answerTo, earlierIds } from '../signing/sign-outcome.ts';
import type { Signature } from '../signing/sign-request.ts';
import { signRequest } from '../signing/sign-request.ts';
import { departingRows } from '../signing/signed-records.ts';
import { requireSigner } from '../signing/signing.ts';
import type { SignAnswer } from '../signing/signing-batches.ts';
import { signWithin } from '../signing/signing-batches.ts';
import type { PrescribingTables } from '../tables.ts';
import { lastLine, requireTakesMore } from './takes-more.ts';

const combineSchema = v.strictObject({
  orderId: v.string(),
  ...linesSchema,
});

export type CombineInput = v.InferInput<typeof combineSchema>;

interface Combining {
  readonly deps: PrescribingDeps;
  readonly actor: UserActor;
  readonly orderId: OrderId;
  readonly joins:
    | { readonly drafts: Signature }
    | { readonly prescriptionIds: readonly string[]; readonly form: FormRules | null };
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
  const sender =
    drafts === null ? requireSender(deps, actor) : await requireSigner(deps, actor, drafts, form);
  const joins = drafts === null ? { prescriptionIds: prescriptionIds ?? [], form } : { drafts };
  const answer = await answerTo(() =>
    deps.store.withOrg(sender.orgId, (tx) => addTo({ deps, actor: sender, orderId, joins, write }, tx)),
  );
  if (answer.problem === null) deps.departures(departingRows(sender.orgId, answer.rows));
  else {
    const act = drafts === null ? 'order.send' : 'prescription.sign';
    await earlierIds(deps, actor, write, answer.problem, act, drafts ?? []);
  }
  return await orderOf(deps, actor, orderId);
}

/** Everything is judged behind the order's lock, where nothing of it leaves: the statement that signs then writes all of it, or nothing. */
async function addTo({ deps, actor, orderId, joins, write }: Combining, tx: Tx): Promise<SignAnswer> {
  const locked = await lockOrder(tx, actor.orgId, orderId);
  if (locked === undefined) throw notFound('order');
  // Who held the lock may have been the same request, whose answer was lost.
  if ((await earlierResult(tx, actor, write)) !== undefined) return { problem: 'key' };
  await requireAct(deps, tx, actor, 'order.send');
  const count = 'drafts' in joins ? joins.drafts.length : joins.prescriptionIds.length;
  const onIt = await requireTakesMore(deps, tx, locked, count);
  requireJoins(
    locked,
    onIt,
    'drafts' in joins
      ? await draftsJoining(tx, actor, joins.drafts)
      : await savedJoining(deps, tx, actor, joins),
  );
  const { pharmacy_id: pharmacyId, pharmacy_count: pharmacyCount } = locked.order;
  const order = {
    orderId,
    pharmacyId,
    pharmacyCount,
    preferredAt: null,
    linesBefore: lastLine(locked.fills),
    sealed: null,
  };
  const what =
    'drafts' in joins ? joins : { prescriptionIds: joins.prescriptionIds as readonly PrescriptionId[] };
  const request = signRequest(deps, keysOf(tx), { actor, write, order, ...what });
  const answer = await signWithin(tx, actor.orgId, request);
  if (answer.problem === null) await refoldOrder(tx, locked, request.now);
  return answer;
}

async function draftsJoining(tx: Tx, { orgId }: UserActor, signature: Signature): Promise<Joining[]> {
  const drafts = await tx
    .withTables<PrescribingTables>()
    .selectFrom('draft')
    .select(['patient_id', 'treatment_id', 'repeat_stated', 'duplicate_stated'])
    .where('org_id', '=', orgId)
    .where(
      'id',
      'in',
      signature.map(({ draftId }) => draftId as DraftId),
    )
    .execute();
  return drafts.map((draft) => ({ ...draft, stated: draft.repeat_stated || draft.duplicate_stated }));
}

async function savedJoining(
  deps: PrescribingDeps,
  tx: Tx,
  actor: UserActor,
  {
    prescriptionIds: ids,
    form,
  }: { readonly prescriptionIds: readonly string[]; readonly form: FormRules | null },
): Promise<Joining[]> {
  const locked = await lockSaved(tx, actor.orgId, ids);
  await requireOrderable(deps, tx, actor, { ids, locked, form });
  return locked.map(({ row, content: { reasons } }) => ({
    ...row,
    stated: (row.repeat_reason ?? reasons?.duplicate ?? null) !== null,
  }));
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
