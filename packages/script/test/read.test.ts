// S4: what the reader forgives, with a warning and its path, and that no part of a message is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelRx, fullNewRx, newRx } from '@pestle/testbed/messages/script-messages';
import { build, check, type Message, read } from '../src/index.ts';

const xml = build(newRx).text;
const rules = (document: string | Uint8Array): string[] =>
  read(document).warnings.map(({ path, rule }) => `${rule} ${path}`.trim());

test('order, prefixes, comments, blanks and a BOM make no difference to what is read', () => {
  const { message } = read(xml);
  const prefixed = xml
    .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1s:')
    .replace('<s:Message', '<s:Message xmlns:s="http://www.ncpdp.org/schema/SCRIPT"');
  assert.deepEqual(read(prefixed).message, message);
  assert.deepEqual(read(`\uFEFF\n  ${xml}`).message, message);
  assert.deepEqual(read(new TextEncoder().encode(`\uFEFF${xml}`)).message, message);
  assert.deepEqual(read(xml.replaceAll('><', '>\n  <!-- x -->\n  <')).message, message);
  assert.deepEqual(
    read(
      xml
        .replace('<Note>Call patient when ready</Note>', '')
        .replace('</Sig>', '</Sig><Note>Call patient when ready</Note>'),
    ).message,
    message,
  );
});

test('each kind of leniency says so, with its path', () => {
  assert.deepEqual(rules(xml), []);
  assert.deepEqual(
    rules(xml.replace('<Note>Call patient when ready</Note>', '').replace('</Sig>', '</Sig><Note>x</Note>')),
    ['order Body/NewRx/MedicationPrescribed/Note'],
  );
  assert.deepEqual(
    rules(
      xml.replace(
        '<Message ',
        '<Message xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="transport.xsd" ',
      ),
    ),
    ['namespace', 'namespace'],
  );
  assert.deepEqual(rules(xml.replace('<Note>Call patient when ready', '<Note><![CDATA[Call & wait]]>')), [
    'cdata',
  ]);
  assert.deepEqual(rules(xml.replace('UTF-8', 'utf-16')), ['encoding']);
  assert.deepEqual(rules(`<Envelope><Body>${xml.slice(xml.indexOf('<Message'))}</Body></Envelope>`), [
    'wrapped',
  ]);
  assert.deepEqual(rules(xml.replace('<Note>', '<Colour>blue</Colour><Note>')), [
    'unknown Body/NewRx/MedicationPrescribed/Colour',
  ]);
  assert.deepEqual(rules(xml.replace('<Note>', '<Note>a</Note><Note>')), [
    'unexpected Body/NewRx/MedicationPrescribed/Note',
  ]);
  assert.deepEqual(rules(xml.replace('<Note>', '<Note lang="en">')), [
    'attribute Body/NewRx/MedicationPrescribed/Note',
  ]);
  assert.deepEqual(rules('{"Message":{"Header":null,"Body":{"Status":{"Code":0,"Description":null}}}}'), [
    'null',
    'padded Body/Status/Code',
  ]);
});

test('the version is found by attributes, else by shape, else the caller says, else 2017071', () => {
  const found = (document: string, version?: '2017071' | '2023011'): string[] => {
    const result = read(document, version ? { version } : {});
    return [result.version, result.versionFrom, result.shape];
  };
  assert.deepEqual(found(xml), ['2017071', 'attributes', '2017071']);
  assert.deepEqual(found(build(newRx, { version: '2023011' }).text), ['2023011', 'attributes', '2023011']);
  assert.deepEqual(found(build(newRx, { form: 'json' }).text), ['2017071', 'shape', '2017071']);
  assert.deepEqual(found(build(newRx, { form: 'json', version: '2023011' }).text), [
    '2023011',
    'shape',
    '2023011',
  ]);
  assert.deepEqual(found('{"Message":{"Body":{"Status":{"Code":"000"}}}}'), [
    '2017071',
    'default',
    '2017071',
  ]);
  assert.deepEqual(found('{"Message":{"Body":{"Status":{"Code":"000"}}}}', '2023011'), [
    '2023011',
    'options',
    '2023011',
  ]);
});

test('both shapes are read whatever the version says, and mean the same', () => {
  const native = read(build(fullNewRx, { version: '2023011' }).text).message;
  const older = read(build(fullNewRx).text).message;
  assert.deepEqual(native, older);
});

test('JSON numbers of a naive encoder get their zeros back: NCPDP id, ZIP, NDC, codes', () => {
  const naive = build(newRx, { form: 'json' })
    .text.replace('"NCPDPID":"0123456"', '"NCPDPID":123456')
    .replaceAll('"PostalCode":"02108"', '"PostalCode":2108')
    .replace('"Code":"00071015523"', '"Code":71015523');
  const { message, warnings } = read(naive, { version: '2017071' });
  assert.deepEqual(message, read(build(newRx, { form: 'json' }).text).message);
  assert.deepEqual(
    warnings.map(({ rule }) => rule),
    ['padded', 'padded', 'padded', 'padded', 'padded'],
  );
  const upc = read(
    '{"Message":{"Body":{"NewRx":{"MedicationPrescribed":{"DrugCoded":{"ProductCode":{"Code":71015523,"Qualifier":"UP"}}}}}}}',
  ).message;
  assert.equal(upc.type === 'NewRx' && upc.medicationPrescribed?.drugCoded?.productCode?.code, '71015523');
});

test('JSON numbers keep every digit they came with', () => {
  const noteOf = (json: string): unknown => {
    const { message } = read(`{"Message":{"Body":{"NewRx":{"MedicationPrescribed":{"Note":${json}}}}}}`);
    return message.type === 'NewRx' ? message.medicationPrescribed?.note : undefined;
  };
  for (const digits of ['123456789012345678901234567890123', '30.0', '0.10', '-0', '1e400'])
    assert.equal(noteOf(digits), digits);
  assert.equal(noteOf('true'), 'true');
});

test('an array and a single member are the same: a Fax, a DescriptionCode', () => {
  const error = (codes: string): unknown => {
    const { message } = read(`{"Message":{"Body":{"Error":{"Code":900,"DescriptionCode":${codes}}}}}`);
    return message.type === 'Error' ? message.descriptionCodes : undefined;
  };
  assert.deepEqual(error('220'), ['220']);
  assert.deepEqual(error('[8,"220"]'), ['008', '220']);
});

test('no part of a message is lost: what is not modelled is written back where it stood', () => {
  const additions: readonly (readonly [before: string, element: string])[] = [
    ['<Patient>', '<AllergyOrAdverseEvent><NoKnownAllergies>Y</NoKnownAllergies></AllergyOrAdverseEvent>'],
    [
      '<Patient>',
      '<BenefitsCoordination><PayerIdentification><BINLocationNumber>610415</BINLocationNumber></PayerIdentification></BenefitsCoordination>',
    ],
    ['</HumanPatient>', '<Race>C41261</Race>'],
    ['<Note>', '<Colour kind="x">blue &amp; green</Colour>'],
    ['<SigText>', '<CodeSystem><SNOMEDVersion>1</SNOMEDVersion></CodeSystem>'],
    ['<Quantity>', '<Quantity2><Value>1</Value></Quantity2>'],
    ['</MedicationPrescribed>', '<NeedNoLaterThan><Date>2026-02-01</Date></NeedNoLaterThan>'],
    [
      '</Header>',
      '<DigitalSignature Version="1"><DigitalSignatureIndicator>true</DigitalSignatureIndicator></DigitalSignature>',
    ],
    ['</Message>', '<Trailer>end</Trailer>'],
    ['</Body>', '<Receipt>2</Receipt>'],
  ];
  for (const [before, element] of additions) {
    const document = xml.replace(before, element + before);
    const { message, version } = read(document);
    // Some of them the standard does not have: whoever forwards what others sent says so.
    const forwarded = { version, unchecked: true } as const;
    const written = build(message, forwarded).text;
    assert.ok(written.includes(element), element);
    assert.equal(build(read(written).message, forwarded).text, written);
    const json = build(message, { ...forwarded, form: 'json' }).text;
    assert.equal(build(read(json, { version }).message, { ...forwarded, form: 'json' }).text, json);
  }
  const attributed = xml.replace('<Note>', '<Note lang="en">');
  assert.ok(build(read(attributed).message, { unchecked: true }).text.includes('<Note lang="en">Call'));
});

test('parts of one name keep their order, also when another stood between them', () => {
  const payer = (name: string): string =>
    `<BenefitsCoordination><PayerName>${name}</PayerName></BenefitsCoordination>`;
  const document = xml.replace(
    '<Patient>',
    `${payer('first')}<Facility><NPI>1</NPI></Facility>${payer('second')}<Patient>`,
  );
  assert.ok(build(read(document).message).text.includes(`${payer('first')}${payer('second')}<Facility>`));
});

test('what has no place in a version is named, not dropped', () => {
  const document = xml.replace('<Code>00071015523</Code>', '<Code>00071015523</Code><Colour>blue</Colour>');
  const { message } = read(document);
  assert.deepEqual(
    check(message, '2023011').map(({ path, rule }) => [path, rule]),
    [['Body/NewRx/MedicationPrescribed/DrugCoded/ProductCode', 'unknown']],
  );
});

test('2023011: a ProductCode that is no NDC and an RxNorm code cannot both be said', () => {
  const message: Message = {
    ...newRx,
    medicationPrescribed: {
      ...newRx.medicationPrescribed,
      drugCoded: { productCode: { code: '1', qualifier: 'UP' }, drugDbCode: { code: '2', qualifier: 'SCD' } },
    },
  };
  assert.deepEqual(check(message, '2017071'), []);
  assert.ok(check(message, '2023011').some(({ rule }) => rule === 'business'));
});

test('S1: a repetition with nothing in it is told and not kept, so that what is read is written back the same', () => {
  const text = build(newRx).text.replace(
    /<Security>.*<\/Security>/,
    '<Security><Sender/><Sender/></Security>',
  );
  const { message, warnings } = read(text);
  assert.equal(message.unmodelled, undefined);
  assert.ok(
    warnings.some(({ path }) => path === 'Header/Security/Sender'),
    JSON.stringify(warnings),
  );
  const once = build(message, { unchecked: true }).text;
  assert.equal(build(read(once).message, { unchecked: true }).text, once);
});

test('a CancelRx cut to its reduced content takes nothing unmodelled with it', () => {
  const full = build(cancelRx, { cancelContent: 'full' }).text.replace('<Sig>', '<Colour>blue</Colour><Sig>');
  const { message } = read(full);
  assert.equal(build(message).text, build(cancelRx).text);
  assert.ok(
    build(message, { cancelContent: 'full', unchecked: true }).text.includes('<Colour>blue</Colour>'),
  );
});
