// Owns the states of a prescription, judged on a day, and what must not be sent again (W8). Server and browser share it.
import { addDays } from '../calendar/dates.ts';

/** `DEPLETED`: dispensed, and its days are over. `CANCELED`: its fill was canceled by practice or pharmacy. */
export const PRESCRIPTION_STATES = ['ACTIVE', 'DEPLETED', 'EXPIRED', 'CANCELED'] as const;
/** Where a prescription is: in use, used up, out of date, canceled. */
export type PrescriptionState = (typeof PRESCRIPTION_STATES)[number];

/** What decides a state. Days are `YYYY-MM-DD` where the patient is. */
export type PrescriptionFacts = {
  readonly canceled: boolean;
  /** The last day on which it may be dispensed. */
  readonly expirationDate: string;
  /** When a pharmacy first reported that it dispensed it; null while none has. */
  readonly dispensedOn: string | null;
  /** Of one fill. */
  readonly daysSupply: number | null;
  /** Refills + 1. */
  readonly fillsAllowed: number;
};

/**
 * The first day on which nothing is left of what was dispensed, refills counted; null while it was not dispensed, and where
 * the days supply says nothing (none, or 0, as of what is used up at once): then only the expiration date ends it.
 */
export function depletedFrom({ dispensedOn, daysSupply, fillsAllowed }: PrescriptionFacts): string | null {
  if (dispensedOn === null || daysSupply === null || daysSupply === 0) return null;
  return addDays(dispensedOn, daysSupply * fillsAllowed);
}

/** The state on a day. No state is left again: of two ends, the one that came first stays. */
export function prescriptionState(facts: PrescriptionFacts, today: string): PrescriptionState {
  if (facts.canceled) return 'CANCELED';
  const from = depletedFrom(facts);
  if (from !== null && from <= today && from <= facts.expirationDate) return 'DEPLETED';
  return today > facts.expirationDate ? 'EXPIRED' : 'ACTIVE';
}

/** Why a prescription is not sent, as the codes of the answers; the way on is to prescribe it again, signed anew. */
export const SEND_OBSTACLES = [
  'PRESCRIPTION_DISPENSED',
  'PRESCRIPTION_CANCELED',
  'PRESCRIPTION_EXPIRED',
  'PRESCRIPTION_ON_OPEN_ORDER',
  'PRESCRIPTION_TOO_OLD',
  'SIGNER_NOT_AUTHORIZED',
] as const;
/** Why a prescription cannot be sent now. */
export type SendObstacle = (typeof SEND_OBSTACLES)[number];

/** Whether a code is one of the reasons why a prescription cannot be sent. */
export function isSendObstacle(code: string): code is SendObstacle {
  return SEND_OBSTACLES.some((one) => one === code);
}

/** What decides whether a prescription may be sent. */
export type SendQuestion = PrescriptionFacts & {
  readonly onOpenOrder: boolean;
  /** False once more time has passed since it was written than a prescription may wait. */
  readonly inTime: boolean;
  /** Whether who signed is an authorized prescriber now. */
  readonly signerAuthorized: boolean;
};

/** The first obstacle, or null. What was dispensed is never sent again, whatever its state: refills are the pharmacy's own. */
export function sendObstacle(question: SendQuestion, today: string): SendObstacle | null {
  if (question.dispensedOn !== null) return 'PRESCRIPTION_DISPENSED';
  const state = prescriptionState(question, today);
  if (state === 'CANCELED') return 'PRESCRIPTION_CANCELED';
  if (state === 'EXPIRED') return 'PRESCRIPTION_EXPIRED';
  if (question.onOpenOrder) return 'PRESCRIPTION_ON_OPEN_ORDER';
  if (!question.inTime) return 'PRESCRIPTION_TOO_OLD';
  return question.signerAuthorized ? null : 'SIGNER_NOT_AUTHORIZED';
}
