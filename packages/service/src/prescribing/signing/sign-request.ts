// What is asked of the signing statement: drafts to sign or saved prescriptions to order, with an id for everything that is made of them.
import { addDays } from '@pestle/rules/dates';
import type { OrderId, PrescriptionId, UserId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { sourceOf } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { storedFingerprint } from '../../audit/inside.ts';
import type { UserActor } from '../../kernel/actor.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId } from '../../kernel/ports.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import type { NewLine, NewOrder } from '../orders/new-order.ts';
import { sealOrder } from '../sealed-rows.ts';
import type { NewOrderPlan } from '../tables.ts';

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

/** One request to sign drafts, or to order what was signed before, with everything that is written for it. */
export interface SignRequest {
  /** Who signs, or sends what was signed before. */
  readonly signerId: UserId;
  readonly clientId: string;
  readonly key: string;
  readonly operation: string;
  readonly fingerprint: string;
  /** Kept with the key, as JSON text: ids only. */
  readonly result: string;
  readonly auditId: string;
  readonly sourceIp: string | null;
  readonly requestId: string | null;
  /** ISO 8601. */
  readonly now: string;
  readonly oldestReview: string;
  /** `YYYY-MM-DD`. */
  readonly expirationDate: string;
  /** Null: prescriptions only. */
  readonly order: NewOrder | null;
  readonly lines: readonly SignLine[];
}

export interface SignLine extends NewLine {
  /** The draft of which the prescription is made, as it was reviewed; null: the prescription was saved before, and is locked and judged. */
  readonly draft: { readonly draftId: string; readonly contentHash: string } | null;
}

/** The order of a plan, to be made. */
export function plannedOrder(
  { ports }: { readonly ports: Ports },
  keys: OrgKeys,
  { pharmacyId, externalId, address, usesPreferred = false }: NewOrderPlan,
): NewOrder {
  const orderId = makeId(ports, 'ord');
  return {
    orderId,
    pharmacyId,
    preferredAt: usesPreferred
      ? new Date(ports.clock.now() + PRESCRIBING_LIMITS.preferredAfterMs).toISOString()
      : null,
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
export function signRequest({ ports }: { readonly ports: Ports }, keys: OrgKeys, asked: Asked): SignRequest {
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
