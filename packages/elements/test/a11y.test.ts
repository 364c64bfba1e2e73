// A tenth of the states of the elements, the most different ones, in every look; `npm run test:a11y` looks at all of them (E7).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { STATES } from './states/all.ts';
import { assertEveryLook } from './states/look.ts';
import type { Scene } from './states/scene.ts';
import { openScene } from './states/scene.ts';
import type { Stage } from './support/stage.ts';
import { openStage } from './support/stage.ts';

const ALWAYS = STATES.filter(({ always }) => always);

let stage: Stage;
let scene: Scene;
before(async () => {
  stage = await openStage();
  scene = await openScene(stage);
});
after(async () => {
  assert.deepEqual(stage.foreign, [], 'E6: no request to another host');
  await stage.close();
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
