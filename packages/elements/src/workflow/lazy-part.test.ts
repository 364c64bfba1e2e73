// Tests of a part whose code comes later: what did not come is asked for again when the network is back, and never in vain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from '../text/en.ts';
import { LazyPart } from './lazy-part.ts';

/** A part whose code fails to come in these ways, one after another, and then comes. */
function lazy(...failures: readonly Error[]) {
  const page = new EventTarget();
  const patient = new AbortController();
  let loads = 0;
  let updates = 0;
  const part = new LazyPart(
    { text: en, state: { signal: patient.signal }, update: () => (updates += 1) },
    async () => {
      loads += 1;
      const failure = failures[loads - 1];
      if (failure !== undefined) throw failure;
      return { render: () => 'drawn' };
    },
    page,
  );
  return {
    part,
    patient,
    loads: () => loads,
    updates: () => updates,
    /** The browser says that the network is back; whatever is loaded for that has been asked for when this returns. */
    online: () => page.dispatchEvent(new Event('online')),
  };
}

test('what did not come for want of a network is loaded when it is back, once, without anybody\u2019s asking', async () => {
  const { part, loads, updates, online } = lazy(new Error('no answer'), new Error('no answer'));
  assert.equal(await part.load(), undefined);
  assert.equal(part.trouble, en.kit.offline);
  online();
  assert.equal(loads(), 2, 'it waits for a person');
  assert.equal(await part.load(), undefined, 'the one under way');
  online();
  assert.equal(loads(), 3, 'a second failure is not the end');
  assert.ok((await part.load()) !== undefined);
  assert.deepEqual([part.render(), updates()], ['drawn', 3]);
  online();
  assert.equal(loads(), 3, 'what is there is loaded again');
});

test('code that the browser will not import again is not tried in vain: a person loads the page anew', async () => {
  const { part, loads, online } = lazy(new TypeError('Failed to fetch dynamically imported module'));
  await part.load();
  assert.equal(part.trouble, en.kit.reload);
  online();
  assert.equal(loads(), 1);
});

test('E5: nothing is loaded for a patient who was left meanwhile', async () => {
  const { part, patient, loads, online } = lazy(new Error('no answer'));
  await part.load();
  patient.abort();
  online();
  assert.equal(loads(), 1);
});
