// Signs reviewed drafts: prescriptions alone, or prescriptions with their order, made together or not at all (W5).
import { addDays } from '@pestle/rules/dates';
import type { DraftId, OrderId, PrescriptionId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { sourceOf } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { repeatedResult, storedFingerprint } from '../../audit/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor, UserActor } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import { SQLSTATE, sqlState } from '../../kernel/failures/sql-errors.ts';
import { makeId } from '../../kernel/ports.ts';
import { invitationId, TEXT_LANE } from '../../outbox/outbox.ts';
import { keysFor, openWith } from '../../vault/vault.ts';
import { requireAct } from '../acts.ts';
import type { PrescribingDeps } from '../deps.ts';
import type { FormRules } from '../drafts/form-rules.ts';
import { requireByForm } from '../drafts/form-rules.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import type { OrderRecord, PrescriptionRecord } from '../records.ts';
import { sealOrder } from '../sealed-rows.ts';
import type { OrderPlan, PrescribingTables } from '../tables.ts';
import { requirePerson } from './review.ts';
import { departuresOf, freshOrder, freshPrescriptions } from './signed-records.ts';
import type { SignAnswer } from './signing-batches.ts';
import { signTogether } from './signing-batches.ts';
import type { SignProblem, SignRequest } from './signing-sql.ts';

/** A reviewed draft with the hash that the review gave: the signer sends back what was shown (W4). */
export const signatureSchema = v.pipe(
  v.array(
    v.strictObject({
      draftId: v.pipe(
        v.string(),
        v.check((id) => isId('drf', id), 'This must be the id of a draft (drf_…).'),
      ),
      contentHash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'Send the contentHash of the review.')),
    }),
  ),
  v.minLength(1, 'Name at least one reviewed draft.'),
  v.maxLength(PRESCRIBING_LIMITS.prescriptionsPerOrderMax, 'An order holds 25 prescriptions at most.'),
);

export type Signature = v.InferOutput<typeof signatureSchema>;

export interface SignedIds {
  readonly orderId: OrderId | null;
  readonly prescriptionIds: readonly PrescriptionId[];
}

export interface Signed {
  readonly ids: SignedIds;
  /** The order, or without one the prescriptions; neither when the key had done this before: then they are read as they are now. */
  readonly order?: OrderRecord;
  readonly prescriptions?: readonly PrescriptionRecord[];
}

/** Signs, and makes the order when `plan` is given; nothing that `form` does not prescribe. Throws SIGNATURE_INVALIDATED when anything changed since the review. */
export async function sign(
  deps: PrescribingDeps,
  actor: Actor,
  signature: Signature,
  { plan, form }: { readonly plan: OrderPlan | undefined; readonly form: FormRules | null },
  write: WriteKey,
): Promise<Signed> {
  if (plan !== undefined) authorize(actor, 'order.send');
  const signer = await requireSigner(deps, actor, signature, form);
  const orderId = plan === undefined ? null : makeId(deps.ports, 'ord');
  const request = await signRequest(deps, signer, signature, { orderId, plan }, write);
  const ids: SignedIds = {
    orderId,
    prescriptionIds: request.lines.map((one) => one.prescriptionId as PrescriptionId),
  };
  const answer = await answerTo(() => signTogether(deps.store, signer.orgId, request));
  // The key's earlier result, when there is one, is the answer: it deleted its drafts, so that there is a problem as well.
  if (answer.problem !== null) return { ids: await earlierIds(deps, actor, write, answer.problem) };
  const { rows } = answer;
  if (plan === undefined || orderId === null) {
    const prescriptions = await openWith(deps.store, signer.orgId, (current) =>
      freshPrescriptions(current, signer, rows, request),
    );
    return { ids, prescriptions };
  }
  if (plan.pharmacyId === null)
    deps.departures([{ id: invitationId(orderId), orgId: signer.orgId, lane: TEXT_LANE }]);
  const order = freshOrder(signer, rows, plan, orderId, request);
  deps.departures(departuresOf(rows, order, request.expirationDate));
  return { ids, order };
}

/** Who signs: a person with the permission and a fresh proof, through a form that prescribes this. */
export async function requireSigner(
  deps: PrescribingDeps,
  actor: Actor,
  signature: Signature,
  form: FormRules | null,
): Promise<UserActor> {
  authorize(actor, 'prescription.sign');
  const signer = requirePerson(actor);
  deps.requireFreshProof(signer);
  if (form !== null) await requireDraftsByForm(deps, signer, form, signature);
  return signer;
}

/** What the statement is given: for prescriptions alone, for a new order by its `plan`, or without one for an order that exists, whose pharmacy and last line are added under its lock. */
export async function signRequest(
  deps: PrescribingDeps,
  signer: UserActor,
  signature: Signature,
  { orderId, plan }: { readonly orderId: OrderId | null; readonly plan: OrderPlan | undefined },
  write: WriteKey,
): Promise<SignRequest> {
  const now = new Date(deps.ports.clock.now());
  const lines = signature.map((one) => ({
    ...one,
    prescriptionId: makeId(deps.ports, 'rx'),
    fillId: makeId(deps.ports, 'fil'),
    departureId: makeId(deps.ports, 'trm'),
  }));
  const ids: SignedIds = { orderId, prescriptionIds: lines.map((one) => one.prescriptionId) };
  const keys = await keysFor(deps.store, signer.orgId);
  const { source_ip, request_id } = sourceOf(signer.origin);
  const pharmacyId = plan?.pharmacyId ?? null;
  return {
    signerId: signer.id,
    clientId: signer.clientId,
    key: write.key,
    operation: write.operation,
    fingerprint: storedFingerprint(keys, write),
    result: JSON.stringify(ids),
    auditId: makeId(deps.ports, 'aud'),
    orderId,
    pharmacyId,
    linesBefore: 0,
    pharmacyCount: pharmacyId === null ? 0 : 1,
    sealed:
      plan === undefined || orderId === null
        ? null
        : sealOrder(keys, orderId, { external_id: plan.externalId, address: plan.address }),
    sourceIp: source_ip,
    requestId: request_id,
    now: now.toISOString(),
    oldestReview: new Date(now.getTime() - PRESCRIBING_LIMITS.reviewValidityMs).toISOString(),
    expirationDate: addDays(now.toISOString().slice(0, 10), PRESCRIBING_LIMITS.prescriptionValidityDays),
    lines,
  };
}

/**
 * What the form does not prescribe is not signed through it, also where the review knew nothing of the form. A draft's
 * treatment is part of the hash that is signed, so that it cannot change afterwards; drafts that do not exist any more were signed already.
 */
async function requireDraftsByForm(
  { store }: PrescribingDeps,
  signer: UserActor,
  form: FormRules,
  signature: Signature,
): Promise<void> {
  await store.withOrg(signer.orgId, async (tx) => {
    const drafts = await tx
      .withTables<PrescribingTables>()
      .selectFrom('draft')
      .select('treatment_id')
      .where('org_id', '=', signer.orgId)
      .where(
        'id',
        'in',
        signature.map(({ draftId }) => draftId as DraftId),
      )
      .execute();
    await requireByForm(
      tx,
      signer,
      form,
      drafts.map((draft) => draft.treatment_id),
    );
  });
}

/** The answer of the statement. Two at the same moment under different keys: the later one breaks a rule of the database. */
export async function answerTo(
  ask: () => Promise<SignAnswer>,
): Promise<SignAnswer | { readonly problem: 'raced' }> {
  try {
    return await ask();
  } catch (error) {
    if (sqlState(error) === SQLSTATE.uniqueViolation) return { problem: 'raced' };
    throw error;
  }
}

/** What the key made before, when it did; else throws the problem in words. */
export async function earlierIds(
  deps: PrescribingDeps,
  actor: Actor,
  write: WriteKey,
  problem: SignProblem | 'raced',
): Promise<SignedIds> {
  const earlier = await repeatedResult(deps.store, actor, write);
  if (earlier !== undefined) return earlier as SignedIds;
  // Whoever is no authorized prescriber any more gets that answer, and not the advice to review again.
  await deps.store.withOrg(actor.orgId, (tx) => requireAct(deps, tx, actor, 'prescription.sign'));
  switch (problem) {
    case 'pharmacy':
      throw new Failure(
        'PHARMACY_NOT_SELECTABLE',
        'This pharmacy cannot be chosen: it is unknown, closed or does not serve the public.',
      );
    case 'repeat':
      throw new Failure(
        'SAME_TREATMENT_TWICE',
        'The same treatment is on this order twice without a stated reason.',
      );
    case 'patients':
      throw new Failure('INVALID_INPUT', 'drafts: all drafts of one order must be for one patient.');
    case 'raced':
    case 'key':
      throw new Failure(
        'SIGNATURE_INVALIDATED',
        'These drafts were signed elsewhere at the same moment. Look at the orders.',
      );
    case 'signature':
      throw new Failure(
        'SIGNATURE_INVALIDATED',
        'Something changed since the review (the draft, the patient, the treatment, the prescriber or the time). Review again and sign what is shown.',
      );
    default:
      throw new Error(`unknown problem ${String(problem satisfies never)}`);
  }
}
