// Goal: a share is taken only where the runner of the suite has said so, and leaves something that is tried on a store and in a look.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { TEST_DEPTH } from './depth.ts';

/** What a process with this depth takes of a number, of the stores and of the looks. */
function takenAt(depth: string | undefined): unknown {
  const [numbers, stores, browser] = ['depth', 'stores/both-stores', 'browser/browser'].map((file) =>
    JSON.stringify(import.meta.resolve(`./${file}.ts`)),
  );
  const code = `const { depthOf } = await import(${numbers});
    const { BOTH_STORES, EVERY_STORE } = await import(${stores});
    const { LOOKS, LOOKS_OF_RUN } = await import(${browser});
    const widths = LOOKS_OF_RUN.map(({ width }) => width);
    process.stdout.write(JSON.stringify([depthOf({ whole: 80, share: 20 }), BOTH_STORES.length === EVERY_STORE.length,
      BOTH_STORES.some(({ skip }) => skip === false), LOOKS_OF_RUN.length === LOOKS.length, widths.at(-1)]));`;
  const { [TEST_DEPTH]: _given, ...env } = process.env;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', code],
    { encoding: 'utf8', env: depth === undefined ? env : { ...env, [TEST_DEPTH]: depth } },
  );
  assert.ok(stdout !== '', stderr);
  return JSON.parse(stdout);
}

test('whole where tests are chosen and where no runner says anything; a share leaves a store and a narrow look', () => {
  assert.deepEqual(takenAt(undefined), [80, true, true, true, 320]);
  const [number, , hasStore, hasEveryLook, last] = takenAt('share') as unknown[];
  assert.deepEqual([number, hasStore, hasEveryLook, last], [20, true, false, 320]);
});
