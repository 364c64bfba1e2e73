// Owns what the simulated payer knows: one plan, its drugs with what stands before them, and what each costs for a month.

/** The card of this plan: the service asks this payer for it. */
export const REAL_TIME_BIN = '999998';
export const REAL_TIME_PLAN = 'Sandbox Real-Time';

/** Codes of the guide. */
export type Restriction =
  | 'prior-auth'
  | 'step-therapy'
  | 'quantity-limit'
  | 'pharmacy-restriction'
  | 'not-covered';

export interface PlanDrug {
  readonly rxcui: string;
  readonly name: string;
  readonly restrictions: readonly Restriction[];
  readonly copay: number;
  readonly coinsurance?: number;
  /** Less by mail. */
  readonly mail?: number;
  readonly note?: string;
  /** Other drugs of the plan, by RxCUI. */
  readonly alternatives?: readonly string[];
}

/** In dollars for up to thirty days. What is not here is not covered. */
const DRUGS: readonly PlanDrug[] = [
  { rxcui: '314076', name: 'lisinopril 10 mg oral tablet', restrictions: [], copay: 4, mail: 2 },
  { rxcui: '861007', name: 'metformin 500 mg oral tablet', restrictions: [], copay: 4, mail: 2 },
  { rxcui: '617312', name: 'atorvastatin 10 mg oral tablet', restrictions: [], copay: 6.5 },
  { rxcui: '617310', name: 'atorvastatin 20 mg oral tablet', restrictions: [], copay: 6.5 },
  { rxcui: '198051', name: 'omeprazole 20 mg delayed release oral capsule', restrictions: [], copay: 8 },
  {
    rxcui: '606730',
    name: 'esomeprazole 40 mg delayed release oral capsule',
    restrictions: ['step-therapy'],
    copay: 60,
    alternatives: ['198051'],
  },
  {
    rxcui: '1364447',
    name: 'apixaban 5 mg oral tablet (Eliquis)',
    restrictions: [],
    copay: 30,
    coinsurance: 17.4,
    mail: 35,
  },
  {
    rxcui: '2200656',
    name: 'semaglutide 7 mg oral tablet',
    restrictions: ['prior-auth'],
    copay: 140,
    note: 'Call 1-800-555-0100 before the first fill.',
    alternatives: ['861007'],
  },
  {
    rxcui: '313161',
    name: 'sumatriptan 50 mg oral tablet',
    restrictions: ['quantity-limit'],
    copay: 9,
    note: 'At most 9 tablets in 30 days',
  },
  {
    rxcui: '859749',
    name: 'rosuvastatin 10 mg oral tablet (Crestor)',
    restrictions: ['not-covered'],
    copay: 312,
    alternatives: ['617312', '617310'],
  },
];

const BY_RXCUI: ReadonlyMap<string, PlanDrug> = new Map(DRUGS.map((drug) => [drug.rxcui, drug]));

export function planDrug(rxcui: string): PlanDrug | undefined {
  return BY_RXCUI.get(rxcui);
}
