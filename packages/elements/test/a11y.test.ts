// A tenth of the states of the elements, the most different ones, in every look; `npm run test:a11y` looks at all of them (E7).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { openTestbed } from '@pestle/testbed/elements/elements-testbed';
import { STATES } from './states/all.ts';
import { assertEveryLook } from './states/look.ts';
import type { Scene } from './states/scene.ts';
import { openScene } from './states/scene.ts';

const ALWAYS = STATES.filter(({ always }) => always);

let testbed: Testbed;
let scene: Scene;
before(async () => {
  testbed = await openTestbed();
  scene = await openScene(testbed);
});
after(async () => {
  assert.deepEqual(testbed.foreign, [], 'E6: no request to another host');
  await testbed.close();
});

test('E7: at least 40 states have names of their own, and a tenth of them is looked at here', () => {
  assert.ok(STATES.length >= 40);
  assert.equal(new Set(STATES.map(({ name }) => name)).size, STATES.length);
  assert.ok(ALWAYS.length >= Math.floor(STATES.length / 10), `${ALWAYS.length} of ${STATES.length}`);
});

for (const { name, reach } of ALWAYS)
  test(`E7: ${name} is sound in light and dark, at 320 and 1024 px, and focus is always in sight`, async () => {
    const page = await reach(scene);
    await assertEveryLook(page, name);
    await page.close();
  });
