// Decides whether a prescription is offered to be prescribed again: never while a pharmacy has it, or may dispense it although it was canceled.
import type { FillState } from '../orders/fill-status.ts';
import type { FillSituation } from '../situations/situation-of.ts';

/** What decides. */
export interface RepeatFacts {
  readonly state: FillState;
  readonly situation: FillSituation;
  /** The code of what a pharmacy reported against what we know; null where nothing. */
  readonly alert: string | null;
  /** False once nothing more may be sent of it: too old, expired, or its signer is not authorized any more. */
  readonly mayBeSent: boolean;
}

/** Why it is not offered. */
export type RepeatRefusal = 'MAY_BE_DISPENSED' | 'PRESCRIPTION_ON_OPEN_ORDER';

/** A cancel was wanted, and the pharmacy has not said that it holds. */
const UNSETTLED_CANCELS: ReadonlySet<FillSituation> = new Set([
  'dispensed-after-cancel',
  'cancel-not-sent',
  'cancel-refused',
  'cancel-sent',
]);

/** What the pharmacy may dispense although it was to be canceled, or has, is not repeated: a person calls it first. */
export function mayBeDispensedAfterCancel({
  situation,
  alert,
}: Pick<RepeatFacts, 'situation' | 'alert'>): boolean {
  return alert !== null || UNSETTLED_CANCELS.has(situation);
}

/** Null where it is offered: what has ended, and what reached nobody and may not be sent any more. */
export function repeatRefusal(facts: RepeatFacts): RepeatRefusal | null {
  if (mayBeDispensedAfterCancel(facts)) return 'MAY_BE_DISPENSED';
  switch (facts.state) {
    case 'CANCELED':
    case 'DELIVERED':
      return null;
    case 'QUEUED':
    case 'ERROR':
    case 'STUCK':
      return facts.mayBeSent ? 'PRESCRIPTION_ON_OPEN_ORDER' : null;
    case 'SENDING':
    case 'SENT':
    case 'RECEIVED':
    case 'FILLING':
    case 'SHIPPED':
      return 'PRESCRIPTION_ON_OPEN_ORDER';
    default:
      return facts.state satisfies never;
  }
}
