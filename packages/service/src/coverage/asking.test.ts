// Holds whoever asks payers to their promise: a payer that throws, hangs or lies is an answer with its own words, in time, and never more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverageSentence } from '@pestle/rules/coverage-line';
import { COVERAGE_EN } from '@pestle/rules/coverage-words-en';
import type { OrganizationId, PatientId } from '@pestle/rules/ids';
import { systemPorts } from '../kernel/ports.ts';
import { type AskedNews, type CoverageQuestion, createAsker } from './asking.ts';
import type { Payer, PayerAnswer } from './payer.ts';

const KEY = 'a-draft';
const QUESTION: CoverageQuestion = {
  orgId: 'org_01TEST0000000000000000000A' as OrganizationId,
  benefits: [
    {
      bin: '610020',
      pcn: null,
      groupId: null,
      memberId: 'MEM1',
      planId: null,
      validFrom: null,
      validTo: null,
    },
  ],
  patient: {
    id: 'pat_01TEST0000000000000000000A' as PatientId,
    firstName: 'José',
    lastName: 'Doe',
    dateOfBirth: '1980-02-29',
    sex: 'FEMALE',
  },
  prescriberNpi: null,
  pharmacy: null,
  drugs: [
    {
      key: KEY,
      rxcui: '314076',
      ndc: null,
      name: 'lisinopril',
      quantity: '30',
      unitCode: 'C48542',
      daysSupply: 30,
      dispenseAsWritten: false,
    },
  ],
  today: '2026-11-22',
};

const payer = (ask: () => Promise<unknown>): Payer => ({
  name: 'Acme',
  knows: () => true,
  ask: async () => (await ask()) as PayerAnswer,
});
const asker = (payers: readonly Payer[], news: AskedNews[] = [], answerTimeMs = 60_000) =>
  createAsker({ ports: systemPorts, payers, onAsked: (one) => news.push(one), answerTimeMs });

const VERDICT = { status: 'COVERED', reasons: [], restrictions: 0, limit: [], notes: [], copay: null };
const drug = (over: object = {}) => ({ ...VERDICT, key: KEY, alternatives: [], cheaperAt: [], ...over });
const checked = (...drugs: readonly unknown[]) => ({
  state: 'CHECKED',
  planName: null,
  dataDate: null,
  drugs,
});
const headline = { code: 'COPAY_EXACT', facts: {} };
const steps = Array.from({ length: 1_000 }, () => ({ code: 'STEP_THERAPY', facts: {} }));

const LIES: readonly (readonly [what: string, answer: unknown])[] = [
  ['nothing', undefined],
  ['text', 'covered'],
  ['another state', { state: 'MAYBE' }],
  ['a trouble that nobody knows', { state: 'COULD_NOT_CHECK', because: 'tired' }],
  ['no drugs', { ...checked(), drugs: 'all' }],
  ['a day that is none', { ...checked(), dataDate: '2026-02-30' }],
  ['another status', checked(drug({ status: 'PERHAPS' }))],
  [
    'a copay below nothing',
    checked(drug({ copay: { kind: 'EXACT', fromCents: -5, toCents: 5, headline, steps: [] } })),
  ],
  [
    'half a cent',
    checked(drug({ copay: { kind: 'EXACT', fromCents: 1.5, toCents: 2, headline, steps: [] } })),
  ],
  ['a code of no sentence', checked(drug({ reasons: [{ code: 'constructor', facts: {} }] }))],
  ['too many sentences', checked(drug({ reasons: steps }))],
  [
    'a sentence without end',
    checked(drug({ notes: [{ code: 'LIMIT_DESCRIPTION', facts: { text: 'x'.repeat(100_000) } }] })),
  ],
  [
    'a code that RxNorm cannot have',
    checked(drug({ alternatives: [{ ...VERDICT, rxcui: "' or 1=1", quantity: null, daysSupply: null }] })),
  ],
];

for (const [what, answer] of LIES)
  test(`a payer that answers ${what} could not be read`, async () => {
    assert.deepEqual(await asker([payer(async () => answer)])(QUESTION), {
      state: 'COULD_NOT_CHECK',
      because: 'UNREADABLE',
      source: 'Acme',
    });
  });

test('a payer that throws or never answers gave no answer, and nobody waits longer than the time for it', async () => {
  for (const ask of [() => Promise.reject(new Error('no')), () => new Promise(() => undefined)]) {
    const news: AskedNews[] = [];
    const answer = await asker([payer(ask)], news, 10)(QUESTION);
    assert.deepEqual(answer, { state: 'COULD_NOT_CHECK', because: 'NO_ANSWER', source: 'Acme' });
    assert.equal(news[0]?.answer.state, 'COULD_NOT_CHECK');
  }
});

test('each trouble has its own words', () => {
  const texts = (['NO_ANSWER', 'REFUSED', 'MEMBER_UNKNOWN', 'UNREADABLE', 'OTHER_PATIENT'] as const).map(
    (code) => coverageSentence({ code, facts: {} }, COVERAGE_EN),
  );
  assert.equal(new Set(texts).size, texts.length);
  assert.match(texts[0] ?? '', /did not answer in time/);
});

test('of 10,000 drugs only those that were asked about are read, each once, with a bounded number of alternatives', async () => {
  const others = Array.from({ length: 10_000 }, (_, index) =>
    drug({ key: `other-${index}`, status: 'PERHAPS' }),
  );
  const alternatives = Array.from({ length: 10_000 }, (_, index) => ({
    ...VERDICT,
    rxcui: String(index + 1),
    quantity: null,
    daysSupply: null,
  }));
  const answer = await asker([
    payer(async () => checked(...others, drug({ alternatives }), drug({ status: 'NOT_COVERED' }))),
  ])(QUESTION);
  assert.ok(answer.state === 'CHECKED');
  assert.deepEqual([...answer.drugs.keys()], [KEY]);
  assert.equal(answer.drugs.get(KEY)?.status, 'COVERED');
  assert.equal(answer.drugs.get(KEY)?.alternatives.length, 12);
});

test('a payer that cannot say whether it knows a card is not asked', async () => {
  const broken: Payer = {
    name: 'Broken',
    knows: () => {
      throw new Error('no');
    },
    ask: () => assert.fail('asked'),
  };
  const answer = await asker([broken, payer(async () => checked(drug()))])(QUESTION);
  assert.ok(answer.state === 'CHECKED' && answer.source === 'Acme');
});

test('each question has an id of its own, and each card is asked about until one has data', async () => {
  const news: AskedNews[] = [];
  const cards = ['MEM1', 'MEM2'].map((memberId) => ({ ...QUESTION.benefits[0], memberId }) as never);
  const answer = await asker(
    [payer(async () => ({ state: 'NO_DATA' }))],
    news,
  )({ ...QUESTION, benefits: cards });
  assert.ok(answer.state === 'NO_DATA' && answer.because.code === 'NO_PLAN');
  assert.deepEqual(
    news.map(({ question }) => question.benefit.memberId),
    ['MEM1', 'MEM2'],
  );
  assert.equal(new Set(news.map(({ question }) => question.id)).size, 2);
});

test('the question ends when whoever asked has gone', async () => {
  const abort = new AbortController();
  const started = Promise.withResolvers<AbortSignal>();
  const hanging: Payer = {
    name: 'Acme',
    knows: () => true,
    ask: (_question, signal) => {
      started.resolve(signal);
      return new Promise(() => undefined);
    },
  };
  const asked = asker([hanging])(QUESTION, abort.signal);
  const signal = await started.promise;
  assert.equal(signal.aborted, false);
  abort.abort();
  assert.equal((await asked).state, 'COULD_NOT_CHECK');
  assert.ok(signal.aborted);
});
