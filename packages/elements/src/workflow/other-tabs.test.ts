// Tests of what tabs tell each other: the same patient, another one, drafts that changed, and a tab that closed (W2, U9).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OtherTabs } from './other-tabs.ts';

/** Another page of the same browser, without its code. */
function otherPage(patientId: string): { say(kind: string, over?: object): void; close(): void } {
  const channel = new BroadcastChannel('svc-prescribe-workflow');
  const from = crypto.randomUUID();
  return {
    say: (kind, over = {}) => channel.postMessage({ kind, from, page: 'another page', patientId, ...over }),
    close: () => channel.close(),
  };
}

async function until(holds: () => boolean): Promise<void> {
  for (let round = 0; round < 10_000 && !holds(); round += 1)
    await new Promise((resolve) => setTimeout(resolve, 5));
  assert.ok(holds());
}

const page = new EventTarget();
const QUIET = { changed: () => undefined, draftsChanged: () => undefined };

test('U9: a page with another patient is known until it closes; one with the same patient is told apart', async () => {
  const tabs = new OtherTabs('pat_a', QUIET, page);
  const [same, other] = [otherPage('pat_a'), otherPage('pat_b')];
  same.say('here');
  await until(() => tabs.samePatient);
  assert.equal(tabs.otherPatient, false);
  other.say('here');
  await until(() => tabs.otherPatient);
  other.say('gone');
  await until(() => !tabs.otherPatient);
  for (const one of [tabs, same, other]) one.close();
});

test('U9: a page that the browser ends, or brings back, says so', async () => {
  const window = new EventTarget();
  const leaving = new OtherTabs('pat_b', QUIET, window);
  const heard: string[] = [];
  const channel = new BroadcastChannel('svc-prescribe-workflow');
  channel.addEventListener('message', ({ data }: MessageEvent<{ kind: string }>) => heard.push(data.kind));
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(new Event('pageshow'));
  await until(() => heard.includes('gone') && heard.at(-1) === 'who');
  leaving.close();
  channel.close();
});

test('W2: drafts that changed elsewhere are asked for again, of this patient only', async () => {
  let changes = 0;
  const tabs = new OtherTabs('pat_a', { ...QUIET, draftsChanged: () => (changes += 1) }, page);
  const [same, other] = [otherPage('pat_a'), otherPage('pat_b')];
  other.say('drafts');
  same.say('drafts');
  await until(() => changes === 1);
  for (const one of [tabs, same, other]) one.close();
});

test('W2: two elements of one page share changes and are not two tabs', async () => {
  let changes = 0;
  const one = new OtherTabs('pat_a', { ...QUIET, draftsChanged: () => (changes += 1) }, page);
  const two = new OtherTabs('pat_b', QUIET, page);
  const three = new OtherTabs('pat_a', QUIET, page);
  three.announceDrafts();
  await until(() => changes === 1);
  assert.deepEqual([one.otherPatient, one.samePatient, two.otherPatient], [false, false, false]);
  for (const tabs of [one, two, three]) tabs.close();
});

test('what is no message is not heard', async () => {
  let changes = 0;
  const tabs = new OtherTabs(
    'pat_a',
    { changed: () => (changes += 1), draftsChanged: () => (changes += 1) },
    page,
  );
  const same = otherPage('pat_a');
  same.say('drafts', { patientId: 7 });
  same.say('shout');
  same.say('here', { from: null });
  same.say('here');
  await until(() => tabs.samePatient);
  assert.equal(changes, 1);
  for (const one of [tabs, same]) one.close();
});
