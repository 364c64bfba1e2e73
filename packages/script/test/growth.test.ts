// S4: no text, however long and however odd, takes more time than in proportion to its length; nor do many parts.
// Method: the time for eight times as much is compared with the time for once, so that a slow machine changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelRx, newRx } from '@pestle/testbed/messages/script-messages';
import {
  build,
  check,
  isDate,
  isDateTime,
  type Message,
  outcomeOf,
  read,
  refusalOf,
  transliterateName,
  transliterateText,
} from '../src/index.ts';
import { jsonStatus, status } from './attacks.ts';

const ONCE = 4_000;
const TIMES = 8;
/** Twice what grows in proportion; what takes the square takes 64 times as long. */
const MOST_TIMES = 2 * TIMES;
/** Below this the eightfold is dust, and its ratio means nothing. */
const DUST_MS = 10;

/** A compiler, a collector and a busy machine only ever add to a time: the least of so many is the call's own. */
const TRIES = 12;

/** Processor time of one call, in milliseconds. */
function timeOf(call: () => unknown): number {
  const started = process.cpuUsage();
  try {
    call();
  } catch {
    // A refusal is an answer too; that it is the right one is shown elsewhere.
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

function assertLinear(what: string, call: (size: number) => unknown): void {
  let eightfold = Number.POSITIVE_INFINITY;
  let once = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES; tries += 1) {
    eightfold = Math.min(
      eightfold,
      timeOf(() => call(ONCE * TIMES)),
    );
    if (eightfold < DUST_MS) return;
    once = Math.min(
      once,
      timeOf(() => call(ONCE)),
    );
    if (eightfold <= once * MOST_TIMES) return;
  }
  assert.fail(`${what}: ${once.toFixed(1)} ms, eight times as much ${eightfold.toFixed(1)} ms`);
}

/** Texts of any length that make a pattern begin anew at each of their signs, or a sorter sort. */
const TEXTS: Readonly<Record<string, (length: number) => string>> = {
  'blanks behind an accent': (length) => `é${' '.repeat(length)}x`,
  'blanks and tabs': (length) => `é${' \t'.repeat(length / 2)}x`,
  'no-break spaces': (length) => `${'\u00A0'.repeat(length)}x`,
  'combining marks on a letter': (length) => `e${'\u0301\u0323'.repeat(length / 2)}`,
  'combining marks on a letter without ASCII': (length) => `и${'\u0301\u0323'.repeat(length / 2)}`,
  'micro signs': (length) => 'µ'.repeat(length),
  digits: (length) => `${'9'.repeat(length)}x`,
  zeros: (length) => `1.${'0'.repeat(length)}`,
  slashes: (length) => '/'.repeat(length),
  brackets: (length) => '[1'.repeat(length / 2),
  backslashes: (length) => '\\'.repeat(length),
  'what is escaped': (length) => `&<"'>`.repeat(length / 5),
  'half characters': (length) => '\uD800'.repeat(length),
  NUL: (length) => '\u0000'.repeat(length),
};

const written = (text: string): Message => ({
  ...newRx,
  patient: {
    ...newRx.patient,
    name: { lastName: text, firstName: text },
    // Without a longest length, so that they are rewritten however long they are.
    address: { ...newRx.patient.address, stateProvince: text, postalCode: text },
  },
  medicationPrescribed: { ...newRx.medicationPrescribed, drugDescription: text, note: text, sigText: text },
});
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const CALLS: Readonly<Record<string, (text: string) => unknown>> = {
  transliterateName,
  transliterateText,
  isDate,
  isDateTime,
  refusalOf: (text) => [
    refusalOf({ op: 'set', path: text, value: text }),
    refusalOf({ op: 'set', path: `Header/${text}`, value: text }),
  ],
  'check of a typed message': (text) => check(written(text)),
  'check of a document': (text) => check(status(`<Description>${escaped(text)}</Description>`)),
  'build in XML': (text) => build(written(text), { unchecked: true }),
  'build in JSON': (text) => build(written(text), { unchecked: true, form: 'json' }),
  'build with note lines': (text) => build(newRx, { noteLines: Array.from({ length: 20 }, () => text) }),
  'build with an edit': (text) =>
    build(newRx, { edits: [{ op: 'set', path: 'Header/RxReferenceNumber', value: text }] }),
  'read of XML': (text) => read(status(`<Description a="${escaped(text)}">${escaped(text)}</Description>`)),
  'read of a CDATA section': (text) => read(status(`<Description><![CDATA[${text}]]></Description>`)),
  'read of a comment': (text) => read(status(`<!--${text}-->`)),
  'read of JSON': (text) => read(jsonStatus(`,"Description":${JSON.stringify(text)}`)),
  'read of a JSON number': (text) => read(jsonStatus(`,"Description":${text}`)),
  outcomeOf: (text) => [
    outcomeOf({ httpStatus: 200, body: text }),
    outcomeOf({ httpStatus: 200, body: status(`<DescriptionCode>${escaped(text)}</DescriptionCode>`) }),
  ],
};

for (const [name, call] of Object.entries(CALLS)) {
  test(`S4: the time of ${name} grows with the length of a text, and no faster`, () => {
    for (const [what, text] of Object.entries(TEXTS)) assertLinear(what, (length) => call(text(length)));
  });
}

/** As many parts as a size asks for; the limit of elements bounds what a document can hold. */
const MANY: Readonly<Record<string, (count: number) => unknown>> = {
  'unmodelled elements': (count) =>
    build(
      {
        ...newRx,
        unmodelled: Array.from({ length: count }, (_none, index) => ({
          parent: 'Header',
          element: { name: `X${index}`, text: '1', children: [] },
        })),
      },
      { unchecked: true },
    ),
  'unmodelled attributes': (count) =>
    build(
      {
        ...newRx,
        unmodelled: Array.from({ length: count }, (_none, index) => ({
          parent: 'Header',
          attribute: `a${index}`,
          value: '1',
        })),
      },
      { unchecked: true },
    ),
  telephones: (count) =>
    check({
      ...newRx,
      patient: {
        ...newRx.patient,
        communicationNumbers: {
          primaryTelephone: { number: '6175550100' },
          faxes: Array.from({ length: count }, () => ({ number: 'x' })),
        },
      },
    }),
  'properties that no field has': (count) =>
    check({
      ...cancelRx,
      ...Object.fromEntries(Array.from({ length: count }, (_none, index) => [`k${index}`, 1])),
    }),
};

for (const [what, call] of Object.entries(MANY))
  test(`S4: the time for many ${what} grows with their number, and no faster`, () =>
    assertLinear(what, call));

test('S4: a document with as many elements as are read is written back in time that grows with their number', () => {
  const pairs = (count: number): string =>
    status('<DescriptionCode>210</DescriptionCode><X>1</X>'.repeat(count / 2));
  assertLinear('elements', (size) => {
    const { message } = read(pairs(size / TIMES));
    for (const form of ['xml', 'json'] as const) build(message, { form, unchecked: true });
  });
});

test('S5: a list that is longer than is written is found, not cut in silence', () => {
  const faxes = Array.from({ length: 1001 }, () => ({ number: '6175550100' }));
  const found = check({
    ...newRx,
    patient: {
      ...newRx.patient,
      communicationNumbers: { primaryTelephone: { number: '6175550100' }, faxes },
    },
  });
  assert.deepEqual(
    found.map(({ rule, limit, found: count }) => [rule, limit, count]),
    [['cardinality', 'at most 1000', '1001']],
  );
});
