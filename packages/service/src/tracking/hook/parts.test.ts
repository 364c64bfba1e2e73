// Tests the hook's parts by themselves: strict JSON, signatures, the reading of targets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { Failure } from '../../kernel/errors.ts';
import { targetOf } from '../report/target.ts';
import { isSignedBy } from './signature.ts';
import { readStrictJson } from './strict-json.ts';
import { acceptedStatus, validateReport } from './validate-report.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('row 5: every JSON of little depth with plain names is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat({ max: 4 }), (value, blanks) => {
      const text = JSON.stringify(value, null, blanks);
      if (/"(__proto__|constructor|prototype)"/.test(text)) return;
      assert.deepEqual(readStrictJson(bytes(text)), JSON.parse(text));
    }),
  );
});

test('row 5: a name that comes twice is found however it is written and wherever it stands', () => {
  const name = fc.string({ minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(name, fc.jsonValue({ maxDepth: 2 }), fc.boolean(), (text, value, escaped) => {
      const key = JSON.stringify(text);
      const first = text.charCodeAt(0).toString(16).padStart(4, '0');
      const other = escaped ? `"\\u${first}${JSON.stringify(text.slice(1)).slice(1)}` : key;
      const inner = JSON.stringify(value);
      assert.throws(() => readStrictJson(bytes(`[{"a":[{${key}:${inner},${other} : 1}]}]`)), {
        code: 'MALFORMED',
      });
    }),
  );
});

test('F28: whatever the bytes are, they are read or refused with a code, never anything else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (body) => {
      try {
        validateReport(readStrictJson(body));
      } catch (error) {
        assert.ok(error instanceof Failure);
        assert.ok(['MALFORMED', 'INVALID_INPUT'].includes(error.code));
      }
    }),
  );
});

test('row 5: deep nesting and large bodies are refused quickly', () => {
  const started = process.threadCpuUsage();
  assert.throws(() => readStrictJson(bytes('['.repeat(32_000) + ']'.repeat(32_000))), { code: 'MALFORMED' });
  assert.throws(() => readStrictJson(bytes(`{"a":"${'\\'.repeat(60_000)}`)), { code: 'MALFORMED' });
  // The processor's time, of which a busy machine takes no more.
  assert.ok(process.threadCpuUsage(started).user < 500_000);
});

test('H1: a signature of the reference library is accepted for exactly its body and secret', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.uint8Array({ minLength: 24, maxLength: 64 }),
      fc.integer({ min: 1, max: 4_000_000_000 }),
      (body, key, seconds) => {
        const secret = `whsec_${Buffer.from(key).toString('base64')}`;
        const signatures = new Webhook(secret).sign('msg_1', new Date(seconds * 1000), body);
        const delivery = { id: 'msg_1', timestamp: String(seconds), signatures, body };
        assert.equal(isSignedBy(delivery, [secret]), true);
        assert.equal(isSignedBy({ ...delivery, id: 'msg_2' }, [secret]), false);
        assert.equal(isSignedBy({ ...delivery, body: `${body} ` }, [secret]), false);
        assert.equal(isSignedBy(delivery, []), false);
      },
    ),
  );
});

test('order ids and order numbers are told apart, everything else is neither', () => {
  const ulid = '01JD0000000000000000000001';
  assert.deepEqual(targetOf(`ord_${ulid}`), { kind: 'order', orderId: `ord_${ulid}` });
  assert.deepEqual(targetOf(`${ulid.toLowerCase()}-2`), {
    kind: 'medication',
    orderId: `ord_${ulid}`,
    prescriberOrderNumber: `${ulid}-2`,
  });
  assert.equal(targetOf(`${ulid}-1-3`)?.kind, 'medication');
  for (const text of [
    ulid,
    `${ulid}-`,
    `${ulid}-0`,
    `${ulid}-1-2-3`,
    `ord_${ulid}-1`,
    `fil_${ulid}`,
    `ord_${ulid}x`,
    '',
  ])
    assert.equal(targetOf(text), undefined, text);
});

test('H3: a status outside the set is refused with the way to propose it', () => {
  assert.throws(() => acceptedStatus('READY', [], undefined), /ask the operators of this network/);
  assert.throws(() => acceptedStatus('constructor', [{}], 'a@b.c'), /write to a@b\.c/);
  assert.deepEqual(acceptedStatus('Ready  now', [{}, { 'READY NOW': 'FILLING' }], undefined), {
    report: 'FILLING',
    ready: false,
  });
});
