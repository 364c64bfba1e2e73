// S4: what attacks a reader of XML and JSON is refused with a typed error, quickly, in little memory, and nothing is fetched.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { newRx } from '@pestle/testbed/messages/script-messages';
import { build, read, ScriptError } from '../src/index.ts';
import { ATTACKS, jsonStatus, status } from './attacks.ts';

/** Of processor time. What grows with the square or worse takes minutes; a slow machine takes some tens. */
const MAX_MS = 500;

for (const [what, input, code] of ATTACKS) {
  test(`S4: ${what} is refused: ${code}`, () => {
    const hostile = input();
    let best = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 5 && (tries === 0 || best > MAX_MS); tries += 1) {
      const started = process.cpuUsage();
      assert.throws(() => read(hostile), { name: 'ScriptError', code });
      const { user, system } = process.cpuUsage(started);
      best = Math.min(best, (user + system) / 1000);
    }
    assert.ok(best < MAX_MS, `took ${best} ms`);
  });
}

test('S4: every attack is refused in a heap with 16 MB to spare', async () => {
  // A worker with nothing but this library in it needs about 8 MB; where the sum is not enough, it dies.
  const worker = new Worker(new URL('attacks-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 20, maxYoungGenerationSizeMb: 4 },
  });
  const [refused] = (await once(worker, 'message')) as [number];
  assert.equal(refused, ATTACKS.length);
});

test('S4: no request leaves, whatever a document refers to', (t) => {
  const connect = t.mock.method(net.Socket.prototype, 'connect');
  const fetched = t.mock.method(globalThis, 'fetch');
  for (const [, input] of ATTACKS) assert.throws(() => read(input()), ScriptError);
  read(
    status('').replace(
      '<Message>',
      '<Message xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://127.0.0.1:1/ x.xsd">',
    ),
  );
  assert.equal(connect.mock.callCount() + fetched.mock.callCount(), 0);
});

test('S4: __proto__ as a name pollutes nothing and is kept', () => {
  for (const document of [
    jsonStatus(',"__proto__":{"polluted":1}'),
    status('<__proto__><polluted>1</polluted></__proto__>'),
  ]) {
    const { message } = read(document);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
    assert.equal((message as { polluted?: unknown }).polluted, undefined);
    assert.ok(build(message, { form: 'json', unchecked: true }).text.includes('"__proto__":{"polluted":1}'));
  }
});

test('S4: an error tells the place, never the text', () => {
  try {
    read(build(newRx).text.replace('<LastName>Doe', '<LastName>Doe&unknown;'));
    assert.fail('was read');
  } catch (error) {
    assert.match(String(error), /malformed: not well-formed \(line 2, column [0-9]+\)/);
    assert.doesNotMatch(String(error), /Doe|unknown/);
  }
});
