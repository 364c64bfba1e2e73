// The port to whoever knows what speaks against a drug: what it is asked, what it may answer, and what makes one.
import type { OrganizationId } from '@pestle/rules/ids';
import type { Finding, OtherDrug, ScreenedDrug } from '@pestle/rules/screening';
import type { ScreeningTrouble } from '@pestle/rules/screening-words';
import type { Allergy } from '../directory/inside.ts';
import type { Tx } from '../store/store.ts';

/** A drug that somebody is about to prescribe. */
export interface AskedDrug extends ScreenedDrug {
  /** The asker's own name for it, such as the draft's id; the answer repeats it. */
  readonly key: string;
  readonly rxcui: string | null;
  /** Equipment has no ingredients, and nothing to be screened for. */
  readonly isDrug: boolean;
  readonly instructions: string;
}

/** A medicine that the patient takes and that was not prescribed here, as somebody told it. */
export interface ToldMedicine {
  readonly name: string;
  readonly rxcui: string | null;
}

/** Who is treated, as whoever answers elsewhere must know them. */
export interface AskedPatient {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD` */
  readonly dateOfBirth: string;
  readonly sex: 'MALE' | 'FEMALE' | 'UNKNOWN';
}

export interface ScreeningQuestion {
  /** Whose patient it is, for what is read on our side; it is told to nobody outside. */
  readonly orgId: OrganizationId;
  /** Whether something was chosen and is being written, or, where it is left out, is about to be signed or sent. */
  readonly moment?: 'select' | 'sign';
  /** Who is treated, and who asks. */
  readonly patient: AskedPatient;
  readonly prescriberId: string;
  /** What is asked about: all of them are compared with each other. */
  readonly drugs: readonly AskedDrug[];
  /** What else is being written or was prescribed here. */
  readonly others: readonly OtherDrug[];
  readonly told: readonly ToldMedicine[];
  /** Null: nobody asked the patient. */
  readonly allergies: readonly Allergy[] | null;
  /** Where the patient lives, `YYYY-MM-DD`. */
  readonly today: string;
}

/** What was found of one drug. With a trouble it is not checked, whatever was found. */
export interface DrugScreening {
  readonly findings: readonly Finding[];
  readonly troubles: readonly ScreeningTrouble[];
}

export interface ScreenerAnswer {
  /** As the publishers or the service call themselves; null where nobody answered. */
  readonly source: string | null;
  /** The oldest day of the data, `YYYY-MM-DD`; today of a service that answers in real time. */
  readonly dataDate: string | null;
  /** By the drug's key. A drug that is missing was not checked. */
  readonly drugs: ReadonlyMap<string, DrugScreening>;
}

/** One that knows. Null: it does not answer. */
export interface Screener {
  readonly ask: (question: ScreeningQuestion) => Promise<ScreenerAnswer | null>;
}

/** One whose data are in the store: it answers within the asker's transaction, so that nothing changes between question and answer. */
export type ScreenerWithin = (tx: Tx, question: ScreeningQuestion) => Promise<ScreenerAnswer>;
