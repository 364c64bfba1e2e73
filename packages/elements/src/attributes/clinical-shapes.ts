// Owns the JSON shapes of the workflow's attributes: overrides, initial prescriptions, address, supervisor, diagnoses.
import { isDate } from '@pestle/rules/dates';
import { toQuantity } from '@pestle/rules/decimal';
import { isIcd10Code } from '@pestle/rules/diagnosis';
import { FIELD_LIMITS } from '@pestle/rules/field-limits';
import { upperAscii } from '@pestle/rules/letter-case';
import { isNpi } from '@pestle/rules/npi';
import { toPhone10 } from '@pestle/rules/phone';
import { findUnsendable } from '@pestle/rules/script-text';
import { findUnit } from '@pestle/rules/units';
import { ATTRIBUTE_LIMITS } from './limits.ts';
import type { Reader } from './shapes.ts';
import { checked, flag, object, text, whole } from './shapes.ts';

/** A number or canonical text above 0; kept as text, as every quantity (W1). */
const quantity: Reader<string> = (value, path, report) => {
  const read = typeof value === 'number' || typeof value === 'string' ? toQuantity(value) : undefined;
  if (read?.ok === true) return read.value;
  report(path, read?.message ?? 'write a number greater than zero.');
  return undefined;
};

const id = (prefix: string): Reader<string> =>
  checked((value) => value.startsWith(`${prefix}_`), `write an id that begins with ${prefix}_.`);
const date = checked(isDate, 'write a day that exists as YYYY-MM-DD.');
const unit = checked((value) => findUnit(value) !== undefined, 'write one of the 28 NCPDP units.');
const externalId = text(ATTRIBUTE_LIMITS.externalIdCharactersMax);
const instructions = text(FIELD_LIMITS.instructions.maximum);

const overrides = {
  externalId,
  dispenseQuantity: quantity,
  dispenseUnit: unit,
  dispenseAsWritten: flag,
  fillsAllowed: whole(FIELD_LIMITS.fillsAllowed.minimum, FIELD_LIMITS.fillsAllowed.maximum),
  daysSupply: whole(FIELD_LIMITS.daysSupply.minimum, FIELD_LIMITS.daysSupply.maximum),
  instructions,
  notes: text(FIELD_LIMITS.notes.maximum, true),
};

export const templateOverride = object({}, overrides);
export type TemplateOverride = Exclude<ReturnType<typeof templateOverride>, undefined>;

export const prescriptionOverride = object(
  {},
  { ...overrides, treatmentId: id('trt'), doNotFillBeforeDate: date },
);
export type PrescriptionOverride = Exclude<ReturnType<typeof prescriptionOverride>, undefined>;

export const initialPrescription = object(
  {
    treatmentId: id('trt'),
    dispenseQuantity: quantity,
    dispenseUnit: unit,
    fillsAllowed: overrides.fillsAllowed,
    daysSupply: overrides.daysSupply,
    instructions,
  },
  { externalId, dispenseAsWritten: flag, notes: overrides.notes, doNotFillBeforeDate: date },
);
/** What `initial-prescriptions` holds and `addDraft()` takes, checked. */
export type InitialPrescription = Exclude<ReturnType<typeof initialPrescription>, undefined>;

const postalAddress = object(
  {
    street1: text(FIELD_LIMITS.street1.maximum),
    city: text(FIELD_LIMITS.city.maximum),
    state: checked((value) => /^[A-Za-z]{2}$/.test(value), 'write the two letters of the state.'),
    postalCode: checked(
      (value) => /^\d{5}(-\d{4})?$/.test(value),
      'write 5 digits, or 5 and 4 as 02139-1234, in quotes.',
    ),
  },
  {
    street2: text(FIELD_LIMITS.street2.maximum, true),
    country: checked((value) => value === 'US', 'only US addresses are taken.'),
  },
);

/** An address in the United States; `country` is `US` also when it is left out. */
export const address: Reader<OrderAddress> = (value, path, report) => {
  const read = postalAddress(value, path, report);
  if (read === undefined) return undefined;
  const { street2, ...rest } = read;
  return {
    ...rest,
    ...(street2 === undefined || street2.trim() === '' ? {} : { street2 }),
    state: read.state.toUpperCase(),
    country: 'US',
  };
};
export type OrderAddress = {
  readonly street1: string;
  readonly street2?: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: 'US';
};

export const supervisor = object(
  {
    firstName: text(FIELD_LIMITS.firstName.maximum),
    lastName: text(FIELD_LIMITS.lastName.maximum),
    npi: checked(isNpi, 'this is not a valid NPI.'),
    phone: checked((value) => toPhone10(value).ok, 'write a phone number of ten digits.'),
    address,
  },
  {},
);
export type SupervisorValue = Exclude<ReturnType<typeof supervisor>, undefined>;

const said = text(ATTRIBUTE_LIMITS.statementCharactersMax);

/** What the page knows that the patient must not get. */
export const allergy = object(
  { substance: said },
  {
    code: said,
    codeSystem: said,
    reaction: said,
    severity: checked(
      (value) => ['MILD', 'MODERATE', 'SEVERE'].includes(value),
      'write MILD, MODERATE or SEVERE.',
    ),
  },
);
export type AllergyValue = Exclude<ReturnType<typeof allergy>, undefined>;

/** What the page knows that the patient takes. */
export const medication = object({ name: said }, { rxcui: said, directions: said });
export type MedicationValue = Exclude<ReturnType<typeof medication>, undefined>;

/** Words that every message can carry: what a page hands over, nobody can mend in the form. */
const description: Reader<string> = (value, path, report) => {
  const words = text(FIELD_LIMITS.diagnosisDescription.maximum)(value, path, report)?.trim();
  const [bad] = words === undefined ? [] : findUnsendable(words);
  if (bad === undefined && !words?.includes('\n')) return words;
  const advice =
    bad?.suggestion === undefined ? 'write it in other words.' : `write "${bad.suggestion}" instead.`;
  report(path, `character ${(bad?.offset ?? 0) + 1} cannot be sent to a pharmacy: ${advice}`);
  return undefined;
};

export const diagnosis = object(
  {
    code: checked((value) => isIcd10Code(upperAscii(value)), 'write an ICD-10-CM code such as E11.9.'),
    type: checked((value) => value === 'ICD10', 'write ICD10.'),
    description,
  },
  {},
);
export type DiagnosisValue = Exclude<ReturnType<typeof diagnosis>, undefined>;
