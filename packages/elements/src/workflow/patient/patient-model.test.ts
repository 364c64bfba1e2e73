// Tests what the patient form refuses, what it sends, and that an edit sends only what changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patientForm as text } from '../../text/en/workflow/patient-form.ts';
import {
  changesOf,
  EMPTY_PATIENT,
  inputOfPatient,
  listedName,
  type PatientValues,
  patientErrors,
  valuesOfPatient,
} from './patient-model.ts';

const JANE: PatientValues = {
  ...EMPTY_PATIENT,
  firstName: 'Jane',
  lastName: 'Tester',
  dateOfBirth: '1988-04-05',
  sex: 'FEMALE',
  phone: '(617) 555-0142',
  street1: '1 Main St',
  city: 'Boston',
  state: 'MA',
  postalCode: '02139',
};
const errors = (changes: Partial<PatientValues>, addressNeeded = true) =>
  Object.keys(
    patientErrors({ ...JANE, ...changes }, { today: '2026-01-01', addressNeeded }, text),
  ).toSorted();

test('patient-id: a patient needs name, date of birth, sex and phone; all that is missing is named at once', () => {
  assert.deepEqual(errors({}), []);
  assert.deepEqual(errors(EMPTY_PATIENT, false), ['dateOfBirth', 'firstName', 'lastName', 'phone', 'sex']);
});

test('optional-patient-address: without it an address is needed; half an address never passes', () => {
  const without = { street1: '', city: '', state: '', postalCode: '' };
  assert.deepEqual(errors(without), ['city', 'postalCode', 'state', 'street1']);
  assert.deepEqual(errors(without, false), []);
  assert.deepEqual(errors({ ...without, city: 'Boston' }, false), ['postalCode', 'state', 'street1']);
});

test('patient-id: values that no pharmacy could take are refused in the form', () => {
  assert.deepEqual(errors({ dateOfBirth: '2026-01-02' }), ['dateOfBirth']);
  assert.deepEqual(errors({ dateOfBirth: '1988-02-30' }), ['dateOfBirth']);
  assert.deepEqual(errors({ phone: '555-0142' }), ['phone']);
  assert.deepEqual(errors({ email: 'jane' }), ['email']);
  assert.deepEqual(errors({ externalId: 'pat_1' }), ['externalId']);
  assert.deepEqual(errors({ postalCode: '2139' }), ['postalCode']);
  assert.deepEqual(errors({ lastName: 'x'.repeat(36) }), ['lastName']);
  assert.deepEqual(errors({ firstName: '\u{1F600}' }), ['firstName']);
});

test('weight: a weight needs its unit, and a unit its weight', () => {
  assert.deepEqual(errors({ weight: '70' }), ['weightUnit']);
  assert.deepEqual(errors({ weightUnit: 'kg' }), ['weight']);
  assert.deepEqual(errors({ weight: '0', weightUnit: 'kg' }), ['weight']);
  assert.deepEqual(errors({ weight: '70.5', weightUnit: 'kg' }), []);
});

test('patient-id: what is sent has ten digits, one form of a ZIP code, and null for what is blank', () => {
  const sent = inputOfPatient({ ...JANE, postalCode: '021391234', weight: '070.50', weightUnit: 'lbs' });
  assert.equal(sent.phone, '6175550142');
  assert.equal(sent.address?.postalCode, '02139-1234');
  assert.deepEqual(sent.weight, { value: '70.5', unit: 'lbs' });
  assert.equal(sent.email, null);
});

test('patient-id: an edit sends only what changed', () => {
  const record = {
    id: 'pat_1',
    revision: 3,
    ...inputOfPatient(JANE),
    externalId: null,
    middleName: null,
    suffix: null,
    sex: 'FEMALE' as const,
    deceased: false,
    gender: null,
    phone: '6175550142',
    email: null,
    language: null,
    address: { street1: '1 Main St', street2: null, city: 'Boston', state: 'MA', postalCode: '02139' },
    weight: { value: '70', unit: 'kg' as const, measuredOn: '2020-01-01' },
    benefits: [],
  };
  const before = valuesOfPatient(record);
  assert.deepEqual(changesOf(before, before), {});
  assert.deepEqual(changesOf({ ...before, email: 'j@example.com' }, before), { email: 'j@example.com' });
});

test('the family name stands first, in capitals', () => {
  assert.equal(
    listedName({ firstName: 'Jane', middleName: 'A.', lastName: 'Tester', suffix: null }),
    'TESTER, Jane A.',
  );
});
