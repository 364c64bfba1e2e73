// What the standard accepts and what it refuses, document by document: single changes of valid messages, each for a fact about the standard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelRx, fullNewRx, newRx } from '@pestle/testbed/messages/script-messages';
import { build, check, read } from '../src/index.ts';

const header = {
  ...newRx.header,
  security: {
    usernameToken: {
      username: 'u',
      password: { value: 'x', type: 'PasswordDigest' },
      created: '2026-01-02T03:04:05Z',
    },
  },
  prescriberOrderGroup: {
    orderGroupNumber: 'G1',
    itemCountInOrderGroup: '1',
    totalCountForOrderGroup: '2',
    orderGroupReason: 'MultipleProductsPrescribed',
  },
};
const rx = build({
  ...fullNewRx,
  header,
  medicationPrescribed: {
    ...fullNewRx.medicationPrescribed,
    substitutions: '1',
    doNotFill: 'H',
    reasonForSubstitutionCodeUsed: 'BRAND MEDICALLY NECESSARY',
    prescriberCheckedRems: 'A',
    placeOfServiceNonSelfAdministeredProduct: '11',
    providerExplicitAuthorizationToAdminister: 'true',
  },
  prohibitRenewalRequest: 'true',
}).text;
const cancel = build({ ...cancelRx, supervisor: fullNewRx.supervisor } as typeof cancelRx, {
  cancelContent: 'full',
}).text;
const status = build({
  type: 'Status',
  header: { ...newRx.header, relatesToMessageId: 'm1' },
  code: '000',
  descriptionCodes: ['220'],
}).text;
const error = build({
  type: 'Error',
  header: { ...newRx.header, relatesToMessageId: 'm1' },
  code: '900',
  descriptionCodes: ['220'],
}).text;

type Change = readonly [what: string, document: string, from: string | RegExp, to: string];

const changed = ([what, document, from, to]: Change): string => {
  const text = document.replace(from, to);
  assert.notEqual(text, document, `${what}: the change finds its place`);
  return text;
};

const SUPERVISOR = /(?<=<Supervisor><NonVeterinarian>)(.*)(?=<\/NonVeterinarian><\/Supervisor>)/;
const supervisorWithout = (element: string): RegExp =>
  new RegExp(`(?<=<Supervisor>.*)<${element}>.*?</${element}>(?=.*</Supervisor>)`);
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

const REFUSED: readonly Change[] = [
  ['a supervisor without Identification', rx, supervisorWithout('Identification'), ''],
  ['a supervisor without Address', rx, supervisorWithout('Address'), ''],
  ...['AddressLine1', 'City', 'StateProvince', 'PostalCode', 'CountryCode'].map(
    (part): Change => [`a supervisor without ${part}`, rx, supervisorWithout(part), ''],
  ),
  ['a supervisor without CommunicationNumbers', rx, supervisorWithout('CommunicationNumbers'), ''],
  ['a supervisor without content', rx, SUPERVISOR, ''],
  ['a cancel’s supervisor without Identification', cancel, supervisorWithout('Identification'), ''],
  [
    'a cancel’s supervisor without CommunicationNumbers',
    cancel,
    supervisorWithout('CommunicationNumbers'),
    '',
  ],
  ...['PrescriberPlaceOfService>11', 'PrescriberAgent><Name><LastName>A</LastName></Name>'].map(
    (element): Change => [
      `a supervisor’s ${element}`,
      rx,
      '</NonVeterinarian></Supervisor>',
      `<${element}</${element.split('>')[0]}></NonVeterinarian></Supervisor>`,
    ],
  ),
  ...['REMSHealthcareProviderEnrollmentID', 'StateControlSubstanceNumber'].map(
    (element): Change => [
      `a supervisor’s ${element}`,
      rx,
      '<NPI>1888888885</NPI>',
      `<NPI>1888888885</NPI><${element}>1</${element}>`,
    ],
  ),
  ['a qualifier of another date', rx, '>EffectiveDate<', '>SomeDate<'],
  ['a qualifier of a drug database', rx, '<Qualifier>SCD</Qualifier>', '<Qualifier>ZZ</Qualifier>'],
  ['a reason for substitution', rx, 'BRAND MEDICALLY NECESSARY', 'because'],
  ['an order group without reason', rx, /<OrderGroupReason>.*?<\/OrderGroupReason>/, ''],
  ['a reason of an order group', rx, 'MultipleProductsPrescribed', 'because'],
  ['a password type', rx, 'Type="PasswordDigest"', 'Type="PasswordText"'],
  ['a description code of a Status', status, '>220<', '>999<'],
  ['a description code of an Error', error, '>220<', '>999<'],
  ['a zone beyond fourteen hours', rx, /(?<=<SentTime>).*?(?=<)/, '2026-01-02T03:04:05+14:01'],
  ['a day that is none', rx, /(?<=<SentTime>).*?(?=<)/, '2026-02-30T03:04:05Z'],
  ['a second after the end of the day', rx, /(?<=<SentTime>).*?(?=<)/, '2026-01-02T24:00:01Z'],
  ['an attribute of the root', rx, '<Message ', '<Message Foo="1" '],
  ['an attribute of the Header', rx, '<Header>', '<Header Foo="1">'],
  ['an attribute of the Body', rx, '<Body>', '<Body Foo="1">'],
  ['an attribute of a group', rx, '<Patient>', '<Patient Foo="1">'],
  ['xsi:nil', rx, '<Note>', `<Note ${XSI} xsi:nil="false">`],
  [
    'a prefix without declaration',
    rx,
    '<Message ',
    '<Message xsi:noNamespaceSchemaLocation="transport.xsd" ',
  ],
  ['a prefix of an element', rx, /<(\/?)Note>/g, '<$1x:Note>'],
  ['a namespace', rx, '<Note>', '<Note xmlns="urn:x">'],
  ['Body before Header', rx, /(<Header>.*<\/Header>)(<Body>.*<\/Body>)/, '$2$1'],
  ['blanks before the declaration', rx, '<?xml', ' <?xml'],
  ['a message inside something else', rx, /<Message.*<\/Message>/, '<Envelope>$&</Envelope>'],
  ...['', ' ', 'é'].flatMap((value) =>
    ['ECLVersion', 'TransportVersion', 'TransactionDomain'].map(
      (name): Change => [`${name} of "${value}"`, rx, new RegExp(`${name}="[^"]*"`), `${name}="${value}"`],
    ),
  ),
  ['a boolean of another text', rx, '<ProhibitRenewalRequest>true', '<ProhibitRenewalRequest>yes'],
  ['DoNotFill outside its list', rx, '<DoNotFill>H', '<DoNotFill>x'],
  ['PrescriberCheckedREMS outside its list', rx, '<PrescriberCheckedREMS>A', '<PrescriberCheckedREMS>C'],
  ['an empty Facility', rx, '<Patient>', '<Facility/><Patient>'],
  ['text in a Facility', rx, '<Patient>', '<Facility>text</Facility><Patient>'],
  [
    'elements in a text that is kept',
    rx,
    '<PrescriberCheckedREMS>',
    '<TreatmentIndicator><a>1</a></TreatmentIndicator><PrescriberCheckedREMS>',
  ],
  ['two Facilities', rx, '<Patient>', '<Facility><a>1</a></Facility><Facility><a>1</a></Facility><Patient>'],
  ['an attribute in a Facility', rx, '<Patient>', '<Facility><NPI x="1">1</NPI></Facility><Patient>'],
  ['a letter in a Facility', rx, '<Patient>', '<Facility><FacilityName>é</FacilityName></Facility><Patient>'],
  ['an empty Wound', rx, '<PrescriberCheckedREMS>', '<Wound/><PrescriberCheckedREMS>'],
  ['an element kept as it came at another place', rx, '</Sig>', '</Sig><SplitScript>B</SplitScript>'],
  ['an empty DEASchedule', rx, '<DEASchedule><Code>C38046</Code></DEASchedule>', '<DEASchedule/>'],
  [
    'an animal beside a person',
    rx,
    '</HumanPatient>',
    '</HumanPatient><NonHumanPatient><a>1</a></NonHumanPatient>',
  ],
  [
    'an element of 2023011',
    rx,
    '<Gender>F</Gender>',
    '<GenderAndSex><AdministrativeGender>F</AdministrativeGender></GenderAndSex>',
  ],
  ['a full cancel without a gender', cancel, '<Gender>F</Gender>', ''],
  ['a full cancel without a prescriber', cancel, /<Prescriber>.*<\/Prescriber>/, ''],
];

for (const change of REFUSED)
  test(`the standard refuses ${change[0]}`, () => {
    const document = changed(change);
    assert.ok(check(document).length > 0, document);
    assert.doesNotThrow(() => read(document), 'it is read all the same');
  });

const dated = (text: string): string => `<WrittenDate><Date>${text}</Date></WrittenDate>`;
const WRITTEN = /<WrittenDate>.*?<\/WrittenDate>/;
const SENT = /(?<=<SentTime>).*?(?=<)/;

const ACCEPTED: readonly Change[] = [
  ['no default namespace, said', rx, '<Message ', '<Message xmlns="" '],
  [
    'the place of the schema',
    rx,
    '<Message ',
    `<Message ${XSI} xsi:noNamespaceSchemaLocation="transport.xsd" `,
  ],
  [
    'the place of the schema under another prefix',
    rx,
    '<Message ',
    `<Message ${XSI.replace('xsi', 'i')} i:noNamespaceSchemaLocation="transport.xsd" `,
  ],
  ['a declared prefix', rx, '<Note>', '<Note xmlns:x="urn:x">'],
  ['a comment before a value', rx, '<Note>', '<Note><!-- a -->'],
  ['a comment behind a value', rx, '</Note>', '<!-- a --><!-- b --></Note>'],
  ['a comment before the root', rx, '<Message ', '<!-- a --><Message '],
  ['a value in a CDATA section', rx, /(<Note>)(.*)(<\/Note>)/, '$1<![CDATA[$2]]>$3'],
  ['no XML declaration, and blanks', rx, /<\?xml.*\n/, '\n  '],
  ['a date with Z', rx, WRITTEN, dated('2026-01-02Z')],
  ['a date with a zone', rx, WRITTEN, dated('2026-01-02-05:00')],
  ['a date at the edge of the zones', rx, WRITTEN, dated('2026-01-02+14:00')],
  ['a date in a far year', rx, WRITTEN, dated('12026-01-02')],
  ['blanks around a date', rx, WRITTEN, dated(' \n\t2026-01-02 ')],
  ['blanks around a time', rx, SENT, '\n 2026-01-02T03:04:05Z\t'],
  ['the end of a day', rx, SENT, '2026-01-02T24:00:00.000Z'],
  ['thirteen digits of a fraction', rx, SENT, '2026-01-02T03:04:05.1234567890123Z'],
  ['blanks around a boolean', rx, '<ProhibitRenewalRequest>true', '<ProhibitRenewalRequest> 1\n'],
  ['a long product code', rx, '<Code>00071015523</Code>', `<Code>${'9'.repeat(36)}</Code>`],
  ['a long code of a drug database', rx, '<Code>314076</Code>', `<Code>${'9'.repeat(36)}</Code>`],
  ['a long diagnosis code', rx, '<Code>I10</Code>', `<Code>${'9'.repeat(16)}</Code>`],
  ['a long password', rx, '>x</Password>', `>${'é'.repeat(50)}</Password>`],
  ['an empty password', rx, '>x</Password>', '></Password>'],
];

for (const change of ACCEPTED)
  test(`the standard accepts ${change[0]}`, () => {
    const document = changed(change);
    assert.deepEqual(check(document), []);
    const { message, attributes } = read(document);
    const rebuilt = build(message, { versionAttributes: attributes }).text;
    assert.deepEqual(check(rebuilt), [], 'and so it does what is written of it');
    assert.deepEqual(read(rebuilt).message, read(build(read(rebuilt).message).text).message);
  });

test('the standard accepts groups of optional parts that are empty', () => {
  for (const [from, to] of [
    ['<PracticeLocation><BusinessName>Clinic</BusinessName></PracticeLocation>', '<PracticeLocation/>'],
    ['<HumanPatient><Name>', '<HumanPatient><Identification/><Name>'],
    ['<DEASchedule>', '<Strength/><DEASchedule>'],
  ] as const) {
    const document = rx
      .replace(/<DrugDBCode>.*<\/DrugDBCode>/, to === '<Strength/><DEASchedule>' ? '' : '$&')
      .replace(from, to);
    assert.ok(document.includes(to), to);
    assert.deepEqual(check(document), [], to);
  }
});

test('an animal and a veterinarian stand for a person and a prescriber: kept as they came, and said to be unchecked', () => {
  const animal = '<NonHumanPatient><Name><LastName>Doe</LastName></Name></NonHumanPatient>';
  const vet = '<Veterinarian><Name><LastName>Roe</LastName></Name></Veterinarian>';
  const document = rx
    .replace(/<HumanPatient>.*<\/HumanPatient>/, animal)
    .replace(/(?<=<Prescriber>).*(?=<\/Prescriber>)/, vet);
  const findings = check(document);
  assert.deepEqual([...findings], []);
  assert.deepEqual(findings.unchecked, [
    'Body/NewRx/Patient/NonHumanPatient',
    'Body/NewRx/Prescriber/Veterinarian',
  ]);
  const { message, unchecked } = read(document);
  assert.deepEqual(unchecked, findings.unchecked);
  assert.equal(build(message).text, document);
  assert.deepEqual(check(message).unchecked, findings.unchecked);
  assert.ok(check(rx.replace(/<HumanPatient>.*<\/HumanPatient>/, '')).length > 0);
});

test('what the library does not model is never passed off as checked, and never a finding', () => {
  const document = rx
    .replace('<Patient>', '<Facility><FacilityName>Ward</FacilityName></Facility><Patient>')
    .replace(
      '</Sig>',
      '<Instruction><a>1</a></Instruction><MultipleInstructionModifier>AND</MultipleInstructionModifier><Instruction><a>2</a></Instruction></Sig>',
    );
  const findings = check(document);
  assert.deepEqual([...findings], []);
  assert.deepEqual(findings.unchecked, [
    'Body/NewRx/Facility',
    'Body/NewRx/MedicationPrescribed/Sig/Instruction',
    'Body/NewRx/MedicationPrescribed/Sig/MultipleInstructionModifier',
    'Body/NewRx/MedicationPrescribed/Sig/Instruction[2]',
  ]);
  assert.deepEqual(check(rx).unchecked, []);
  const fill = build({
    ...fullNewRx,
    type: 'RxFill',
    pharmacy: fullNewRx.pharmacy as never,
    fillStatus: { outcome: 'Dispensed', reasonCode: 'AA' },
  }).text;
  assert.deepEqual(check(fill).unchecked, ['Body/RxFill/FillStatus/Dispensed/ReasonCode']);
});

test('a document is checked whole: a CancelRx that says more than the reduced content is to say all', () => {
  assert.deepEqual([...check(cancel)], []);
  assert.deepEqual([...check(build(cancelRx).text)], []);
  assert.deepEqual(
    check(cancel.replace('>F<', '>X<')).map(({ field, rule }) => [field, rule]),
    [['patient.gender', 'code']],
  );
});

test('a document of another version than the one asked for is refused', () => {
  assert.deepEqual([...check(rx, '2017071')], []);
  assert.ok(check(rx, '2023011').length > 0);
  assert.deepEqual([...check(build(newRx, { version: '2023011' }).text, '2023011')], []);
  assert.ok(check(build(newRx, { version: '2023011' }).text, '2017071').length > 0);
});
