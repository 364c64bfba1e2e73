// Holds that no function promises a reply or something else: a reply has a `then`, so that whoever awaits the promise gets nothing.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url));
/** The arguments of `Promise<…>`, two levels deep. */
const PROMISED = /Promise<((?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*)>/g;

test('what is promised is a reply, or none: never one or the other', () => {
  const files = globSync('{service,sandbox}/src/**/*.ts', { cwd: PACKAGES });
  const promised = files.flatMap((file) =>
    [...readFileSync(`${PACKAGES}${file}`, 'utf8').matchAll(PROMISED)]
      .map(([, type = '']) => type.trim())
      .filter((type) => /\bFastifyReply\b/.test(type))
      .map((type) => `${file}: ${type}`),
  );
  assert.ok(promised.length > 10, 'the pattern finds what it judges');
  assert.deepEqual(
    promised.filter((one) => !one.endsWith(': FastifyReply')),
    [],
  );
});
