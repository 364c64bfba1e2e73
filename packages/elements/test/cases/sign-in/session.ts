// The session of a signed-in person over tabs, and its end, in a real browser against the real service (A1).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  button,
  endSession,
  expireToken,
  isReady,
  meetingOf,
  personOf,
  signInByPopup,
} from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Page } from 'playwright-core';
import { oneTestbed } from '../../support/one-testbed.ts';

let testbed: Testbed;
before(async () => {
  testbed = await oneTestbed();
});

describe('A1: the session over tabs and its end', () => {
  /** Makes the client ask who is signed in. */
  const askAgain = (page: Page): Promise<void> =>
    page.evaluate(
      (id) => document.querySelector('svc-client')?.setAttribute('user-id', id),
      personOf().email,
    );

  test('two tabs whose tokens end at the same moment refresh once', async () => {
    const context = await testbed.contextOf();
    const first = await testbed.open(testbed.client(), { context });
    const second = await testbed.open(testbed.client(), { context, path: '/b' });
    // Counted by the pages themselves: the driver misses a request that is made while one of its routes ends.
    const refreshes = async (): Promise<number> => {
      const counts = [first, second].map((page) =>
        page.evaluate(
          () =>
            performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/oidc/token'))
              .length,
        ),
      );
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    };
    const before = await refreshes();
    const asked = [first, second].map(async (page) => {
      const answer = (wanted: number) =>
        page.waitForResponse((given) => given.url().endsWith('/graphql') && given.status() === wanted);
      await answer(401);
      await answer(200);
    });
    // On a busy machine one tab could have the new token before the other has asked with the old one.
    const both = meetingOf(2);
    await Promise.all([expireToken(first, testbed, both), expireToken(second, testbed, both)]);
    await Promise.all([askAgain(first), askAgain(second)]);
    await Promise.all(asked);
    assert.equal(await refreshes(), before + 1);
    await context.close();
  });

  test('a session that ends keeps what was typed, and signs in again in place', async () => {
    const context = await testbed.contextOf();
    const page = await testbed.open(testbed.client('<textarea id="note"></textarea>'), { context });
    await page.fill('#note', 'typed before the end');
    await endSession(page, testbed);
    await askAgain(page);
    await page.getByText('Your session has ended. What you entered is still here.').waitFor();
    assert.equal(await page.inputValue('#note'), 'typed before the end');
    const opened = page.waitForEvent('popup');
    await button(page, 'Sign in again').click();
    await (await opened).waitForEvent('close');
    await page.getByText('Your session has ended').waitFor({ state: 'detached' });
    assert.equal(await page.inputValue('#note'), 'typed before the end');
    await context.close();
  });

  test('signing out ends it in every tab, hides what was there, and the next sign-in asks for the password', async () => {
    const context = await testbed.context();
    const first = await testbed.open(testbed.client('<p>of the patient</p>'), { context });
    const second = await testbed.open(testbed.client('<p>of the patient</p>'), { context, path: '/b' });
    await first.evaluate(() => {
      const client = document.querySelector('svc-client') as HTMLElement & { signOut(): Promise<void> };
      return client.signOut();
    });
    for (const page of [first, second]) {
      await button(page, 'Sign in').waitFor();
      assert.equal(await page.getByText('of the patient').isVisible(), false);
    }
    await signInByPopup(first);
    await isReady(first);
    await first.getByText('of the patient').waitFor();
    await context.close();
  });

  test('another person who signs in in another tab does not write in the name of the first', async () => {
    const context = await testbed.context();
    const first = await testbed.open(testbed.client(), { context });
    const other = personOf('prescriber', 1);
    const second = await testbed.open(testbed.client('', `user-id="${other.email}"`), {
      context,
      signIn: false,
      path: '/b',
    });
    await second.getByText('Another person was signed in').waitFor();
    await signInByPopup(second, 'Sign in', other);
    await isReady(second);
    await first.getByRole('button', { name: /Sign in/ }).waitFor();
    await context.close();
  });
});
