// Proves that the pharmacies' log outlives its process, and that faults at random can be repeated.
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { CancelRx, NewRx } from '@pestle/script';
import { read } from '@pestle/script';
import { until } from '@pestle/testbed/patience';
import { cancelRx, newRx, proof, sentAs, written } from '@pestle/testbed/sandbox/messages';
import { pdfOf } from '@pestle/testbed/sandbox/pdf';
import fastCheck from 'fast-check';
import { FAX_MACHINE_KEY } from '../src/credentials.ts';
import { type Peers, startPeers } from '../src/peers.ts';
import { FAULT_WAYS, faultOf } from '../src/pharmacies/faults.ts';
import { openLog, readLog } from '../src/pharmacies/log.ts';
import type { SimulatedPharmacy } from '../src/pharmacies/types.ts';

const directory = mkdtempSync(join(tmpdir(), 'pestle-log-'));
const started: Peers[] = [];
after(async () => {
  // Also the ones of a test that failed half-way: they would keep the process alive.
  await Promise.all(started.map((peers) => peers.close()));
  rmSync(directory, { recursive: true, force: true });
});

async function start(options: Parameters<typeof startPeers>[0]): Promise<Peers> {
  const peers = await startPeers(options);
  started.push(peers);
  return peers;
}

type Make = (to: SimulatedPharmacy) => NewRx | CancelRx;

const order =
  (number: number): Make =>
  (to) =>
    newRx(to, sentAs(number));

async function send(peers: Peers, start: string, make: Make): Promise<string> {
  const to = peers.pharmacies.find(({ id }) => id.startsWith(`phr_${start}`));
  assert.ok(to?.integration);
  const { body, contentType } = written(to, make(to));
  const response = await fetch(to.integration.endpoint.url, {
    method: 'POST',
    body,
    headers: { 'content-type': contentType, ...(await proof(to.integration.endpoint.auth)) },
  });
  const { message } = read(await response.text());
  if (message.type === 'CancelRxResponse') return message.response?.outcome ?? '';
  return message.type === 'Error' || message.type === 'Status'
    ? `${message.type} ${message.code}`
    : message.type;
}

describe('the log', () => {
  it('is in the file before the answer leaves, and a restarted pharmacy still holds what it took', async () => {
    const file = join(directory, 'log.ndjson');
    const first = await start({ log: { file } });
    assert.equal(await send(first, '0ACCEPTS02017', order(7001)), 'Status 010');
    assert.equal(readLog(file).length, 1, 'written when the answer is here');
    await first.close();
    appendFileSync(file, '{"sequence":2,"torn');
    const second = await start({ log: { file } });
    assert.equal(second.log().length, 1, 'the torn line is gone');
    assert.equal(await send(second, '0ACCEPTS02017', order(7001)), 'Status 010');
    assert.equal(
      await send(second, '0ACCEPTS02017', (to) => cancelRx(to, sentAs(7002), sentAs(7001))),
      'Approved',
    );
    await second.close();
    assert.deepEqual(
      readLog(file).map(({ sequence, accepted, duplicate, attempt }) => [
        sequence,
        accepted,
        duplicate,
        attempt,
      ]),
      [
        [1, true, false, 1],
        [2, false, true, 2],
        [3, true, false, 1],
      ],
    );
  });

  it('a restarted fax machine does not print a delivered fax again', async () => {
    const file = join(directory, 'fax.ndjson');
    const put = async (peers: Peers) => {
      const response = await fetch(`${peers.faxUrl}/trm_01KXRESTART-1`, {
        method: 'PUT',
        body: new Uint8Array(pdfOf(['NOTICE'])),
        headers: {
          authorization: `Bearer ${FAX_MACHINE_KEY}`,
          'content-type': 'application/pdf',
          'fax-to': '6175550190',
          'fax-from': '6175550151',
        },
      });
      return ((await response.json()) as { state: string }).state;
    };
    const first = await start({ log: { file }, pace: { faxDeliveryMs: 1 } });
    await put(first);
    await until(() => first.log().length > 0, 'the fax is not in the log');
    await first.close();
    const second = await start({ log: { file }, pace: { faxDeliveryMs: 1 } });
    assert.equal(await put(second), 'delivered');
    await new Promise((resolve) => setTimeout(resolve, 20));
    await second.close();
    assert.equal(readLog(file).length, 1);
  });

  it('says which line is broken', () => {
    const file = join(directory, 'broken.ndjson');
    writeFileSync(file, '{"sequence":1}\nnot json\n{"sequence":3}\n');
    assert.throws(() => openLog(file), /Line 2/);
    assert.match(readFileSync(file, 'utf8'), /not json/, 'a broken log is left as it is');
  });
});

describe('faults at random', () => {
  it('are the same for the same seed, message and attempt', () => {
    fastCheck.assert(
      fastCheck.property(
        fastCheck.integer(),
        fastCheck.string(),
        fastCheck.nat(9),
        (seed, messageId, attempt) => {
          const policy = { share: 0.5, seed };
          assert.equal(faultOf(policy, messageId, attempt), faultOf(policy, messageId, attempt));
        },
      ),
    );
  });

  it('come as often as the share says, and in every way', () => {
    for (const share of [0, 0.15, 1]) {
      const ways = Array.from({ length: 4_000 }, (_none, index) =>
        faultOf({ share, seed: 1 }, `m${index}`, 1),
      );
      const failed = ways.filter((way) => way !== null);
      assert.ok(
        Math.abs(failed.length / ways.length - share) < 0.03,
        `${failed.length} of ${ways.length} at ${share}`,
      );
      if (share > 0) assert.deepEqual([...new Set(failed)].sort(), [...FAULT_WAYS].sort());
    }
  });

  it('refuse a share that is no share', () => {
    for (const share of [-0.1, 1.1, Number.NaN])
      assert.throws(() => faultOf({ share, seed: 1 }, 'm', 1), RangeError);
  });

  it('I3: whatever fails, one MessageID is taken at most once', async () => {
    const ways = ['accepts-then-drops', 'fails-always', 'answers-garbage', 'rejects'] as const;
    const peers = await start({ faults: { share: 0.5, seed: 3, ways } });
    for (let number = 7100; number < 7120; number += 1) {
      for (let attempt = 0; attempt < 4; attempt += 1)
        await send(peers, '0ACCEPTS02023', order(number)).catch(() => 'lost');
    }
    const accepted = peers.log().filter((entry) => entry.accepted);
    await peers.close();
    assert.equal(new Set(accepted.map(({ messageId }) => messageId)).size, accepted.length);
    assert.ok(accepted.length >= 15);
    assert.ok(peers.log().some(({ behaviour }) => behaviour.startsWith('fault:')));
  });
});
