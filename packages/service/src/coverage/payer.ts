// The port to whoever knows what a patient's plan pays: what a payer is asked, what it may answer, and what makes one.

import type { CopayEstimate } from '@pestle/rules/copay';
import type { CoverageStatus } from '@pestle/rules/coverage';
import type { CoverageLine } from '@pestle/rules/coverage-line';
import type { OrganizationId, PatientId, PharmacyId } from '@pestle/rules/ids';
import type { Benefit } from '../directory/inside.ts';

/** One treatment as it would be dispensed. */
export interface AskedDrug {
  /** The asker's own name for it, such as the draft's id; the answer repeats it. */
  readonly key: string;
  /** Null for what has no code, such as a compound. */
  readonly rxcui: string | null;
  /** Only where it is certain; 11 digits. */
  readonly ndc: string | null;
  readonly name: string;
  /** Decimal text; null while the draft does not say. */
  readonly quantity: string | null;
  /** NCPDP's code. */
  readonly unitCode: string | null;
  readonly daysSupply: number | null;
  readonly dispenseAsWritten: boolean;
}

/** Where it would be dispensed. */
export interface AskedPharmacy {
  readonly id: PharmacyId;
  readonly name: string;
  readonly kind: 'LOCAL_PICKUP' | 'MAIL_ORDER';
  readonly npi: string | null;
  readonly ncpdpId: string | null;
}

/** What a payer needs of a person to find the member. */
export interface AskedPatient {
  readonly id: PatientId;
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string;
  readonly sex: 'FEMALE' | 'MALE' | 'UNKNOWN';
}

export interface PayerQuestion {
  /** New for each question; an answer to another one is none. */
  readonly id: string;
  /** Whose patient it is, for what a payer counts or reads on our side; it is told to nobody outside. */
  readonly orgId: OrganizationId;
  readonly benefit: Benefit;
  readonly patient: AskedPatient;
  readonly prescriberNpi: string | null;
  /** Null where none is known: then the answer holds for a pharmacy nearby. */
  readonly pharmacy: AskedPharmacy | null;
  readonly drugs: readonly AskedDrug[];
  /** Where the patient lives, `YYYY-MM-DD`. */
  readonly today: string;
}

/** What a payer says of one drug. */
export interface PayerVerdict {
  readonly status: CoverageStatus;
  readonly reasons: readonly CoverageLine[];
  /** Of restricted ones: how many things stand between the patient and the drug. */
  readonly restrictions: number;
  readonly limit: readonly CoverageLine[];
  /** That the plan has ended or not begun, and the day of the data. */
  readonly notes: readonly CoverageLine[];
  /** Null where the payer names no price. */
  readonly copay: CopayEstimate | null;
}

/** Another drug that the payer names by itself; one that it does not know by RxCUI cannot be offered. */
export interface PayerAlternative extends PayerVerdict {
  readonly rxcui: string;
  readonly quantity: string | null;
  readonly daysSupply: number | null;
}

export interface PayerDrugAnswer extends PayerVerdict {
  readonly key: string;
  readonly alternatives: readonly PayerAlternative[];
  /** Kinds of pharmacy at which it would cost less. */
  readonly cheaperAt: readonly CheaperAt[];
}

/** A kind of pharmacy, told more exactly where the payer does: `1 month, pharmacy in the network`. */
export interface CheaperAt {
  readonly kind: AskedPharmacy['kind'];
  readonly supply?: CoverageLine;
  readonly copay: CopayEstimate;
}

/**
 * `NO_DATA`: this payer knows nothing of such a plan, and another may be asked. `COULD_NOT_CHECK` says in one of its codes why; nobody
 * else is asked then, because this payer is the one that knows.
 */
export type PayerAnswer =
  | {
      readonly state: 'CHECKED';
      /** As the plan calls itself. */
      readonly planName: string | null;
      /** The day of the payer's data, `YYYY-MM-DD`; today for one that answers in real time; null where it does not say. */
      readonly dataDate: string | null;
      /** In any order; a drug that is not among them has no data. */
      readonly drugs: readonly PayerDrugAnswer[];
    }
  | { readonly state: 'NO_DATA' }
  | { readonly state: 'COULD_NOT_CHECK'; readonly because: PayerTrouble };

/** No answer in time · it refuses us or the request · it does not find the member · what it says cannot be read · it speaks of another patient. */
export type PayerTrouble = 'NO_ANSWER' | 'REFUSED' | 'MEMBER_UNKNOWN' | 'UNREADABLE' | 'OTHER_PATIENT';

/** One that knows plans. It never throws for what its own side does wrong: that is an answer. */
export interface Payer {
  /** Shown as the source, such as `Plan lists` or the payer's own name. No health information. */
  readonly name: string;
  /** Whether a card with this benefit is this payer's. */
  readonly knows: (benefit: Benefit) => boolean;
  /** `signal` ends the question: whoever asked has gone, or its time is over. */
  readonly ask: (question: PayerQuestion, signal: AbortSignal) => Promise<PayerAnswer>;
}
