// Owns the patient form: its fields as text, what is wrong with them, and what is sent (SCRIPT's limits).
import type { DataOf, InputOf } from '@pestle/client';
import type { CreatePatient, EditPatient, FindPatients, FindPlans } from '@pestle/client/documents/patients';
import { isDate } from '@pestle/rules/dates';
import { toCanonicalDecimal } from '@pestle/rules/decimal';
import { FIELD_LIMITS } from '@pestle/rules/field-limits';
import { formatPhone, toPhone10 } from '@pestle/rules/phone';
import { formatPostalCode, toPostalCode } from '@pestle/rules/postal';
import { findUnsendable } from '@pestle/rules/script-text';
import type { PatientFormText } from '../../text/en/workflow/patient-form.ts';

export type FoundPatient = DataOf<typeof FindPatients>['patients']['nodes'][number];
export type FoundPlan = DataOf<typeof FindPlans>['coveragePlans'][number];
export type EditedPatient = DataOf<typeof EditPatient>['patient'];
export type PatientInput = InputOf<typeof CreatePatient>['input'];

/** The fields as they are typed. */
export const PATIENT_FIELDS = [
  'firstName',
  'middleName',
  'lastName',
  'suffix',
  'dateOfBirth',
  'sex',
  'gender',
  'phone',
  'email',
  'language',
  'externalId',
  'street1',
  'street2',
  'city',
  'state',
  'postalCode',
  'weight',
  'weightUnit',
] as const;
export type PatientField = (typeof PATIENT_FIELDS)[number];
export type PatientValues = Readonly<Record<PatientField, string>>;
export type PatientErrors = Readonly<Partial<Record<PatientField, string>>>;

export const EMPTY_PATIENT: PatientValues = Object.fromEntries(
  PATIENT_FIELDS.map((name) => [name, '']),
) as PatientValues;

const ADDRESS = ['street1', 'city', 'state', 'postalCode'] as const;
const LENGTHS = {
  firstName: FIELD_LIMITS.firstName.maximum,
  middleName: FIELD_LIMITS.middleName.maximum,
  lastName: FIELD_LIMITS.lastName.maximum,
  suffix: FIELD_LIMITS.nameSuffix.maximum,
  email: FIELD_LIMITS.email.maximum,
  externalId: FIELD_LIMITS.externalId.maximum,
  street1: FIELD_LIMITS.street1.maximum,
  street2: FIELD_LIMITS.street2.maximum,
  city: FIELD_LIMITS.city.maximum,
} as const;

/** A record in the form; every value as it is. */
export function valuesOfPatient(patient: EditedPatient): PatientValues {
  const { address, weight } = patient;
  return {
    firstName: patient.firstName,
    middleName: patient.middleName ?? '',
    lastName: patient.lastName,
    suffix: patient.suffix ?? '',
    dateOfBirth: patient.dateOfBirth,
    sex: patient.sex,
    gender: patient.gender ?? '',
    phone: patient.phone === null ? '' : formatPhone(patient.phone),
    email: patient.email ?? '',
    language: patient.language ?? '',
    externalId: patient.externalId ?? '',
    street1: address?.street1 ?? '',
    street2: address?.street2 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    postalCode: address?.postalCode ?? '',
    weight: weight?.value ?? '',
    weightUnit: weight?.unit ?? '',
  };
}

/** Everything that stops saving, by field. `addressNeeded`: an order cannot do without one. */
export function patientErrors(
  values: PatientValues,
  rules: { readonly today: string; readonly addressNeeded: boolean },
  text: PatientFormText,
): PatientErrors {
  const errors: Partial<Record<PatientField, string>> = {};
  const need = (name: 'firstName' | 'lastName' | 'sex' | 'phone'): void => {
    if (values[name].trim() === '') errors[name] = text.needed(text[name]);
  };
  need('firstName');
  need('lastName');
  need('sex');
  need('phone');
  if (!isDate(values.dateOfBirth) || values.dateOfBirth > rules.today) errors.dateOfBirth = text.badDate;
  const phone = toPhone10(values.phone);
  if (values.phone.trim() !== '' && !phone.ok) errors.phone = refusal(phone, text);
  if (values.email.trim() !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim()))
    errors.email = text.badEmail;
  if (/^\s*pat_/i.test(values.externalId)) errors.externalId = text.badId;
  addressErrors(values, rules.addressNeeded, text, errors);
  const weight = toCanonicalDecimal(values.weight);
  if (values.weight.trim() !== '' && (!weight.ok || weight.value === '0')) errors.weight = text.badWeight;
  if ((values.weight.trim() === '') !== (values.weightUnit === ''))
    errors[values.weight.trim() === '' ? 'weight' : 'weightUnit'] = text.badWeight;
  for (const [name, most] of Object.entries(LENGTHS) as [keyof typeof LENGTHS, number][]) {
    if (values[name].trim().length > most) errors[name] = text.tooLong(text[name], most);
    else if (findUnsendable(values[name]).length > 0) errors[name] = text.badText;
  }
  return errors;
}

function addressErrors(
  values: PatientValues,
  needed: boolean,
  text: PatientFormText,
  errors: Partial<Record<PatientField, string>>,
): void {
  const any = [...ADDRESS, 'street2' as const].some((name) => values[name].trim() !== '');
  if (!any && !needed) return;
  for (const name of ADDRESS)
    if (values[name].trim() === '')
      errors[name] = any && !needed ? text.addressTogether : text.needed(text[name]);
  const postal = toPostalCode(values.postalCode);
  if (values.postalCode.trim() !== '' && !postal.ok) errors.postalCode = refusal(postal, text);
}

function refusal(
  { message, code }: { readonly message: string; readonly code?: string },
  text: PatientFormText,
): string {
  return text.refused[code ?? ''] ?? message;
}

/** A language that the form does not offer stays what it is. */
export function languagesFor(
  now: string,
  offered: Readonly<Record<string, string>>,
): ReadonlyArray<readonly [string, string]> {
  const known = Object.entries(offered);
  return now === '' || now in offered ? known : [...known, [now, now]];
}

/** What is sent; the caller has checked the values. A blank clears. */
export function inputOfPatient(values: PatientValues): PatientInput {
  const orNull = (name: PatientField): string | null => values[name].trim() || null;
  const phone = toPhone10(values.phone);
  const postal = toPostalCode(values.postalCode);
  const weight = toCanonicalDecimal(values.weight);
  const unit = values.weightUnit === 'kg' || values.weightUnit === 'lbs' ? values.weightUnit : null;
  return {
    firstName: values.firstName.trim(),
    middleName: orNull('middleName'),
    lastName: values.lastName.trim(),
    suffix: orNull('suffix'),
    dateOfBirth: values.dateOfBirth,
    sex: values.sex === 'FEMALE' || values.sex === 'MALE' ? values.sex : 'UNKNOWN',
    gender: orNull('gender'),
    phone: phone.ok ? phone.value : null,
    email: orNull('email'),
    language: orNull('language'),
    externalId: orNull('externalId'),
    address:
      values.street1.trim() === '' || !postal.ok
        ? null
        : {
            street1: values.street1.trim(),
            street2: orNull('street2'),
            city: values.city.trim(),
            state: values.state,
            postalCode: formatPostalCode(postal.value),
          },
    weight: weight.ok && weight.value !== '0' && unit !== null ? { value: weight.value, unit } : null,
  };
}

/** What differs from the record; the weight keeps its date when it stays. */
export function changesOf(values: PatientValues, before: PatientValues): Partial<PatientInput> {
  const now = inputOfPatient(values);
  const then = inputOfPatient(before);
  return Object.fromEntries(
    Object.entries(now).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(then[key as keyof PatientInput]),
    ),
  );
}

/** `SMITH, Jane A.`: family name in capitals, as in the banner. */
export function listedName(
  patient: Pick<FoundPatient, 'firstName' | 'middleName' | 'lastName' | 'suffix'>,
): string {
  const given = [patient.firstName, patient.middleName, patient.suffix].filter(
    (part) => part !== null && part !== '',
  );
  return `${patient.lastName.toUpperCase()}, ${given.join(' ')}`;
}
