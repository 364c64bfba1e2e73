// Writes what is generated and checked in: schema.graphql, the reference tables and the persisted documents. Tests fail while a file
// is not current. `--documents` writes the persisted documents only; `--release` also adds today's documents to those that the service
// keeps for pages with an older build.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientApi } from './generate/client-api.ts';
import { clientReference } from './generate/client-reference.ts';
import { commandLineReference } from './generate/command-line-reference.ts';
import { connectionsReference } from './generate/connections-reference.ts';
import { connectionSchemaText } from './generate/connections-schema.ts';
import { commonPasswords } from './generate/data/common-passwords.ts';
import { sandboxTreatments } from './generate/data/sandbox-treatments.ts';
import { declarationReference } from './generate/declarations.ts';
import { documentFiles, releasedDocuments, selectionsFile } from './generate/documents.ts';
import { elementsReference } from './generate/elements-reference.ts';
import { errorReference } from './generate/error-reference.ts';
import { faxPolicyReference } from './generate/fax-policy-reference.ts';
import { limitReference } from './generate/limit-reference.ts';
import { configurationReference } from './generate/service/configuration-reference.ts';
import { metricReference } from './generate/service/metric-reference.ts';
import { operatorsReference } from './generate/service/operators-reference.ts';
import { situationReference } from './generate/situation-reference.ts';
import { architecturePictures } from './house/picture.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Each generated file that is always there, and what it must hold; the files of documents depend on what areas there are. */
const FIXED: Readonly<Record<string, () => string | Promise<string>>> = {
  'packages/sandbox/data/treatments.json': sandboxTreatments,
  'schema.graphql': async () => (await import('./generate/printed-schema.ts')).printedSchema(),
  'packages/service/src/identity/accounts/common-passwords.ts': commonPasswords,
  'packages/service/schemas/pharmacies.json': () => connectionSchemaText('pharmacies'),
  'packages/service/schemas/pharmacy.json': () => connectionSchemaText('pharmacy'),
  'packages/service/schemas/partner.json': () => connectionSchemaText('partner'),
  'docs/reference/pharmacies-file.md': connectionsReference,
  'packages/service/operators.graphql': async () =>
    (await import('./generate/printed-schema.ts')).printedOperatorSchema(),
  'docs/reference/operators-api.md': operatorsReference,
  'docs/reference/errors.md': errorReference,
  'docs/reference/limits.md': () => limitReference(root),
  'docs/reference/fax-policy.md': faxPolicyReference,
  'docs/reference/situations.md': situationReference,
  'docs/reference/configuration.md': configurationReference,
  'docs/reference/command-line.md': commandLineReference,
  'docs/reference/metrics.md': metricReference,
  'docs/elements/reference.md': () => elementsReference(root),
  'docs/reference/rules.md': () =>
    declarationReference(
      root,
      'packages/rules',
      '# The rules, declaration by declaration\n\nWhat `@pestle/rules` exports, by entry. [Its readme](../../packages/rules/README.md) says what each entry is for.',
    ),
  'docs/reference/script/library.md': () =>
    declarationReference(
      root,
      'packages/script',
      '# The SCRIPT library, declaration by declaration\n\nWhat `@pestle/script` exports. [Its readme](../../../packages/script/README.md) is the tour, with examples that a test runs; [the messages](index.md)\nhave a page each.',
    ),
};

/** The names of the generated files that are not current; with `write`, brings them up to date. */
export async function generate(write: boolean, documentsOnly = false): Promise<string[]> {
  const stale = documentsOnly
    ? []
    : await bringUpToDate({ ...FIXED, ...(await architecturePictures(root)) }, write);
  stale.push(...(await bringUpToDate(selectionsFile(), write)));
  // After the schema, from which both are written.
  const fromSchema = {
    ...clientApi(root),
    'docs/reference/client.md': () => clientReference(root),
    ...(await documentFiles(root)),
  };
  return [...stale, ...(await bringUpToDate(fromSchema, write))];
}

async function bringUpToDate(files: typeof FIXED, write: boolean): Promise<string[]> {
  const stale: string[] = [];
  for (const [name, make] of Object.entries(files)) {
    const path = join(root, name);
    const text = await make();
    if (current(path) === text) continue;
    stale.push(name);
    if (!write) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return stale;
}

function current(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  if (process.argv.includes('--release'))
    writeFileSync(
      join(root, 'packages/service/src/graphql/request/persisted/released.json'),
      await releasedDocuments(root),
    );
  const written = await generate(true, process.argv.includes('--documents'));
  console.log(written.length === 0 ? 'Everything generated is current.' : `Wrote ${written.join(', ')}.`);
}
