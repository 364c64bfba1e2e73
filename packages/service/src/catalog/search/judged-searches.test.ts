// Judges the search by what people type: a list written by hand, each entry with what must come first; prints what misses.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { curatedTreatments } from '@pestle/sandbox/treatments';
import { addOrganizations, userActor } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { readCsvFile } from '../../../../../scripts/csv.ts';
import { newImportSession } from '../../directory/import/import-session.ts';
import { systemPorts } from '../../kernel/ports.ts';
import { type Catalog, createCatalog, type TreatmentLine } from '../catalog.ts';
import { treatmentWords } from '../words.ts';

/** Of the entries, the part that must have what is expected among the first three lines. */
const AMONG_THREE = 0.95;
const LINES = 3;
const actor = userActor();
const judged = readFileSync(new URL('judged-searches.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [typed = '', expected = '', place] = line.split('|').map((part) => part.trim());
    return { typed, expected: expected.split(' '), mustBeFirst: place === 'first' };
  });

/** Where the expected words are: the place of the line, counted from 0, or -1. The line's best treatment has to have them all. */
function placeOf(typed: string, lines: readonly TreatmentLine[], expected: readonly string[]): number {
  return lines.findIndex(({ name, brandName, treatments, bestId }) => {
    // The public file names no ingredients for many brands: who types a brand and gets it has found it.
    const [brand = ''] = treatmentWords(brandName ?? '');
    if (brand !== '' && typed.replaceAll(' ', '').startsWith(brand)) return true;
    const best = treatments.find(({ treatment }) => treatment.id === bestId)?.treatment;
    if (best === undefined) return false;
    const said = [
      name,
      best.name,
      best.dose_form,
      best.strength,
      inMicrograms(best.strength),
      ...best.ingredients,
    ];
    const words = treatmentWords(said.join(' '));
    return expected.every((word) => words.some((one) => one.startsWith(word) || one.endsWith(word)));
  });
}

/** The public file says milligrams where people say micrograms. */
function inMicrograms(strength: string | null): string {
  const [, milligrams] = /^(0\.\d+) mg$/.exec(strength ?? '') ?? [];
  return milligrams === undefined ? '' : String(Math.round(Number(milligrams) * 1_000_000) / 1_000);
}

async function judge(
  fill: (catalog: Catalog) => Promise<unknown>,
): Promise<{ first: number; three: number; late: readonly string[] }> {
  const store = await openTestStore();
  try {
    await addOrganizations(store);
    const catalog = createCatalog({ store, ports: systemPorts });
    await fill(catalog);
    let first = 0;
    let three = 0;
    const late: string[] = [];
    for (const { typed, expected, mustBeFirst } of judged) {
      const { lines } = await catalog.searchTreatments(actor, { text: typed, first: 1 });
      const found = await lines(LINES);
      const place = placeOf(typed, found, expected);
      if (place === 0) first += 1;
      else if (mustBeFirst) late.push(typed);
      if (place >= 0) three += 1;
      else
        console.log(
          `missed: ${typed} -> ${found.map(({ treatments, bestId }) => treatments.find(({ treatment }) => treatment.id === bestId)?.treatment.name).join('; ')}`,
        );
    }
    console.log(`${judged.length} searches: ${first} first, ${three} among the first three`);
    return { first, three, late };
  } finally {
    await store.close();
  }
}

test('search: the judged list has at least 300 entries, each once', () => {
  assert.ok(judged.length >= 300, String(judged.length));
  assert.equal(new Set(judged.map(({ typed }) => typed)).size, judged.length);
});

test('search: of what people type, 95 of 100 find what they mean among the first three, in the sandbox', async () => {
  const { three, late } = await judge((catalog) =>
    catalog.administration.putTreatments(newImportSession(), curatedTreatments()),
  );
  assert.deepEqual(late, []);
  assert.ok(three >= judged.length * AMONG_THREE, `${three} of ${judged.length}`);
});

const reference = new URL('../../../../../../shared/data/treatments_all_rxterms.csv.gz', import.meta.url);
test('search: the same among the 16,746 treatments of the public file', {
  skip: !existsSync(reference) && 'no reference data here',
}, async () => {
  const rows = [...readCsvFile(reference)];
  const { three } = await judge(async (catalog) => {
    const session = newImportSession();
    for (let at = 0; at < rows.length; at += 2_000)
      await catalog.administration.importTreatments(session, rows.slice(at, at + 2_000) as never);
  });
  assert.ok(three >= judged.length * AMONG_THREE, `${three} of ${judged.length}`);
});
