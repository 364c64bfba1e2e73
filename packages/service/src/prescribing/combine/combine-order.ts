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
import { tellOfSent, tellOfSigned } from '../screening/feedback.ts';
import type { SendingAnswer } from '../screening/screen-saved.ts';
import { keepSentScreening, requireScreened, screenSaved } from '../screening/screen-saved.ts';
import type { ScreenLocked } from '../screening/with-screening.ts';
import { withScreening } from '../screening/with-screening.ts';
import { linesSchema, requireEither } from '../signing/create-order.ts';
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

interface SavedJoins {
  readonly prescriptionIds: readonly string[];
  readonly form: FormRules | null;
  readonly answers: readonly SendingAnswer[];
}

type SentLines = Parameters<typeof tellOfSent>[2];

interface Combining {
  readonly deps: PrescribingDeps;
  readonly actor: UserActor;
  readonly orderId: OrderId;
  readonly joins: { readonly drafts: Signature } | SavedJoins;
  readonly screen: ScreenLocked;
  readonly write: WriteKey;
  /** Told the lines of what was saved, before the answer. */
  readonly sent: (lines: SentLines) => void;
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
  const asked = validate(combineSchema, input);
  const { orderId, drafts = null, prescriptionIds = null, form = null } = asked;
  const answers = requireEither(drafts, prescriptionIds, asked.screeningAnswers);
  if (!isId('ord', orderId)) throw notFound('order');
  const sender =
    drafts === null ? requireSender(deps, actor) : await requireSigner(deps, actor, drafts, form);
  const joins = drafts === null ? { prescriptionIds: prescriptionIds ?? [], form, answers } : { drafts };
  const { orgId } = sender;
  let sentLines: SentLines = [];
  const sent = (lines: SentLines): void => {
    sentLines = lines;
  };
  const add = (screen: ScreenLocked) =>
    deps.store.withOrg(orgId, (tx) =>
      addTo({ deps, actor: sender, orderId, joins, write, screen, sent }, tx),
    );
  const answer = await answerTo(() =>
    withScreening(deps, orgId, () => screenSaved(deps, orgId, prescriptionIds ?? []), add),
  );
  if (answer.problem === null) {
    deps.departures(departingRows(orgId, answer.rows));
    tellOfSigned(deps, orgId, answer.rows);
    tellOfSent(deps, orgId, sentLines);
  } else {
    const act = drafts === null ? 'order.send' : 'prescription.sign';
    await earlierIds(deps, actor, write, answer.problem, act, drafts ?? []);
  }
  return await orderOf(deps, actor, orderId);
}

/** Everything is judged behind the order's lock, where nothing of it leaves: the statement that signs then writes all of it, or nothing. */
async function addTo(combining: Combining, tx: Tx): Promise<SignAnswer> {
  const { deps, actor, orderId, joins, write } = combining;
  const locked = await lockOrder(tx, actor.orgId, orderId);
  if (locked === undefined) throw notFound('order');
  // Who held the lock may have been the same request, whose answer was lost.
  if ((await earlierResult(tx, actor, write)) !== undefined) return { problem: 'key' };
  await requireAct(deps, tx, actor, 'order.send');
  const count = 'drafts' in joins ? joins.drafts.length : joins.prescriptionIds.length;
  const onIt = await requireTakesMore(deps, tx, locked, count);
  const saved = 'drafts' in joins ? [] : await lockedToJoin(deps, tx, actor, joins);
  requireJoins(
    locked,
    onIt,
    'drafts' in joins ? await draftsJoining(tx, actor, joins.drafts) : saved.map(joiningOf),
  );
  const screened =
    'drafts' in joins ? [] : await requireScreened(tx, actor.orgId, saved, joins.answers, combining.screen);
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
  if (answer.problem !== null) return answer;
  if (!('drafts' in joins)) {
    await keepSentScreening(deps, tx, actor, request.lines, screened);
    combining.sent(request.lines);
  }
  await refoldOrder(tx, locked, request.now);
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

async function lockedToJoin(
  deps: PrescribingDeps,
  tx: Tx,
  actor: UserActor,
  { prescriptionIds: ids, form }: SavedJoins,
): Promise<readonly PrescriptionRecord[]> {
  const locked = await lockSaved(tx, actor.orgId, ids);
  await requireOrderable(deps, tx, actor, { ids, locked, form });
  return locked;
}

function joiningOf({ row, content: { reasons } }: PrescriptionRecord): Joining {
  return { ...row, stated: (row.repeat_reason ?? reasons?.duplicate ?? null) !== null };
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
