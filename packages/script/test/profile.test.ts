// D7: what a pharmacy may have changed by configuration, and the fence around what was signed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelRx, fullNewRx, newRx } from '@pestle/testbed/messages/script-messages';
import fc from 'fast-check';
import { type BuildOptions, build, check, type Edit, type Message, read, refusalOf } from '../src/index.ts';

const edited = (edits: readonly Edit[], message = newRx): string => build(message, { edits }).text;

test('D7: identifiers of the Header are set by path', () => {
  const text = edited([
    { op: 'set', path: 'Header/To', value: '7654321' },
    { op: 'set', path: 'Header/To/@Qualifier', value: 'ZZZ' },
    { op: 'set', path: 'Header/Security/Receiver/TertiaryIdentification', value: 'CHAIN7' },
    { op: 'set', path: 'Header/Security/Receiver/SecondaryIdentification', value: 'STORE9' },
    { op: 'drop', path: 'Header/Security/Sender' },
    { op: 'drop', path: 'Header/From/@Qualifier' },
  ]);
  assert.ok(text.includes('<To Qualifier="ZZZ">7654321</To><From>SVC0001</From>'));
  assert.ok(
    text.includes(
      '<Security><Receiver><SecondaryIdentification>STORE9</SecondaryIdentification><TertiaryIdentification>CHAIN7</TertiaryIdentification></Receiver></Security>',
    ),
  );
});

test('D7: what is added goes to its standard place, its groups made with it', () => {
  const text = edited([
    { op: 'add', path: 'Header/RxReferenceNumber', value: 'RX9' },
    { op: 'add', path: 'Header/Mailbox/MailboxID', value: 'BOX' },
    { op: 'add', path: 'Body/NewRx/Pharmacy/Specialty', value: 'MAIL' },
    { op: 'add', path: 'Body/NewRx/Patient/HumanPatient/Identification/MutuallyDefined', value: 'ACCT-1' },
    { op: 'add', path: 'Body/NewRx/Prescriber/NonVeterinarian/PrescriberPlaceOfService', value: '11' },
    { op: 'set', path: 'Body/NewRx/ReturnReceipt', value: '1' },
  ]);
  for (const element of [
    '</SenderSoftware><Mailbox><MailboxID>BOX</MailboxID></Mailbox><RxReferenceNumber>RX9</RxReferenceNumber><PrescriberOrderNumber>',
    '</Identification><Specialty>MAIL</Specialty><BusinessName>',
    '<HumanPatient><Identification><MutuallyDefined>ACCT-1</MutuallyDefined></Identification><Name>',
    '</CommunicationNumbers><PrescriberPlaceOfService>11</PrescriberPlaceOfService></NonVeterinarian>',
    '<NewRx><ReturnReceipt>1</ReturnReceipt><Patient>',
  ])
    assert.ok(text.includes(element), element);
  assert.deepEqual(check(text), []);
});

test('D7: add leaves what is there; an edit of another message type is passed over', () => {
  assert.ok(edited([{ op: 'add', path: 'Header/To', value: '7654321' }]).includes('>0123456</To>'));
  assert.equal(
    edited([{ op: 'set', path: 'Body/CancelRx/Pharmacy/BusinessName', value: 'x' }]),
    build(newRx).text,
  );
});

const SIGNED = [
  'Body/NewRx/Patient/HumanPatient/Name/LastName',
  'Body/NewRx/Patient/HumanPatient/DateOfBirth/Date',
  'Body/NewRx/Patient/HumanPatient/Address/City',
  'Body/NewRx/Prescriber/NonVeterinarian/Identification/NPI',
  'Body/NewRx/Prescriber/NonVeterinarian/Identification/DEANumber',
  'Body/NewRx/Prescriber/NonVeterinarian/Name/LastName',
  'Body/NewRx/MedicationPrescribed/DrugDescription',
  'Body/NewRx/MedicationPrescribed/DrugCoded/ProductCode/Code',
  'Body/NewRx/MedicationPrescribed/Quantity/Value',
  'Body/NewRx/MedicationPrescribed/Quantity/QuantityUnitOfMeasure/Code',
  'Body/NewRx/MedicationPrescribed/DaysSupply',
  'Body/NewRx/MedicationPrescribed/NumberOfRefills',
  'Body/NewRx/MedicationPrescribed/Substitutions',
  'Body/NewRx/MedicationPrescribed/Sig/SigText',
  'Body/NewRx/MedicationPrescribed/Note',
  'Body/NewRx/MedicationPrescribed/WrittenDate/DateTime',
  'Body/NewRx/MedicationPrescribed[1]/Note',
  'Body/NewRx/Supervisor/NonVeterinarian/Name/LastName',
  'Header/MessageID',
  'Header/RelatesToMessageID',
  'Header/PrescriberOrderNumber',
  'Header/SentTime',
  'Header/TestMessage',
  'Header/PrescriberOrderGroup/OrderGroupNumber',
  'Body/NewRx/Facility',
  'Body/NewRx/Patient/HumanPatient/Identification/MedicareNumber',
  'Body/NewRx/Patient/HumanPatient/Identification/SocialSecurity',
  'Body/NewRx/Prescriber/NonVeterinarian/Identification/StateLicenseNumber',
];

for (const path of SIGNED) {
  test(`D7: an edit of ${path} is refused`, () => {
    for (const edit of [
      { op: 'set', path, value: 'x' },
      { op: 'add', path, value: 'x' },
      { op: 'drop', path },
    ] as const) {
      assert.equal(refusalOf(edit), 'edit-refused');
      assert.throws(() => build(newRx, { edits: [edit] }), { name: 'ScriptError', code: 'edit-refused' });
    }
  });
}

test('D7: no path at all, however spelt, changes what was signed', () => {
  const signed = JSON.stringify({ ...read(build(fullNewRx).text).message, header: null, pharmacy: null });
  const steps = fc.constantFrom(
    'Body',
    'NewRx',
    'Header',
    'Patient',
    'HumanPatient',
    'Name',
    'LastName',
    'MedicationPrescribed',
    'Note',
    'Sig',
    'SigText',
    'Prescriber',
    'NonVeterinarian',
    'Pharmacy',
    '..',
    '.',
    '',
    'Message',
    'NewRx[1]',
    'Body[1]',
    '@Qualifier',
    'Identification',
    'NPI',
    'Supervisor',
    '*',
  );
  const path = fc.array(steps, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'));
  const op = fc.constantFrom('set' as const, 'add' as const, 'drop' as const);
  fc.assert(
    fc.property(op, path, (how, where) => {
      const edit: Edit = how === 'drop' ? { op: how, path: where } : { op: how, path: where, value: 'x' };
      let text: string;
      try {
        text = build(fullNewRx, { edits: [edit], unchecked: true }).text;
      } catch {
        return;
      }
      const {
        header: _header,
        pharmacy: _pharmacy,
        ...rest
      } = { ...read(text).message, header: null, pharmacy: null } as Record<string, unknown>;
      const patient = rest['patient'] as Record<string, unknown>;
      const prescriber = rest['prescriber'] as Record<string, unknown>;
      // Identifiers beside the signed ones may have been added.
      const { identification: _added, ...samePatient } = patient;
      const was = JSON.parse(signed) as {
        patient: object;
        prescriber: Record<string, unknown>;
        medicationPrescribed: object;
        supervisor: object;
      };
      assert.deepEqual(samePatient, was.patient);
      assert.deepEqual(prescriber['name'], was.prescriber['name']);
      assert.equal((prescriber['identification'] as { npi: string }).npi, '1999999992');
      assert.deepEqual(rest['medicationPrescribed'], was.medicationPrescribed);
      assert.deepEqual(rest['supervisor'], was.supervisor);
    }),
    { numRuns: 3000 },
  );
});

test('D7: what an edit breaks is found like anything else', () => {
  assert.deepEqual(
    check(newRx, { edits: [{ op: 'set', path: 'Header/To', value: 'x'.repeat(256) }] }).map(
      ({ field, rule }) => [field, rule],
    ),
    [['header.to.id', 'length']],
  );
  assert.deepEqual(
    check(newRx, { edits: [{ op: 'drop', path: 'Body/NewRx/Pharmacy/BusinessName' }] }).map(
      ({ field, rule }) => [field, rule],
    ),
    [['pharmacy.businessName', 'required']],
  );
  assert.equal(refusalOf({ op: 'set', path: 'Header', value: 'x' }), 'edit-invalid');
  assert.equal(refusalOf({ op: 'set', path: 'Header/To', value: '' }), 'edit-invalid');
  assert.equal(refusalOf({ op: 'set', path: 'Header/To[1]', value: 'x' }), 'edit-invalid');
  assert.throws(() => edited([{ op: 'set', path: 'Header/Security', value: 'x' }]), { code: 'edit-invalid' });
});

test('D7: an edit is made where a message has its place, and told where it has not', () => {
  const edits: readonly Edit[] = [
    { op: 'set', path: 'Header/Security/Receiver/TertiaryIdentification', value: 'CHAIN7' },
    { op: 'set', path: 'Header/To/@Qualifier', value: 'ZZZ' },
    { op: 'set', path: 'Body/CancelRx/ReturnReceipt', value: '1' },
    { op: 'set', path: 'Body/CancelRx/Pharmacy/Specialty', value: 'MAIL' },
  ];
  const warnedOf = (message: Message, options: BuildOptions) =>
    build(message, { ...options, edits })
      .warnings.filter(({ rule }) => rule === 'edit')
      .map(({ path }) => path.split('/').at(-1));
  assert.deepEqual(warnedOf(newRx, {}), []);
  assert.deepEqual(warnedOf(newRx, { form: 'json' }), ['@Qualifier']);
  assert.deepEqual(warnedOf(cancelRx, { cancelContent: 'full' }), []);
  assert.deepEqual(warnedOf(cancelRx, {}), ['ReturnReceipt', 'Specialty']);
  assert.deepEqual(warnedOf(cancelRx, { form: 'json', cancelContent: 'full' }), [
    'TertiaryIdentification',
    '@Qualifier',
  ]);
  const { pharmacy: _pharmacy, ...without } = cancelRx;
  assert.deepEqual(
    warnedOf(without, { cancelContent: 'full' }),
    ['Specialty'],
    'no pharmacy is made of a specialty',
  );
});

test('D7: a place that no message has is refused, and so is text that the standard would not take', () => {
  for (const path of [
    'Header/Foo',
    'Header/RxReferenceNumber/@Qualifier',
    'Header/DigitalSignature',
    'Body/NewRx/Pharmacy/Pharmacist',
    'Header/Security[2]/Sender/TertiaryIdentification',
  ])
    assert.throws(() => edited([{ op: 'set', path, value: 'x' }]), { code: 'edit-invalid' }, path);
  for (const value of ['José', '½'])
    assert.throws(() => edited([{ op: 'set', path: 'Body/NewRx/Pharmacy/BusinessName', value }]), {
      code: 'refused',
    });
});

test('D7: what a drop has emptied is gone too: the standard has no empty elements', () => {
  const text = edited([
    { op: 'drop', path: 'Header/Security/Sender' },
    { op: 'drop', path: 'Header/Security/Receiver/TertiaryIdentification' },
  ]);
  assert.doesNotMatch(text, /Security|Receiver|<\w+\/>/);
  const cancel = build(cancelRx, {
    version: '2023011',
    cancelContent: 'full',
    edits: [{ op: 'drop', path: 'Body/CancelRx/MedicationPrescribed/Product/DrugCoded' }],
  });
  assert.doesNotMatch(cancel.text, /<Product|<\w+\/>/);
});

test('D7: a receiver that refuses DrugCoded in a CancelRx does not get it; nothing else of it is open', () => {
  const text = build(cancelRx, {
    edits: [{ op: 'drop', path: 'Body/CancelRx/MedicationPrescribed/DrugCoded' }],
  }).text;
  assert.ok(!text.includes('DrugCoded') && text.includes('<DrugDescription>'));
  assert.equal(
    refusalOf({ op: 'drop', path: 'Body/CancelRx/MedicationPrescribed/DrugDescription' }),
    'edit-refused',
  );
});

test('D7: note lines are added whole where they fit, left out whole where they do not, with a warning', () => {
  const { text, warnings } = build(newRx, { noteLines: ['Acct 42', 'x'.repeat(200), 'Ship cold'] });
  assert.ok(text.includes('<Note>Call patient when ready | Acct 42 | Ship cold</Note>'));
  assert.deepEqual(
    warnings.map(({ rule }) => rule),
    ['note-line'],
  );
  const { note: _note, ...medicationPrescribed } = newRx.medicationPrescribed;
  assert.ok(
    build({ ...newRx, medicationPrescribed }, { noteLines: ['Acct 42'] }).text.includes(
      '<Note>Acct 42</Note>',
    ),
  );
});
