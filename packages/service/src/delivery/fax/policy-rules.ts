// The rows of the fax policy: where law forbids a computer's fax, of what, for which drug and payer, since when. Not legal advice.

/** A notice of a cancel is no prescription: it may go where a prescription may not. */
export type FaxDocument = 'prescription' | 'cancel-notice';

/** What no row forbids is allowed. A change of law is a change of one row. */
export interface FaxRule {
  /** Two letters: the state of the pharmacy that would get the fax. `any`: wherever it is. */
  readonly state: string;
  /** A drug or an ingredient by its RxCUI, with its name; or what is in one of these schedules. */
  readonly drug:
    | 'any'
    | { readonly rxcui: string; readonly name: string }
    | { readonly schedules: readonly string[] };
  /** A payer by BIN, or by BIN and PCN. */
  readonly payer: 'any' | { readonly bin: string; readonly pcn?: string };
  readonly forbids: readonly FaxDocument[];
  /** `YYYY-MM-DD`: in force from this day. */
  readonly since: string;
  /** In force until the day before. */
  readonly until?: string;
  readonly source: string;
}

export const FAX_RULES: readonly FaxRule[] = [
  {
    state: 'OH',
    drug: 'any',
    payer: 'any',
    forbids: ['prescription'],
    since: '2017-12-01',
    source: 'Ohio Board of Pharmacy: no system may convert a prescription into a computer-generated fax',
  },
  {
    state: 'any',
    drug: { schedules: ['II', 'III', 'IV', 'V'] },
    payer: 'any',
    forbids: ['prescription'],
    since: '2010-06-01',
    source: '21 CFR 1311.170: an electronic prescription for a controlled substance stays electronic',
  },
];
