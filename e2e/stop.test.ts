// Goal: SIGTERM ends a node in order and in time, whatever connections are kept, and a restart of one node after the other refuses nobody (F7, D12).
// Method: the real command line in processes of its own; kept, half-sent and unused connections; a pharmacy whose answer is held back.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startPeers } from '@pestle/sandbox/peers';
import { createService } from '@pestle/service';
import { createLog } from '@pestle/service/kernel';
import { letDoctorRead } from '@pestle/service/store';
import { askWith } from '@pestle/testbed/api/api';
import { signInUser, treatmentOf } from '@pestle/testbed/api/prescriber';
import { check } from '@pestle/testbed/crash/check';
import type { Acknowledged } from '@pestle/testbed/crash/clients';
import { runClient } from '@pestle/testbed/crash/clients';
import { workingPharmacies } from '@pestle/testbed/crash/session';
import { openBalancer } from '@pestle/testbed/network/balancer';
import { openConnection } from '@pestle/testbed/network/connection';
import { freePort } from '@pestle/testbed/network/free-port';
import { openGate } from '@pestle/testbed/network/gate';
import type { PestleProcess } from '@pestle/testbed/processes/pestle-process';
import { runPestle } from '@pestle/testbed/processes/pestle-process';
import { environmentOf, seedStore } from '@pestle/testbed/processes/serve-environment';
import { configFor, migratedIn } from '@pestle/testbed/processes/service-process';
import { laySeededSandbox } from '@pestle/testbed/sandbox/seeded-sandbox';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import { openPostgresTestStore } from '@pestle/testbed/stores/test-store';

const folder = mkdtempSync(join(tmpdir(), 'pestle-stop-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Ends it as a process manager does. A node that is not done after the 25 seconds of the guide ends itself with status 1. */
async function stopped(node: PestleProcess): Promise<void> {
  node.child.kill('SIGTERM');
  assert.equal(await node.exited, 0, node.output());
}

/** Resolves once nobody listens there: idle connections may end a moment before the listener does. */
async function refused(port: number): Promise<void> {
  for (;;) {
    try {
      await openConnection(port);
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ECONNREFUSED');
      return;
    }
    await pause(20);
  }
}

/** A request on a kept connection. */
function post(port: number, token: string, query: string): { head: string; body: string } {
  const body = JSON.stringify({ query });
  return {
    head: `POST /graphql HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    body,
  };
}

const ANSWERED = /^HTTP\/1\.1 200 [^]*"data"/;
const LAST = /^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n[^]*"data"/i;

test('F7: serve stops in order behind kept connections, with a request and a delivery under way, and exits 0', async (t) => {
  const peers = await startPeers();
  t.after(() => peers.close());
  const gate = await openGate(peers.url);
  t.after(() => gate.close());
  const port = await freePort();
  const adminPort = await freePort();
  const config = configFor(await migratedIn(folder), port, peers, 'silent');
  const [pharmacy] = workingPharmacies(peers, true);
  assert.ok(pharmacy?.integration);
  const { integration } = pharmacy;
  const url = integration.endpoint.url.replace(peers.url, gate.url);
  const held = {
    ...pharmacy,
    integration: {
      ...integration,
      attempts: { timeoutMs: 15_000 },
      endpoint: { ...integration.endpoint, url },
    },
  };
  await seedStore(config, { pharmacies: [held], partners: [] });
  const node = runPestle(folder, ['serve'], environmentOf(config, adminPort));
  t.after(() => node.child.kill('SIGKILL'));
  await node.says('listens at');
  const token = await signInUser(config.baseUrl);
  const acknowledged: Acknowledged[] = [];
  await runClient({
    ask: () => askWith(config.baseUrl, token),
    name: 'stop',
    treatmentId: await treatmentOf(askWith(config.baseUrl, token)),
    pickPharmacy: () => pharmacy.id,
    acknowledged,
    refusals: [],
    resent: () => undefined,
    stopping: () => acknowledged.length > 0,
  });
  await gate.arrived;
  const asked = post(port, token, '{ me { id } }');
  const [idle, half, unused] = [
    await openConnection(port),
    await openConnection(port),
    await openConnection(port),
  ];
  idle.send(asked.head + asked.body);
  assert.doesNotMatch(await idle.until(ANSWERED), /connection: close/i);
  half.send(asked.head + asked.body.slice(0, 5));
  const watcher = await openConnection(adminPort);
  watcher.send(`GET /readyz HTTP/1.1\r\nhost: 127.0.0.1:${adminPort}\r\n\r\n`);
  await watcher.until(/"ready"/);

  node.child.kill('SIGTERM');
  assert.equal(await idle.ended, 'closed');
  await refused(port);
  watcher.send(`GET /readyz HTTP/1.1\r\nhost: 127.0.0.1:${adminPort}\r\n\r\n`);
  await watcher.until(/HTTP\/1\.1 503 [^]*"reason":"stopping"/);
  unused.send(asked.head + asked.body);
  assert.match(await unused.until(ANSWERED), LAST);
  half.send(asked.body.slice(5));
  assert.match(await half.until(ANSWERED), LAST);
  assert.deepEqual(await Promise.all([unused.ended, half.ended]), ['closed', 'closed']);
  assert.equal(node.child.exitCode, null, 'it waits for the delivery');
  gate.open();
  assert.equal(await node.exited, 0, node.output());
  assert.equal(await watcher.ended, 'closed');

  const secondService = await createService(config, { log: createLog({ level: 'silent' }) });
  await secondService.app.listen({ host: '127.0.0.1', port });
  const { violations, electronically } = await check({
    ask: askWith(config.baseUrl, token),
    acknowledged,
    refusals: [],
    log: peers.log(),
  });
  await secondService.close();
  assert.deepEqual([violations, electronically], [[], 1]);
  assert.equal(peers.log().length, 1, 'sent once');
});

test('F7: the sandbox stops in order while its control room is followed and connections are kept', async (t) => {
  const port = await freePort();
  const data = join(folder, 'sandbox');
  await laySeededSandbox(data);
  const node = runPestle(folder, ['sandbox', '--port', String(port), '--data', data], {});
  t.after(() => node.child.kill('SIGKILL'));
  await node.says('control-room');
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`;
  const [idle, stream] = [await openConnection(port), await openConnection(port)];
  idle.send(get('/healthz'));
  await idle.until(/"alive"/);
  stream.send(get('/control-room/events'));
  await stream.until(/event: picture/);
  await stopped(node);
  assert.equal(await idle.ended, 'closed');
  await stream.ended;
});

test('D12: two nodes are restarted one after the other under load: no request is refused, none is lost', {
  skip: skipWithoutPostgres,
}, async (t) => {
  const postgres = await openPostgresTestStore();
  t.after(() => postgres.close());
  await postgres.asOwner(letDoctorRead);
  const peers = await startPeers();
  t.after(() => peers.close());
  const ports = [await freePort(), await freePort()] as const;
  const balancer = await openBalancer(() => ports);
  t.after(() => balancer.close());
  const store = { kind: 'postgres', url: postgres.url, connectionsMax: null } as const;
  const config = configFor(store, balancer.port, peers, 'silent');
  const pharmacies = workingPharmacies(peers, true);
  await seedStore(config, { pharmacies, partners: peers.partners });
  const start = async (port: number): Promise<PestleProcess> => {
    const node = runPestle(folder, ['serve'], environmentOf({ ...config, port }, await freePort()));
    t.after(() => node.child.kill('SIGKILL'));
    await node.says('listens at');
    return node;
  };
  const nodes = await Promise.all(ports.map(start));
  const token = await signInUser(config.baseUrl);
  const ask = askWith(config.baseUrl, token);
  const treatmentId = await treatmentOf(ask);
  const acknowledged: Acknowledged[] = [];
  const refusals: string[] = [];
  let resent = 0;
  let stopping = false;
  const clients = Array.from({ length: 4 }, (_, index) =>
    runClient({
      ask: () => ask,
      name: `c${index + 1}`,
      treatmentId,
      pickPharmacy: () => pharmacies[acknowledged.length % pharmacies.length]?.id ?? '',
      acknowledged,
      refusals,
      resent: () => {
        resent += 1;
      },
      stopping: () => stopping,
    }),
  );
  const more = async (): Promise<void> => {
    for (const before = acknowledged.length; acknowledged.length < before + 5; )
      await new Promise((resolve) => setTimeout(resolve, 10));
  };
  for (const [index, port] of ports.entries()) {
    await more();
    const node = nodes[index];
    assert.ok(node);
    await stopped(node);
    await more();
    nodes[index] = await start(port);
  }
  await more();
  stopping = true;
  await Promise.all(clients);
  assert.deepEqual([refusals, resent, balancer.failed()], [[], 0, []]);
  for (const node of nodes) await stopped(node);
  const last = await createService({ ...config, port: ports[0] }, { log: createLog({ level: 'silent' }) });
  await last.app.listen({ host: '127.0.0.1', port: ports[0] });
  const { violations } = await check({ ask, acknowledged, refusals, log: peers.log() });
  await last.close();
  assert.deepEqual(violations, []);
});
