// Ids that do not exist, and ids of another organization: the same answer, word for word, everywhere an id is taken.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dataOf } from '@pestle/testbed/api/api';
import { forEachCase, refusalOf, refused } from './answers.ts';
import type { BadInputTestbed } from './bad-input-testbed.ts';
import type { Operation } from './operation.ts';
import { spoiled } from './operation.ts';
import type { Records } from './records.ts';

const ABSENT = '01ABSENT000000000000000000';

export interface Targets {
  readonly testbed: BadInputTestbed;
  readonly own: Records;
  readonly foreign: Records;
  readonly operations: readonly Operation[];
}

/** What each kind of id that is not there is answered with. */
const CODE_BY_KIND: Readonly<Record<string, string>> = {
  'desk item': 'DESK_ITEM_GONE',
  prescriber: 'NOT_AUTHORIZED_TO_PRESCRIBE',
  // Signing compares everything that was reviewed in one statement, which does not tell what is missing.
  'reviewed draft': 'SIGNATURE_INVALIDATED',
};

export function testIds(targets: () => Targets): void {
  describe('ids', () => {
    test('the table of operations holds every query and mutation of the schema', async () => {
      const { testbed, operations } = targets();
      const { __schema: schema } = dataOf(
        await testbed.prescriber<{
          __schema: Record<'queryType' | 'mutationType', { fields: { name: string }[] }>;
        }>('{ __schema { queryType { fields { name } } mutationType { fields { name } } } }'),
      );
      const fields = [...schema.queryType.fields, ...schema.mutationType.fields].map(({ name }) => name);
      const known = new Set(operations.map(({ name }) => name.replace(/ .*/, '')));
      assert.deepEqual(fields.toSorted(), [...known].toSorted());
    });

    test('an id of another organization is answered like one that does not exist', async () => {
      const { testbed, own, foreign, operations } = targets();
      const cases = operations.flatMap(({ own: taken, ...operation }) =>
        Object.entries(taken).map(([path, kind]) => ({ ...operation, path, kind })),
      );
      const foreignId = foreignLike(testbed, own, foreign);
      await testbed.unchanged(() =>
        forEachCase(cases, async ({ name, by, document, variables, path, kind }) => {
          const about = `${name} ${path}`;
          const id = valueAt(variables, path);
          const unknown = await testbed[by](document, spoiled(variables, path, absentLike(id)));
          const theirs = await testbed[by](document, spoiled(variables, path, foreignId(id)));
          assert.deepEqual(theirs, unknown, about);
          refused(unknown, CODE_BY_KIND[kind] ?? 'NOT_FOUND', about);
        }),
      );
    });

    test('a template or catalog of another organization is not seen in lists either', async () => {
      const { testbed, foreign } = targets();
      const seen = JSON.stringify(
        dataOf(
          await testbed.prescriber(
            `{ templates(first: 100) { nodes { id } } catalogs { id } orders(first: 100) { nodes { id } }
               patients(first: 100) { nodes { id } } drafts { id } }`,
          ),
        ),
      );
      for (const id of [foreign.templateId, foreign.catalogId, foreign.orderId, foreign.patientId])
        assert.ok(!seen.includes(id), id);
      const drafts = await testbed.staff('query($id: ID) { drafts(prescriberId: $id) { id } }', {
        id: testbed.others.prescriberId,
      });
      assert.deepEqual(dataOf(drafts), { drafts: [] });
    });

    test('an unknown pharmacy or treatment is named as such', async () => {
      const { testbed, operations } = targets();
      const cases = operations.flatMap((operation) =>
        networkIds(operation.variables)
          // What is taken off a list may be gone from the network.
          .filter((path) => !path.startsWith('changes.remove') && operation.name !== 'enableTreatments')
          // One names what is unknown in its answer, one leaves it out, so that the others are there all the same.
          .filter(() => !['pharmaciesById', 'treatmentsNamed'].includes(operation.name))
          .map((path) => ({ ...operation, path })),
      );
      await testbed.unchanged(() =>
        forEachCase(cases, async ({ name, by, document, variables, path }) => {
          const about = `${name} ${path}`;
          const absent = absentLike(valueAt(variables, path));
          const { code, message } = refusalOf(
            await testbed[by](document, spoiled(variables, path, absent)),
            about,
          );
          assert.ok(['NOT_FOUND', 'INVALID_INPUT', 'PHARMACY_NOT_SELECTABLE'].includes(code), about);
          assert.match(message, /pharmacy|treatment/, about);
        }),
      );
    });

    test('an id of another kind, in lower case, a number and an empty text are no ids', async () => {
      const { testbed, own, operations } = targets();
      const wrong = [own.fillId.replace('fil_', 'zzz_'), own.fillId.toLowerCase(), '12', '', ' '];
      const cases = operations.flatMap(({ own: taken, ...operation }) =>
        Object.keys(taken).flatMap((path) => wrong.map((id) => ({ ...operation, path, id }))),
      );
      await testbed.unchanged(() =>
        forEachCase(cases, async ({ name, by, document, variables, path, id }) => {
          refusalOf(await testbed[by](document, spoiled(variables, path, id)), `${name} ${path} "${id}"`);
        }),
      );
    });
  });
}

function valueAt(variables: Readonly<Record<string, unknown>>, path: string): string {
  let value: unknown = variables;
  for (const key of path.split('.')) value = (value as Record<string, unknown>)[key];
  return String(value);
}

/** An id of the same kind that nothing has. */
function absentLike(id: string): string {
  const [, prefix] = /^([a-z]+)_/.exec(id) ?? [];
  return prefix === undefined ? 'MRN-ABSENT' : `${prefix}_${ABSENT}`;
}

/** The id that the other organization has in its place. */
function foreignLike(testbed: BadInputTestbed, own: Records, foreign: Records): (id: string) => string {
  const pairs = new Map(pairsOf(own, foreign));
  return (id) => {
    if (id.startsWith('usr_')) return testbed.others.prescriberId;
    const theirs = pairs.get(id);
    assert.ok(theirs !== undefined, `the other organization has nothing like ${id}`);
    return theirs;
  };
}

function pairsOf(own: unknown, foreign: unknown): [string, string][] {
  if (typeof own === 'string') return [[own, String(foreign)]];
  return Object.entries(own as object).flatMap(([key, value]) =>
    pairsOf(value, (foreign as Record<string, unknown>)[key]),
  );
}

function networkIds(value: unknown, at = ''): string[] {
  if (typeof value === 'string') return /^(phr|trt)_/.test(value) ? [at] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    networkIds(member, at === '' ? key : `${at}.${key}`),
  );
}
