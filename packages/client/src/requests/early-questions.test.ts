// What is asked early is answered once, and only where somebody may have it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Persisted } from '../document.ts';
import { EARLY_ANSWER_AGE_MAX_MS } from '../limits.ts';
import { EarlyQuestions } from './early-questions.ts';
import type { Transport } from './transport.ts';

const PATIENT: Persisted<unknown, { readonly id: string }> = { id: 'patient', kind: 'query' };

test('a question is sent when there is a token, and its answer is given out once', async () => {
  const { transport, sent } = recorded();
  const early = new EarlyQuestions();
  early.ask(PATIENT, { id: 'pat_1' });
  early.ask(PATIENT, { id: 'pat_1' });
  assert.deepEqual(sent, []);
  early.send(transport);
  assert.deepEqual(sent, ['pat_1']);
  assert.equal(early.take(PATIENT, { id: 'pat_2' }), undefined, 'another question has no answer');
  assert.deepEqual(await early.take(PATIENT, { id: 'pat_1' }), { of: 'pat_1' });
  assert.equal(early.take(PATIENT, { id: 'pat_1' }), undefined);
  early.clear();
});

test('a question that comes after the token is sent at once, and none twice', async () => {
  const { transport, sent } = recorded();
  const early = new EarlyQuestions();
  early.ask(PATIENT, { id: 'pat_1' });
  early.send(transport);
  early.ask(PATIENT, { id: 'pat_1' });
  early.ask(PATIENT, { id: 'pat_2' });
  assert.deepEqual(sent, ['pat_1', 'pat_2']);
  assert.deepEqual(await early.take(PATIENT, { id: 'pat_2' }), { of: 'pat_2' });
  early.clear();
});

test('without a token nothing waits: the question is asked like any other', () => {
  const early = new EarlyQuestions();
  early.ask(PATIENT, { id: 'pat_1' });
  assert.equal(early.take(PATIENT, { id: 'pat_1' }), undefined);
});

test('a question that failed is asked again', async () => {
  const early = new EarlyQuestions();
  early.ask(PATIENT, { id: 'pat_1' });
  early.send({ send: () => Promise.reject(new Error('no answer')) });
  assert.equal(await early.take(PATIENT, { id: 'pat_1' }), undefined);
  early.clear();
});

test('E5, A1: answers that nobody took are gone after a while, and with whoever they were for', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { transport } = recorded();
  const early = new EarlyQuestions();
  early.ask(PATIENT, { id: 'pat_1' });
  early.send(transport);
  context.mock.timers.tick(EARLY_ANSWER_AGE_MAX_MS);
  assert.equal(early.take(PATIENT, { id: 'pat_1' }), undefined);
  early.ask(PATIENT, { id: 'pat_2' });
  early.send(transport);
  early.clear();
  assert.equal(early.take(PATIENT, { id: 'pat_2' }), undefined);
});

/** The far end of the wire. */
function recorded(): { readonly transport: Transport; readonly sent: string[] } {
  const sent: string[] = [];
  const send = (_document: unknown, variables: unknown): Promise<never> => {
    const { id } = variables as { readonly id: string };
    sent.push(id);
    return Promise.resolve({ of: id } as never);
  };
  return { transport: { send }, sent };
}
