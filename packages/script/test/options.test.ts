// D7: profiles and options are checked as strictly as messages, and a misspelt option is an error that names it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newRx } from '@pestle/testbed/messages/script-messages';
import { build, check, type Edit, outcomeOf, outcomeOfMessage, read, refusalOf } from '../src/index.ts';

test('D7: a profile is checked as strictly as a message: places, texts, version attributes, notes', () => {
  for (const edit of [
    { op: 'add', path: 'Header/Foo', value: 'x' },
    { op: 'set', path: 'Body/NewRx/Pharmacy/Facility', value: 'x' },
    { op: 'set', path: 'Body/Foo/Pharmacy/Specialty', value: 'x' },
    { op: 'set', path: 'Header/Security', value: 'x' },
    { op: 'set', path: 'Header/DigitalSignature', value: 'x' },
    { op: 'set', path: 'Header/MessageID[2]/@Qualifier', value: 'x' },
    { op: 'drop', path: 'Header/Foo' },
    { op: 'drop', path: 'Header/RxReferenceNumber/@Qualifier' },
    { op: 'replace', path: 'Header/RxReferenceNumber', value: 'x' },
  ] as readonly Edit[])
    assert.equal(refusalOf(edit), 'edit-invalid', `${edit.op} ${edit.path}`);
  for (const [path, value] of [
    ['Header/RxReferenceNumber', 'x'.repeat(36)],
    ['Header/To/@Qualifier', 'X'],
    ['Header/Security/UsernameToken/Password/@Type', 'clear'],
    ['Body/NewRx/Pharmacy/BusinessName', 'José'],
    ['Body/NewRx/Pharmacy/CommunicationNumbers/PrimaryTelephone/Number', '617-555'],
  ] as const) {
    assert.equal(refusalOf({ op: 'set', path, value }), 'refused', path);
    assert.ok(path.includes('@') || check(newRx, { edits: [{ op: 'set', path, value }] }).length > 0, path);
  }
  for (const edit of [
    { op: 'drop', path: 'Header/Security' },
    { op: 'drop', path: 'Header/DigitalSignature' },
    { op: 'set', path: 'Header/RxReferenceNumber', value: 'x'.repeat(35) },
    { op: 'drop', path: 'Body/CancelRx/MedicationPrescribed/Product/DrugCoded' },
  ] as readonly Edit[])
    assert.equal(refusalOf(edit), undefined, edit.path);
  for (const [versionAttributes, path] of [
    ['', '@DatatypesVersion'],
    ['é', '@DatatypesVersion'],
    [{ TransactionDomain: 'script' }, '@TransactionDomain'],
    [{ ECLVersion: ' ' }, '@ECLVersion'],
  ] as const) {
    assert.equal(check(newRx, { versionAttributes })[0]?.path, path);
    assert.throws(() => build(newRx, { versionAttributes }), { code: 'refused' });
  }
  assert.deepEqual(
    check(newRx, { noteLines: ['½'] }).map(({ field }) => field),
    ['medicationPrescribed.note'],
  );
});

const WRONG_OPTIONS: readonly (readonly [options: object, name: string])[] = [
  [{ vresion: '2017071' }, 'vresion'],
  [{ version: '10.6' }, 'version'],
  [{ version: null }, 'version'],
  [{ form: 'yaml' }, 'form'],
  [{ shape: 'own' }, 'shape'],
  [{ cancelContent: 'zzz' }, 'cancelContent'],
  [{ transliterate: 'no' }, 'transliterate'],
  [{ versionAttributes: 20170715 }, 'versionAttributes'],
  [{ versionAttributes: { EclVersion: '1' } }, 'versionAttributes.EclVersion'],
  [{ versionAttributes: { ECLVersion: 1 } }, 'versionAttributes.ECLVersion'],
  [{ noteLines: 'x' }, 'noteLines'],
  [{ noteLines: ['x', 1] }, 'noteLines[1]'],
  [{ edits: {} }, 'edits'],
  [
    {
      edits: [
        { op: 'drop', path: 'Header/To' },
        { op: 'put', path: 'x' },
      ],
    },
    'edits[1].op',
  ],
  [{ edits: [{ op: 'set', pth: 'x', value: 'y' }] }, 'edits[0].pth'],
  [{ constructor: 1 }, 'constructor'],
];

test('an option that does not exist, or cannot say what it says, is an error that names it, in every function', () => {
  const named = (name: string) => ({
    name: 'ScriptError',
    code: 'invalid-option',
    message: new RegExp(`\\(${name.replace(/[[\]]/g, '\\$&')}\\)$`),
  });
  for (const [options, name] of WRONG_OPTIONS) {
    assert.throws(() => build(newRx, options), named(name));
    assert.throws(() => check(newRx, options), named(name));
    assert.throws(() => check(build(newRx).text, options), named(name));
  }
  assert.throws(() => check(newRx, '10.6' as '2017071'), named('version'));
  assert.throws(() => check(newRx, { unchecked: true } as object), named('unchecked'));
  assert.throws(() => build(newRx, { unchecked: 1 } as object), named('unchecked'));
  assert.throws(() => build(newRx, null as never), named('build'));
  for (const options of [{ vresion: '2017071' }, { version: '10.6' }] as object[])
    assert.throws(() => read(build(newRx).text, options), named(Object.keys(options).join('')));
  const answer = { httpStatus: 200, body: '' };
  assert.throws(() => outcomeOf({ ...answer, ackmode: 'http' } as never), named('ackmode'));
  assert.throws(() => outcomeOf({ ...answer, ackMode: 'HTTP' as 'http' }), named('ackMode'));
  assert.throws(() => outcomeOf(answer, { earlier: true } as never), named('earlier'));
  assert.throws(() => outcomeOfMessage(newRx, { earlier: true } as never), named('earlier'));
  assert.ok(build(newRx, { version: undefined, edits: undefined } as object).text.length > 0);
});
