// Goal: a patient reads in Spanish exactly what the directions say, or the prescriber's own words.
// Method: typical directions beside their sentences; every unit, route, frequency and time has words, and no number is lost or added.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSig } from './sig.ts';
import type { StructuredSig } from './sig-model.ts';
import { printSig } from './sig-print.ts';
import { printSigEs } from './sig-print-es.ts';
import { ACTIONS, DOSE_UNITS, FREQUENCIES, ROUTES, TIMINGS } from './sig-words.ts';

const spanish = (typed: string): string | undefined => {
  const read = parseSig(typed);
  assert.ok(read.ok, typed);
  return printSigEs(read.sig);
};

test('directions in Spanish', () => {
  for (const [typed, expected] of [
    ['1 tab po daily', 'Tome 1 tableta por la boca una vez al día.'],
    ['0.5 tab po bid', 'Tome media tableta por la boca 2 veces al día.'],
    [
      '1-2 tab po q4-6h prn pain max 8/day',
      'Tome de 1 a 2 tabletas por la boca cada 4 a 6 horas solo si hace falta para el dolor. No use más de 8 tabletas en 24 horas.',
    ],
    ['1.5 tab po daily', 'Tome 1 tableta y media por la boca una vez al día.'],
    ['1/2-1 tab po daily', 'Tome de media a 1 tableta por la boca una vez al día.'],
    ['1 1/2 to 2 tabs po daily', 'Tome de 1 y media a 2 tabletas por la boca una vez al día.'],
    ['0.5 g pv qhs', 'Introduzca 0.5 gramo por la vagina a la hora de dormir.'],
    ['11 ml po bid x10d', 'Tome 11 mL por la boca 2 veces al día durante 10 días.'],
    ['1 cap po once', 'Tome 1 cápsula por la boca una sola vez.'],
    [
      '2 puffs inh q4h prn wheezing',
      'Inhale 2 inhalaciones hacia los pulmones cada 4 horas solo si hace falta para los silbidos al respirar.',
    ],
  ] as const)
    assert.equal(spanish(typed), expected, typed);
});

test('what cannot be said for certain is not translated', () => {
  for (const typed of ['1 tab po daily prn the thing we talked about', '0.3 tab po daily'])
    assert.equal(spanish(typed), undefined, typed);
});

test('every combination has its words, the numbers of the English sentence, and never the word once', () => {
  for (const action of ACTIONS)
    for (const unit of Object.keys(DOSE_UNITS) as (keyof typeof DOSE_UNITS)[])
      for (const route of Object.keys(ROUTES) as (keyof typeof ROUTES)[])
        for (const name of Object.keys(FREQUENCIES) as (keyof typeof FREQUENCIES)[]) {
          const timing = Object.keys(TIMINGS)[name.length % 5] as keyof typeof TIMINGS;
          const sig: StructuredSig = {
            version: 1,
            action,
            dose: { amount: '2', unit },
            route,
            frequency: { kind: 'named', name },
            timing,
            duration: { value: 7, unit: 'day' },
            maxPerDay: '8',
          };
          const said = printSigEs(sig) ?? assert.fail(JSON.stringify(sig));
          const numbers = (text: string): string =>
            (text.match(/\d+/g) ?? [])
              .filter((one) => one !== '1')
              .toSorted()
              .join();
          // Twice is written with a digit in Spanish.
          assert.equal(numbers(said), numbers(printSig(sig).replace(/\btwice\b/, '2')), said);
          assert.doesNotMatch(said, /undefined|\bonce\b|  /);
        }
});
