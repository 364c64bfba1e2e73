// What happens on a day: a key is changed while reports come in, the pharmacy works on its system, a medicine is called back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { THEIR_KEY } from './day.ts';
import type { Story } from './story.ts';

/** An order may be reported on sixty times a minute. */
const REPORT_EVERY_MS = 1_200;

export function troubles(story: Story): void {
  const report = async (secret: string, status: string): Promise<number> => {
    const answer = await fetch(`${story.day.baseUrl}/v1/hooks/pharmacy`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status, order_id: story.firstOrder }),
    });
    return answer.status;
  };

  test('H1: a key is changed while reports come in, and none is refused until the old one has ended', async () => {
    const { day } = story;
    const old = await day.variable('KEY');
    const answers: number[] = [];
    const enough = new AbortController();
    let current = old;
    const reporting = (async () => {
      while (!enough.signal.aborted) {
        answers.push(await report(current, 'FILLING'));
        await sleep(REPORT_EVERY_MS);
      }
    })();
    await day.typed();
    current = await day.variable('NEWKEY');
    const changedAt = answers.length;
    while (answers.length < changedAt + 3) await sleep(20);
    await day.typed();
    const endedAt = answers.length;
    while (answers.length < endedAt + 3) await sleep(20);
    enough.abort();
    await reporting;
    assert.deepEqual([...new Set(answers)], [200]);
    assert.equal(await report(old, 'FILLING'), 401);
  });

  test('D12: what is signed while they work on their system waits, and leaves when the window has ended', async () => {
    const { day, practice } = story;
    const before = day.pharmacy.held.size;
    await day.typed();
    const order = await practice.send();
    await practice.heldFor('a window', order);
    assert.equal(day.pharmacy.held.size, before);
    await day.typed();
    assert.equal((await practice.until(order, 'SENT')).channel, 'script');
    assert.equal(day.pharmacy.held.size, before + 1);
  });

  test('a recall lists what has left and holds what is signed meanwhile; afterwards it leaves, and the trail names who did what', async () => {
    const { day, practice } = story;
    const before = day.pharmacy.held.size;
    const listed = await day.typed();
    assert.ok(listed.includes('Corner Pharmacy'), listed);
    const order = await practice.send();
    await practice.heldFor('a recall', order);
    assert.equal(day.pharmacy.held.size, before);
    await day.typed();
    await practice.until(order, 'SENT');
    const history = await day.typed();
    assert.match(history, /pharmacy\.add {2}by Olga/);
    assert.ok(!history.includes(THEIR_KEY));
  });
}
