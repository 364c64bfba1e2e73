// Owns the events of the workflow: their names, their details and how they are fired.
import type { PlainGraphQLError } from '@pestle/client';
import type { DraftRecord, OrderRecord, PrescriptionRecord } from '../records.ts';
import type { CheckedDraft } from '../shells/values.ts';

/** A draft as events carry it: the record, with the patient's id only. */
export type DraftDetail = DraftRecord;

/** Each event's detail. Nothing about the patient beyond ids is ever in one. */
export interface WorkflowEvents {
  readonly 'svc-prescriptions-created': { readonly prescriptions: readonly PrescriptionRecord[] };
  readonly 'svc-order-created': { readonly order: OrderRecord };
  readonly 'svc-order-combined': { readonly orderId: string; readonly order: OrderRecord };
  readonly 'svc-prescriptions-error': { readonly errors: readonly PlainGraphQLError[] };
  readonly 'svc-order-error': { readonly errors: readonly PlainGraphQLError[] };
  readonly 'svc-draft-prescription-created': { readonly draft: DraftDetail };
  readonly 'svc-draft-prescription-deleted': { readonly prescription: DraftDetail };
  readonly 'svc-coverage-checked': {
    readonly patientId: string;
    readonly drafts: readonly CheckedDraft[];
    readonly checkedAt: string;
  };
  readonly 'svc-prescribe-success': {
    readonly prescriptions: readonly PrescriptionRecord[];
    readonly order?: OrderRecord;
  };
  readonly 'svc-error': { readonly errors: readonly PlainGraphQLError[] };
  readonly 'svc-ready': Readonly<Record<string, never>>;
}

/** Fires an event on an element: it bubbles and leaves shadow roots, so that a listener on the document gets it. */
export function fire<Name extends keyof WorkflowEvents>(
  target: EventTarget,
  name: Name,
  detail: WorkflowEvents[Name],
): void {
  // A copy: what a page does to it does not reach what the element shows.
  target.dispatchEvent(
    new CustomEvent(name, { bubbles: true, composed: true, detail: structuredClone(detail) }),
  );
}
