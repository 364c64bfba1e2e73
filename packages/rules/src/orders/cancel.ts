// Owns whether a fill may still be canceled, and what the cancel takes (D10, D11: a reroute is refused where a cancel would be).
import type { FillState } from './fill-status.ts';

/** What decides. `dispensingReported`: a pharmacy said, by any channel, that it dispensed the fill or part of it. */
export type CancelQuestion = {
  readonly state: FillState;
  readonly dispensingReported: boolean;
  /** True from the first byte that may have reached a pharmacy by any channel. */
  readonly mayHaveLeft: boolean;
};

/** `withdraw`: nothing has left, nothing is sent. `notify`: every channel that carried it, or may have, carries a cancel too. */
export type CancelDecision =
  | { readonly allowed: true; readonly how: 'withdraw' | 'notify' }
  | {
      readonly allowed: false;
      readonly code: 'ALREADY_SHIPPED' | 'ALREADY_DELIVERED' | 'ALREADY_DISPENSED' | 'ALREADY_CANCELED';
      readonly message: string;
    };

/** Decides a cancel. Pure and total; `ALREADY_CANCELED` lets a repeated request be answered as done. */
export function decideCancel(question: CancelQuestion): CancelDecision {
  const { state, dispensingReported, mayHaveLeft } = question;
  switch (state) {
    case 'DELIVERED':
      return no(
        'ALREADY_DELIVERED',
        'The pharmacy has reported that the patient has it. Call the pharmacy and the patient.',
      );
    case 'SHIPPED':
      return no(
        'ALREADY_SHIPPED',
        'The pharmacy has reported that it is on its way. Call the pharmacy and the patient.',
      );
    case 'CANCELED':
      return no('ALREADY_CANCELED', 'It is canceled already.');
    case 'QUEUED':
    case 'SENDING':
    case 'SENT':
    case 'RECEIVED':
    case 'FILLING':
    case 'ERROR':
    case 'STUCK':
      if (dispensingReported)
        return no('ALREADY_DISPENSED', 'The pharmacy has reported that it dispensed it. Call the pharmacy.');
      return { allowed: true, how: mayHaveLeft || hasLeft(state) ? 'notify' : 'withdraw' };
    default:
      return unknownState(state);
  }
}

// A fill that is being sent, or that a pharmacy spoke of, may be held there whatever the caller believes.
function hasLeft(state: FillState): boolean {
  return state === 'SENDING' || state === 'SENT' || state === 'RECEIVED' || state === 'FILLING';
}

function no(code: Extract<CancelDecision, { allowed: false }>['code'], message: string): CancelDecision {
  return { allowed: false, code, message };
}

function unknownState(state: never): never {
  throw new RangeError(`A fill has no state ${String(state)}.`);
}
