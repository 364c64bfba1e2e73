// Owns medicines whose line is easily misread, each as a drug file may write it, with what every screen and paper has to say of it, written by hand.
import type { ClinicalContent } from '@pestle/service/for-tests/prescribing';

/** A medicine as it is kept, and how it must be read. A no-break blank is written `_`. */
export interface DifficultMedicine {
  readonly treatment: Pick<
    ClinicalContent['treatment'],
    'name' | 'brandName' | 'ingredients' | 'strength' | 'doseForm'
  >;
  readonly quantity: string;
  /** NCPDP code and name. */
  readonly unit: ClinicalContent['dispenseUnit'];
  readonly instructions: string;
  readonly line: string;
  readonly amount: string;
  readonly amountEs: string;
  /** The volume with the mass in it; empty where there is none. */
  readonly dose: string;
}

const TABLET = { code: 'C48542', name: 'Tablet' };
const MILLILITER = { code: 'C28254', name: 'Milliliter' };
const EACH = { code: 'C64933', name: 'Each' };

type Row = readonly [
  name: readonly string[],
  strength: string | null,
  doseForm: string | null,
  brandName: string | null,
  quantity: string,
  unit: ClinicalContent['dispenseUnit'],
  instructions: string,
  line: string,
  amount: string,
  amountEs: string,
  dose?: string,
];

const ONCE = 'Take 1 tablet by mouth once daily.';

const ROWS: readonly Row[] = [
  // Look-alike names: tall-man letters. A thousand: a comma.
  [
    ['METFORMIN hydrochloride'],
    '1000 mg',
    'Oral Tablet',
    null,
    '1000',
    TABLET,
    ONCE,
    'metFORMIN hydrochloride 1,000_mg oral tablet',
    '1,000_tablets',
    '1,000_tabletas',
  ],
  [
    ['hydroxyzine hydrochloride'],
    '10 mg',
    'Oral Tablet',
    null,
    '1',
    TABLET,
    ONCE,
    'hydrOXYzine hydrochloride 10_mg oral tablet',
    '1_tablet',
    '1_tableta',
  ],
  [
    ['hydralazine'],
    '10.0 mg',
    'Oral Tablet',
    null,
    '30',
    TABLET,
    ONCE,
    'hydrALAZINE 10_mg oral tablet',
    '30_tablets',
    '30_tabletas',
  ],
  // A zero before the point, none after it; micrograms by their safe letters.
  [
    ['digoxin'],
    '.125 MG',
    'Oral Tablet',
    'Lanoxin®',
    '30',
    TABLET,
    ONCE,
    'digoxin 0.125_mg oral tablet (Lanoxin)',
    '30_tablets',
    '30_tabletas',
  ],
  [
    ['levothyroxine sodium'],
    '100 µg',
    'Oral Tablet',
    null,
    '90',
    TABLET,
    ONCE,
    'levothyroxine sodium 100_mcg oral tablet',
    '90_tablets',
    '90_tabletas',
  ],
  // Units in words, no stroke that is read as a 1.
  [
    ['insulin glargine'],
    '100 U/mL',
    'Injectable Solution',
    'Lantus',
    '15',
    MILLILITER,
    'Inject 10 units under the skin once daily at bedtime.',
    'insulin glargine 100_units per mL injectable solution (Lantus)',
    '15_milliliters',
    '15_mililitros',
  ],
  [
    ['heparin sodium'],
    '10000 IU/1.0ml',
    'Injectable Solution',
    null,
    '2.50',
    MILLILITER,
    'Inject 5000 units under the skin twice daily.',
    'heparin sodium 10,000_units in 1_mL injectable solution',
    '2.5_milliliters',
    '2.5_mililitros',
  ],
  // A liquid: concentration in words, mass beside the volume, each strength beside its own ingredient.
  [
    ['amoxicillin', 'clavulanate'],
    '400 mg/5 mL / 57 mg/5 mL',
    'Oral Suspension',
    null,
    '100',
    MILLILITER,
    'Take 5 mL by mouth twice daily for 10 days.',
    'amoxicillin 400_mg in 5_mL / clavulanate 57_mg in 5_mL oral suspension',
    '100_milliliters',
    '100_mililitros',
    '5_mL (400_mg / 57_mg)',
  ],
  [
    ['prednisolone'],
    '15 mg/5cc',
    'Oral Solution',
    null,
    '50',
    MILLILITER,
    'Take 5 mL by mouth once daily for 10 days.',
    'prednisoLONE 15_mg in 5_mL oral solution',
    '50_milliliters',
    '50_mililitros',
    '5_mL (15_mg)',
  ],
  // What has neither ingredients nor strength keeps its name.
  [
    [],
    null,
    null,
    null,
    '100',
    EACH,
    'Use 1 strip to test blood sugar once daily.',
    'blood glucose test strip',
    '100_each',
    '100_piezas',
  ],
];

const held = (text: string): string => text.replaceAll('_', '\u00a0');

/** All of them. */
export const DIFFICULT_MEDICINES: readonly DifficultMedicine[] = ROWS.map(
  ([
    ingredients,
    strength,
    doseForm,
    brandName,
    quantity,
    unit,
    instructions,
    line,
    amount,
    amountEs,
    dose,
  ]) => ({
    treatment: {
      name: ingredients.length === 0 ? 'blood glucose test strip' : `${ingredients.join(' / ')} ${strength}`,
      brandName,
      ingredients,
      strength,
      doseForm,
    },
    quantity,
    unit,
    instructions,
    line: held(line),
    amount: held(amount),
    amountEs: held(amountEs),
    dose: held(dose ?? ''),
  }),
);
