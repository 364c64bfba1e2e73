// I1: every acknowledged createOrder exists, with its exact content hash; one key makes one order (W5).
import { createHash } from 'node:crypto';
import type { Evidence, Finding, OrderAcknowledgement, Violation } from './evidence.ts';

/** The check's own canonical form (RFC 8785 for text, integers, booleans and null): keys sorted, nothing between. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  const record = value as Readonly<Record<string, unknown>>;
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(record[key])}`).join(',')}}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

export function checkKept({ store, acknowledgements }: Evidence): Finding {
  const made = acknowledgements.filter((one): one is OrderAcknowledgement => one.operation === 'createOrder');
  const orders = new Map(store.orders.map((order) => [order.id, order]));
  const fills = new Map(store.fills.map((fill) => [fill.id, fill]));
  const prescriptions = new Map(store.prescriptions.map((one) => [one.id, one]));
  const orderOfKey = new Map<string, string>();
  const violations: Violation[] = [];
  const broken = (what: string, ...ids: string[]): void => {
    violations.push({ what, ids });
  };
  for (const { organizationId, idempotencyKey, orderId, fills: acknowledged } of made) {
    const order = orders.get(orderId);
    if (order === undefined) broken('an acknowledged order is not in the store', orderId);
    else if (order.organizationId !== organizationId)
      broken('an order belongs to another organization', orderId);
    const earlier = orderOfKey.get(idempotencyKey) ?? orderId;
    orderOfKey.set(idempotencyKey, earlier);
    if (earlier !== orderId) broken('one idempotency key made two orders', earlier, orderId);
    if (acknowledged.length === 0) broken('an acknowledged order has no fill', orderId);
    for (const { fillId, prescriptionId, contentHash } of acknowledged) {
      const fill = fills.get(fillId);
      if (fill === undefined || fill.orderId !== orderId || fill.prescriptionId !== prescriptionId)
        broken('an acknowledged fill is not in the store as it was acknowledged', orderId, fillId);
      const prescription = prescriptions.get(prescriptionId);
      if (prescription === undefined)
        broken('a signed prescription is not in the store', orderId, prescriptionId);
      else if (prescription.contentHash !== contentHash)
        broken('a prescription has another hash than was signed', orderId, prescriptionId);
      else if (sha256(canonical(prescription.content)) !== contentHash)
        broken('what is stored is not what was signed', orderId, prescriptionId);
    }
  }
  return { invariant: 'I1', examined: made.length, violations };
}
