// Tests that every language says everything, differently, and that the fixed names stand letter for letter in English (E8).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acts as actsEnglish } from './en/acts.ts';
import { situation as situationEnglish } from './en/situation.ts';
import { dose as doseEnglish } from './en/workflow/card/dose.ts';
import { reading as readingEnglish } from './en/workflow/card/reading.ts';
import { coverage as coverageEnglish } from './en/workflow/coverage.ts';
import { patientForm as patientFormEnglish } from './en/workflow/patient-form.ts';
import { pharmacy as pharmacyEnglish } from './en/workflow/pharmacy.ts';
import { review as reviewEnglish } from './en/workflow/review.ts';
import { en as workflowEnglish } from './en.ts';
import { acts as actsSpanish } from './es/acts.ts';
import { situation as situationSpanish } from './es/situation.ts';
import { dose as doseSpanish } from './es/workflow/card/dose.ts';
import { reading as readingSpanish } from './es/workflow/card/reading.ts';
import { coverage as coverageSpanish } from './es/workflow/coverage.ts';
import { patientForm as patientFormSpanish } from './es/workflow/patient-form.ts';
import { pharmacy as pharmacySpanish } from './es/workflow/pharmacy.ts';
import { review as reviewSpanish } from './es/workflow/review.ts';
import { es as workflowSpanish } from './es.ts';
import { languageFor } from './language.ts';

const en = {
  ...workflowEnglish,
  coverage: coverageEnglish,
  dose: doseEnglish,
  reading: readingEnglish,
  review: reviewEnglish,
  patientForm: patientFormEnglish,
  pharmacy: pharmacyEnglish,
  situation: situationEnglish,
  acts: actsEnglish,
};
const es = {
  ...workflowSpanish,
  coverage: coverageSpanish,
  dose: doseSpanish,
  reading: readingSpanish,
  review: reviewSpanish,
  patientForm: patientFormSpanish,
  pharmacy: pharmacySpanish,
  situation: situationSpanish,
  acts: actsSpanish,
};

/** Sentences by code: English has the rules' and the service's own. */
const SPANISH_ALONE =
  /^(?:form\.issues|said\.\w+|history\.units|situation\.(?:reasons|cancelReasons)|acts\.refusals|dose\.errors|reading\.doseUnits|patientForm\.(?:benefits\.)?refused)\./;

type Leaf = string | ((...values: never[]) => string);
/** Words that are the same in both languages. */
const SAME = new Set([
  'kit.optional',
  'pharmacy.distance',
  'patientForm.benefits.bin',
  'patientForm.benefits.pcn',
  'patientForm.benefits.planId',
]);

function leaves(value: object, path = ''): ReadonlyMap<string, Leaf> {
  return new Map(
    Object.entries(value).flatMap(([key, member]: [string, unknown]) =>
      typeof member === 'object' && member !== null
        ? [...leaves(member, `${path}${key}.`)]
        : [[`${path}${key}`, member as Leaf] as const],
    ),
  );
}

test('E8: the visible names stand letter for letter', () => {
  assert.deepEqual(
    [en.pharmacy.sendToPatient, en.pharmacy.localPickup, en.pharmacy.mailOrder],
    ['Send to Patient', 'Local Pickup', 'Mail Order'],
  );
});

test('E6: Spanish has every key of English, and no English words were left', () => {
  const english = leaves(en);
  const spanish = leaves(es);
  const shared = [...spanish.keys()].filter((key) => !SPANISH_ALONE.test(key));
  assert.deepEqual(shared, [...english.keys()]);
  for (const [key, words] of english) {
    const other = spanish.get(key);
    assert.equal(typeof other, typeof words, key);
    // A sentence of nothing but facts is the same in every language.
    const own = typeof words === 'string' ? words.replaceAll(/\{[^}]*\}/g, '') : '';
    if (/\p{L}/u.test(own) && !SAME.has(key)) assert.notEqual(other, words, key);
  }
});

test('E6: numbers and names appear in the words of every language', () => {
  for (const text of [en, es]) {
    assert.match(text.form.tooLong(210, 5), /210.*5/);
    assert.match(text.kit.results(1), /^1 /);
    assert.match(text.kit.results(12), /^12 /);
  }
});

test('E6: the language is Spanish for every Spanish, English otherwise', () => {
  assert.deepEqual(['es', 'ES-MX', 'es-419', 'en-US', 'est', '', null, undefined].map(languageFor), [
    'es',
    'es',
    'es',
    'en',
    'en',
    'en',
    'en',
    'en',
  ]);
});

test('U3: a number and what it counts stay on one line, in every language', () => {
  for (const { order, history } of [en, es])
    for (const words of [
      order.dispense('30\u00a0x').replace(/^\S+ /, ''),
      history.days(1),
      history.days(30),
      history.refills(0),
      history.refills(1),
    ])
      assert.match(words, /^\d+\u00a0\S+$/);
});
