// Owns what the simulated pharmacies remember of messages: which they hold, how often each came, and what was dispensed or canceled.
import { MESSAGES_REMEMBERED_MAX } from '../limits.ts';
import { forgetOldest } from '../oldest.ts';
import type { LogEntry } from './log.ts';

/** What one pharmacy knows of one MessageID. */
export type Remembered = {
  readonly bytesSha256: string;
  attempts: number;
  held: boolean;
};

/** The memory of all simulated pharmacies. */
export interface Memory {
  /** What this pharmacy knows of this message, counting this arrival; the first arrival's bytes are the message's. */
  readonly arrival: (pharmacyId: string, messageId: string, bytesSha256: string) => Remembered;
  /** The pharmacy now holds the message and, for an order, its number. */
  readonly hold: (pharmacyId: string, messageId: string, orderNumber: string | null) => void;
  /** True when the pharmacy holds an order by this message or number. */
  readonly holds: (
    pharmacyId: string,
    relatesToMessageId: string | null,
    orderNumber: string | null,
  ) => boolean;
  /** The pharmacy has reported that this left the house. `reference` is an order number, or an order id. */
  readonly dispensed: (pharmacyId: string, reference: string) => void;
  /** True when the pharmacy has reported this order number, or its whole order, as shipped or delivered. */
  readonly isDispensed: (pharmacyId: string, orderNumber: string) => boolean;
  /** The pharmacy canceled the order of this number. */
  readonly cancel: (pharmacyId: string, orderNumber: string) => void;
  readonly isCanceled: (pharmacyId: string, orderNumber: string) => boolean;
}

const ULID = /[0-7][0-9A-HJKMNP-TV-Z]{25}/;

/** A memory that begins with what the log says (a restarted pharmacy has not forgotten its orders). */
export function createMemory(past: readonly LogEntry[]): Memory {
  const messages = new Map<string, Remembered>();
  const orders = new Bounded();
  const dispensed = new Bounded();
  const canceled = new Bounded();
  const arrival: Memory['arrival'] = (pharmacyId, messageId, bytesSha256) => {
    const key = `${pharmacyId} ${messageId}`;
    const known = messages.get(key);
    if (known !== undefined) {
      known.attempts += 1;
      return known;
    }
    const first: Remembered = { bytesSha256, attempts: 1, held: false };
    messages.set(key, first);
    forgetOldest(messages, MESSAGES_REMEMBERED_MAX);
    return first;
  };
  const hold: Memory['hold'] = (pharmacyId, messageId, orderNumber) => {
    const known = messages.get(`${pharmacyId} ${messageId}`);
    if (known !== undefined) known.held = true;
    if (orderNumber !== null) orders.add(`${pharmacyId} ${orderNumber}`);
  };
  const cancel: Memory['cancel'] = (pharmacyId, orderNumber) => canceled.add(`${pharmacyId} ${orderNumber}`);
  for (const entry of past) {
    if (entry.pharmacyId === null || entry.messageId === null || entry.channel === 'fax') continue;
    arrival(entry.pharmacyId, entry.messageId, entry.bytesSha256);
    const isOrder = entry.kind === 'NewRx' || entry.kind === 'api-order';
    if (entry.accepted) hold(entry.pharmacyId, entry.messageId, isOrder ? entry.prescriberOrderNumber : null);
    if (entry.answered === 'cancel-approved' && entry.prescriberOrderNumber !== null)
      cancel(entry.pharmacyId, entry.prescriberOrderNumber);
  }
  return {
    arrival,
    hold,
    holds: (pharmacyId, relatesTo, orderNumber) =>
      (relatesTo !== null && messages.get(`${pharmacyId} ${relatesTo}`)?.held === true) ||
      (orderNumber !== null && orders.has(`${pharmacyId} ${orderNumber}`)),
    dispensed: (pharmacyId, reference) => dispensed.add(`${pharmacyId} ${referenceOf(reference)}`),
    isDispensed: (pharmacyId, orderNumber) =>
      dispensed.has(`${pharmacyId} ${orderNumber}`) ||
      dispensed.has(`${pharmacyId} ${wholeOrder(orderNumber)}`),
    cancel,
    isCanceled: (pharmacyId, orderNumber) => canceled.has(`${pharmacyId} ${orderNumber}`),
  };
}

/** An order id is remembered by its ULID, which every order number begins with (D9). */
function referenceOf(reference: string): string {
  return reference.startsWith('ord_') ? wholeOrder(reference) : reference;
}

function wholeOrder(text: string): string {
  return `order ${ULID.exec(text)?.[0] ?? text}`;
}

/** A set that forgets its oldest members. */
class Bounded {
  readonly #members = new Map<string, true>();
  add(member: string): void {
    this.#members.set(member, true);
    forgetOldest(this.#members, MESSAGES_REMEMBERED_MAX);
  }
  has(member: string): boolean {
    return this.#members.has(member);
  }
}
