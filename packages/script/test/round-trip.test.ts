// Properties that hold for every message: what is built reads back the same, in both versions and forms.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelRx, fullNewRx, newRx } from '@pestle/testbed/messages/script-messages';
import fc from 'fast-check';
import {
  build,
  check,
  type Header,
  isMessageType,
  MESSAGE_TYPES,
  type Message,
  read,
  type Version,
} from '../src/index.ts';
import { messageOf } from './arbitrary.ts';

const VERSIONS: readonly Version[] = ['2017071', '2023011'];
const FULL = { cancelContent: 'full' } as const;
const RUNS = 60;

for (const version of VERSIONS) {
  for (const type of MESSAGE_TYPES) {
    test(`S1: ${type} ${version}: read(build(m)) is m in XML, and in JSON up to what the form carries`, () => {
      fc.assert(
        fc.property(messageOf(type, version), (message) => {
          assert.deepEqual(check(message, { version, ...FULL }), []);
          const xml = build(message, { version, ...FULL });
          const fromXml = read(xml.text);
          assert.deepEqual(fromXml.message, message);
          assert.equal(fromXml.version, version);
          assert.deepEqual(fromXml.warnings, []);
          assert.deepEqual(check(xml.text, FULL), []);
          assert.equal(build(message, { version, ...FULL }).text, xml.text);

          const json = build(message, { version, form: 'json', ...FULL });
          const fromJson = read(json.text, { version });
          assert.deepEqual(fromJson.message, withoutAttributes(message));
          assert.deepEqual(
            JSON.parse(json.text),
            JSON.parse(build(fromJson.message, { version, form: 'json', ...FULL }).text),
          );
        }),
        { numRuns: RUNS },
      );
    });
  }
}

/** What JSON carries of a message: no attributes, and six fields of a CancelRx header (S2, S3). */
function withoutAttributes(message: Message): unknown {
  const { header } = message;
  const { to, from, security } = header;
  const password = security?.usernameToken?.password;
  const plain: Header = {
    ...header,
    to: { id: to.id },
    from: { id: from.id },
    ...(security && password
      ? {
          security: {
            ...security,
            usernameToken: { ...security.usernameToken, password: { value: password.value } },
          },
        }
      : {}),
  };
  if (message.type !== 'CancelRx') return { ...message, header: plain };
  const { to: t, from: f, messageId, relatesToMessageId, sentTime, prescriberOrderNumber } = plain;
  return {
    ...message,
    header: {
      to: t,
      from: f,
      messageId,
      relatesToMessageId,
      sentTime,
      ...(prescriberOrderNumber ? { prescriberOrderNumber } : {}),
    },
  };
}

test('S2: what JSON says of every string is what XML says of it', () => {
  for (const message of [newRx, fullNewRx, cancelRx]) {
    const xml = read(build(message, { cancelContent: 'full' }).text).message;
    const json = read(build(message, { cancelContent: 'full', form: 'json' }).text, {
      version: '2017071',
    }).message;
    assert.deepEqual(json, withoutAttributes(xml as Message));
  }
});

test('S5: any single field made too long is caught by check and named', () => {
  const leaves: { path: readonly string[]; value: string }[] = [];
  collect(fullNewRx, [], leaves);
  assert.ok(leaves.length > 60);
  for (const { path, value } of leaves.filter(({ path: [first] }) => first !== 'type')) {
    const key = path.join('.').replaceAll(/\.(\d+)/g, '[$1]');
    const unbounded = /stateProvince|postalCode|description$|Code\.code$|primary\.code$/.test(key);
    const broken = replace(fullNewRx, path, unbounded ? 'é\u0001' : `${value}${'9'.repeat(1001)}`) as Message;
    for (const version of VERSIONS) {
      const findings = check(broken, version);
      assert.ok(
        findings.some(({ field }) => field === key),
        `${version} ${key}: ${JSON.stringify(findings)}`,
      );
      assert.throws(() => build(broken, { version }), { name: 'ScriptError', code: 'refused' });
    }
  }
});

function collect(
  value: unknown,
  path: readonly string[],
  into: { path: readonly string[]; value: string }[],
): void {
  if (typeof value === 'string') into.push({ path, value });
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) collect(inner, [...path, key], into);
  }
}

function replace(value: unknown, [first, ...rest]: readonly string[], by: unknown): unknown {
  if (first === undefined) return by;
  if (Array.isArray(value))
    return value.map((item, index) =>
      String(index) === first ? replace(item, rest, by) : (item as unknown),
    );
  const object = value as Record<string, unknown>;
  return { ...object, [first]: replace(object[first], rest, by) };
}

test('S5: any required field left out is caught by check and named; an optional one is not missed', () => {
  const required = [
    'header.to',
    'header.from',
    'header.messageId',
    'header.sentTime',
    'header.senderSoftware',
    'patient',
    'patient.name',
    'patient.name.lastName',
    'patient.name.firstName',
    'patient.gender',
    'patient.dateOfBirth',
    'patient.address',
    'patient.address.addressLine1',
    'patient.address.city',
    'patient.address.stateProvince',
    'patient.address.postalCode',
    'patient.address.countryCode',
    'pharmacy.identification',
    'pharmacy.identification.ncpdpId',
    'pharmacy.identification.npi',
    'pharmacy.businessName',
    'pharmacy.communicationNumbers',
    'pharmacy.communicationNumbers.primaryTelephone',
    'prescriber',
    'prescriber.identification.npi',
    'prescriber.name',
    'prescriber.address',
    'prescriber.communicationNumbers',
    'medicationPrescribed',
    'medicationPrescribed.drugDescription',
    'medicationPrescribed.quantity',
    'medicationPrescribed.quantity.value',
    'medicationPrescribed.quantity.codeListQualifier',
    'medicationPrescribed.quantity.unitOfMeasure',
    'medicationPrescribed.writtenDate',
    'medicationPrescribed.substitutions',
    'medicationPrescribed.numberOfRefills',
    'medicationPrescribed.sigText',
  ];
  const optional = [
    'header.security',
    'header.prescriberOrderNumber',
    'pharmacy',
    'pharmacy.address',
    'patient.communicationNumbers',
    'prescriber.practiceLocation',
    'medicationPrescribed.drugCoded',
    'medicationPrescribed.note',
    'medicationPrescribed.daysSupply',
    'supervisor',
  ];
  for (const version of VERSIONS) {
    for (const key of required) {
      const findings = check(replace(fullNewRx, key.split('.'), undefined) as Message, version);
      assert.deepEqual(
        findings.map(({ field, rule }) => `${field} ${rule}`),
        [`${key} required`],
        `${version} ${key}`,
      );
    }
    for (const key of optional)
      assert.deepEqual(
        check(replace(fullNewRx, key.split('.'), undefined) as Message, version),
        [],
        `${version} ${key}`,
      );
  }
});

test('S5: a misspelt field is found, not lost', () => {
  const message = { ...newRx, medicationPrescribed: { ...newRx.medicationPrescribed, notes: 'x' } };
  assert.deepEqual(
    check(message).map(({ field, rule }) => [field, rule]),
    [['medicationPrescribed.notes', 'unknown']],
  );
});

test('S5: check never throws on data', () => {
  fc.assert(
    fc.property(fc.anything(), fc.constantFrom(...VERSIONS), (value, version) => {
      for (const message of [
        value,
        { type: 'NewRx', header: value, patient: value },
        { ...newRx, patient: value },
        { ...newRx, unmodelled: value },
      ]) {
        assert.ok(Array.isArray(check(message as Message, version)));
      }
    }),
    { numRuns: 300 },
  );
  assert.ok(isMessageType('NewRx') && !isMessageType('constructor'));
});
