// Reads the docs as a newcomer would: every program is saved, every command typed, and what they print has the form that is shown. The guides for
// production: `docs.deep.test.ts`.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { freePort } from '@pestle/testbed/network/free-port';
import { openOperatorApi } from '@pestle/testbed/operator-api/operator-api-testbed';
import { skipWithout } from '@pestle/testbed/processes/commands';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { stepsOf } from './support/docs-blocks.ts';
import { page, read } from './support/docs-page.ts';
import { createReader } from './support/docs-reader.ts';

describe('the docs', () => {
  test('the sandbox: getting started from npm start to a canceled order, then the examples of the API', {
    skip: skipWithout('sh', 'curl'),
  }, async () => {
    const port = await freePort();
    const reader = createReader((text, folder) =>
      text
        .replaceAll('http://127.0.0.1:8080', `http://127.0.0.1:${port}`)
        .replace(/^npm start$/m, `npm start -- --port ${port} --data ${folder}/sandbox`)
        .replaceAll('pestle -- try', `pestle -- try --port ${port}`)
        .replaceAll('../first-order', folder),
    );
    try {
      await read(reader, 'getting-started.md');
      await read(reader, 'reference/api.md');
    } finally {
      await reader.close();
    }
  });

  test('operators: the examples of what scripts do', { skip: skipWithout('sh', 'curl') }, async () => {
    const store = await openTestStore();
    after(() => store.close());
    const api = await openOperatorApi(store);
    const { consoleUrl } = api.operators;
    const env = { PATH: process.env['PATH'] ?? '', CONSOLE_URL: consoleUrl, TOKEN: api.token };
    const reader = createReader((text) => text, { root: process.cwd(), env, patienceMs: 60_000 });
    try {
      const steps = stepsOf(page('guides/operating.md'), 'From scripts');
      for (const step of steps) await reader.follow(step);
      assert.equal(steps.length, 3);
    } finally {
      await reader.close();
      await api.close();
    }
  });
});
