// The one stage of all cases that a test file brings together: opening it costs as much as twenty of them.
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import type { Stage } from './stage.ts';
import { openStage } from './stage.ts';
import type { Practice } from './workflow.ts';
import { openPractice } from './workflow.ts';

let opened: Promise<Stage> | undefined;
let shared: Promise<BrowserContext> | undefined;

before(async () => {
  await oneStage();
});

after(async () => {
  const stage = await oneStage();
  await stage.close();
  assert.deepEqual(stage.foreign, [], 'E6: no request to another host');
});

// What a test has left open would be another tab of the next one.
afterEach(async () => {
  const context = await shared;
  await Promise.all(context?.pages().map((page) => page.close()) ?? []);
});

/** The stage of this process; it is closed after the last of its tests. */
export function oneStage(): Promise<Stage> {
  opened ??= openStage().then((stage) => ({ ...stage, shared: sharedContext }));
  return opened;
}

/** The context that its tests share; the first page signs in. */
export function sharedContext(): Promise<BrowserContext> {
  shared ??= oneStage().then((stage) => stage.contextOf());
  return shared;
}

let practice: Promise<Practice> | undefined;

/** What the cases prescribe on it. */
export function onePractice(): Promise<Practice> {
  practice ??= oneStage().then((stage) => openPractice(stage));
  return practice;
}
