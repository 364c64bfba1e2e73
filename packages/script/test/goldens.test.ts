// One test per field of the messages and per choice of S1 to S3: the exact bytes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelRx, fullNewRx, newRx } from '@pestle/testbed/messages/script-messages';
import { build, check, read } from '../src/index.ts';

const HEADER =
  '<Header><To Qualifier="P">0123456</To><From Qualifier="D">SVC0001</From><MessageID>m01JABCDEF0123456789ABCDEFG</MessageID>' +
  '<SentTime>2026-01-02T03:04:05.678Z</SentTime><Security><Sender><TertiaryIdentification>SVC</TertiaryIdentification></Sender>' +
  '<Receiver><TertiaryIdentification>PHM</TertiaryIdentification></Receiver></Security><SenderSoftware>' +
  '<SenderSoftwareDeveloper>Svc</SenderSoftwareDeveloper><SenderSoftwareProduct>Svc Routing</SenderSoftwareProduct>' +
  '<SenderSoftwareVersionRelease>1.0.0</SenderSoftwareVersionRelease></SenderSoftware>' +
  '<PrescriberOrderNumber>01JABCDEF0123456789ABCDEFG-1</PrescriberOrderNumber></Header>';
const root = (revision: string): string =>
  `<Message DatatypesVersion="${revision}" TransportVersion="${revision}" TransactionDomain="SCRIPT" TransactionVersion="${revision}" StructuresVersion="${revision}" ECLVersion="${revision}">`;
const address = (line: string): string =>
  `<Address><AddressLine1>${line}</AddressLine1><City>Boston</City><StateProvince>MA</StateProvince><PostalCode>02108</PostalCode><CountryCode>US</CountryCode></Address>`;
const telephone = (number: string): string =>
  `<PrimaryTelephone><Number>${number}</Number></PrimaryTelephone>`;

/** What the document says at a place, from the element's start to its end. */
const slice = (xml: string, from: string, to: string): string =>
  xml.slice(xml.indexOf(from), xml.indexOf(to) + to.length);

const xml = build(newRx).text;

test('root: six attributes, 20170715 in 2017071 and 20230115 in 2023011, overridable, no namespace', () => {
  assert.ok(xml.startsWith(`<?xml version="1.0" encoding="UTF-8"?>\n${root('20170715')}<Header>`));
  assert.ok(build(newRx, { version: '2023011' }).text.includes(root('20230115')));
  assert.ok(build(newRx, { versionAttributes: '20170712' }).text.includes(root('20170712')));
  assert.ok(
    build(newRx, { versionAttributes: { ECLVersion: '20260101' } }).text.includes(
      'StructuresVersion="20170715" ECLVersion="20260101"',
    ),
  );
  assert.ok(!xml.includes('xmlns'));
  const half = { versionAttributes: { ECLVersion: '2017\uD800' } };
  assert.throws(() => build(newRx, half), { code: 'unrepresentable' });
  assert.equal(check(newRx, half).length, 1, 'check says so too');
});

test('Header: every row in the order of the table', () => {
  assert.equal(slice(xml, '<Header>', '</Header>'), HEADER);
});

test('RelatesToMessageID: CancelRx only, the MessageID of the NewRx, before SentTime', () => {
  assert.ok(!xml.includes('RelatesToMessageID'));
  const cancel = build(cancelRx).text;
  assert.ok(
    cancel.includes(
      '<MessageID>m01JABCDEF0123456789ABCDEFH</MessageID><RelatesToMessageID>m01JABCDEF0123456789ABCDEFG</RelatesToMessageID><SentTime>',
    ),
  );
});

test('PrescriberOrderNumber is identical on the NewRx and its CancelRx', () => {
  const numberIn = (text: string): string =>
    slice(text, '<PrescriberOrderNumber>', '</PrescriberOrderNumber>');
  assert.equal(numberIn(build(cancelRx).text), numberIn(xml));
});

test('NewRx Patient/HumanPatient: Name, Gender, DateOfBirth/Date, Address, telephone', () => {
  assert.equal(
    slice(xml, '<Patient>', '</Patient>'),
    `<Patient><HumanPatient><Name><LastName>Doe</LastName><FirstName>Jane</FirstName></Name><Gender>F</Gender><DateOfBirth><Date>1980-02-29</Date></DateOfBirth>${address('1 Main St')}<CommunicationNumbers>${telephone('6175550100')}</CommunicationNumbers></HumanPatient></Patient>`,
  );
});

test('NewRx Pharmacy: NCPDPID, NPI, BusinessName, Address, telephone, Fax/Number', () => {
  assert.equal(
    slice(xml, '<Pharmacy>', '</Pharmacy>'),
    `<Pharmacy><Identification><NCPDPID>0123456</NCPDPID><NPI>1234567893</NPI></Identification><BusinessName>Test Pharmacy</BusinessName>${address('2 Main St')}<CommunicationNumbers>${telephone('6175550101')}<Fax><Number>6175550102</Number></Fax></CommunicationNumbers></Pharmacy>`,
  );
});

test('NewRx Prescriber/NonVeterinarian: NPI, PracticeLocation, Name, Address, telephone', () => {
  assert.equal(
    slice(xml, '<Prescriber>', '</Prescriber>'),
    `<Prescriber><NonVeterinarian><Identification><NPI>1999999992</NPI></Identification><PracticeLocation><BusinessName>Clinic</BusinessName></PracticeLocation><Name><LastName>Smith</LastName><FirstName>Ann</FirstName></Name>${address('3 Main St')}<CommunicationNumbers>${telephone('6175550103')}</CommunicationNumbers></NonVeterinarian></Prescriber>`,
  );
});

test('NewRx MedicationPrescribed: every row in the order of the table', () => {
  assert.equal(
    slice(xml, '<MedicationPrescribed>', '</MedicationPrescribed>'),
    '<MedicationPrescribed><DrugDescription>Lisinopril 10 MG Oral Tablet</DrugDescription><DrugCoded><ProductCode><Code>00071015523</Code><Qualifier>ND</Qualifier></ProductCode></DrugCoded><Quantity><Value>30</Value><CodeListQualifier>38</CodeListQualifier><QuantityUnitOfMeasure><Code>C48542</Code></QuantityUnitOfMeasure></Quantity><WrittenDate><DateTime>2026-01-02T03:04:05.678901Z</DateTime></WrittenDate><Substitutions>0</Substitutions><NumberOfRefills>3</NumberOfRefills><Note>Call patient when ready</Note><Sig><SigText>Take one tablet by mouth once daily</SigText></Sig></MedicationPrescribed>',
  );
});

test('S1: the extras stand at their standard places', () => {
  const full = build(fullNewRx).text;
  const parts = [
    '<AddressLine1>1 Main St</AddressLine1><AddressLine2>Apt 4</AddressLine2><City>',
    '</ProductCode><DrugDBCode><Code>314076</Code><Qualifier>SCD</Qualifier></DrugDBCode><DEASchedule><Code>C38046</Code></DEASchedule></DrugCoded>',
    '</Quantity><DaysSupply>30</DaysSupply><WrittenDate>',
    '</NumberOfRefills><Diagnosis><ClinicalInformationQualifier>1</ClinicalInformationQualifier><Primary><Code>I10</Code><Qualifier>ABF</Qualifier><Description>Essential (primary) hypertension</Description></Primary></Diagnosis><Note>',
    '</Sig><OtherMedicationDate><OtherMedicationDate><Date>2026-01-05</Date></OtherMedicationDate><OtherMedicationDateQualifier>EffectiveDate</OtherMedicationDateQualifier></OtherMedicationDate></MedicationPrescribed>',
    '</MedicationPrescribed><Supervisor><NonVeterinarian><Identification><NPI>1888888885</NPI></Identification>',
  ];
  for (const part of parts) assert.ok(full.includes(part), part);
});

test('S1: 2023011 has its own shape: names, gender, product, substitutions', () => {
  const native = build(fullNewRx, { version: '2023011' }).text;
  for (const part of [
    '<HumanPatient><Names><Name><LastName>Doe</LastName><FirstName>Jane</FirstName>',
    '</Names><GenderAndSex><AdministrativeGender>F</AdministrativeGender></GenderAndSex><DateOfBirth>',
    '</DrugDescription><Product><DrugCoded><NDC>00071015523</NDC><ProductCode><Code>314076</Code><Qualifier>SCD</Qualifier></ProductCode><DEASchedule>',
    '</DrugCoded></Product><Quantity>',
    '<Substitutions><Substitutions>0</Substitutions></Substitutions><NumberOfRefills>',
  ])
    assert.ok(native.includes(part), part);
});

test('S1: 2023011 in the shape of 2017071 is a setting', () => {
  const asSeed = build(newRx, { version: '2023011', shape: '2017071' }).text;
  assert.equal(asSeed, xml.replaceAll('20170715', '20230115'));
  const { version, shape } = read(asSeed);
  assert.deepEqual([version, shape], ['2023011', '2017071']);
});

test('CancelRx, reduced (default): the three groups and nothing else', () => {
  assert.equal(
    slice(build(cancelRx).text, '<Body>', '</Body>'),
    '<Body><CancelRx><Patient><HumanPatient><Name><LastName>Doe</LastName><FirstName>Jane</FirstName></Name></HumanPatient></Patient><Pharmacy><Identification><NCPDPID>0123456</NCPDPID><NPI>1234567893</NPI></Identification></Pharmacy><MedicationPrescribed><DrugDescription>Lisinopril 10 MG Oral Tablet</DrugDescription><DrugCoded><ProductCode><Code>00071015523</Code><Qualifier>ND</Qualifier></ProductCode></DrugCoded></MedicationPrescribed></CancelRx></Body>',
  );
});

test('D10: CancelRx that stops refills, reduced: the flag D beside the three groups; it is read back and checked as reduced', () => {
  const stops = { ...cancelRx, changeOfPrescriptionStatusFlag: 'D' } as const;
  const flag = '<ChangeOfPrescriptionStatusFlag>D</ChangeOfPrescriptionStatusFlag>';
  for (const version of ['2017071', '2023011'] as const) {
    const { text } = build(stops, { version });
    assert.equal(text.replace(flag, ''), build(cancelRx, { version }).text);
    assert.ok(text.includes(`<CancelRx>${flag}<Patient>`));
    assert.deepEqual(check(Buffer.from(text), { version }), []);
  }
  const json = build(stops, { form: 'json' });
  const { message } = read(Buffer.from(json.text), { contentType: json.contentType });
  assert.equal(message.type === 'CancelRx' && message.changeOfPrescriptionStatusFlag, 'D');
});

test('S1: CancelRx, full: every path of the reduced one keeps its place, strict fields join', () => {
  const full = build(cancelRx, { cancelContent: 'full' }).text;
  assert.ok(
    full.includes(
      '</Name><Gender>F</Gender><DateOfBirth><Date>1980-02-29</Date></DateOfBirth></HumanPatient>',
    ),
  );
  assert.ok(
    full.includes(
      '<Prescriber><NonVeterinarian><Identification><NPI>1999999992</NPI></Identification><Name>',
    ),
  );
  assert.ok(full.includes('<Sig><SigText>Take one tablet by mouth once daily</SigText></Sig>'));
  const { gender: _gender, ...patient } = cancelRx.patient;
  const lacking = { ...cancelRx, patient };
  assert.deepEqual(check(lacking), []);
  assert.deepEqual(
    check(lacking, { cancelContent: 'full' }).map(({ field }) => field),
    ['patient.gender'],
  );
});

test('S1: both contents exist in 2023011 too', () => {
  const text = slice(build(cancelRx, { version: '2023011' }).text, '<Body>', '</Body>');
  assert.equal(
    text,
    '<Body><CancelRx><Patient><HumanPatient><Names><Name><LastName>Doe</LastName><FirstName>Jane</FirstName></Name></Names></HumanPatient></Patient><Pharmacy><Identification><NCPDPID>0123456</NCPDPID><NPI>1234567893</NPI></Identification></Pharmacy><MedicationPrescribed><DrugDescription>Lisinopril 10 MG Oral Tablet</DrugDescription><Product><DrugCoded><NDC>00071015523</NDC></DrugCoded></Product></MedicationPrescribed></CancelRx></Body>',
  );
});

test('CancelRx in JSON: the Header holds exactly six keys, in both contents and versions (S3)', () => {
  for (const cancelContent of ['reduced', 'full'] as const) {
    for (const version of ['2017071', '2023011'] as const) {
      const json = JSON.parse(build(cancelRx, { form: 'json', cancelContent, version }).text) as {
        Message: { Header: object };
      };
      assert.deepEqual(Object.keys(json.Message.Header), [
        'To',
        'From',
        'MessageID',
        'RelatesToMessageID',
        'SentTime',
        'PrescriberOrderNumber',
      ]);
    }
  }
});

test('S2: JSON mirrors the nesting, drops attributes, and makes numbers only where nothing is lost', () => {
  const json = JSON.parse(build(newRx, { form: 'json' }).text) as {
    Message: { Header: Record<string, unknown>; Body: { NewRx: Record<string, Record<string, unknown>> } };
  };
  const { Header, Body } = json.Message;
  assert.equal(Header['To'], '0123456');
  assert.deepEqual(Body.NewRx['Pharmacy']?.['Identification'], { NCPDPID: '0123456', NPI: 1234567893 });
  assert.deepEqual(Body.NewRx['MedicationPrescribed'], {
    DrugDescription: 'Lisinopril 10 MG Oral Tablet',
    DrugCoded: { ProductCode: { Code: '00071015523', Qualifier: 'ND' } },
    Quantity: { Value: 30, CodeListQualifier: 38, QuantityUnitOfMeasure: { Code: 'C48542' } },
    WrittenDate: { DateTime: '2026-01-02T03:04:05.678901Z' },
    Substitutions: 0,
    NumberOfRefills: 3,
    Note: 'Call patient when ready',
    Sig: { SigText: 'Take one tablet by mouth once daily' },
  });
});

test('S2: every value that coercion would damage stays text; ids, names and free text always do', () => {
  const value = (text: string): unknown =>
    (
      JSON.parse(
        build(
          {
            ...newRx,
            medicationPrescribed: {
              ...newRx.medicationPrescribed,
              quantity: { value: text, codeListQualifier: '38', unitOfMeasure: 'C48542' },
            },
          },
          { form: 'json', unchecked: true },
        ).text,
      ) as { Message: { Body: { NewRx: { MedicationPrescribed: { Quantity: { Value: unknown } } } } } }
    ).Message.Body.NewRx.MedicationPrescribed.Quantity.Value;
  for (const text of [
    '007',
    '30.0',
    '0x1F',
    '1e5',
    '+15',
    '-3',
    '.5',
    '5.',
    '12345678901234567890',
    '9007199254740992',
    '1.23456789012345678',
    'Infinity',
    '',
  ])
    assert.equal(value(text), text);
  assert.deepEqual(
    ['30', '42.5', '0', '0.25', '9007199254740991'].map(value),
    [30, 42.5, 0, 0.25, 9007199254740991],
  );
  const numeric = JSON.parse(
    build(
      {
        ...newRx,
        header: { ...newRx.header, messageId: '12345' },
        medicationPrescribed: { ...newRx.medicationPrescribed, note: '7', sigText: '1' },
      },
      { form: 'json' },
    ).text,
  ) as {
    Message: {
      Header: { MessageID: unknown };
      Body: { NewRx: { MedicationPrescribed: { Note: unknown; Sig: unknown } } };
    };
  };
  assert.equal(numeric.Message.Header.MessageID, '12345');
  assert.equal(numeric.Message.Body.NewRx.MedicationPrescribed.Note, '7');
  assert.deepEqual(numeric.Message.Body.NewRx.MedicationPrescribed.Sig, { SigText: '1' });
});
