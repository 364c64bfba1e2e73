// Signs reviewed drafts: prescriptions alone, or prescriptions with their order, made together or not at all (W5).

import type { DraftId } from '@pestle/rules/ids';
import type { WriteKey } from '../../audit/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor, UserActor } from '../../kernel/actor.ts';
import { traced } from '../../kernel/traced/traced.ts';
import { invitationId, TEXT_LANE } from '../../outbox/outbox.ts';
import type { Row } from '../../store/store.ts';
import { keysFor, openWith } from '../../vault/vault.ts';
import { requirePerson } from '../acts.ts';
import type { PrescribingDeps } from '../deps.ts';
import type { FormRules } from '../drafts/form-rules.ts';
import { requireByForm } from '../drafts/form-rules.ts';
import type { OrderRecord, PrescriptionRecord } from '../records.ts';
import { tellOfSigned } from '../screening/feedback.ts';
import type { NewOrderPlan, OrderPlan, PrescribingTables } from '../tables.ts';
import { answerTo, earlierIds } from './sign-outcome.ts';
import type { Signature, SignedIds, SignRequest } from './sign-request.ts';
import { idsOf, plannedOrder, signRequest } from './sign-request.ts';
import { departuresOf, freshOrder, freshPrescriptions } from './signed-records.ts';
import { signTogether } from './signing-batches.ts';

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
  { plan, form }: { readonly plan: NewOrderPlan | undefined; readonly form: FormRules | null },
  write: WriteKey,
): Promise<Signed> {
  const facts = { drafts: signature.length, order: plan !== undefined };
  return await traced({ name: 'sign', facts }, () => signed(deps, actor, signature, { plan, form }, write));
}

async function signed(
  deps: PrescribingDeps,
  actor: Actor,
  signature: Signature,
  { plan, form }: { readonly plan: NewOrderPlan | undefined; readonly form: FormRules | null },
  write: WriteKey,
): Promise<Signed> {
  if (plan !== undefined) authorize(actor, 'order.send');
  const signer = await requireSigner(deps, actor, signature, form);
  const keys = await keysFor(deps.store, signer.orgId);
  const order = plan === undefined ? null : plannedOrder(deps, keys, plan);
  const request = signRequest(deps, keys, { actor: signer, drafts: signature, order, write });
  const answer = await answerTo(() => signTogether(deps.store, signer.orgId, request));
  // The key's earlier result, when there is one, is the answer: it deleted its drafts, so that there is a problem as well.
  if (answer.problem !== null)
    return { ids: await earlierIds(deps, actor, write, answer.problem, 'prescription.sign', signature) };
  tellOfSigned(deps, signer.orgId, answer.rows);
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

/** The order as the statement wrote it. Delivery hears what leaves by it, so that it leaves at once. */
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
