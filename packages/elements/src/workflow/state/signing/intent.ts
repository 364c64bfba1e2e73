// Owns what one confirmation means: what is signed, whether it is saved, sent or joins an order, and the one key of it (W5).
import type { InputOf, Session } from '@pestle/client';
import { newKey } from '@pestle/client';
import { SignAndCombine, SignAndOrder, SignPrescriptions } from '@pestle/client/documents/signing';
import type { WorkflowConfig } from '../../../attributes/workflow-config.ts';
import type { OrderRecord, PrescriptionRecord } from '../../../records.ts';
import { formRules } from '../drafts/draft-fields.ts';
import type { Scope } from '../scope.ts';
import type { CombinableOrder } from './combining.ts';
import type { SentLines } from './lines.ts';

/** What was made: the prescriptions that were sent, and the order that they are on. */
export interface Made {
  readonly prescriptions: readonly PrescriptionRecord[];
  readonly order: OrderRecord | null;
  /** True when they joined an order that was there before. */
  readonly combined: boolean;
  /** True when they were signed here, and not before. */
  readonly signed: boolean;
}

/** What is asked of the service. */
type Act =
  | { readonly kind: 'save'; readonly variables: InputOf<typeof SignPrescriptions> }
  | { readonly kind: 'order'; readonly variables: InputOf<typeof SignAndOrder> }
  | {
      readonly kind: 'combine';
      readonly variables: InputOf<typeof SignAndCombine>;
      /** The prescriptions that are on the order already. */
      readonly before: ReadonlySet<string | undefined>;
    };

export interface Intent {
  readonly key: string;
  readonly fingerprint: string;
  readonly lines: SentLines;
  readonly act: Act;
  vetoAsked: boolean;
  /** An answer to it was lost: it may have been done, whatever is answered before the key is looked at. */
  uncertain: boolean;
}

/** Where a new order goes; without a pharmacy its patient chooses, and perhaps the preferred one is used after a while. */
interface Destination {
  readonly pharmacyId: string | null;
  readonly usesPreferred: boolean;
}

/** `target`: the order that is joined; it keeps its own pharmacy, address and external id. */
export function newIntent(
  lines: SentLines,
  fingerprint: string,
  config: WorkflowConfig,
  { to, target }: { readonly to: Destination; readonly target: CombinableOrder | null },
): Intent {
  const form = formRules(config);
  return {
    key: newKey(),
    fingerprint,
    lines,
    act: actOf({ ...lines, ...(form === undefined ? {} : { form }) }, config, to, target),
    vetoAsked: false,
    uncertain: false,
  };
}

function actOf(
  sent: SentLines & Pick<InputOf<typeof SignPrescriptions>, 'form'>,
  { enableOrder, externalOrderId, address }: WorkflowConfig,
  { pharmacyId, usesPreferred }: Destination,
  target: CombinableOrder | null,
): Act {
  if (!enableOrder && 'drafts' in sent) return { kind: 'save', variables: sent };
  if (target !== null)
    return {
      kind: 'combine',
      variables: { input: { ...sent, orderId: target.id } },
      before: new Set(target.fills.map(({ prescription }) => prescription?.id)),
    };
  const input = {
    ...sent,
    pharmacyId,
    ...(usesPreferred ? { usePreferredPharmacy: true } : {}),
    ...(externalOrderId === null ? {} : { externalId: externalOrderId }),
    ...(address === null ? {} : { address }),
  };
  return { kind: 'order', variables: { input } };
}

/** Without a signal: what may be on its way is not given up, so that its outcome is learned. */
export async function carryOut(session: Session, { key, act, lines }: Intent): Promise<Made> {
  const signed = 'drafts' in lines;
  switch (act.kind) {
    case 'save': {
      const { createPrescriptions } = await session.mutate(SignPrescriptions, act.variables, { key });
      return { order: null, prescriptions: createPrescriptions, combined: false, signed };
    }
    case 'order': {
      const { createOrder } = await session.mutate(SignAndOrder, act.variables, { key });
      const prescriptions = prescriptionsOn(createOrder);
      return { order: createOrder, prescriptions, combined: false, signed };
    }
    case 'combine': {
      const { combineOrder } = await session.mutate(SignAndCombine, act.variables, { key });
      // Of what is on the order, that which was sent here: others may have joined it meanwhile.
      const ours = signed
        ? new Set(lines.drafts.map(({ contentHash }) => contentHash))
        : new Set(lines.prescriptionIds);
      const prescriptions = prescriptionsOn(combineOrder).filter(
        ({ id, contentHash }) => ours.has(signed ? contentHash : id) && !act.before.has(id),
      );
      return { order: combineOrder, prescriptions, combined: true, signed };
    }
    default:
      return act satisfies never;
  }
}

function prescriptionsOn({ fills }: OrderRecord): readonly PrescriptionRecord[] {
  return fills.flatMap(({ prescription }) => prescription ?? []);
}

/** Tells the page what was made, in the order that it may rely on. What was saved before was told as created then. */
export function announceMade(emit: Scope['emit'], { order, prescriptions, combined, signed }: Made): void {
  if (order !== null && combined) emit('svc-order-combined', { orderId: order.id, order });
  else if (order !== null) emit('svc-order-created', { order });
  if (signed) emit('svc-prescriptions-created', { prescriptions });
  emit('svc-prescribe-success', order === null ? { prescriptions } : { prescriptions, order });
}
