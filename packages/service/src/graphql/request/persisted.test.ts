// Documents by id: answered like documents by text, and nothing else is kept under an id.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { asking, code, serve } from '@pestle/testbed/graphql/small-graphql';
import { buildSchema, parse, validate } from 'graphql';
import { checkShape } from './document-limits.ts';
import { persistedDocuments, shortIdOf } from './persisted.ts';

const app = await serve(false);
after(() => app.close());
const { post, ask } = asking(app);
const READ = '0'.repeat(64);
const WRITE = '1'.repeat(64);

test('a document by id is answered like its text, with variables, again and again', async () => {
  for (const documentId of [READ, `sha256:${READ}`, READ, READ]) {
    const answer = await post({ documentId, variables: { label: 'x' } });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.data, { node: { name: 'n' } });
  }
});

test('X4: a write by id wants its Idempotency-Key', async () => {
  const variables = { i: { name: 'x' } };
  assert.equal(code(await post({ documentId: WRITE, variables })), 'IDEMPOTENCY_KEY_REQUIRED');
  const done = await post({ documentId: WRITE, variables }, { 'idempotency-key': 'one' });
  assert.deepEqual(done.data, { make: 'one' });
});

test('an id under which nothing is kept is UNKNOWN_DOCUMENT with 400', async () => {
  const answer = await post({ documentId: 'f'.repeat(64) });
  assert.equal(answer.status, 400);
  assert.equal(code(answer), 'UNKNOWN_DOCUMENT');
  assert.equal(answer.errors?.[0]?.extensions.retryable, false);
});

test('a short id is an id: unknown is UNKNOWN_DOCUMENT', async () => {
  assert.equal(code(await post({ documentId: 'f'.repeat(16) })), 'UNKNOWN_DOCUMENT');
});

test('what is no id is MALFORMED, and a text beside an id does not help it', async () => {
  for (const documentId of [null, 1, '', 'x', `${READ}0`, '0'.repeat(15), '0'.repeat(17), '__proto__', {}]) {
    const answer = await post({ documentId, query: '{ node { name } }' });
    assert.equal(answer.status, 400, JSON.stringify(documentId));
    assert.equal(code(answer), 'MALFORMED', JSON.stringify(documentId));
  }
});

test('documents by text stay allowed', async () => {
  assert.equal((await ask('{ node { name } }')).status, 200);
});

test('every kept document fits the schema and the bounds, and stands under its own hash, whole and short', () => {
  const schema = buildSchema(readFileSync(new URL('../../../../../schema.graphql', import.meta.url), 'utf8'));
  const texts = persistedDocuments();
  assert.ok(texts.size > 0);
  for (const [id, text] of texts) {
    const hash = createHash('sha256').update(text).digest('hex');
    assert.ok(id === hash || id === shortIdOf(hash), id);
    assert.equal(texts.get(hash), text);
    assert.equal(texts.get(shortIdOf(hash)), text);
    const document = parse(text);
    assert.deepEqual(validate(schema, document), [], text);
    checkShape(document);
  }
});
