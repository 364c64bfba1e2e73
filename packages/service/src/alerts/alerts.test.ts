// Goal: what was acknowledged and has not left in time raises an alert by itself, on every node, whatever it is that does not work (D12).
// Method: the real delivery with a pharmacy that refuses and no fax carrier, then with its dispatcher stopped; a receiver over real HTTP.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openOwnDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { WORKING_CARRIERS } from '@pestle/testbed/delivery/open-delivery';
import { freshKey } from '@pestle/testbed/practice/people';
import { reviewedDraft } from '@pestle/testbed/practice/practice';
import { Webhook } from 'standardwebhooks';
import { createLog } from '../kernel/log.ts';
import type { AlertDeps } from './alerts.ts';
import { ALERT_LIMITS, createAlertPost, createAlerts } from './alerts.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000';
const REJECTS = 'phr_0REJECTS000000000000000000';
const OHIO = 'phr_00H100N00FAX00000000000000';
const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes len').toString('base64')}`;
const FROM = 'https://rx.example.com';

let testbed: DeliveryTestbed;
let url = '';
let status = 200;
let received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') });
    response.writeHead(status).end();
    status = 200;
  });
});
before(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alerts`;
  testbed = await openOwnDeliveryTestbed({
    // Texts that follow an order are sent meanwhile, and are not what this is about.
    lateAfter: { electronic: 1, fax: 1, text: 3_600_000, stuck: 1 },
    faxCarrier: {
      ...WORKING_CARRIERS.faxCarrier,
      sendFax: async () => ({ state: 'failed', reason: 'no-carrier' }),
    },
  });
});
beforeEach(() => {
  received = [];
  status = 200;
});
after(async () => {
  await testbed.close();
  receiver.close();
});

interface Node {
  readonly look: () => Promise<void>;
  readonly lines: () => readonly Record<string, unknown>[];
}

/** One node's alerts: its lines of the log, and its messages to the receiver. */
function node(deps: Partial<AlertDeps> = {}): Node {
  const written: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => written.push(line) } });
  const alerts = createAlerts({
    figures: () => testbed.delivery.figures(),
    holds: () => [],
    log,
    clock: testbed.deps.ports.clock,
    from: FROM,
    post: createAlertPost({ url, secret: SECRET }),
    ...deps,
  });
  return {
    look: () => alerts.look(),
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

/** What the receiver took, each verified. */
function taken(): readonly { readonly id: string; readonly data: Record<string, unknown> }[] {
  return received.map(({ headers, body }) => {
    const read = new Webhook(SECRET).verify(body, headers as Record<string, string>);
    return { id: String(headers['webhook-id']), data: (read as { data: Record<string, unknown> }).data };
  });
}

test('D12: a dispatcher that does not work: operators hear of the order in the log and at their own address, and when it is over', async () => {
  const alerts = node();
  await alerts.look();
  assert.deepEqual([alerts.lines(), received], [[], []]);
  await testbed.delivery.dispatcher.stop();
  const { order } = await testbed.order(ACCEPTS);
  const lane = `pharmacy:${ACCEPTS}`;
  const [row] = await testbed.delivery.queue.rows(lane);
  // The receiver is away for a moment: the alert is tried again.
  status = 503;
  await testbed.waitFor(
    async () => {
      await alerts.look();
      return alerts.lines()[0];
    },
    () => 'nothing was said',
  );
  const [line] = alerts.lines();
  assert.equal(line?.['level'], 'error');
  assert.equal(line['msg'], 'acknowledged orders have not left within their budget');
  assert.equal(received.length, 2);
  const [first, again] = taken();
  assert.equal(first?.id, again?.id);
  assert.deepEqual(again?.data, {
    alert: 'orders-late',
    state: 'raised',
    from: FROM,
    says: 'acknowledged orders have not left within their budget',
    waiting: { pharmacy: 1 },
    stuck: {},
    onHold: 0,
    inMaintenance: 0,
    oldestId: row?.id,
    oldestSeconds: line['oldestSeconds'],
  });
  // A line a minute, one message in a quarter of an hour; another node says the same under the same id.
  await alerts.look();
  assert.deepEqual([alerts.lines().length, received.length], [2, 2]);
  await node().look();
  assert.equal(taken().at(-1)?.id, first?.id);
  await testbed.delivery.dispatcher.start();
  await testbed.until(order.id, ({ fills }) => fills[0]?.state === 'SENT');
  await alerts.look();
  assert.deepEqual(
    [taken().at(-1)?.data['state'], alerts.lines().at(-1)?.['msg']],
    ['over', 'every acknowledged order has left, or is within its budget again'],
  );
});

test('D12: what operators hold is named as such and raises nothing, nor does a patient who has yet to choose', async () => {
  const alerts = node();
  const lane = `pharmacy:${ACCEPTS}`;
  await testbed.delivery.queue.hold({ of: lane, by: 'Olga Operator' });
  const { order } = await testbed.order(ACCEPTS);
  const held = await testbed.waitFor(
    async () => (await testbed.delivery.figures()).lanes.find(({ lateOnHold }) => lateOnHold === 1),
    () => 'what is on hold is not counted',
  );
  assert.deepEqual([held.laneClass, held.late], ['pharmacy', 0]);
  await alerts.look();
  await testbed.delivery.queue.release({ of: lane, by: 'Olga Operator' });
  await testbed.until(order.id, ({ fills }) => fills[0]?.state === 'SENT');
  const routing = await testbed.prescribing.createOrder(
    testbed.prescriber,
    { drafts: [await reviewedDraft(testbed)] },
    freshKey('createOrder'),
  );
  assert.equal(routing.order.state, 'ROUTING');
  testbed.delivery.departures(testbed.departures.slice(-1));
  await testbed.waitFor(
    async () => (await testbed.delivery.figures()).lanes.every(({ waiting }) => waiting === 0) || undefined,
    () => 'the text with the link never left',
  );
  await alerts.look();
  assert.deepEqual([alerts.lines(), received], [[], []]);
});

test('D12: a prescription that law keeps from the fax, and a pharmacy that refuses without a fax carrier, raise it too', async () => {
  const alerts = node();
  const { order } = await testbed.order(OHIO);
  await testbed.until(order.id, ({ fills }) => fills[0]?.state === 'STUCK');
  await alerts.look();
  const [forbidden] = alerts.lines();
  assert.deepEqual([forbidden?.['stuck'], forbidden?.['oldestId']], [{ FAX_FORBIDDEN: 1 }, order.id]);
  await testbed.order(REJECTS);
  await testbed.waitFor(
    () => testbed.ended.find(({ channel }) => channel === 'fax'),
    () => 'no fax was tried',
  );
  await alerts.look();
  assert.deepEqual(alerts.lines().at(-1)?.['waiting'], { fax: 1 });
  assert.deepEqual(
    testbed.turned.map(({ news, reason }) => [news, reason]),
    [
      ['stuck', 'FAX_FORBIDDEN'],
      ['fallback', 'electronic-failed'],
    ],
  );
});

test('D12: a store that is away is said after a minute, not at a restart; an alert that cannot be sent is sent at the next look', async () => {
  let away = true;
  const alerts = node({
    figures: async () => {
      if (away) throw new Error('away');
      return { lanes: [], stuck: [] };
    },
    post: async (message) => {
      if (received.length === 0) {
        received.push({ headers: {}, body: '' });
        throw new Error('nobody there');
      }
      await createAlertPost({ url, secret: SECRET })(message);
    },
  });
  const said = () => alerts.lines().map(({ level, msg }) => `${String(level)}: ${String(msg)}`);
  await alerts.look();
  assert.deepEqual(said(), []);
  await alerts.look();
  assert.match(said()[0] ?? '', /^error: the store has not answered for a minute/);
  assert.equal(said()[1], 'error: an alert could not be sent');
  await alerts.look();
  assert.match(received.at(-1)?.body ?? '', /"store-away","state":"raised"/);
  away = false;
  await alerts.look();
  assert.equal(said().at(-1), 'info: the store answers again');
  assert.match(received.at(-1)?.body ?? '', /"store-away","state":"over"/);
  assert.ok(ALERT_LIMITS.lookIntervalMs < ALERT_LIMITS.repeatMs);
});
