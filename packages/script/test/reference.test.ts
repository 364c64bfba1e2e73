// The reference pages that are checked in are those that the tables make, and the model has no field that no table knows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fullNewRx } from '@pestle/testbed/messages/script-messages';
import { referenceIndex, referencePage } from '../scripts/reference.ts';
import { build, MESSAGE_TYPES, read } from '../src/index.ts';
import { bodyFields } from '../src/table/messages.ts';
import { partsOf } from '../src/table/parts.ts';

const page = (name: string): string =>
  readFileSync(new URL(`../../../docs/reference/script/${name}.md`, import.meta.url), 'utf8');
const stale = 'run: node packages/script/scripts/write-reference.ts';

for (const type of MESSAGE_TYPES) {
  test(`docs: the page of ${type} is current`, () => assert.equal(page(type), referencePage(type), stale));
}

test('docs: the list of pages is current', () => assert.equal(page('index'), referenceIndex(), stale));

test('docs: both versions stand side by side', () => {
  const text = referencePage('NewRx');
  for (const row of [
    '| `Patient/HumanPatient/Name/LastName` | 1 | - | an1..35; always text in JSON | `patient.name.lastName` |',
    '| `Patient/HumanPatient/Names/Name/LastName` | - | 1 | an1..35; always text in JSON | `patient.name.lastName` |',
    '| `MedicationPrescribed/NumberOfRefills` | 1 | 1 | n1..2 | `medicationPrescribed.numberOfRefills` |',
    '| `To/@Qualifier` | 0..1 | 0..1 | an1..6: P, C, M, D, CF, ZZZ, PY, DIRECT, REMS | `to.qualifier` |',
  ])
    assert.ok(text.includes(row), row);
});

/** Every property that an interface of the model declares, by interface. */
function declared(): Map<string, { readonly fields: string[]; readonly extends: string[] }> {
  const source = ['header', 'medication', 'messages', 'parties']
    .map((name) => readFileSync(new URL(`../src/model/${name}.ts`, import.meta.url), 'utf8'))
    .join('\n');
  const found = new Map<string, { readonly fields: string[]; readonly extends: string[] }>();
  for (const [, name = '', parents = '', body = ''] of source.matchAll(
    /interface (\w+)(?:<[^>]*>)?(?: extends ([^{]*))? \{\n([\s\S]*?)\n\}/g,
  )) {
    found.set(name, {
      fields: [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, field = '']) => field),
      extends: parents
        .split(',')
        .map((parent) => parent.trim())
        .filter((parent) => parent !== ''),
    });
  }
  return found;
}

test('model and tables know the same fields, message by message', () => {
  const interfaces = declared();
  const fieldsOf = (name: string): string[] => {
    const { fields, extends: parents } = interfaces.get(name) ?? { fields: [], extends: [] };
    return [...fields, ...parents.flatMap(fieldsOf)];
  };
  for (const type of MESSAGE_TYPES) {
    const fields = fieldsOf(type === 'Error' ? 'ErrorMessage' : type).filter(
      (field) => !['type', 'header', 'unmodelled'].includes(field),
    );
    assert.deepEqual(fields.toSorted(), [...partsOf(bodyFields(type), 'any').keys].toSorted(), type);
  }
  const inner = (type: 'NewRx' | 'RxRenewalRequest', key: string) =>
    partsOf(bodyFields(type), 'any').list.find(({ field }) => field.key === key)?.inner;
  assert.deepEqual(fieldsOf('Patient').toSorted(), [...(inner('NewRx', 'patient')?.keys ?? [])].toSorted());
  assert.deepEqual(fieldsOf('Pharmacy').toSorted(), [...(inner('NewRx', 'pharmacy')?.keys ?? [])].toSorted());
  assert.deepEqual(
    fieldsOf('Prescriber').toSorted(),
    [...(inner('NewRx', 'prescriber')?.keys ?? [])].toSorted(),
  );
  assert.deepEqual(
    fieldsOf('Medication').toSorted(),
    [
      ...new Set([
        // Refills that a pharmacy asks for are in what is received alone, what a compound is made of in what is prescribed alone.
        ...(inner('RxRenewalRequest', 'medicationDispensed')?.keys ?? []),
        ...(inner('NewRx', 'medicationPrescribed')?.keys ?? []),
      ]),
    ].toSorted(),
  );
});

test('what is built is deterministic, and reading leaves its input alone', () => {
  const frozen = JSON.stringify(fullNewRx);
  const bytes = new TextEncoder().encode(build(fullNewRx).text);
  const copy = bytes.slice();
  read(bytes);
  assert.deepEqual(bytes, copy);
  assert.equal(JSON.stringify(fullNewRx), frozen);
  assert.equal(build(structuredClone(fullNewRx)).text, build(fullNewRx).text);
});
