// Checks each field of a patient, and what must fit together (W6, S5).
import { addDays, isDate } from '@pestle/rules/dates';
import { toCanonicalDecimal } from '@pestle/rules/decimal';
import { isId } from '@pestle/rules/ids';
import { type Parsed, parsed, refused } from '@pestle/rules/parsed';
import { toPhone10 } from '@pestle/rules/phone';
import { todayFor } from '@pestle/rules/time-zone';
import * as v from 'valibot';
import type { FieldProblem } from '../../kernel/errors.ts';
import { plainText, searchWords } from '../../kernel/text.ts';
import { parsedBy } from '../../kernel/validate.ts';
import { addressColumns, addressOf, addressSchema } from '../address.ts';
import { DIRECTORY_LIMITS as LIMITS } from '../limits.ts';
import type { PatientRow } from '../tables.ts';
import { nameSuffix, personName } from '../text.ts';
import { benefitsSchema } from './benefit-input.ts';
import type { PatientContent } from './sealed-patients.ts';

const name = v.pipe(v.string(), parsedBy(personName));
const date = v.pipe(v.string(), v.check(isDate, 'Write a day of the calendar as YYYY-MM-DD.'));
const clinicalText = v.pipe(v.string(), parsedBy(plainText(LIMITS.allergyTextCharactersMax)));

const externalId = v.pipe(v.string(), parsedBy(readExternalId));
const phone = v.pipe(v.string(), parsedBy(toPhone10));
const email = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(
    LIMITS.emailCharactersMax,
    `An e-mail address may have ${LIMITS.emailCharactersMax} characters.`,
  ),
  v.email('This must be an e-mail address.'),
);
const language = v.pipe(
  v.string(),
  v.regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'Write the language as a code such as en, es or pt-BR.'),
);

const weight = v.strictObject({
  value: v.pipe(v.union([v.string(), v.number()]), parsedBy(toCanonicalDecimal)),
  /** No default: 70 read as pounds halves a dose. */
  unit: v.picklist(['kg', 'lbs']),
  measuredOn: v.nullish(date),
});

const allergy = v.pipe(
  v.strictObject({
    substance: clinicalText,
    code: v.nullish(clinicalText),
    codeSystem: v.nullish(clinicalText),
    reaction: v.nullish(clinicalText),
    severity: v.nullish(v.picklist(['MILD', 'MODERATE', 'SEVERE'])),
  }),
  v.transform((entry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null))),
);

const medication = v.strictObject({
  name: v.pipe(v.string(), parsedBy(plainText(LIMITS.medicationTextCharactersMax))),
  rxcui: v.nullish(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, 'An RxNorm id is a number of up to 9 digits.')),
    null,
  ),
  directions: v.nullish(v.pipe(v.string(), parsedBy(plainText(LIMITS.medicationTextCharactersMax))), null),
});

const optional = {
  externalId: v.nullish(externalId),
  middleName: v.nullish(name),
  suffix: v.nullish(v.pipe(v.string(), parsedBy(nameSuffix))),
  gender: v.nullish(v.pipe(v.string(), parsedBy(plainText(LIMITS.genderCharactersMax)))),
  phone: v.nullish(phone),
  email: v.nullish(email),
  language: v.nullish(language),
  address: v.nullish(addressSchema),
  deceased: v.nullish(v.boolean()),
  deceasedOn: v.nullish(date),
  weight: v.nullish(weight),
  /** Null: nobody asked. An empty list: no known allergies. */
  allergies: v.nullish(
    v.pipe(v.array(allergy), v.maxLength(LIMITS.allergiesMax, `At most ${LIMITS.allergiesMax} allergies.`)),
  ),
  /** Null: nobody asked. An empty list: takes nothing else. */
  medications: v.nullish(
    v.pipe(
      v.array(medication),
      v.maxLength(LIMITS.medicationsMax, `At most ${LIMITS.medicationsMax} medicines.`),
    ),
  ),
  benefits: v.nullish(benefitsSchema),
  preferredPharmacyId: v.nullish(
    v.pipe(
      v.string(),
      v.check((id) => isId('phr', id), 'This is not the id of a pharmacy.'),
    ),
  ),
};

const sex = v.picklist(['MALE', 'FEMALE', 'UNKNOWN']);

export const newPatientSchema = v.strictObject({
  firstName: name,
  lastName: name,
  dateOfBirth: date,
  sex,
  ...optional,
});

/** Only what is sent is changed; null clears what may be empty. */
export const patientChangesSchema = v.strictObject({
  firstName: v.optional(name),
  lastName: v.optional(name),
  dateOfBirth: v.optional(date),
  sex: v.optional(sex),
  ...optional,
});

export type NewPatient = v.InferInput<typeof newPatientSchema>;
export type PatientChanges = v.InferInput<typeof patientChangesSchema>;
type Checked = v.InferOutput<typeof patientChangesSchema>;

type Columns = Partial<PatientContent>;

/** The columns that an input sets; those that it does not mention are left out. */
export function columnsOf(input: Checked): Columns {
  const set: Columns = {};
  if (input.firstName !== undefined) set.first_name = input.firstName;
  if (input.lastName !== undefined) set.last_name = input.lastName;
  if (input.dateOfBirth !== undefined) set.date_of_birth = input.dateOfBirth;
  if (input.sex !== undefined) set.sex = input.sex;
  if (input.externalId !== undefined) set.external_id = input.externalId;
  if (input.middleName !== undefined) set.middle_name = input.middleName;
  if (input.suffix !== undefined) set.suffix = input.suffix;
  if (input.gender !== undefined) set.gender = input.gender;
  if (input.phone !== undefined) set.phone = input.phone;
  if (input.email !== undefined) set.email = input.email;
  if (input.language !== undefined) set.language = input.language;
  if (input.address !== undefined) Object.assign(set, addressColumns(input.address));
  if (input.deceased !== undefined) set.deceased = input.deceased ?? false;
  if (input.deceased === false) set.deceased_on = null;
  if (input.deceasedOn !== undefined) {
    set.deceased_on = input.deceasedOn;
    if (input.deceasedOn !== null) set.deceased = input.deceased ?? true;
  }
  if (input.weight !== undefined) {
    set.weight = input.weight?.value ?? null;
    set.weight_unit = input.weight?.unit ?? null;
    set.weight_on = input.weight?.measuredOn ?? null;
  }
  if (input.allergies !== undefined) {
    set.allergies = input.allergies as PatientContent['allergies'];
  }
  if (input.medications !== undefined) set.medications = input.medications;
  if (input.benefits !== undefined) set.benefits = input.benefits ?? [];
  if (input.preferredPharmacyId !== undefined) {
    set.preferred_pharmacy_id = input.preferredPharmacyId as PatientRow['preferred_pharmacy_id'];
  }
  return set;
}

/** What a whole patient must fulfil besides each field's own rule. */
export function wholePatientProblems(
  patient: Pick<
    PatientRow,
    | 'date_of_birth'
    | 'deceased_on'
    | 'deceased'
    | 'weight'
    | 'weight_unit'
    | 'weight_on'
    | 'street1'
    | 'street2'
    | 'city'
    | 'state'
    | 'postal_code'
    | 'country'
  >,
  organizationTimeZone: string,
  atMs: number,
): readonly FieldProblem[] {
  const today = todayFor(addressOf(patient), organizationTimeZone, atMs);
  const oldest = addDays(today, -Math.ceil(LIMITS.patientAgeYearsMax * 365.25));
  const problems: FieldProblem[] = [];
  const add = (path: string, message: string): void => {
    problems.push({ path, code: 'INVALID', message });
  };
  if (patient.date_of_birth > today) add('dateOfBirth', 'The date of birth is in the future.');
  if (patient.date_of_birth < oldest) {
    add(
      'dateOfBirth',
      `The date of birth is more than ${LIMITS.patientAgeYearsMax} years ago: check the year.`,
    );
  }
  if (patient.deceased_on !== null) {
    if (!patient.deceased) add('deceased', 'A date of death was given: leave `deceased` out, or set it.');
    if (patient.deceased_on > today) add('deceasedOn', 'The date of death is in the future.');
    if (patient.deceased_on < patient.date_of_birth)
      add('deceasedOn', 'The date of death is before the birth.');
  }
  if (patient.weight !== null) {
    const most = patient.weight_unit === 'kg' ? LIMITS.weightKgMax : LIMITS.weightLbsMax;
    const value = Number(patient.weight);
    if (value <= 0 || value > most) {
      add('weight.value', `A weight is more than 0 and at most ${most} ${patient.weight_unit ?? ''}.`.trim());
    }
  }
  if (patient.weight_on !== null && patient.weight_on > today) {
    add('weight.measuredOn', 'The weight was measured in the future.');
  }
  return problems;
}

type Named = Pick<PatientRow, 'first_name' | 'middle_name' | 'last_name'>;

/** The words a patient is found by. */
export function nameWordsOf(row: Named): readonly string[] {
  return searchWords([row.first_name, row.middle_name ?? '', row.last_name].join(' ')).slice(
    0,
    LIMITS.nameWordsMax,
  );
}

function readExternalId(text: string): Parsed<string> {
  if (text === '') return refused('Write an id, or leave it out.');
  if (text.length > LIMITS.externalIdCharactersMax) {
    return refused(`An external id may have at most ${LIMITS.externalIdCharactersMax} characters.`);
  }
  if (text.startsWith('pat_'))
    return refused('An external id may not begin with pat_: that is how our ids begin.');
  if (text !== text.trim() || !/^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(text)) {
    return refused('An external id holds visible characters, without blanks at its ends.');
  }
  return parsed(text);
}
