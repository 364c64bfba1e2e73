// The edge matrix of 2017071: single changes of a valid message that the standard accepts, and those that it refuses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fullNewRx, newRx } from '@pestle/testbed/messages/script-messages';
import { type BuildOptions, build, check, type Message, type NewRx } from '../src/index.ts';

const xml = build(newRx).text;

type Change = readonly [what: string, change: (message: NewRx) => unknown];
const medication = (part: object) => (message: NewRx) => ({
  ...message,
  medicationPrescribed: { ...message.medicationPrescribed, ...part },
});
const headerOf = (part: object) => (message: NewRx) => ({
  ...message,
  header: { ...message.header, ...part },
});
const patientOf = (part: object) => (message: NewRx) => ({
  ...message,
  patient: { ...message.patient, ...part },
});
const phoneOf = (number: string) => patientOf({ communicationNumbers: { primaryTelephone: { number } } });
const patientAddress = (part: object) => patientOf({ address: { ...newRx.patient.address, ...part } });
const quantityOf = (value: string) =>
  medication({ quantity: { value, codeListQualifier: '38', unitOfMeasure: 'C48542' } });

const ACCEPTED: readonly Change[] = [
  ['Note of 210', medication({ note: 'n'.repeat(210) })],
  ['SigText of 1000', medication({ sigText: 's'.repeat(1000) })],
  ['DrugDescription of 105', medication({ drugDescription: 'd'.repeat(105) })],
  ['a MessageID of 32 hex digits', headerOf({ messageId: 'a'.repeat(32) })],
  ['99 refills', medication({ numberOfRefills: '99' })],
  ['Value 2.5', quantityOf('2.5')],
  ['Value 30.0', quantityOf('30.0')],
  ['ZIP+4 with a dash', patientAddress({ postalCode: '02108-1234' })],
  ['a state in full', patientAddress({ stateProvince: 'Massachusetts' })],
  [
    'an NDC with dashes',
    medication({ drugCoded: { productCode: { code: '00071-0155-23', qualifier: 'ND' } } }),
  ],
  [
    'a pharmacy NPI of NONE',
    (m) => ({ ...m, pharmacy: { ...m.pharmacy, identification: { ncpdpId: '0123456', npi: 'NONE' } } }),
  ],
  ['blanks at the ends', medication({ note: ' call ' })],
  ['no Note', medication({ note: undefined })],
  ['no patient telephone', patientOf({ communicationNumbers: undefined })],
  ['no Security', headerOf({ security: undefined })],
  ['no Pharmacy', (m) => ({ ...m, pharmacy: undefined })],
  ['no Qualifier of To', headerOf({ to: { id: '0123456' } })],
  ['no DrugCoded', medication({ drugCoded: undefined })],
  [
    'two faxes',
    (m) => ({
      ...m,
      pharmacy: {
        ...m.pharmacy,
        communicationNumbers: {
          primaryTelephone: { number: '6175550101' },
          faxes: [{ number: '6175550102' }, { number: '6175550109' }],
        },
      },
    }),
  ],
  ['DateOfBirth as DateTime', patientOf({ dateOfBirth: '1980-02-29T00:00:00Z' })],
  ['SentTime without zone', headerOf({ sentTime: '2026-01-02T03:04:05' })],
  ['SentTime with +00:00', headerOf({ sentTime: '2026-01-02T03:04:05+00:00' })],
  ['DaysSupply', medication({ daysSupply: '30' })],
];

for (const [what, change] of ACCEPTED) {
  test(`edge matrix: accepted: ${what}`, () => {
    const message = change(newRx) as Message;
    assert.deepEqual(check(message), []);
    assert.deepEqual(check(build(message).text), []);
  });
}

const REFUSED: readonly (readonly [...Change, field: string, rule: string])[] = [
  ['a line end', medication({ note: 'a\nb' }), 'medicationPrescribed.note', 'characters'],
  ['a tab', medication({ sigText: 'a\tb' }), 'medicationPrescribed.sigText', 'characters'],
  [
    'a letter outside ASCII',
    patientOf({ name: { lastName: 'Doe', firstName: 'José' } }),
    'patient.name.firstName',
    'characters',
  ],
  ['an empty element', medication({ note: '' }), 'medicationPrescribed.note', 'empty'],
  ['blanks only', medication({ note: '   ' }), 'medicationPrescribed.note', 'characters'],
  ['Note of 211', medication({ note: 'n'.repeat(211) }), 'medicationPrescribed.note', 'length'],
  ['SigText of 1001', medication({ sigText: 's'.repeat(1001) }), 'medicationPrescribed.sigText', 'length'],
  [
    'DrugDescription of 106',
    medication({ drugDescription: 'd'.repeat(106) }),
    'medicationPrescribed.drugDescription',
    'length',
  ],
  [
    'a MessageID of 36',
    headerOf({ messageId: '01234567-89ab-cdef-0123-456789abcdef' }),
    'header.messageId',
    'length',
  ],
  [
    'a PrescriberOrderNumber of 36',
    headerOf({ prescriberOrderNumber: 'x'.repeat(36) }),
    'header.prescriberOrderNumber',
    'length',
  ],
  [
    'a telephone with dashes',
    phoneOf('617-555-01'),
    'patient.communicationNumbers.primaryTelephone.number',
    'pattern',
  ],
  [
    'a telephone with +1',
    phoneOf('+161755501'),
    'patient.communicationNumbers.primaryTelephone.number',
    'pattern',
  ],
  [
    'a telephone of 11 digits',
    phoneOf('16175550100'),
    'patient.communicationNumbers.primaryTelephone.number',
    'length',
  ],
  ['100 refills', medication({ numberOfRefills: '100' }), 'medicationPrescribed.numberOfRefills', 'length'],
  ['-1 refills', medication({ numberOfRefills: '-1' }), 'medicationPrescribed.numberOfRefills', 'pattern'],
  ['Value .5', quantityOf('.5'), 'medicationPrescribed.quantity.value', 'pattern'],
  ['Value 1e3', quantityOf('1e3'), 'medicationPrescribed.quantity.value', 'pattern'],
  ['Value of 12 characters', quantityOf('123456789012'), 'medicationPrescribed.quantity.value', 'length'],
  ['Substitutions 2', medication({ substitutions: '2' }), 'medicationPrescribed.substitutions', 'code'],
  ['Substitutions true', medication({ substitutions: true }), 'medicationPrescribed.substitutions', 'type'],
  ['Gender X', patientOf({ gender: 'X' }), 'patient.gender', 'code'],
  ['Gender N', patientOf({ gender: 'N' }), 'patient.gender', 'code'],
  [
    'AddressLine1 of 41',
    patientAddress({ addressLine1: 'a'.repeat(41) }),
    'patient.address.addressLine1',
    'length',
  ],
  ['CountryCode USA', patientAddress({ countryCode: 'USA' }), 'patient.address.countryCode', 'length'],
  ['no CountryCode', patientAddress({ countryCode: undefined }), 'patient.address.countryCode', 'required'],
  [
    'no pharmacy NPI',
    (m) => ({ ...m, pharmacy: { ...m.pharmacy, identification: { ncpdpId: '0123456' } } }),
    'pharmacy.identification.npi',
    'required',
  ],
  [
    'no Qualifier of ProductCode',
    medication({ drugCoded: { productCode: { code: '00071015523' } } }),
    'medicationPrescribed.drugCoded.productCode.qualifier',
    'required',
  ],
  ['no SenderSoftware', headerOf({ senderSoftware: undefined }), 'header.senderSoftware', 'required'],
  [
    'no unit',
    medication({ quantity: { value: '30', codeListQualifier: '38' } }),
    'medicationPrescribed.quantity.unitOfMeasure',
    'required',
  ],
  [
    'an unknown unit',
    medication({ quantity: { value: '30', codeListQualifier: '38', unitOfMeasure: 'TAB' } }),
    'medicationPrescribed.quantity.unitOfMeasure',
    'code',
  ],
  [
    'LastName of 36',
    patientOf({ name: { lastName: 'x'.repeat(36), firstName: 'Jane' } }),
    'patient.name.lastName',
    'length',
  ],
  [
    'BusinessName of 71',
    (m) => ({ ...m, pharmacy: { ...m.pharmacy, businessName: 'x'.repeat(71) } }),
    'pharmacy.businessName',
    'length',
  ],
  ['1980-02-30', patientOf({ dateOfBirth: '1980-02-30' }), 'patient.dateOfBirth', 'pattern'],
  ['an empty MessageID', headerOf({ messageId: '' }), 'header.messageId', 'empty'],
  [
    'three diagnoses',
    medication({ diagnoses: [1, 2, 3].map(() => fullNewRx.medicationPrescribed.diagnoses?.[0]) }),
    'medicationPrescribed.diagnoses',
    'cardinality',
  ],
  [
    'an unknown DEA schedule',
    medication({ drugCoded: { deaSchedule: 'II' } }),
    'medicationPrescribed.drugCoded.deaSchedule',
    'code',
  ],
];

for (const [what, change, field, rule] of REFUSED) {
  test(`edge matrix: refused: ${what}`, () => {
    const message = change(newRx) as Message;
    const strict: BuildOptions = { transliterate: false };
    assert.deepEqual(
      check(message, strict).map((finding) => [finding.field, finding.rule]),
      [[field, rule]],
    );
    assert.throws(() => build(message, strict), { name: 'ScriptError', code: 'refused' });
    assert.ok(build(message, { ...strict, unchecked: true }).text.length > 0);
  });
}

test('edge matrix: a quantity of zero is for "quantity sufficient" alone', () => {
  for (const [value, codeListQualifier, findings] of [
    ['0', '38', 1],
    ['0.0', '38', 1],
    ['0', 'QS', 0],
    ['0.5', '38', 0],
  ] as const) {
    const message = medication({ quantity: { value, codeListQualifier, unitOfMeasure: 'C38046' } })(newRx);
    assert.equal(check(message).length, findings, `${value} ${codeListQualifier}`);
  }
});

const WRONG_DOCUMENTS: readonly (readonly [
  what: string,
  from: string,
  to: string,
  path: string,
  rule: string,
])[] = [
  [
    'Note after Sig',
    '<Note>Call patient when ready</Note><Sig><SigText>Take one tablet by mouth once daily</SigText></Sig>',
    '<Sig><SigText>Take</SigText></Sig><Note>Call</Note>',
    'Body/NewRx/MedicationPrescribed/Note',
    'order',
  ],
  [
    'FirstName before LastName',
    '<LastName>Doe</LastName><FirstName>Jane</FirstName>',
    '<FirstName>Jane</FirstName><LastName>Doe</LastName>',
    'Body/NewRx/Patient/HumanPatient/Name/LastName',
    'order',
  ],
  [
    'a default namespace',
    '<Message ',
    '<Message xmlns="http://www.ncpdp.org/schema/SCRIPT" ',
    '',
    'attribute',
  ],
  [
    'TransactionDomain in lower case',
    'TransactionDomain="SCRIPT"',
    'TransactionDomain="script"',
    '@TransactionDomain',
    'code',
  ],
  ['no ECLVersion', ' ECLVersion="20170715"', '', '@ECLVersion', 'attribute'],
  [
    'WrittenDate with both Date and DateTime',
    '<WrittenDate><DateTime>',
    '<WrittenDate><Date>2026-01-02</Date><DateTime>',
    'Body/NewRx/MedicationPrescribed/WrittenDate',
    'cardinality',
  ],
  ['two Notes', '<Note>', '<Note>a</Note><Note>', 'Body/NewRx/MedicationPrescribed/Note', 'cardinality'],
  [
    'an element that the standard does not have',
    '<Note>',
    '<Colour>blue</Colour><Note>',
    'Body/NewRx/MedicationPrescribed/Colour',
    'unknown',
  ],
  [
    'an empty RelatesToMessageID',
    '<SentTime>',
    '<RelatesToMessageID/><SentTime>',
    'Header/RelatesToMessageID',
    'empty',
  ],
];

for (const [what, from, to, path, rule] of WRONG_DOCUMENTS) {
  test(`edge matrix: refused in a document: ${what}`, () => {
    const document = xml.replace(from, to);
    assert.notEqual(document, xml);
    assert.ok(
      check(document).some((finding) => finding.path === path && finding.rule === rule),
      JSON.stringify(check(document)),
    );
  });
}

test('edge matrix: comments between elements and elements of the standard without a model are accepted', () => {
  const document = xml
    .replace('<Body>', '<!-- a note --><Body>')
    .replace('</Pharmacy>', '</Pharmacy>')
    .replace('<Sig>', '<Sig>');
  assert.deepEqual(check(document), []);
  assert.deepEqual(
    check(xml.replace('<Patient>', '<Facility><NCPDPID>1234567</NCPDPID></Facility><Patient>')),
    [],
  );
});
