// What svc-client says beside the sign-in: announced maintenance, and a service that cannot be reached.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { button, isReady } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { openFresh } from '../../support/fresh-page.ts';
import { oneTestbed } from '../../support/one-testbed.ts';

let testbed: Testbed;
before(async () => {
  testbed = await oneTestbed();
});

describe('announced maintenance', () => {
  const by = 'Olga Operator';
  const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  /** Until the service's own document says so: what it knows may be two seconds old. */
  const known = async (count: number): Promise<void> => {
    for (;;) {
      const answer = await fetch(`${testbed.baseUrl}/.well-known/pestle`);
      const { maintenance } = (await answer.json()) as { maintenance: readonly unknown[] };
      if (maintenance.length === count) return;
      await sleep(50);
    }
  };

  test('D12: is told on the page to who is signed in and who is not, in their language, and no longer when it is taken back', async () => {
    const { windows } = testbed.sandbox.service.rooms.directory;
    const earlier = await testbed.contextOf();
    await earlier.clock.install();
    // A document that may be kept for a minute is asked for again, as it is after five.
    await earlier.route('**/.well-known/pestle', (route) => route.continue());
    const open = await testbed.open(testbed.client('<p>inside</p>'), { context: earlier });
    await isReady(open);
    const window = await windows.add({
      subject: { kind: 'service' },
      start: inHours(2),
      end: inHours(3),
      note: 'New <b>servers</b>',
      by,
    });
    await known(1);
    const stranger = await openFresh(testbed.client());
    await stranger
      .getByRole('status')
      .filter({ hasText: /^Maintenance from .+ until .+\. What is sent is kept, .+ New <b>servers<\/b>$/ })
      .waitFor();
    await button(stranger, 'Sign in').waitFor();
    await stranger.context().close();
    assert.match((await open.getByRole('status').allTextContents()).join(), /^$/);
    await open.clock.fastForward('05:01');
    await open.getByText(/^Maintenance from /).waitFor();
    await earlier.close();
    const context = await testbed.contextOf();
    const page = await testbed.open(`<div lang="es">${testbed.client('<p>inside</p>')}</div>`, { context });
    await isReady(page);
    await page.getByText(/^Mantenimiento desde el .+ hasta el /).waitFor();
    assert.equal(await button(page, 'Iniciar sesión').count(), 0);
    await page.close();
    await windows.end(window.id, { by });
    await known(0);
    const after = await openFresh(testbed.client());
    await button(after, 'Sign in').waitFor();
    assert.equal(await after.getByText('Maintenance').count(), 0);
    await after.context().close();
    await context.close();
  });
});

describe('faults on the way', () => {
  test('offline at the start: told, and tried again on demand', async () => {
    const context = await testbed.contextOf();
    const page = await testbed.open(testbed.client(), { context });
    await context.route('**/.well-known/pestle', (route) => route.abort());
    await page.reload();
    await page.getByText('The service cannot be reached.').waitFor();
    await context.unroute('**/.well-known/pestle');
    await button(page, 'Try again').click();
    await isReady(page);
    await context.close();
  });

  test('E6: nothing was asked of any other host', () => {
    assert.deepEqual(testbed.foreign, []);
  });
});
