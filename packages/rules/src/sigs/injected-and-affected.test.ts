// Tests what pens and auto-injectors settle of directions, what stays asked of them, and places of which only the affected areas are meant.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSig, type SigOptions, structureOf } from './sig.ts';
import { offersOf } from './sig-offers.ts';
import { printSigEs } from './sig-print-es.ts';

const AUTO = { doseForm: 'Auto-Injector' };
const PEN = { doseForm: 'Pen Injector' };
const EPINEPHRINE = { ...AUTO, ingredients: ['epinephrine'], strength: '0.3 mg/0.3 mL' };
const CREAM = { doseForm: 'Topical Cream' };

/** The sentence; of what is asked the choices behind `?`, and of what is only wrong its codes behind `!`. */
const told = (typed: string, options: SigOptions = {}): readonly string[] => {
  const result = parseSig(typed, options);
  if (result.ok) return [result.text];
  const offers = offersOf(typed, options).map(({ text }) => `? ${text}`);
  return offers.length > 0 ? offers : result.errors.map(({ code }) => `! ${code}`);
};

for (const [typed, options, expected] of [
  [
    '1 pen every 2 weeks',
    { ...AUTO, ingredients: ['adalimumab'] },
    ['Inject 1 pen under the skin every 2 weeks.'],
  ],
  ['inject 1 pen subcut every 2 weeks', {}, ['Inject 1 pen under the skin every 2 weeks.']],
  [
    'inject contents of 1 pen every 2 weeks',
    { ...AUTO, ingredients: ['adalimumab'] },
    ['Inject 1 pen under the skin every 2 weeks.'],
  ],
  [
    '1 weekly',
    { ...AUTO, ingredients: ['dulaglutide'] },
    ['Inject 1 auto-injector under the skin once weekly.'],
  ],
  [
    'inject 0.5 mg weekly',
    { ...AUTO, ingredients: ['semaglutide'] },
    ['Inject 0.5 mg under the skin once weekly.'],
  ],
  [
    'inject 1 autoinjector weekly',
    { ...AUTO, ingredients: ['etanercept'] },
    ['Inject 1 auto-injector under the skin once weekly.'],
  ],
  // A label that names two ways asks with one key.
  [
    'inject 0.3 mg once prn anaphylaxis',
    EPINEPHRINE,
    [
      '? Inject 0.3 mg into the muscle one time only as needed for anaphylaxis.',
      '? Inject 0.3 mg under the skin one time only as needed for anaphylaxis.',
    ],
  ],
  [
    'inject 0.3 mg im once prn anaphylaxis',
    EPINEPHRINE,
    ['Inject 0.3 mg into the muscle one time only as needed for anaphylaxis.'],
  ],
  // How often is asked of a rescue, too: a second one may be meant.
  [
    'inject 0.3 mg im prn anaphylaxis',
    EPINEPHRINE,
    [
      '? Inject 0.3 mg into the muscle one time only as needed for anaphylaxis.',
      '? Inject 0.3 mg into the muscle every 15 minutes, at most 2 doses as needed for anaphylaxis.',
    ],
  ],
  // Nobody has said what is in it.
  [
    'inject 1 auto-injector once',
    AUTO,
    [
      '? Inject 1 auto-injector under the skin one time only.',
      '? Inject 1 auto-injector into the muscle one time only.',
    ],
  ],
  // A pen of several doses is no dose: a whole one of semaglutide is four weeks at once.
  ['1 pen weekly', { ...PEN, strength: '1.34 mg/mL' }, ['! AMBIGUOUS']],
  ['inject 1 pen daily', { ...PEN, strength: '100 units/mL' }, ['! AMBIGUOUS']],
  [
    '1 pen every 2 weeks',
    { ...PEN, strength: '40 mg/0.4 mL' },
    ['Inject 1 pen under the skin every 2 weeks.'],
  ],
  ['1 injection weekly', PEN, ['Use 1 injection under the skin once weekly.']],
  ['drink 1 carton tid', {}, ['? Drink 1 carton by mouth 3 times daily.']],
  ['drink 1/2 carton bid', {}, ['? Drink 0.5 carton by mouth twice daily.']],
  // Only where it is affected: a face is more than that.
  [
    'apply thin layer to affected areas of face bid',
    CREAM,
    ['Apply a thin layer to the affected areas of the face twice daily.'],
  ],
  [
    'apply a thin layer to the affected area on the left leg bid',
    CREAM,
    ['Apply a thin layer to the affected areas of the left leg twice daily.'],
  ],
  [
    'apply thin layer to aa of both hands bid',
    CREAM,
    ['Apply a thin layer to the affected areas of both hands twice daily.'],
  ],
  [
    'apply thin layer to rash on face bid',
    CREAM,
    ['Apply a thin layer to the affected areas of the face twice daily.'],
  ],
  ['apply thin layer to face bid', CREAM, ['Apply a thin layer to the face twice daily.']],
  ['apply thin layer to affected areas bid', CREAM, ['Apply a thin layer to the affected area twice daily.']],
  [
    'apply thin layer bid to affected areas of face for 2 weeks',
    CREAM,
    ['Apply a thin layer to the affected areas of the face twice daily for 2 weeks.'],
  ],
] as const) {
  test(`W1: "${typed}" of ${Object.values(options).join(' ') || 'something'}`, () => {
    const found = told(typed, options);
    assert.deepEqual(found, expected);
    const [text = ''] = found;
    // What was read is kept and read again as the same.
    if (!/^[?!]/.test(text)) assert.notEqual(structureOf(text), undefined);
  });
}

test('W1: affected areas stay affected in Spanish', () => {
  const spanish = (typed: string): string | undefined => {
    const read = parseSig(typed, CREAM);
    assert.ok(read.ok, typed);
    return printSigEs(read.sig);
  };
  assert.equal(
    spanish('apply thin layer to affected areas of face bid'),
    'Aplique una capa fina en las zonas afectadas de la cara 2 veces al día.',
  );
  assert.equal(
    spanish('apply thin layer to affected areas of left arm bid'),
    'Aplique una capa fina en las zonas afectadas del brazo izquierdo 2 veces al día.',
  );
});
