// Every row of the interface has a test that is named by it, in a real browser wherever a browser is what the row speaks of.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDERS = ['packages/elements', 'packages/client', 'packages/service', 'packages/sandbox', 'e2e'];
const TEST_FILES = FOLDERS.flatMap((folder) =>
  globSync([`${folder}/**/*.test.ts`, `${folder}/**/cases/**/*.ts`], {
    cwd: ROOT,
    exclude: (name) => /node_modules|dist|examples/.test(name),
  }),
);

const ROWS = {
  'what holds for every element': ['E1', 'E2', 'E3', 'E4', 'E5', 'E6', 'E7', 'E8'],
  'svc-client and sign-in': [
    'id',
    'org',
    'auto-login',
    'redirect-uri',
    'redirect-path',
    'dev-mode',
    'api-url',
    'user-id',
    'attention',
    'A1',
    'A2',
    'A3',
  ],
  'svc-prescribe-workflow': [
    'patient-id',
    'template-ids',
    'template-overrides',
    'prescription-ids',
    'prescription-overrides',
    'disable-list',
    'allow-off-catalog-search',
    'initial-prescriptions',
    'additional-notes',
    'enable-order',
    'enable-send-to-patient',
    'enable-local-pickup',
    'enable-delivery-pharmacies',
    'mail-order-ids',
    'pharmacy-id',
    'enable-coverage-check',
    'enable-combine-and-duplicate',
    'hide-templates',
    'hide-patient-card',
    'hide-submit',
    'address',
    'external-order-id',
    'enable-med-history',
    'enable-med-history-links',
    'enable-med-history-refill-button',
    'weight',
    'weight-unit',
    'optional-patient-address',
    'catalog-id',
    'diagnosis-codes',
    'supervisor',
    'allergies',
    'medications',
    'trigger-submit',
    'submit()',
    'addDraft()',
    'reset()',
    'beforeSubmit',
  ],
  'the rules of prescribing': ['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7', 'W8'],
  events: [
    'svc-prescriptions-created',
    'svc-order-created',
    'svc-order-combined',
    'svc-prescriptions-error',
    'svc-order-error',
    'svc-draft-prescription-created',
    'svc-draft-prescription-deleted',
    'svc-coverage-checked',
    'svc-prescribe-success',
    'svc-error',
    'svc-ready',
    'svc-attention',
  ],
  'svc-med-history': ['svc-med-history'],
} as const;

interface Named {
  /** The rows before the first colon of the test's name. */
  readonly rows: readonly string[];
  readonly inBrowser: boolean;
}

/** The names of tests as the source has them; what stands before the colon names rows: `E1, E6: a hostile page`. */
function namesOf(source: string): readonly string[] {
  return [...source.matchAll(/\b(?:test|it|describe)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/gs)].map(
    ([, , name = '']) => name,
  );
}

function rowsOf(name: string): readonly string[] {
  const colon = name.indexOf(':');
  return colon < 0 ? [] : name.slice(0, colon).split(/[\s,]+/);
}

const NAMED: readonly Named[] = TEST_FILES.flatMap((file) => {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const inBrowser = /support\/(?:one-)?testbed\.ts'|'@pestle\/testbed\/browser\/browser'/.test(source);
  return namesOf(source).map((name) => ({ rows: rowsOf(name), inBrowser }));
});

const missing = (rows: readonly string[], among: readonly Named[]): readonly string[] =>
  rows.filter((row) => !among.some((named) => named.rows.includes(row)));

for (const [section, rows] of Object.entries(ROWS))
  describe(section, () => {
    test('every row is named by a test', () => {
      assert.deepEqual(missing(rows, NAMED), []);
    });
    test('every row is named by a test in a browser', () => {
      assert.deepEqual(
        missing(
          rows,
          NAMED.filter(({ inBrowser }) => inBrowser),
        ),
        [],
      );
    });
  });
