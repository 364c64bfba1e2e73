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
import type { Connection } from '@pestle/service/store';
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
/** However slow the machine is, it ends. */
const DAY_MS = 420_000;
/** An order may be reported on sixty times a minute. */
const REPORT_EVERY_MS = 1_200;
const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');

interface Fill {
  readonly state: string;
  readonly channel: string | null;
  readonly transmissions: readonly { readonly messageId: string }[];
}
const messageOf = ({ transmissions: [one] }: Fill): string => one?.messageId ?? 'none was sent';

describe("an operator's first day", {
  skip:
    skipWithoutPostgres || skipWithout('bash', 'curl', 'sed', 'createdb', 'pg_dump', 'pg_restore', 'psql'),
  timeout: DAY_MS,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-first-day-'));
  const { server: pharmacy, held, log } = smallPharmacy(THEIR_KEY);
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
      MIGRATE_DATABASE_URL: opened.server.ownerUrl('pestle'),
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
  const databaseHere = (block: string): string => {
    const { host, username } = new URL(opened.server.ownerUrl('postgres'));
    return block
      .replaceAll(/(?:postgres|pestle_owner:choose-one)@db\.example\.com/g, `${username}@${host}`)
      .replaceAll('--owner=pestle_owner', `--owner=${username}`);
  };
  /** Types the next block of the guide; only addresses and the order are this machine's. */
  const type = async (order = ''): Promise<Ran> => {
    const { port } = pharmacy.address() as AddressInfo;
    const block = databaseHere(blocks[next++] ?? '')
      .replaceAll('https://pharmacy.example.org/script', `http://127.0.0.1:${port}/script`)
      .replaceAll('https://rx.example.com', baseUrl)
      .replaceAll(/(?:ord|trm)_…/g, order);
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
        'query($id: ID!) { order(id: $id) { fills { state channel transmissions { messageId } } } }',
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
  /** Waits until the store gives something for this, and returns it. */
  const inStore = async <T>(
    missing: string,
    find: (owner: Connection) => Promise<T | undefined>,
  ): Promise<T> => {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await opened.asOwner(find);
      if (found !== undefined) return found;
      assert.ok(Date.now() < deadline, missing);
      await sleep(50);
    }
  };
  /** Waits until what is to leave of the order is held back for this; its transmission. */
  const heldFor = (why: 'a window' | 'a recall', orderId: string): Promise<string> =>
    inStore(`nothing of it is held for ${why}`, async (owner) => {
      const { rows } = await sql<{ id: string; window: boolean; recall: boolean }>`
        select outbox.id, held_by is not null as window, on_hold_by like 'rcl_%' as recall
        from outbox join fill on fill.id = outbox.subject_id where fill.order_id = ${orderId}`.execute(owner);
      return rows.find(({ window, recall }) => (why === 'a window' ? window : recall))?.id;
    });
  /** How often nodes have put down that they serve this store: what they remember of it. */
  const beatsOf = async (): Promise<string> => {
    const { rows } = await opened.asOwner((owner) =>
      sql<{ beats: string }>`select beats from store_mark`.execute(owner),
    );
    assert.ok(rows[0]);
    return rows[0].beats;
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
  });

  test('F34: a restored backup lets nothing of before leave until it is reconciled; the pharmacy has nothing twice and nothing is lost', async () => {
    await typed();
    const left = await send();
    const kept = await send();
    await heldFor('a window', left);
    const waits = await heldFor('a window', kept);
    const beats = await beatsOf();
    const atBackup = log.length;
    await typed();
    await typed(waits);
    await until(left, 'SENT');
    const gone = messageOf(await until(await send(), 'SENT'));
    const before = [...log];
    assert.deepEqual(before.slice(-2), [messageOf(await fillOf(left)), gone], 'the rest waits');
    await inStore('the node never remembered that something has left', async (owner) => {
      const { rows } = await sql`select from store_mark where beats > ${beats}`.execute(owner);
      return rows[0];
    });

    await typed();
    await inStore('the node never noticed the older state', async (owner) => {
      const { rows } = await sql`select from quarantine where ended_at is null`.execute(owner);
      return rows[0];
    });
    const shown = await typed();
    assert.match(shown, /In quarantine since .*the store is an older state than the one that was served/);
    assert.match(shown, /2 held/);
    const later = messageOf(await until(await send(), 'SENT'));
    assert.deepEqual(log, [...before, later], 'only what is new has left');

    writeFileSync(join(folder, 'received.csv'), log.slice(atBackup).join('\n'));
    const reconciled = await typed();
    assert.match(reconciled, /^1 settled/);
    assert.deepEqual(reconciled.match(/^m\w+$/gm), [gone], 'its practice must be told');
    await typed();
    await until(left, 'SENT');
    const last = messageOf(await until(kept, 'SENT'));
    assert.match((await terminal('pestle quarantine show')).out, /No quarantine: everything leaves/);
    assert.deepEqual(log, [...before, later, last], 'nothing arrived twice, and nothing is lost');
    assert.equal(next, blocks.length, 'all of the guide was followed');
  });
});
