// The one testbed of all cases that a test file brings together: opening it costs as much as twenty of them.
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { openTestbed } from '@pestle/testbed/elements/elements-testbed';
import type { BrowserContext } from 'playwright-core';
import type { Practice } from './workflow.ts';
import { openPractice } from './workflow.ts';

let opened: Promise<Testbed> | undefined;
let shared: Promise<BrowserContext> | undefined;

before(async () => {
  await oneTestbed();
});

after(async () => {
  const testbed = await oneTestbed();
  await testbed.close();
  assert.deepEqual(testbed.foreign, [], 'E6: no request to another host');
});

// What a test has left open would be another tab of the next one.
afterEach(async () => {
  const context = await shared;
  await Promise.all(context?.pages().map((page) => page.close()) ?? []);
});

/** The testbed of this process; it is closed after the last of its tests. */
export function oneTestbed(): Promise<Testbed> {
  opened ??= openTestbed().then((testbed) => ({ ...testbed, shared: sharedContext }));
  return opened;
}

/** The context that its tests share; the first page signs in. */
export function sharedContext(): Promise<BrowserContext> {
  shared ??= oneTestbed().then((testbed) => testbed.contextOf());
  return shared;
}

let practice: Promise<Practice> | undefined;

/** What the cases prescribe on it. */
export function onePractice(): Promise<Practice> {
  practice ??= oneTestbed().then((testbed) => openPractice(testbed));
  return practice;
}
