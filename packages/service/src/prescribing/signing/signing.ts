// Signs reviewed drafts: prescriptions alone, or prescriptions with their order, made together or not at all (W5).
import { addDays } from '@pestle/rules/dates';
import type {
  DraftId,
  FillId,
  OrderId,
  PatientId,
  PharmacyId,
  PrescriptionId,
  TreatmentId,
} from '@pestle/rules/ids';
import { isId, ulidOf } from '@pestle/rules/ids';
import * as v from 'valibot';
import { sourceOf } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/idempotency.ts';
import { repeatedResult, storedFingerprint } from '../../audit/idempotency.ts';
import { authorize } from '../../identity/permissions.ts';
import type { Actor, UserActor } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import { makeId } from '../../kernel/ports.ts';
import { TEXT_LANE } from '../../outbox/outbox.ts';
import { SQLSTATE, sqlState } from '../../store/sql-errors.ts';
import type { Row } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { keysFor, openWith } from '../../vault/vault.ts';
import { requireAct } from '../acts.ts';
import type { DepartureRow, PrescribingDeps, SignedFill } from '../deps.ts';
import type { FormRules } from '../drafts/form-rules.ts';
import { requireByForm } from '../drafts/form-rules.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { invitationId } from '../orders/invitation.ts';
import type { OrderRecord, PrescriptionRecord } from '../orders/records.ts';
import { openPrescription, sealOrder } from '../sealed-rows.ts';
import type { FillRow, PrescribingTables } from '../tables.ts';
import type { PostalAddress } from './clinical-content.ts';
import { requirePerson } from './review.ts';
import type { SignAnswer } from './sign-turns.ts';
import { signInTurn } from './sign-turns.ts';
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

export interface OrderPlan {
  readonly pharmacyId: PharmacyId | null;
  readonly externalId: string | null;
  readonly address: PostalAddress | null;
}

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
  authorize(actor, 'prescription.sign');
  if (plan !== undefined) authorize(actor, 'order.send');
  const signer = requirePerson(actor);
  deps.requireFreshProof(signer);
  if (form !== null) await requireDraftsByForm(deps, signer, form, signature);
  const now = new Date(deps.ports.clock.now());
  const lines = signature.map((one) => ({
    ...one,
    prescriptionId: makeId(deps.ports, 'rx'),
    fillId: makeId(deps.ports, 'fil'),
    departureId: makeId(deps.ports, 'trm'),
  }));
  const orderId = plan === undefined ? null : makeId(deps.ports, 'ord');
  const ids: SignedIds = { orderId, prescriptionIds: lines.map((one) => one.prescriptionId) };
  const keys = await keysFor(deps.store, signer.orgId);
  const expirationDate = addDays(now.toISOString().slice(0, 10), PRESCRIBING_LIMITS.prescriptionValidityDays);
  const { source_ip, request_id } = sourceOf(signer.origin);
  const request: SignRequest = {
    signerId: signer.id,
    clientId: signer.clientId,
    key: write.key,
    operation: write.operation,
    fingerprint: storedFingerprint(keys, write),
    result: JSON.stringify(ids),
    auditId: makeId(deps.ports, 'aud'),
    orderId,
    pharmacyId: plan?.pharmacyId ?? null,
    sealed:
      plan === undefined || orderId === null
        ? null
        : sealOrder(keys, orderId, { external_id: plan.externalId, address: plan.address }),
    sourceIp: source_ip,
    requestId: request_id,
    now: now.toISOString(),
    oldestReview: new Date(now.getTime() - PRESCRIBING_LIMITS.reviewValidityMs).toISOString(),
    expirationDate,
    lines,
  };
  const answer = await answerTo(deps, signer, request);
  // The key's earlier result, when there is one, is the answer: its drafts are gone, so that there is a problem as well.
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
  const order = freshOrder(signer, rows, plan, orderId, request.now);
  deps.departures(departuresOf(rows, order, expirationDate));
  return { ids, order };
}

/**
 * What the form does not prescribe is not signed through it, also where the review knew nothing of the form. A draft's
 * treatment is part of the hash that is signed, so that it cannot change afterwards; drafts that are gone were signed already.
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

/** Two at the same moment under different keys: the later one breaks a rule of the database. */
async function answerTo(
  deps: PrescribingDeps,
  signer: UserActor,
  request: SignRequest,
): Promise<SignAnswer | { readonly problem: 'raced' }> {
  try {
    return await signInTurn(deps.store, signer.orgId, request);
  } catch (error) {
    if (sqlState(error) === SQLSTATE.uniqueViolation) return { problem: 'raced' };
    throw error;
  }
}

async function earlierIds(
  deps: PrescribingDeps,
  actor: Actor,
  write: WriteKey,
  problem: SignProblem | 'raced',
): Promise<SignedIds> {
  const earlier = await repeatedResult(deps.store, actor, write);
  if (earlier !== undefined) return earlier as SignedIds;
  // Whoever is no authorized prescriber any more is told so, and not to review again.
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

function freshPrescriptions(
  keys: OrgKeys,
  signer: UserActor,
  rows: readonly Row[],
  { now, expirationDate }: SignRequest,
): PrescriptionRecord[] {
  return rows.map((row) =>
    openPrescription(
      keys,
      {
        org_id: signer.orgId,
        id: row['prescription_id'] as PrescriptionId,
        state: 'ACTIVE',
        dispensed_at: null,
        patient_id: row['patient_id'] as PatientId,
        prescriber_id: signer.id,
        treatment_id: row['treatment_id'] as TreatmentId,
        signable_id: row['signable_id'] as string,
        content_hash: row['content_hash'] as string,
        written_at: now,
        expiration_date: expirationDate,
        prepared_by: row['prepared_by'] as string,
        revision: 1,
        created_at: now,
      },
      row['sealed'] as Uint8Array,
    ),
  );
}

function freshOrder(
  signer: UserActor,
  rows: readonly Row[],
  plan: OrderPlan,
  orderId: OrderId,
  now: string,
): OrderRecord {
  const { pharmacyId } = plan;
  const fills = rows.map(
    (row, index): FillRow => ({
      ...EMPTY_FILL,
      org_id: signer.orgId,
      id: row['fill_id'] as FillId,
      order_id: orderId,
      prescription_id: row['prescription_id'] as PrescriptionId,
      line: index + 1,
      pharmacy_id: pharmacyId,
      prescriber_order_number: pharmacyId === null ? null : `${ulidOf(orderId)}-${index + 1}`,
      created_at: now,
      updated_at: now,
    }),
  );
  return {
    order: {
      org_id: signer.orgId,
      id: orderId,
      patient_id: rows[0]?.['patient_id'] as PatientId,
      external_id: plan.externalId,
      state: pharmacyId === null ? 'ROUTING' : 'PENDING',
      pharmacy_id: pharmacyId,
      address: plan.address,
      pharmacy_count: pharmacyId === null ? 0 : 1,
      created_by: signer.id,
      client_id: signer.clientId,
      revision: 1,
      created_at: now,
      updated_at: now,
    },
    fills,
  };
}

function departuresOf(
  rows: readonly Row[],
  { order, fills }: OrderRecord,
  expirationDate: string,
): DepartureRow[] {
  return rows.flatMap((row, index) => {
    const fill = fills[index];
    const { lane } = row;
    if (typeof lane !== 'string' || fill?.pharmacy_id == null || fill.prescriber_order_number === null)
      return [];
    const signed: SignedFill = {
      fillId: fill.id,
      orderId: order.id,
      prescriberOrderNumber: fill.prescriber_order_number,
      prescriptionId: fill.prescription_id,
      writtenAt: order.created_at,
      expirationDate,
      signableId: row['signable_id'] as string,
      signerRevision: row['prescriber_revision'] as number,
      sealed: row['sealed'] as Uint8Array,
      address: order.address,
      pharmacyId: fill.pharmacy_id,
      pharmacyVersion: row['version'] as string,
    };
    return [{ id: row['departure_id'] as string, orgId: order.org_id, lane, signed }];
  });
}

/** A fill as it begins. */
export const EMPTY_FILL = {
  state: 'QUEUED',
  state_reason: null,
  state_owner: null,
  state_since: null,
  channel: null,
  carrier: null,
  tracking_number: null,
  sent_at: null,
  received_at: null,
  dispensing_reported_at: null,
  cancel_requested_at: null,
  cancel_requested_by: null,
  cancel_sent_at: null,
  cancel_answer: null,
  cancel_answered_at: null,
  sealed_cancel_reason: null,
  cancel_not_sent_at: null,
  cancel_not_sent_reason: null,
  cancel_not_sent_pharmacy_id: null,
  dispensed_after_cancel_at: null,
  cancel_asked_at: null,
  cancel_asked_by: null,
  sealed_cancel_ask: null,
  alert: null,
  revision: 1,
} as const satisfies Partial<FillRow>;

export type { DraftId };
