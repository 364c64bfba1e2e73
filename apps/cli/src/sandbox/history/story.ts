// Owns what has happened at the sandbox's practice in its last two weeks: who prescribed what to whom, and what became of it.

/** By the names of the sandbox's people, patients, templates and pharmacies, so that a change of one is noticed. */
export interface ToldOrder {
  /** Minutes before now at which it was signed. */
  readonly minutesAgo: number;
  readonly prescriber: 'Rivera' | 'Okafor';
  /** Last name. */
  readonly patient: string;
  /** Each by its template. */
  readonly templates: readonly string[];
  /** Null: the patient chooses. */
  readonly pharmacy: string | null;
  readonly afterwards: readonly Happening[];
}

export type Happening = { readonly minutesLater: number } & (
  | { readonly is: 'report'; readonly status: string; readonly carrier?: string; readonly tracking?: string }
  | { readonly is: 'cancel' }
  | { readonly is: 'ask-to-cancel'; readonly reason: string }
  | { readonly is: 'move'; readonly to: string }
);

/** A draft that staff prepared and nobody has signed. */
export interface ToldDraft {
  readonly minutesAgo: number;
  readonly prescriber: 'Rivera' | 'Okafor';
  readonly patient: string;
  readonly template: string;
}

const HOUR = 60;
const DAY = 24 * HOUR;

const LISINOPRIL = 'Lisinopril 10 mg daily';
const METFORMIN = 'Metformin 500 mg twice daily';
const AZITHROMYCIN = 'Azithromycin 5-day course';
const AMOXICILLIN = 'Amoxicillin suspension, child';
const ATORVASTATIN = 'Atorvastatin 20 mg at bedtime';
const SERTRALINE = 'Sertraline 50 mg daily';
const AMLODIPINE = 'Amlodipine 5 mg daily';
const IBUPROFEN = 'Ibuprofen 600 mg as needed';
const PREDNISONE = 'Prednisone 20 mg, 5 days';
const ONDANSETRON = 'Ondansetron 4 mg as needed';

const BEACON_HILL = 'Beacon Hill Apothecary';
const BACK_BAY = 'Back Bay Family Pharmacy';
const KENDALL = 'Kendall Square Digital Pharmacy';
const UNION = 'Union Square Pharmacy';
const FRAMINGHAM = 'Framingham Community Pharmacy';
const COPPER_STATE = 'Copper State Mail Order';
const WITCH_CITY = 'Witch City Pharmacy';
const ADAMS = 'Adams Street Pharmacy';
const CHURCH_STREET = 'Church Street Pharmacy';
const SCIOTO = 'Scioto River Pharmacy';
const ELM_CITY = 'Elm City Pharmacy';
const MYSTIC = 'Mystic Valley Pharmacy';
const HARBORWALK = 'Harborwalk Pharmacy';

function report(minutesLater: number, status: string): Happening {
  return { minutesLater, is: 'report', status };
}

/** Received, filled and handed out. */
function pickedUp(afterMinutes: number): readonly Happening[] {
  return [report(9, 'RECEIVED'), report(38, 'FILLING'), report(afterMinutes, 'DELIVERED')];
}

function shipped(tracking: string): readonly Happening[] {
  return [
    report(25, 'RECEIVED'),
    report(3 * HOUR, 'FILLING'),
    { minutesLater: 20 * HOUR, is: 'report', status: 'SHIPPED', carrier: 'USPS', tracking },
  ];
}

function order(
  minutesAgo: number,
  [prescriber, patient]: readonly [ToldOrder['prescriber'], string],
  templates: readonly string[],
  pharmacy: string | null,
  afterwards: readonly Happening[] = [],
): ToldOrder {
  return { minutesAgo, prescriber, patient, templates, pharmacy, afterwards };
}

const RIVERA = 'Rivera';
const OKAFOR = 'Okafor';

/** The oldest first. */
export const TOLD_ORDERS: readonly ToldOrder[] = [
  order(13 * DAY + 200, [RIVERA, 'Tester'], [AZITHROMYCIN], BEACON_HILL, pickedUp(3 * HOUR)),
  order(13 * DAY + 90, [RIVERA, 'Abramson'], [AMLODIPINE, ATORVASTATIN], WITCH_CITY, pickedUp(26 * HOUR)),
  order(13 * DAY + 17, [OKAFOR, 'Gallagher'], [METFORMIN], COPPER_STATE, [
    ...shipped('9400100000000000000017'),
    report(4 * DAY, 'DELIVERED'),
  ]),
  order(12 * DAY + 150, [RIVERA, 'Chen'], [AMOXICILLIN], KENDALL, pickedUp(2 * HOUR)),
  order(12 * DAY + 133, [RIVERA, 'Núñez'], [METFORMIN, LISINOPRIL], BACK_BAY, pickedUp(5 * HOUR)),
  order(11 * DAY + 60, [RIVERA, 'Featherstonehaugh-Worthington'], [LISINOPRIL], FRAMINGHAM, pickedUp(DAY)),
  order(11 * DAY + 48, [OKAFOR, 'Diallo'], [ONDANSETRON], COPPER_STATE, [
    ...shipped('9400100000000000000024'),
    report(3 * DAY, 'DELIVERED'),
  ]),
  order(10 * DAY + 210, [RIVERA, 'Brown'], [AMOXICILLIN], MYSTIC, pickedUp(4 * HOUR)),
  order(10 * DAY + 30, [RIVERA, 'Raman'], [SERTRALINE], BEACON_HILL, pickedUp(7 * HOUR)),
  order(9 * DAY + 120, [RIVERA, 'Zhang'], [ATORVASTATIN], ADAMS, pickedUp(30 * HOUR)),
  order(9 * DAY + 221, [RIVERA, 'Morgan'], [IBUPROFEN], CHURCH_STREET, [
    report(15, 'RECEIVED'),
    { minutesLater: 50, is: 'cancel' },
  ]),
  order(8 * DAY + 75, [RIVERA, 'Herrera'], [AMLODIPINE], COPPER_STATE, [
    ...shipped('9400100000000000000031'),
    report(5 * DAY, 'DELIVERED'),
  ]),
  order(8 * DAY + 94, [RIVERA, 'Tester'], [IBUPROFEN], BEACON_HILL, [
    report(12, 'RECEIVED'),
    { minutesLater: 25, is: 'cancel' },
  ]),
  order(7 * DAY + 180, [OKAFOR, 'Gallagher'], [LISINOPRIL, ATORVASTATIN], COPPER_STATE, [
    ...shipped('9400100000000000000048'),
    report(3 * DAY, 'DELIVERED'),
  ]),
  order(7 * DAY + 11, [RIVERA, 'Núñez'], [ATORVASTATIN], UNION, pickedUp(3 * HOUR)),
  order(6 * DAY + 100, [RIVERA, 'Raman'], [IBUPROFEN], MYSTIC, [
    { minutesLater: 35, is: 'move', to: BEACON_HILL },
    report(70, 'RECEIVED'),
    report(95, 'FILLING'),
    report(4 * HOUR, 'DELIVERED'),
  ]),
  order(6 * DAY + 172, [RIVERA, 'Abramson'], [METFORMIN], WITCH_CITY, pickedUp(28 * HOUR)),
  order(5 * DAY + 140, [RIVERA, 'Chen'], [PREDNISONE], BACK_BAY, [
    report(10, 'RECEIVED'),
    { minutesLater: 20, is: 'cancel' },
    report(3 * HOUR, 'DELIVERED'),
  ]),
  order(5 * DAY + 63, [RIVERA, "O'Brien-Łukasiewicz"], [LISINOPRIL], HARBORWALK, pickedUp(6 * HOUR)),
  order(4 * DAY + 90, [RIVERA, 'Morgan'], [SERTRALINE], COPPER_STATE, shipped('9400100000000000000055')),
  order(4 * DAY + 205, [RIVERA, 'Zhang'], [METFORMIN], UNION, [{ minutesLater: 45, is: 'cancel' }]),
  order(3 * DAY + 60, [RIVERA, 'Tester'], [SERTRALINE], BACK_BAY, pickedUp(4 * HOUR)),
  order(3 * DAY + 29, [OKAFOR, 'Diallo'], [AMLODIPINE], COPPER_STATE, shipped('9400100000000000000062')),
  order(2 * DAY + 170, [RIVERA, 'Featherstonehaugh-Worthington'], [ATORVASTATIN], FRAMINGHAM, [
    report(40, 'RECEIVED'),
    report(3 * HOUR, 'FILLING'),
  ]),
  order(2 * DAY + 17, [RIVERA, 'Zhang'], [PREDNISONE], KENDALL, pickedUp(2 * HOUR)),
  order(DAY + 200, [RIVERA, 'Raman'], [AMLODIPINE], BEACON_HILL),
  order(DAY + 30, [RIVERA, 'Núñez'], [AMLODIPINE], null),
  order(9 * HOUR, [RIVERA, "O'Brien-Łukasiewicz"], [SERTRALINE], ELM_CITY, [
    report(30, 'FILLING'),
    report(55, 'ERROR'),
  ]),
  order(7 * HOUR, [RIVERA, 'Tester'], [ATORVASTATIN], BEACON_HILL, [
    report(20, 'RECEIVED'),
    report(65, 'FILLING'),
    report(150, 'READY FOR PICKUP'),
  ]),
  order(6 * HOUR, [RIVERA, 'Núñez'], [IBUPROFEN], BACK_BAY, [
    report(10, 'RECEIVED'),
    { minutesLater: 80, is: 'ask-to-cancel', reason: 'He took ibuprofen at home and his stomach hurts.' },
  ]),
  order(5 * HOUR, [RIVERA, 'Chen'], [ONDANSETRON], KENDALL, [report(15, 'RECEIVED'), report(50, 'FILLING')]),
  order(4 * HOUR, [OKAFOR, 'Gallagher'], [IBUPROFEN], SCIOTO),
  order(3 * HOUR, [RIVERA, 'Abramson'], [SERTRALINE], WITCH_CITY),
  order(100, [RIVERA, 'Zhang'], [AMLODIPINE], ADAMS, [report(20, 'RECEIVED')]),
  order(70, [RIVERA, 'Chen'], [AMOXICILLIN], null),
  order(25, [RIVERA, 'Morgan'], [AZITHROMYCIN], BEACON_HILL, [report(8, 'RECEIVED')]),
  order(12, [RIVERA, 'Featherstonehaugh-Worthington'], [METFORMIN], FRAMINGHAM),
];

export const TOLD_DRAFTS: readonly ToldDraft[] = [
  { minutesAgo: 26 * HOUR, prescriber: 'Rivera', patient: 'Abramson', template: LISINOPRIL },
  { minutesAgo: 90, prescriber: 'Rivera', patient: 'Raman', template: METFORMIN },
];
