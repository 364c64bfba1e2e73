// `npm run test:first-day`: the guide for an operator's first day, followed literally.
//
// Goal: an operator who follows the guide for the first day takes a pharmacy that is not ours from nothing to prescriptions, and keeps the day's troubles from patients.
// Method: the guide's own commands in one terminal, on a real PostgreSQL beside the real service; the pharmacy's own log is the evidence.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seed } from '@pestle/cli/sandbox/seed';
import { createService, type Service } from '@pestle/service';
import { readConfig } from '@pestle/service/config';
import { createLog } from '@pestle/service/kernel';
import { type Ask, askWith, dataOf } from '@pestle/testbed/api/api';
import { createDraft, reviewDraft, signInUser } from '@pestle/testbed/api/prescriber';
import { freePort } from '@pestle/testbed/network/free-port';
import { smallPharmacy } from '@pestle/testbed/network/small-pharmacy';
import { skipWithout } from '@pestle/testbed/processes/commands';
import { operatorShell, type Ran } from '@pestle/testbed/processes/operator-shell';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import type { PostgresTestStore } from '@pestle/testbed/stores/test-store';
import { openPostgresTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';

const guide = readFileSync(new URL('../../docs/guides/operating-first-day.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
/** What the operator's terminal keeps from one command to the next. */
const NAMES = [...new Set([...guide.matchAll(/^([A-Z]+)=\$\(/gm)].map(([, name = '']) => name))];
const THEIR_KEY = 'the-key-they-gave-you';
const PATIENCE_MS = 30_000;
/** An order may be reported on sixty times a minute. */
const REPORT_EVERY_MS = 1_200;
const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');

interface Fill {
  readonly state: string;
  readonly channel: string | null;
}

describe("an operator's first day", {
  skip: skipWithoutPostgres || skipWithout('bash', 'curl', 'sed'),
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-first-day-'));
  const { server: pharmacy, held } = smallPharmacy(THEIR_KEY);
  let opened: PostgresTestStore;
  let service: Service;
  let baseUrl: string;
  let prescriber: Ask;
  let terminal: (script: string) => Promise<Ran>;
  before(async () => {
    await new Promise<void>((resolve) => pharmacy.listen(0, '127.0.0.1', resolve));
    opened = await openPostgresTestStore();
    const port = await freePort();
    baseUrl = `http://127.0.0.1:${port}`;
    const env = {
      IDENTITY_KEY: key(1),
      LINK_KEY: key(2),
      DATA_KEY: key(5),
      ENVIRONMENT: 'sandbox',
      DATABASE_URL: opened.url,
      PORT: String(port),
    };
    const config = readConfig({ ...env, LOG_LEVEL: 'silent' });
    service = await createService(config, { log: createLog({ level: 'silent' }) });
    await seed({ service, peers: { pharmacies: [], partners: [] }, baseUrl });
    await service.listen();
    prescriber = askWith(baseUrl, await signInUser(baseUrl));
    terminal = operatorShell(folder, env);
    writeFileSync(join(folder, 'kept'), '');
  });
  after(async () => {
    await service.close();
    await opened.close();
    pharmacy.close();
    rmSync(folder, { recursive: true, force: true });
  });

  let next = 0;
  /** Types the next block of the guide; only addresses and the order are this machine's. */
  const type = async (order = ''): Promise<Ran> => {
    const { port } = pharmacy.address() as AddressInfo;
    const block = (blocks[next++] ?? '')
      .replaceAll('https://pharmacy.example.org/script', `http://127.0.0.1:${port}/script`)
      .replaceAll('https://rx.example.com', baseUrl)
      .replaceAll('ord_…', order);
    assert.notEqual(block, '', 'the guide has no such block');
    return await terminal(`. ./kept\n${block}\nfor name in ${NAMES.join(' ')}; do
      if [ -n "\${!name+x}" ]; then declare -p "$name"; fi; done > kept`);
  };
  const typed = async (order?: string): Promise<string> => {
    const { status, out, errors } = await type(order);
    assert.equal(status, 0, out + errors);
    return out;
  };
  const kept = async (name: string): Promise<string> =>
    (await terminal(`. ./kept; printf %s "$${name}"`)).out;

  const send = async (): Promise<string> => {
    const pharmacyId = await kept('PHARMACY');
    const again = 'one more for the test of the first day';
    const draft = await createDraft(prescriber, { repeatReason: again, duplicateReason: again });
    const input = { drafts: [await reviewDraft(prescriber, draft.id, pharmacyId)], pharmacyId };
    const { createOrder } = dataOf(
      await prescriber<{ createOrder: { id: string } }>(
        'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
        { input },
      ),
    );
    return createOrder.id;
  };
  const fillOf = async (orderId: string): Promise<Fill> => {
    const { order } = dataOf(
      await prescriber<{ order: { fills: Fill[] } }>(
        'query($id: ID!) { order(id: $id) { fills { state channel } } }',
        { id: orderId },
      ),
    );
    assert.ok(order.fills[0]);
    return order.fills[0];
  };
  const until = async (orderId: string, state: string): Promise<Fill> => {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const fill = await fillOf(orderId);
      if (fill.state === state) return fill;
      assert.ok(Date.now() < deadline, `it stayed ${fill.state}, and should be ${state}`);
      await sleep(50);
    }
  };
  /** Waits until what is to leave of the order is held back for this. */
  const heldFor = async (why: 'a window' | 'a recall', orderId: string): Promise<void> => {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const { rows } = await opened.asOwner((owner) =>
        sql<{ window: boolean; recall: boolean }>`
          select held_by is not null as window, on_hold_by like 'rcl_%' as recall
          from outbox join fill on fill.id = outbox.subject_id where fill.order_id = ${orderId}`.execute(
          owner,
        ),
      );
      const [row] = rows;
      if (why === 'a window' ? row?.window : row?.recall) return;
      assert.ok(Date.now() < deadline, `nothing of it is held for ${why}: ${JSON.stringify(rows)}`);
      await sleep(50);
    }
  };
  const report = async (secret: string, orderId: string, status: string): Promise<number> => {
    const answer = await fetch(`${baseUrl}/v1/hooks/pharmacy`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status, order_id: orderId }),
    });
    return answer.status;
  };

  let first: string;
  test('D6: a pharmacy with a wrong key fails its check with a report, and is live when it is mended', async () => {
    await typed();
    const failed = await type();
    assert.equal(failed.status, 1, failed.out + failed.errors);
    const page = readFileSync(join(folder, 'report.html'), 'utf8');
    assert.match(page, /401/);
    assert.ok(!page.includes('mistyped'), 'the report shows the key');
    await typed();
    assert.ok([...held.values()].includes('canceled'), 'the pharmacy itself saw the run');
    assert.ok((await kept('KEY')).length > 20);
  });

  test('the first order arrives electronically, and the pharmacy reports on it', async () => {
    const before = held.size;
    first = await send();
    const fill = await until(first, 'SENT');
    assert.equal(fill.channel, 'script');
    assert.equal(held.size, before + 1);
    assert.match(await typed(first), /"changed":true/);
    assert.equal((await fillOf(first)).state, 'RECEIVED');
  });

  test('H1: a key is changed while reports come in, and none is refused until the old one has ended', async () => {
    const old = await kept('KEY');
    const answers: number[] = [];
    const enough = new AbortController();
    let current = old;
    const reporting = (async () => {
      while (!enough.signal.aborted) {
        answers.push(await report(current, first, 'FILLING'));
        await sleep(REPORT_EVERY_MS);
      }
    })();
    await typed();
    current = await kept('NEWKEY');
    const changedAt = answers.length;
    while (answers.length < changedAt + 3) await sleep(20);
    await typed();
    const endedAt = answers.length;
    while (answers.length < endedAt + 3) await sleep(20);
    enough.abort();
    await reporting;
    assert.deepEqual([...new Set(answers)], [200]);
    assert.equal(await report(old, first, 'FILLING'), 401);
  });

  test('D12: what is signed while they work on their system waits, and leaves when the window has ended', async () => {
    const before = held.size;
    await typed();
    const order = await send();
    await heldFor('a window', order);
    assert.equal(held.size, before);
    await typed();
    assert.equal((await until(order, 'SENT')).channel, 'script');
    assert.equal(held.size, before + 1);
  });

  test('a recall lists what has left and holds what is signed meanwhile; afterwards it leaves, and the trail names who did what', async () => {
    const before = held.size;
    const listed = await typed();
    assert.ok(listed.includes('Corner Pharmacy'), listed);
    const order = await send();
    await heldFor('a recall', order);
    assert.equal(held.size, before);
    await typed();
    await until(order, 'SENT');
    const history = await typed();
    assert.match(history, /pharmacy\.add {2}by Olga/);
    assert.ok(!history.includes(THEIR_KEY));
    assert.equal(next, blocks.length, 'all of the guide was followed');
  });
});
