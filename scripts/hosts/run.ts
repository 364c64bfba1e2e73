// `npm run test:hosts`: installs every example from its lock, builds it, and drives it in a real browser against the real service.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackage } from '@pestle/elements/package';
import { organization } from '@pestle/sandbox/seed';
import { retryIfLate } from '@pestle/testbed/browser/late';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { openTestbed } from '@pestle/testbed/elements/elements-testbed';
import { asPerson } from '@pestle/testbed/elements/records';
import { freePort } from '@pestle/testbed/network/free-port';
import type { Page } from 'playwright-core';
import { CHARTS, countOrders, openCharts } from './charts.ts';
import { drive } from './drive.ts';
import { buildExample, copyExamples, exampleNames, install } from './install.ts';
import { serveBuilt, startServer } from './serve.ts';

function exampleIn(folder: string, name: string): string {
  return join(folder, 'examples', name);
}

/** Beside what is driven meanwhile, and one after the other: each waits for the network most of its time. */
function installOneByOne(folder: string, names: readonly string[]): ReadonlyMap<string, Promise<void>> {
  const installs = new Map<string, Promise<void>>();
  let before: Promise<unknown> = Promise.resolve();
  for (const name of names) {
    const own = before.then(() => install(exampleIn(folder, name)));
    // Reported when its turn comes; the next one does not depend on it.
    before = own.catch(() => undefined);
    installs.set(name, own);
  }
  return installs;
}

async function runExample(testbed: Testbed, name: string, folder: string): Promise<readonly string[]> {
  const served = name === 'server-rendered';
  const port = served ? await freePort() : 0;
  const origin = served ? `http://127.0.0.1:${port}` : testbed.host.origin;
  // An application of its own: drafts belong to one.
  const { id } = await testbed.sandbox.service.rooms.identity.createApplication(organization.id as never, {
    name: `Host in ${name}`,
    kind: 'public',
    callbackUrls: [`${origin}/`],
    origins: [origin],
  });
  const settings = { URL: testbed.baseUrl, APPLICATION: id, ORGANIZATION: organization.id };
  const prefix = served ? 'PESTLE_' : 'VITE_PESTLE_';
  const variables = Object.fromEntries(Object.entries(settings).map(([key, value]) => [prefix + key, value]));
  await buildExample(folder, variables);
  const stop = served
    ? await startServer(folder, { ...variables, PORT: String(port) })
    : serveBuilt(testbed.host, join(folder, 'dist'));
  const foreignBefore = testbed.foreign.length;
  const ask = asPerson(testbed);
  const patientId = await openCharts(ask);
  const context = await testbed.contextOf();
  try {
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    const seen = await drive(page, `${origin}/`, ...CHARTS).catch((error: unknown) => {
      throw new Error(`${String(error)}\nThe console said: ${complaints.join('\n')}`, { cause: error });
    });
    const foreign = testbed.foreign.slice(foreignBefore).filter((url) => !url.startsWith(`${origin}/`));
    assert.deepEqual(foreign, [], 'E6: no other host was asked');
    assert.deepEqual(complaints, [], 'nothing in the console');
    assert.equal(await countOrders(ask, patientId), 1, 'the service has one order');
    return seen;
  } finally {
    await context.close();
    await stop?.();
  }
}

/** Of this page alone: the window of a sign-in is closed while it still loads. */
function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

const chosen = process.argv.slice(2);
const names = exampleNames().filter((name) => chosen.length === 0 || chosen.includes(name));
assert.ok(names.length > 0, `No example is called ${chosen.join(' ')}.`);
const folder = mkdtempSync(join(tmpdir(), 'pestle-hosts-'));
try {
  const built = join(folder, 'package');
  await buildPackage(built);
  copyExamples(folder, built);
  const installs = installOneByOne(folder, names);
  const testbed = await openTestbed();
  try {
    for (const name of names) {
      const started = performance.now();
      try {
        await installs.get(name);
        const seen = await retryIfLate(name, () => runExample(testbed, name, exampleIn(folder, name)));
        console.log(
          `ok     ${name}: ${seen.join(', ')} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
        );
      } catch (error) {
        console.log(`FAILED ${name}: ${error instanceof Error ? error.message : String(error)}`);
        process.exitCode = 1;
      }
    }
  } finally {
    await testbed.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
console.log(`${names.length} examples (${(performance.now() / 1000).toFixed(0)} s)`);
