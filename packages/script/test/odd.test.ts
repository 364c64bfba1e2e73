// S5: what JavaScript and JSON let a sender write (half-empty lists, Symbols, NUL, codes of other kinds) is found or written back, never lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelRx, fullNewRx, newRx } from '@pestle/testbed/messages/script-messages';
import { build, type CancelRx, check, type Form, type Message, read, type Version } from '../src/index.ts';

const VERSIONS: readonly Version[] = ['2017071', '2023011'];
const FORMS: readonly Form[] = ['xml', 'json'];

/** What is read is written back, and that is read and written the same. */
function assertFixed(document: string, version: Version = '2017071'): void {
  const { message } = read(document, { version });
  for (const form of FORMS) {
    const options = { version, form, unchecked: true, transliterate: false, cancelContent: 'full' } as const;
    const once = build(message, options).text;
    assert.equal(build(read(once, { version }).message, options).text, once);
  }
}

test('an element with nothing in it says nothing: what stands behind it under the same name is read', () => {
  const json = build(newRx, { form: 'json' }).text;
  for (const empty of ['{}', '{"NonVeterinarian":{}}', '{"NonVeterinarian":{"Name":{}}}']) {
    const document = json.replace(
      /"Prescriber":({.*?}),"MedicationPrescribed"/,
      `"Prescriber":[${empty},$1],"MedicationPrescribed"`,
    );
    assert.notEqual(document, json);
    const { message, warnings } = read(document);
    assert.equal(
      message.type === 'NewRx' && message.prescriber?.name?.lastName,
      newRx.prescriber.name.lastName,
    );
    assert.ok(
      warnings.some(({ path, rule }) => path.startsWith('Body/NewRx/Prescriber') && rule === 'unexpected'),
    );
    assertFixed(document);
  }
});

test('parts of the second of several keep their place when the first has nothing in it', () => {
  const document = build(newRx, { form: 'json' }).text.replace(
    '"PrimaryTelephone":',
    '"Fax":[{},{"Number":"6175550111","Foo":"x"}],"PrimaryTelephone":',
  );
  assertFixed(document);
  const { message } = read(document);
  assert.match(
    build(message, { unchecked: true }).text,
    /<Fax>(<Foo>x<.Foo>)?<Number>6175550111<.Number>(<Foo>x<.Foo>)?<.Fax>/,
  );
});

test('what cannot be read behind an empty one of its name stands at its own place', () => {
  const unreadable = '<WrittenDate/><WrittenDate><DateTime>soon</DateTime></WrittenDate>';
  const document = build(newRx).text.replace(/<WrittenDate>.*<.WrittenDate>/, unreadable);
  assertFixed(document);
  const { message } = read(document);
  assert.match(build(message, { unchecked: true }).text, /<.Quantity><WrittenDate><DateTime>soon/);
});

test('a second body stays behind the one that is read, also where a body came before the header', () => {
  const one = build(newRx).text;
  const [, header = ''] = /(<Header>.*<.Header>)/s.exec(one) ?? [];
  const [, body = ''] = /(<Body>.*<.Body>)/s.exec(one) ?? [];
  const other = body.replace(/<Note>[^<]*<.Note>/, '<Note>Another one</Note>');
  assert.notEqual(other, body);
  const { message } = read(one.replace(header + body, body + header + other));
  const written = build(message, { unchecked: true }).text;
  assert.deepEqual(read(written).message, message, 'the same prescription is read again');
  assert.ok(written.indexOf('Another one') > written.indexOf('</Body>'));
});

test('what says something by its attributes alone is not written in JSON as a repetition that says nothing', () => {
  assertFixed(build(newRx).text.replace('</To>', '</To><To Qualifier="D">\n</To>'));
});

test('a NUL in what is not modelled is found where XML is written, and carried in JSON', () => {
  const document = build(newRx, { form: 'json' }).text.replace('{"To":', '{"Foo":"a\\u0000","To":');
  const { message } = read(document);
  const found = check(message, { form: 'xml' }).filter(({ rule }) => rule === 'characters');
  assert.deepEqual(
    found.map(({ path, field }) => [path, field]),
    [['Header', 'unmodelled']],
  );
  assert.throws(() => build(message, { form: 'xml' }), { code: 'refused' });
  assert.throws(() => build(message, { form: 'xml', unchecked: true }), { code: 'unrepresentable' });
  assert.ok(build(message, { form: 'json', unchecked: true }).text.includes('a\\u0000'));
  const inAttribute = { ...newRx, unmodelled: [{ parent: 'Header', attribute: 'a', value: '\uD800' }] };
  assert.ok(check(inAttribute).some(({ rule }) => rule === 'characters'));
});

test('check never throws, whatever stands where a text, an object or a list should be, and build agrees with it', () => {
  const odd = [Symbol('x'), 1n, 7, null, true, () => 'x', new Date(0), new Map(), [], {}, [[]], Number.NaN];
  const shapes: readonly ((value: unknown) => unknown)[] = [
    (value) => value,
    (value) => ({ type: value }),
    (value) => ({ ...newRx, header: value }),
    (value) => ({ ...newRx, header: { ...newRx.header, to: value } }),
    (value) => ({ ...newRx, header: { ...newRx.header, to: { id: value } } }),
    (value) => ({ ...newRx, patient: value }),
    (value) => ({ ...newRx, patient: { ...newRx.patient, dateOfBirth: value } }),
    (value) => ({ ...newRx, unmodelled: value }),
    (value) => ({ ...newRx, unmodelled: [value] }),
    (value) => ({ ...newRx, unmodelled: [{ parent: value, element: value }] }),
    (value) => ({ ...newRx, medicationPrescribed: { ...newRx.medicationPrescribed, quantity: value } }),
    (value) => ({ ...newRx, medicationPrescribed: { ...newRx.medicationPrescribed, diagnoses: value } }),
    (value) => ({ ...newRx, medicationPrescribed: { ...newRx.medicationPrescribed, drugCoded: value } }),
    (value) => ({
      ...newRx,
      medicationPrescribed: {
        ...newRx.medicationPrescribed,
        drugCoded: { productCode: value, drugDbCode: value },
      },
    }),
    (value) => ({
      ...newRx,
      medicationPrescribed: {
        ...newRx.medicationPrescribed,
        quantity: { value, codeListQualifier: '38', unitOfMeasure: 'C48542' },
      },
    }),
  ];
  for (const shape of shapes)
    for (const value of odd)
      for (const version of VERSIONS)
        for (const form of FORMS) {
          const message = shape(value) as Message;
          const findings = check(message, { version, form });
          if (findings.length === 0) build(message, { version, form });
          else assert.throws(() => build(message, { version, form }), { code: 'refused' });
        }
});

test('an element that holds itself is refused, quickly', () => {
  const element = { name: 'X', text: '', children: [] as unknown[] };
  element.children.push(element, element);
  const message = { ...newRx, unmodelled: [{ parent: 'Header', element }] } as unknown as Message;
  assert.ok(check(message).some(({ found }) => found === 'no element or attribute'));
});

const coded = (drugCoded: object): Message => ({
  ...newRx,
  medicationPrescribed: { ...newRx.medicationPrescribed, drugCoded },
});

test('S1: the reduced CancelRx of 2023011 says every product code, whichever kind it is', () => {
  const said = (drugCoded: CancelRx['medicationPrescribed']['drugCoded'], version: Version): unknown => {
    const cancel = {
      ...cancelRx,
      medicationPrescribed: { ...cancelRx.medicationPrescribed, drugCoded },
    } as CancelRx;
    const { message } = read(build(cancel, { version }).text);
    return message.type === 'CancelRx' && message.medicationPrescribed?.drugCoded?.productCode;
  };
  const database = { drugDbCode: { code: '197361', qualifier: 'SCD' } } as const;
  for (const version of VERSIONS)
    for (const productCode of [
      { code: '00071015523', qualifier: 'ND' },
      { code: '012345678905', qualifier: 'UP' },
      { code: '12345', qualifier: 'NH' },
    ] as const) {
      assert.deepEqual(said({ productCode }, version), productCode);
      assert.deepEqual(said({ productCode, ...database }, version), productCode);
    }
});

test('S1: in 2023011 the code of a drug database comes back as what it is, and what could not be told apart is refused', () => {
  for (const qualifier of ['SCD', 'SBD', 'FM', 'MD', 'MM'] as const)
    for (const productCode of [undefined, { code: '00071015523', qualifier: 'ND' }] as const) {
      const drugCoded = { ...(productCode && { productCode }), drugDbCode: { code: '197361', qualifier } };
      const { message } = read(build(coded(drugCoded), { version: '2023011' }).text);
      assert.deepEqual(message.type === 'NewRx' && message.medicationPrescribed?.drugCoded, drugCoded);
    }
  for (const drugCoded of [
    { productCode: { code: '1', qualifier: 'FM' } },
    { drugDbCode: { code: '1', qualifier: 'UP' } },
    { productCode: { code: '1', qualifier: 'UP' }, drugDbCode: { code: '1', qualifier: 'FM' } },
  ])
    assert.ok(
      check(coded(drugCoded), { version: '2023011' }).some(({ rule }) => rule === 'business'),
      JSON.stringify(drugCoded),
    );
});

test('the date of the last office visit stands with the primary diagnosis', () => {
  const code = { code: 'I10', qualifier: 'ABF', description: 'Hypertension' } as const;
  const message = {
    ...fullNewRx,
    medicationPrescribed: {
      ...fullNewRx.medicationPrescribed,
      diagnoses: [
        {
          clinicalInformationQualifier: '1',
          primary: { ...code, dateOfLastOfficeVisit: '2026-01-02' },
          secondary: code,
        },
      ],
    },
  } as const;
  for (const version of VERSIONS)
    for (const form of FORMS) {
      assert.deepEqual([...check(message, { version, form })], []);
      const { text } = build(message, { version, form });
      assert.deepEqual([...check(text, { version })], []);
      const { message: reread } = read(text, { version });
      assert.deepEqual(
        reread.type === 'NewRx' && reread.medicationPrescribed?.diagnoses,
        message.medicationPrescribed.diagnoses,
      );
    }
  assert.match(
    build(message).text,
    /<Description>Hypertension<.Description><DateOfLastOfficeVisit><Date>2026-01-02<.Date><.DateOfLastOfficeVisit><.Primary>/,
  );
});
