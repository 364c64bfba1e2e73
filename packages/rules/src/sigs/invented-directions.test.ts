// Goal: directions as people write them, in other words than those of the public files, are read as they were meant, or asked; never as something else.
// Method: what each means was written down by hand: its sentence, the sentence among those that are offered, or why a person has to be asked.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseSig, structureOf } from './sig.ts';
import { offersOf } from './sig-offers.ts';
import { printSig } from './sig-print.ts';
import { printSigEs } from './sig-print-es.ts';

type Judged = {
  readonly sig: string;
  readonly form: string;
  readonly strength?: string;
  readonly read?: string;
  readonly choice?: string;
  readonly asked?: string;
};
/**
 * `blind-directions.json`: written with what each means before the rules were asked, half of them to trap them (two doses that look like one, units
 * that no form has, limits of a day or of all); what was found wrong then is mended. `typed-directions.json` and `clinic-directions.json` (tapers, drops, insulin, maximums, both knees): as practices type them, with what is dangerous
 * to read in them, judged before the rules were asked.
 */
const FILES = {
  'blind-directions.json': 700,
  'invented-directions.json': 650,
  'typed-directions.json': 300,
  'clinic-directions.json': 250,
} as const;
const judged = Object.entries(FILES).flatMap(([name, least]) => {
  const rows = JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as readonly Judged[];
  assert.ok(rows.length >= least, name);
  return rows;
});

test('directions of all kinds are read as they were judged, after one choice as it was meant, or asked', () => {
  const wrong = judged.flatMap(({ sig, form, strength, read, choice, asked }) => {
    const options = { doseForm: form, ...(strength === undefined ? {} : { strength }) };
    const result = parseSig(sig, options);
    const offers = result.ok ? [] : offersOf(sig, options).map(({ text }) => text);
    const holds = result.ok
      ? result.text === read
      : choice === undefined
        ? asked !== undefined && offers.length === 0
        : offers.includes(choice);
    const found = result.ok
      ? result.text
      : `${offers.join(' / ')} ${result.errors.map(({ code }) => code).join()}`;
    return holds ? [] : [`${sig} [${form}]: ${found}`];
  });
  assert.deepEqual(wrong, []);
});

test('each sentence among them reads as its own structure, and prints the same again in English and in Spanish', () => {
  for (const text of judged.flatMap(({ read, choice }) => read ?? choice ?? [])) {
    const sig = structureOf(text);
    assert.ok(sig !== undefined, text);
    assert.equal(printSig(sig), text);
    const spanish = printSigEs(sig);
    // Of words that nobody has translated there is no sentence in Spanish, and the patient reads the English one.
    const free = sig.asNeededFor ?? sig.purpose ?? sig.advice;
    assert.ok(spanish === undefined ? free !== undefined : /^\p{Lu}/u.test(spanish), text);
    const again = structureOf(printSig(sig));
    assert.ok(again !== undefined);
    assert.equal(printSigEs(again), spanish);
  }
});
