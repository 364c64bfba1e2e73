// Signs reviewed drafts, alone or with their order, made together or not at all (W5), and says what the signing statement is given and answers.
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
import { SQLSTATE, sqlState, violatedConstraint } from '../../kernel/failures/sql-errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId } from '../../kernel/ports.ts';
import { invitationId, TEXT_LANE } from '../../outbox/outbox.ts';
import type { Row } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { keysFor, openWith } from '../../vault/vault.ts';
import { requireAct, requirePerson } from '../acts.ts';
import type { PrescribingDeps } from '../deps.ts';
import type { FormRules } from '../drafts/form-rules.ts';
import { requireByForm } from '../drafts/form-rules.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import type { NewOrder } from '../orders/new-order.ts';
import { SEND_OBSTACLE_SENTENCE } from '../prescriptions/sendable.ts';
import type { OrderRecord, PrescriptionRecord } from '../records.ts';
import { sealOrder } from '../sealed-rows.ts';
import type { OrderPlan, PrescribingTables } from '../tables.ts';
import { departuresOf, freshOrder, freshPrescriptions } from './signed-records.ts';
import type { SignAnswer } from './signing-batches.ts';
import { signTogether } from './signing-batches.ts';
import type { SignLine, SignProblem, SignRequest } from './signing-sql.ts';

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
  const keys = await keysFor(deps.store, signer.orgId);
  const order = plan === undefined ? null : plannedOrder(deps, keys, plan);
  const request = signRequest(deps, keys, { actor: signer, drafts: signature, order, write });
  const answer = await answerTo(() => signTogether(deps.store, signer.orgId, request));
  // The key's earlier result, when there is one, is the answer: it deleted its drafts, so that there is a problem as well.
  if (answer.problem !== null) return { ids: await earlierIds(deps, actor, write, answer.problem) };
  const ids = idsOf(request);
  if (plan !== undefined) return { ids, order: orderMade(deps, signer, answer.rows, plan, request) };
  const prescriptions = await openWith(deps.store, signer.orgId, (current) =>
    freshPrescriptions(current, signer, answer.rows, request),
  );
  return { ids, prescriptions };
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

/** The order of a plan, to be made. */
export function plannedOrder(
  { ports }: Pick<PrescribingDeps, 'ports'>,
  keys: OrgKeys,
  { pharmacyId, externalId, address }: OrderPlan,
): NewOrder {
  const orderId = makeId(ports, 'ord');
  return {
    orderId,
    pharmacyId,
    pharmacyCount: pharmacyId === null ? 0 : 1,
    linesBefore: 0,
    sealed: sealOrder(keys, orderId, { external_id: externalId, address }),
  };
}

/** What is asked of the statement: to sign reviewed drafts, or to put saved prescriptions, locked and judged, on an order. */
export type Asked = {
  readonly actor: UserActor;
  readonly write: WriteKey;
} & (
  | { readonly drafts: Signature; readonly order: NewOrder | null }
  | { readonly prescriptionIds: readonly PrescriptionId[]; readonly order: NewOrder }
);

/** What the statement is given: what is asked, with an id for everything that is made of it. */
export function signRequest(
  { ports }: Pick<PrescribingDeps, 'ports'>,
  keys: OrgKeys,
  asked: Asked,
): SignRequest {
  const { actor, write, order } = asked;
  const now = new Date(ports.clock.now());
  const lines = linesOf(ports, asked);
  const { source_ip, request_id } = sourceOf(actor.origin);
  return {
    signerId: actor.id,
    clientId: actor.clientId,
    key: write.key,
    operation: write.operation,
    fingerprint: storedFingerprint(keys, write),
    result: JSON.stringify(idsOf({ order, lines })),
    auditId: makeId(ports, 'aud'),
    sourceIp: source_ip,
    requestId: request_id,
    now: now.toISOString(),
    oldestReview: new Date(now.getTime() - PRESCRIBING_LIMITS.reviewValidityMs).toISOString(),
    expirationDate: addDays(now.toISOString().slice(0, 10), PRESCRIBING_LIMITS.prescriptionValidityDays),
    order,
    lines,
  };
}

function linesOf(ports: Ports, asked: Asked): SignLine[] {
  const made = () => ({ fillId: makeId(ports, 'fil'), departureId: makeId(ports, 'trm') });
  return 'drafts' in asked
    ? asked.drafts.map((draft) => ({ draft, prescriptionId: makeId(ports, 'rx'), ...made() }))
    : asked.prescriptionIds.map((prescriptionId) => ({ draft: null, prescriptionId, ...made() }));
}

/** What is kept with the key. */
export function idsOf({ order, lines }: Pick<SignRequest, 'order' | 'lines'>): SignedIds {
  return { orderId: order?.orderId ?? null, prescriptionIds: lines.map((one) => one.prescriptionId) };
}

/** The order as the statement wrote it; what leaves by it is told, so that it leaves at once. */
export function orderMade(
  deps: PrescribingDeps,
  actor: UserActor,
  rows: readonly Row[],
  plan: OrderPlan,
  request: SignRequest,
): OrderRecord {
  const made = freshOrder(actor, rows, plan, request);
  const { id, org_id: orgId } = made.order;
  deps.departures(
    plan.pharmacyId === null
      ? [{ id: invitationId(id), orgId, lane: TEXT_LANE }]
      : departuresOf(rows, made, request.expirationDate),
  );
  return made;
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

/** Why the statement did nothing, also where the store itself stopped it: two under different keys at the same moment. */
export type Stopped = SignProblem | 'raced' | 'ordered';

/** The answer of the statement, of which the later of two that met breaks a rule of the database. */
export async function answerTo(
  ask: () => Promise<SignAnswer>,
): Promise<SignAnswer | { readonly problem: Stopped }> {
  try {
    return await ask();
  } catch (error) {
    if (sqlState(error) !== SQLSTATE.uniqueViolation) throw error;
    return { problem: violatedConstraint(error) === 'fill_open' ? 'ordered' : 'raced' };
  }
}

/** What the key made before, when it did; else throws the problem in words. `act` is what was asked for. */
export async function earlierIds(
  deps: PrescribingDeps,
  actor: Actor,
  write: WriteKey,
  problem: Stopped,
  act: 'prescription.sign' | 'order.send' = 'prescription.sign',
): Promise<SignedIds> {
  const earlier = await repeatedResult(deps.store, actor, write);
  if (earlier !== undefined) return earlier as SignedIds;
  // Whoever is no authorized prescriber any more gets that answer, and not the advice to review again.
  await deps.store.withOrg(actor.orgId, (tx) => requireAct(deps, tx, actor, act));
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
    case 'ordered':
      throw new Failure('PRESCRIPTION_ON_OPEN_ORDER', SEND_OBSTACLE_SENTENCE.PRESCRIPTION_ON_OPEN_ORDER);
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
