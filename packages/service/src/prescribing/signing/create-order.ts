// Makes orders: with new prescriptions that are signed with them, or from saved active ones (W5, W8).
import type { PrescriptionId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import type { WriteKey } from '../../audit/inside.ts';
import { earlierResult } from '../../audit/inside.ts';
import { addressSchema } from '../../directory/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, invalidInput, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy, validate } from '../../kernel/validate.ts';
import { keysFor } from '../../vault/vault.ts';
import { requireAct } from '../acts.ts';
import type { PrescribingDeps } from '../deps.ts';
import { sendingAnswersSchema } from '../drafts/answer-input.ts';
import type { FormRules } from '../drafts/form-rules.ts';
import { formRulesSchema } from '../drafts/form-rules.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { selectablePharmacy } from '../orders/lane.ts';
import { orderOf } from '../orders/orders.ts';
import type { OrderRecord } from '../records.ts';
import { tellOfSent } from '../screening/feedback.ts';
import type { SendingAnswer } from '../screening/screen-saved.ts';
import { keepSentScreening, requireScreened, screenSaved } from '../screening/screen-saved.ts';
import type { ScreenLocked } from '../screening/with-screening.ts';
import { withScreening } from '../screening/with-screening.ts';
import type { NewOrderPlan } from '../tables.ts';
import { lockSaved, requireOrderable, requireSender } from './saved.ts';
import { answerTo, earlierIds } from './sign-outcome.ts';
import { idsOf, plannedOrder, signatureSchema, signRequest } from './sign-request.ts';
import type { Signed } from './signing.ts';
import { orderMade, sign } from './signing.ts';
import type { SignAnswer } from './signing-batches.ts';
import { signWithin } from './signing-batches.ts';

/** What an order is of. */
export const linesSchema = {
  /** Reviewed drafts with the hashes that the signer sends back; or saved prescriptions, not both. */
  drafts: v.nullish(signatureSchema),
  prescriptionIds: v.nullish(
    v.pipe(
      v.array(v.string()),
      v.minLength(1, 'Name at least one prescription.'),
      v.maxLength(PRESCRIBING_LIMITS.prescriptionsPerOrderMax, 'An order holds 25 prescriptions at most.'),
      v.check((ids) => new Set(ids).size === ids.length, 'Each prescription may be named once.'),
    ),
  ),
  /** What the form that submits this does not prescribe. */
  form: v.nullish(formRulesSchema),
  /** Of saved prescriptions: why each is sent although something speaks against it that its signature does not answer. */
  screeningAnswers: v.nullish(sendingAnswersSchema),
};

const orderSchema = v.strictObject({
  ...linesSchema,
  /** Without one the order waits in ROUTING until a pharmacy is chosen. */
  pharmacyId: v.nullish(v.string()),
  /** Without a pharmacy: the one that the patient prefers, once they have chosen none for 15 minutes. */
  usePreferredPharmacy: v.nullish(v.boolean()),
  externalId: v.nullish(v.pipe(v.string(), parsedBy(plainText(PRESCRIBING_LIMITS.externalIdCharactersMax)))),
  /** The patient's address for this order and its messages. */
  address: v.nullish(addressSchema),
});

export type OrderInput = v.InferInput<typeof orderSchema>;

/** Makes exactly one order per key, whatever happens (W5). A send is an authorized prescriber's, with the proof that signing asks (A2). */
export async function createOrder(
  deps: PrescribingDeps,
  actor: Actor,
  input: OrderInput,
  write: WriteKey,
): Promise<OrderRecord> {
  authorize(actor, 'order.send');
  const order = validate(orderSchema, input);
  const pharmacyId = order.pharmacyId ?? null;
  if (pharmacyId !== null && !isId('phr', pharmacyId)) throw notFound('pharmacy');
  const usesPreferred = order.usePreferredPharmacy === true;
  if (usesPreferred && pharmacyId !== null) throw chosenAlready();
  const plan: NewOrderPlan = {
    pharmacyId,
    usesPreferred,
    externalId: order.externalId ?? null,
    address: order.address ?? null,
  };
  const { drafts = null, prescriptionIds = null, form = null } = order;
  const answers = requireEither(drafts, prescriptionIds, order.screeningAnswers);
  const { ids, order: made } =
    drafts !== null
      ? await sign(deps, actor, drafts, { plan, form }, write)
      : await orderSaved(deps, actor, prescriptionIds ?? [], { plan, form, answers }, write);
  if (made !== undefined) return made;
  if (ids.orderId === null) throw new Error('an order that was made has an id');
  return await orderOf(deps, actor, ids.orderId);
}

function chosenAlready(): Failure {
  return invalidInput([
    {
      path: 'usePreferredPharmacy',
      code: 'NOT_ACCEPTED',
      message: 'A pharmacy is chosen: leave this out, or leave out pharmacyId.',
    },
  ]);
}

/** Either drafts or saved prescriptions; answers to what screening finds belong to the latter. Throws INVALID_INPUT. */
export function requireEither(
  drafts: unknown,
  prescriptionIds: readonly string[] | null,
  given: readonly SendingAnswer[] | null | undefined,
): readonly SendingAnswer[] {
  const answers = given ?? [];
  if ((drafts === null) === (prescriptionIds === null))
    throw new Failure(
      'INVALID_INPUT',
      'Name either drafts (to sign and order) or prescriptionIds (already signed).',
    );
  if (drafts !== null && answers.length > 0)
    throw new Failure(
      'INVALID_INPUT',
      'screeningAnswers: those to drafts are written into the drafts, because they are signed with them.',
    );
  if (answers.some(({ prescriptionId }) => prescriptionIds?.includes(prescriptionId) !== true))
    throw new Failure('INVALID_INPUT', 'screeningAnswers: each answers one of prescriptionIds.');
  return answers;
}

interface SavedOrder {
  readonly plan: NewOrderPlan;
  readonly form: FormRules | null;
  readonly answers: readonly SendingAnswer[];
}

/** Puts saved prescriptions on a new order by the statement that signs, behind their locks. */
async function orderSaved(
  deps: PrescribingDeps,
  actor: Actor,
  ids: readonly string[],
  { plan, form, answers }: SavedOrder,
  write: WriteKey,
): Promise<Signed> {
  const sender = requireSender(deps, actor);
  const { orgId } = sender;
  const keys = await keysFor(deps.store, orgId);
  const request = signRequest(deps, keys, {
    actor: sender,
    prescriptionIds: ids as readonly PrescriptionId[],
    order: plannedOrder(deps, keys, plan),
    write,
  });
  const send = (screen: ScreenLocked) =>
    deps.store.withOrg(orgId, async (tx): Promise<SignAnswer> => {
      const locked = await lockSaved(tx, orgId, ids);
      // Who held the locks may have been the same request, whose answer was lost.
      if ((await earlierResult(tx, actor, write)) !== undefined) return { problem: 'key' };
      await requireAct(deps, tx, actor, 'order.send');
      await requireOrderable(deps, tx, actor, { ids, locked, form });
      if (plan.pharmacyId !== null) await selectablePharmacy(tx, plan.pharmacyId);
      const screened = await requireScreened(tx, orgId, locked, answers, screen);
      const made = await signWithin(tx, orgId, request);
      if (made.problem === null) await keepSentScreening(deps, tx, sender, request.lines, screened);
      return made;
    });
  const answer = await answerTo(() => withScreening(deps, orgId, () => screenSaved(deps, orgId, ids), send));
  if (answer.problem !== null)
    return { ids: await earlierIds(deps, actor, write, answer.problem, 'order.send') };
  tellOfSent(deps, orgId, request.lines);
  return { ids: idsOf(request), order: orderMade(deps, sender, answer.rows, plan, request) };
}
