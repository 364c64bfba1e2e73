// The demo's documented rule: what stands in for quantity and directions where a prescription of the file has none. Never for care.
import type { Dosage, ReadPrescription } from './prescriptions.ts';

/** What the draft gets, and which of it the rule supplied. */
export interface Directions {
  readonly dispenseQuantity: number;
  /** The treatment's own NCPDP unit. */
  readonly unitCode: string;
  readonly daysSupply: number;
  readonly fillsAllowed: number;
  readonly instructions: string;
  /** `quantity`, `days`, `directions`, `refills`: what is not from the file. */
  readonly synthetic: readonly string[];
}

interface Rule {
  /** Against the dose form, first match. */
  readonly form: RegExp;
  readonly quantity: number;
  readonly days: number;
  readonly instructions: string;
  /** What is counted when the file gives a dosage: "Take 1 tablet by mouth …". */
  readonly dose?: {
    readonly verb: string;
    readonly unit: readonly [one: string, many: string];
    readonly route: string;
  };
}

const TABLET = { verb: 'Take', unit: ['tablet', 'tablets'], route: 'by mouth' } as const;
const CAPSULE = { verb: 'Take', unit: ['capsule', 'capsules'], route: 'by mouth' } as const;

/** By dose form. The quantity is in the treatment's own NCPDP unit. */
export const SYNTHETIC_RULES: readonly Rule[] = [
  rule(/chewable.*tablet/i, 30, 30, 'Chew 1 tablet by mouth once daily.', { ...TABLET, verb: 'Chew' }),
  rule(/sublingual tablet/i, 30, 30, 'Place 1 tablet under the tongue once daily.'),
  rule(/vaginal tablet|vaginal insert/i, 7, 7, 'Insert 1 into the vagina once daily.'),
  rule(/tablet|pill/i, 30, 30, 'Take 1 tablet by mouth once daily.', TABLET),
  rule(/capsule/i, 30, 30, 'Take 1 capsule by mouth once daily.', CAPSULE),
  rule(/inhaler|inhalation powder|inhalation spray/i, 1, 30, 'Inhale 2 puffs by mouth twice daily.'),
  rule(/inhalation/i, 60, 30, 'Inhale 1 dose by nebulizer twice daily.'),
  rule(/nasal/i, 1, 30, 'Use 1 spray in each nostril once daily.'),
  rule(
    /ophthalmic ointment|ophthalmic gel/i,
    3.5,
    10,
    'Apply a thin ribbon to the affected eye twice daily.',
  ),
  rule(/ophthalmic/i, 5, 30, 'Place 1 drop in the affected eye twice daily.'),
  rule(/otic/i, 10, 10, 'Place 4 drops in the affected ear twice daily.'),
  rule(/transdermal|patch/i, 30, 30, 'Apply 1 patch to the skin once daily.'),
  rule(/suppository/i, 12, 12, 'Insert 1 suppository rectally once daily.'),
  rule(/vaginal system/i, 1, 28, 'Insert 1 ring into the vagina every 4 weeks.'),
  rule(/drug implant|intrauterine/i, 1, 365, 'To be placed by the prescriber.'),
  rule(
    /auto-injector|pen injector/i,
    2,
    30,
    'Inject the contents of 1 device as directed by the prescriber.',
  ),
  rule(/inject|syringe|cartridge/i, 10, 30, 'Inject as directed by the prescriber.'),
  rule(/enema/i, 1, 1, 'Use 1 enema rectally once.'),
  rule(/shampoo/i, 120, 30, 'Apply to the scalp twice weekly.'),
  rule(/mouthwash|mouth/i, 480, 30, 'Rinse with 15 mL twice daily and spit out.'),
  rule(
    /cream|ointment|gel|lotion|foam|paste|topical|powder spray/i,
    60,
    30,
    'Apply a thin layer to the affected area twice daily.',
  ),
  rule(/oral powder|granules|packet/i, 30, 30, 'Take 1 packet by mouth once daily.'),
  rule(/lozenge|gum|film|wafer/i, 30, 30, 'Use 1 by mouth once daily.'),
  rule(/solution|suspension|liquid|syrup|elixir|drops/i, 150, 30, 'Take 5 mL by mouth once daily.'),
];

const OTHERWISE: Rule = rule(/^/, 1, 30, 'Use as directed by the prescriber.');

function rule(
  form: RegExp,
  quantity: number,
  days: number,
  instructions: string,
  dose?: NonNullable<Rule['dose']>,
): Rule {
  return { form, quantity, days, instructions, ...(dose === undefined ? {} : { dose }) };
}

const TIMES_A_DAY: Readonly<Record<number, string>> = {
  1: 'once daily',
  2: 'twice daily',
  3: 'three times daily',
  4: 'four times daily',
};
const DOSES: Readonly<Record<number, string>> = { 1: '1', 2: '2', 3: '3' };

/** What the file says where it can be said plainly; else the rule of the dose form. */
export function directionsFor(
  prescription: ReadPrescription,
  { doseForm, unitCode }: { readonly doseForm: string; readonly unitCode: string },
): Directions {
  const found = SYNTHETIC_RULES.find(({ form }) => form.test(doseForm)) ?? OTHERWISE;
  const sentence = sentenceOf(prescription.dosage, found);
  const days = whole(prescription.daysSupply, 365);
  const quantity =
    prescription.quantity !== undefined && prescription.quantity > 0 ? prescription.quantity : undefined;
  const refills = whole(prescription.refills, 11);
  const synthetic = [
    ...(quantity === undefined ? ['quantity'] : []),
    ...(days === undefined ? ['days'] : []),
    ...(sentence === undefined ? ['directions'] : []),
    ...(refills === undefined ? ['refills'] : []),
  ];
  return {
    dispenseQuantity: quantity ?? found.quantity,
    unitCode,
    daysSupply: days ?? found.days,
    fillsAllowed: (refills ?? 0) + 1,
    instructions: sentence ?? found.instructions,
    synthetic,
  };
}

/** `Take 1 tablet by mouth twice daily.`, when dose and times are plain and the form is counted. */
function sentenceOf(dosage: Dosage | undefined, { dose }: Rule): string | undefined {
  if (dosage === undefined || dose === undefined) return undefined;
  const times = TIMES_A_DAY[dosage.timesADay];
  const count = DOSES[dosage.dose];
  if (times === undefined || count === undefined) return undefined;
  const [one, many] = dose.unit;
  const asNeeded = dosage.asNeeded ? ' as needed' : '';
  return `${dose.verb} ${count} ${dosage.dose === 1 ? one : many} ${dose.route} ${times}${asNeeded}.`;
}

function whole(value: number | undefined, most: number): number | undefined {
  return value !== undefined && Number.isInteger(value) && value >= 0 && value <= most ? value : undefined;
}
