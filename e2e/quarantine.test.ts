// Goal: a node that is started with START_IN_QUARANTINE sends nothing of what its store held until operators have settled it, and heeds the word once (F34).
// Method: the real command line in processes of its own; one prescription that was under way when its node was killed.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startPeers } from '@pestle/sandbox/peers';
import { askWith } from '@pestle/testbed/api/api';
import { signInUser, treatmentOf } from '@pestle/testbed/api/prescriber';
import type { Acknowledged } from '@pestle/testbed/crash/clients';
import { runClient } from '@pestle/testbed/crash/clients';
import { workingPharmacies } from '@pestle/testbed/crash/session';
import { freePort } from '@pestle/testbed/network/free-port';
import { openGate } from '@pestle/testbed/network/gate';
import { until } from '@pestle/testbed/patience';
import { openCommandLine } from '@pestle/testbed/processes/command-line';
import type { PestleProcess } from '@pestle/testbed/processes/pestle-process';
import { runPestle } from '@pestle/testbed/processes/pestle-process';
import { environmentOf, seedStore } from '@pestle/testbed/processes/serve-environment';
import { configFor, migratedIn } from '@pestle/testbed/processes/service-process';

const folder = mkdtempSync(join(tmpdir(), 'pestle-quarantine-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const WORD = 'restore-2026-11-23';

test('F34: what a store held waits for operators behind START_IN_QUARANTINE, once for each word', async (t) => {
  const peers = await startPeers();
  t.after(() => peers.close());
  const gate = await openGate(peers.url);
  t.after(() => gate.close());
  const config = configFor(await migratedIn(folder), await freePort(), peers, 'silent');
  const [pharmacy] = workingPharmacies(peers, true);
  assert.ok(pharmacy?.integration);
  const { integration } = pharmacy;
  const url = integration.endpoint.url.replace(peers.url, gate.url);
  const behindGate = {
    ...pharmacy,
    integration: {
      ...integration,
      attempts: { timeoutMs: 15_000 },
      endpoint: { ...integration.endpoint, url },
    },
  };
  await seedStore(config, { pharmacies: [behindGate], partners: [] });
  const environment = environmentOf(config, await freePort());
  const serve = async (more: Readonly<Record<string, string>> = {}): Promise<PestleProcess> => {
    const node = runPestle(folder, ['serve'], { ...environment, ...more });
    t.after(() => node.child.kill('SIGKILL'));
    await node.says('listens at');
    return node;
  };
  const killed = async (node: PestleProcess): Promise<void> => {
    node.child.kill('SIGKILL');
    await node.exited;
  };
  const commandLine = openCommandLine();
  t.after(() => commandLine.close());
  const quarantine = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await commandLine.runWith(environment, 'quarantine', ...args);
    assert.equal(status, 0, stderr);
    return stdout;
  };

  const first = await serve();
  const token = await signInUser(config.baseUrl);
  const ask = askWith(config.baseUrl, token);
  const acknowledged: Acknowledged[] = [];
  await runClient({
    ask: () => ask,
    name: 'quarantine',
    treatmentId: await treatmentOf(ask),
    pickPharmacy: () => pharmacy.id,
    acknowledged,
    refusals: [],
    resent: () => undefined,
    stopping: () => acknowledged.length > 0,
  });
  await gate.arrived;
  await killed(first);
  // What was under way is lost at the gate: only what a node sends from now on reaches the pharmacy.
  const before = peers.log().length;

  const second = await serve({ START_IN_QUARANTINE: WORD });
  assert.match(await quarantine('show'), /^In quarantine since /);
  const again = await serveAgain(second);
  assert.match(await quarantine('show'), /^In quarantine since /, 'a restart changes nothing');
  await new Promise((passed) => setTimeout(passed, 3_000));
  gate.open();
  await new Promise((passed) => setTimeout(passed, 1_000));
  const held = peers.log().length;
  assert.ok(held <= before + 1, 'at most what waited at the gate');
  await quarantine('reconcile', 'all', '--as', 'release', '--by', 'Olga');
  await until(
    () => peers.log().length > held,
    () => `nothing left: ${again.output()}`,
  );
  assert.equal(new Set(peers.log().map(({ messageId }) => messageId)).size, 1, 'the same message');
  assert.match(await quarantine('end', '--by', 'Olga'), /^No quarantine/);
  await killed(again);

  const third = await serve({ START_IN_QUARANTINE: WORD });
  assert.match(await quarantine('show'), /^No quarantine/, 'the word is heeded once');
  await killed(third);

  async function serveAgain(node: PestleProcess): Promise<PestleProcess> {
    await killed(node);
    return await serve({ START_IN_QUARANTINE: WORD });
  }
});
