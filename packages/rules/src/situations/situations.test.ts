// Tests that any facts give exactly one situation, that nothing undelivered is called sent, and that no sentence has a hole.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { FILL_STATES } from '../orders/fill-status.ts';
import { PATIENT_EN, PATIENT_ES } from './patient-words.ts';
import { PRACTICE_EN } from './practice-en.ts';
import { PRACTICE_ES } from './practice-es.ts';
import { type Blank, blanksOf, firstKnownSentence, type SituationWords } from './sentence.ts';
import { type FillFacts, patientSituationOf, situationOf } from './situation-of.ts';
import { SITUATION_KEYS, SITUATIONS, situationCode, situationOfCode, worstSituation } from './situations.ts';

const BLANKS: readonly Blank[] = [
  'carrier',
  'date',
  'date2',
  'n',
  'name',
  'owner',
  'pharmacy',
  'practice',
  'prescriber',
  'reason',
  'staff',
  'text',
  'time',
  'tracking',
  'when',
  'who',
];
const TABLES = { PRACTICE_EN, PRACTICE_ES, PATIENT_EN, PATIENT_ES };
const everyWords = Object.entries(TABLES).flatMap(([table, words]) =>
  Object.entries(words as Readonly<Record<string, SituationWords>>).map(
    ([key, own]) => [`${table} ${key}`, own] as const,
  ),
);

/** Every combination of facts there is. */
function* everyFacts(): Generator<FillFacts> {
  const flags = [
    'hasPharmacy',
    'unconfirmed',
    'ready',
    'cancelSent',
    'canceledByPharmacy',
    'cancelNotSent',
    'cancelAsked',
    'refillStopAsked',
    'dispensedAfterCancel',
    'question',
  ];
  for (const state of FILL_STATES)
    for (const channel of ['script', 'api', 'fax', 'telephone', null] as const)
      for (const fulfillment of ['pickup', 'mail'] as const)
        for (const cancelAnswer of ['approved', 'denied', null] as const)
          for (const prescription of ['ACTIVE', 'DEPLETED', 'EXPIRED', 'CANCELED'] as const)
            for (let bits = 0; bits < 2 ** flags.length; bits += 1) {
              const set = Object.fromEntries(flags.map((flag, at) => [flag, (bits & (2 ** at)) !== 0]));
              yield { state, channel, fulfillment, cancelAnswer, prescription, ...set } as FillFacts;
            }
}

const nothingElse: FillFacts = {
  state: 'SENT',
  hasPharmacy: true,
  channel: 'script',
  unconfirmed: false,
  ready: false,
  fulfillment: 'pickup',
  cancelSent: false,
  cancelAnswer: null,
  canceledByPharmacy: false,
  cancelNotSent: false,
  cancelAsked: false,
  refillStopAsked: false,
  dispensedAfterCancel: false,
  question: false,
  prescription: 'ACTIVE',
};

test('every combination of facts gives exactly one situation, and nothing undelivered is ever sent', () => {
  const seen = new Set<string>();
  const arrived = new Set(['sent', 'faxed', 'unconfirmed', 'phoned-in']);
  for (const facts of everyFacts()) {
    const key = situationOf(facts);
    const patient = patientSituationOf(facts);
    seen.add(key);
    if (!(key in SITUATIONS)) assert.fail(`${JSON.stringify(facts)} is ${key}`);
    if (!(patient in PATIENT_EN)) assert.fail(`the patient has no words for ${patient}`);
    if ((arrived.has(key) || arrived.has(patient)) && facts.state !== 'SENT')
      assert.fail(`${facts.state} is called ${key}`);
    if (key === 'faxed' && facts.channel !== 'fax') assert.fail('faxed without a fax');
    if (
      key === 'canceled' &&
      facts.cancelSent &&
      facts.cancelAnswer !== 'approved' &&
      !facts.canceledByPharmacy
    )
      assert.fail('a cancel that nobody answered is called canceled');
  }
  const notOfFills = new Set(['to-sign', 'unknown', 'request', 'wrong-number', 'patient-not-told', 'moved']);
  assert.deepEqual(
    SITUATION_KEYS.filter((key) => !seen.has(key)),
    SITUATION_KEYS.filter((key) => notOfFills.has(key)),
    'every situation of a fill can be reached',
  );
});

const CASES: ReadonlyArray<readonly [Partial<FillFacts>, string]> = [
  [{ state: 'QUEUED', hasPharmacy: false, channel: null }, 'choose'],
  [{ state: 'QUEUED', channel: null }, 'queued'],
  [{ state: 'SENDING', channel: null }, 'sending'],
  [{}, 'sent'],
  [{ channel: 'api' }, 'sent'],
  [{ channel: 'fax' }, 'faxed'],
  [{ channel: 'telephone' }, 'phoned-in'],
  [{ unconfirmed: true }, 'unconfirmed'],
  [{ state: 'RECEIVED' }, 'received'],
  [{ state: 'FILLING' }, 'filling'],
  [{ state: 'FILLING', ready: true }, 'ready'],
  [{ state: 'SHIPPED' }, 'shipped'],
  [{ state: 'DELIVERED' }, 'picked-up'],
  [{ state: 'DELIVERED', fulfillment: 'mail' }, 'delivered'],
  [{ state: 'DELIVERED', prescription: 'DEPLETED' }, 'ended'],
  [{ state: 'ERROR' }, 'problem'],
  [{ state: 'STUCK', prescription: 'EXPIRED' }, 'stuck'],
  [{ state: 'CANCELED' }, 'canceled'],
  [{ state: 'CANCELED', cancelSent: true }, 'cancel-sent'],
  [{ state: 'CANCELED', cancelSent: true, cancelAnswer: 'approved' }, 'canceled'],
  [{ state: 'CANCELED', cancelSent: true, cancelAnswer: 'denied' }, 'cancel-refused'],
  [{ state: 'CANCELED', cancelSent: true, canceledByPharmacy: true }, 'canceled'],
  [{ state: 'SHIPPED', cancelAnswer: 'denied' }, 'shipped'],
  [{ cancelNotSent: true }, 'cancel-not-sent'],
  [{ cancelAsked: true }, 'cancel-asked'],
  [{ refillStopAsked: true }, 'refills-asked'],
  [{ refillStopAsked: true, cancelAsked: true }, 'cancel-asked'],
  [{ state: 'DELIVERED', refillStopAsked: true }, 'refills-asked'],
  [{ question: true }, 'question'],
  [{ state: 'DELIVERED', dispensedAfterCancel: true }, 'dispensed-after-cancel'],
];
for (const [facts, key] of CASES)
  test(`a fill of ${JSON.stringify(facts)} is ${key}`, () => {
    assert.equal(situationOf({ ...nothingElse, ...facts }), key);
  });

test('the patient is not told what the practice has yet to settle', () => {
  for (const flag of ['cancelNotSent', 'cancelAsked', 'refillStopAsked', 'question'] as const)
    assert.equal(patientSituationOf({ ...nothingElse, state: 'FILLING', [flag]: true }), 'filling');
});

test('an order shows its worst fill: what needs a person before what is under way, the least advanced before the rest', () => {
  assert.equal(worstSituation(['received', 'stuck', 'sent']), 'stuck');
  assert.equal(worstSituation(['filling', 'sent']), 'sent');
  assert.equal(worstSituation(['canceled', 'picked-up']), 'picked-up');
  assert.equal(worstSituation(['cancel-sent', 'received']), 'cancel-sent');
  assert.equal(worstSituation([]), undefined);
  const weights = SITUATION_KEYS.map((key) => ['danger', 'warn'].indexOf(SITUATIONS[key].tone));
  const people = weights.filter((weight) => weight >= 0);
  assert.deepEqual(
    people,
    people.toSorted((a, b) => a - b),
    'danger before warn',
  );
  assert.deepEqual(weights.slice(0, people.length), people, 'both before all else');
});

test('a situation has one name in the API, and back', () => {
  for (const key of SITUATION_KEYS) {
    assert.match(situationCode(key), /^[A-Z_]+$/);
    assert.equal(situationOfCode(situationCode(key)), key);
  }
});

test('the words of a situation are its own, in both languages, and of known blanks only', () => {
  for (const [name, { word, sentences }] of everyWords) {
    assert.ok(word.length > 0 && sentences.length > 0, name);
    for (const sentence of sentences)
      for (const blank of blanksOf(sentence))
        assert.ok((BLANKS as string[]).includes(blank), `${name} ${blank}`);
  }
  for (const words of [PRACTICE_EN, PRACTICE_ES]) {
    const said = SITUATION_KEYS.map((key) => words[key].word);
    assert.equal(new Set(said).size, said.length, 'no word stands for two situations');
  }
});

test('no sentence ever shows a raw blank or an empty hole, whatever is known', () => {
  const value = fc.option(
    fc.constantFrom('', '  ', 'X', 'Elm St. Pharmacy', 'a reason.', 'why?', '2:42 p. m.'),
    {
      nil: null,
    },
  );
  const facts = fc.record(
    Object.fromEntries(
      BLANKS.map((name) => [name, name === 'n' ? fc.option(fc.nat(3), { nil: null }) : value]),
    ),
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.constantFrom(...everyWords), facts, ([name, words], known) => {
      const sentence = firstKnownSentence(words, known);
      assert.doesNotMatch(sentence, /[{}|]|null|undefined/, name);
      assert.doesNotMatch(sentence, /^\s|\s$|\s{2}|\s[.,;:]|X.,;:]|: *$/, `${name}: ${sentence}`);
      if (sentence !== '') assert.match(sentence, /[.?]$/, `${name}: ${sentence}`);
    }),
    { numRuns: 2_000 },
  );
});

test('a sentence with a missing fact is told without it', () => {
  assert.equal(
    firstKnownSentence(PRACTICE_EN.shipped, { carrier: 'UPS', tracking: '1Z9', date: '24-Nov-2026' }),
    'UPS 1Z9, sent 24-Nov-2026.',
  );
  assert.equal(
    firstKnownSentence(PRACTICE_EN.shipped, { carrier: 'UPS', date: '24-Nov-2026' }),
    'UPS, sent 24-Nov-2026.',
  );
  assert.equal(
    firstKnownSentence(PRACTICE_EN.shipped, { tracking: '1Z9', date: '24-Nov-2026' }),
    'Tracking number 1Z9, sent 24-Nov-2026.',
  );
  assert.equal(firstKnownSentence(PRACTICE_EN.problem, { pharmacy: 'Elm' }), 'Elm gave no reason.');
  assert.equal(firstKnownSentence(PRACTICE_EN.filling, {}), '');
  assert.equal(firstKnownSentence(PRACTICE_EN.choose, { n: 1 }), 'No pharmacy chosen; 1 text sent.');
  assert.equal(firstKnownSentence(PRACTICE_EN.choose, { n: 2 }), 'No pharmacy chosen; 2 texts sent.');
  assert.equal(
    firstKnownSentence(PRACTICE_EN['cancel-not-sent'], { reason: 'No fax number', pharmacy: 'Elm' }),
    'No fax number. Call Elm.',
  );
  assert.equal(
    firstKnownSentence(PRACTICE_EN.question, { pharmacy: 'Elm', text: 'Is 10 mg right?' }),
    'Elm asks: Is 10 mg right?',
  );
  assert.equal(
    firstKnownSentence(PRACTICE_ES.sent, { pharmacy: 'Elm', time: '2:42 p. m.' }),
    'Elm la tiene desde 2:42 p. m.',
  );
});
