// Goal: what a carrier posts moves the transmission by the rules of any attempt; doubled, late, out of order or forged it undoes nothing.
// Method: the real delivery and the real hook, against carriers on loopback that sign as their documents say.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTelnyxPeer, type TelnyxPeer } from '@pestle/testbed/carriers/telnyx-peer';
import { openTwilioPeer, type TwilioPeer } from '@pestle/testbed/carriers/twilio-peer';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { reviewedDraft } from '@pestle/testbed/practice/practice';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { trackingApp } from '@pestle/testbed/tracking/tracking-app';
import { sql } from 'kysely';
import { systemPorts } from '../../kernel/ports.ts';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { carrierHookUrl } from '../../tracking/inside.ts';
import { createTelnyxFaxCarrier } from '../carriers/fax/telnyx-fax.ts';
import { createTwilioTextCarrier } from '../carriers/text/twilio-text.ts';
import type { ReceiptNews } from './outcome.ts';

const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000';
const BASE_URL = 'https://rx.example.com';
const PATHS = { fax: '/v1/hooks/carriers/fax', text: '/v1/hooks/carriers/text' } as const;

describe('receipts of carriers', () => {
  let store: EmbeddedStore;
  let telnyx: TelnyxPeer;
  let twilio: TwilioPeer;
  let testbed: DeliveryTestbed;
  let hook: Awaited<ReturnType<typeof trackingApp>>;
  const news: ReceiptNews[] = [];
  before(async () => {
    store = await openTestStore();
    telnyx = await openTelnyxPeer();
    twilio = await openTwilioPeer();
    testbed = await openDeliveryTestbed(store, {
      onReceipt: (one) => news.push(one),
      carriers: (handOvers) => ({
        faxCarrier: createTelnyxFaxCarrier(
          {
            baseUrl: telnyx.url,
            key: 'KEY',
            account: '1293384261075731499',
            receiptKeys: [telnyx.publicKey],
            receiptUrl: carrierHookUrl(BASE_URL, 'fax'),
          },
          handOvers,
        ),
        textCarrier: createTwilioTextCarrier(
          {
            baseUrl: twilio.url,
            key: twilio.token,
            account: twilio.account,
            from: '6175550102',
            receiptKeys: ['an earlier token', twilio.token],
            receiptUrl: carrierHookUrl(BASE_URL, 'text'),
          },
          handOvers,
        ),
      }),
    });
    hook = await trackingApp(store, systemPorts, { baseUrl: BASE_URL, delivery: testbed.delivery });
  });
  after(async () => {
    await hook.app.close();
    await testbed.close();
    await telnyx.close();
    await twilio.close();
    await store.close();
    assert.deepEqual(testbed.errors, []);
    assert.deepEqual(hook.unexpected, []);
  });

  const post = async (
    url: string,
    { payload, headers }: { readonly payload: string; readonly headers: Record<string, string> },
  ) => {
    const { statusCode, json } = await hook.app.inject({ method: 'POST', url, payload, headers });
    const outcome = news.at(-1)?.outcome;
    return statusCode === 200 ? { ...json<{ changed: boolean }>(), outcome } : { statusCode, outcome };
  };
  /** The newest fax that the carrier has, as its webhook speaks of it. */
  const said = (type: string, more: Record<string, unknown> = {}) => {
    const fax = telnyx.faxes.at(-1);
    assert.ok(fax);
    const { id: fax_id, client_state, to } = fax;
    return {
      event_type: `fax.${type}`,
      payload: { fax_id, client_state, to, direction: 'outbound', ...more },
    };
  };
  const postFax = (type: string, more?: Record<string, unknown>) =>
    post(PATHS.fax, telnyx.signed(said(type, more)));
  const events = async (fillId: string): Promise<readonly string[]> =>
    ((await testbed.prescribing.fillEvents(testbed.prescriber, [fillId])).get(fillId) ?? []).map(
      ({ event }) => event,
    );
  const attempts = async (fillId: string) =>
    ((await testbed.delivery.transmissions(testbed.prescriber, [fillId])).get(fillId) ?? []).map(
      ({ row, attempts: all }) => [row.state, all.map(({ outcome, reason }) => `${outcome} ${reason}`)],
    );
  const outbox = async (fillId: string) => {
    const { rows } = await store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql<{ id: string; attempt: number; leased_by: string | null }>`
        select id, attempt, leased_by from outbox where subject_id = ${fillId}`.execute(tx),
    );
    return rows;
  };

  /** A fax whose hand-over was taken and not answered: the attempt is over, and nobody knows. */
  const unknownFax = async () => {
    telnyx.end('sending');
    telnyx.behaves('takes-silently');
    const { fills } = await testbed.order(FAX_ONLY);
    const [fill] = fills;
    assert.ok(fill);
    await testbed.waitFor(
      async () => (await outbox(fill.id)).find((row) => row.attempt === 1 && row.leased_by === null),
      () => 'the attempt did not end',
    );
    return fill;
  };
  const state = async (orderId: string) =>
    (await testbed.prescribing.order(testbed.prescriber, orderId)).fills[0]?.state;

  test('D4: a receipt ends a fax that nobody knew about: delivered once, whatever is posted afterwards', async () => {
    const fill = await unknownFax();
    assert.deepEqual(await postFax('queued'), { received: true, changed: true, outcome: 'applied' });
    assert.equal(await state(fill.order_id), 'SENDING');
    assert.deepEqual(await postFax('delivered'), { received: true, changed: true, outcome: 'applied' });
    assert.equal(await state(fill.order_id), 'SENT');
    assert.deepEqual(await attempts(fill.id), [['accepted', ['ACCEPTED delivered']]]);
    const told = await events(fill.id);
    assert.deepEqual(told, ['ordered', 'sending', 'sent']);
    // Doubled, out of order, and contradicting: kept apart, and nothing is undone.
    assert.equal((await postFax('delivered')).outcome, 'repeated');
    assert.equal((await postFax('sending.started')).outcome, 'repeated');
    assert.equal((await postFax('failed', { failure_reason: 'user_busy' })).outcome, 'contradicts');
    assert.equal(await state(fill.order_id), 'SENT');
    assert.deepEqual(await events(fill.id), told);
    assert.deepEqual(await outbox(fill.id), []);
  });

  test('a busy line that a receipt tells of is called again by the schedule, as another fax', async () => {
    const fill = await unknownFax();
    const count = telnyx.faxes.length;
    assert.equal((await postFax('failed', { failure_reason: 'user_busy' })).outcome, 'applied');
    assert.deepEqual(await attempts(fill.id), [['sending', ['RETRY user-busy']]]);
    assert.equal(await state(fill.order_id), 'SENDING');
    telnyx.end('delivered');
    await store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql`update outbox set run_at = now() where subject_id = ${fill.id}`.execute(tx),
    );
    await testbed.until(fill.order_id, ({ fills }) => fills[0]?.state === 'SENT');
    assert.equal(telnyx.faxes.length, count + 1);
    assert.deepEqual(await attempts(fill.id), [['accepted', ['RETRY user-busy', 'ACCEPTED delivered']]]);
  });

  test('a delivery that is told of late takes back that the fax failed: a fax given up as failed is SENT', async () => {
    telnyx.end('failed', 'receiver_unallocated_number');
    const { fills } = await testbed.order(FAX_ONLY);
    const [fill] = fills;
    assert.ok(fill);
    await testbed.until(fill.order_id, (record) => record.fills[0]?.state === 'STUCK');
    assert.equal((await postFax('delivered')).outcome, 'applied');
    assert.equal(await state(fill.order_id), 'SENT');
    assert.ok((await events(fill.id)).includes('accepted-late'));
  });

  test('while an attempt waits for its fax, a receipt is kept and the attempt itself puts down the end', async () => {
    telnyx.end('sending');
    const count = telnyx.faxes.length;
    const { fills } = await testbed.order(FAX_ONLY);
    const [fill] = fills;
    assert.ok(fill);
    await testbed.waitFor(
      () => telnyx.asked.some(({ path }) => path === `/faxes/${telnyx.faxes[count]?.id}`) || undefined,
      () => 'the fax was not asked about',
    );
    assert.equal((await postFax('delivered')).outcome, 'applied');
    await testbed.until(fill.order_id, (record) => record.fills[0]?.state === 'SENT');
    assert.deepEqual(await events(fill.id), ['ordered', 'sending', 'sent']);
  });

  test('what is not signed by the carrier, or signed long ago, is refused and counted; what is unknown is taken and changes nothing', async () => {
    const fill = await unknownFax();
    const genuine = telnyx.signed(said('delivered'));
    const refused = { statusCode: 401, outcome: 'unsigned' };
    const forged = { ...genuine, payload: genuine.payload.replace('fax.delivered', 'fax.failed') };
    assert.deepEqual(await post(PATHS.fax, forged), refused);
    assert.deepEqual(
      await post(PATHS.fax, { ...genuine, headers: { 'content-type': 'application/json' } }),
      refused,
    );
    const old = telnyx.signed(said('delivered'), Date.now() - 301_000);
    assert.deepEqual(await post(PATHS.fax, old), refused);
    const unknown = telnyx.signed({
      event_type: 'fax.delivered',
      payload: { fax_id: 'nobody-knows-it', direction: 'outbound', client_state: 'bm8=' },
    });
    const nothing = { received: true, changed: false };
    assert.deepEqual(await post(PATHS.fax, unknown), { ...nothing, outcome: 'unknown' });
    assert.deepEqual(await post(PATHS.fax, telnyx.signed({ event_type: 'call.hangup', payload: {} })), {
      ...nothing,
      outcome: 'irrelevant',
    });
    assert.equal(await state(fill.order_id), 'SENDING');
    assert.equal((await postFax('delivered')).outcome, 'applied');
    for (const one of news) assert.doesNotMatch(JSON.stringify(one), /617555|nobody-knows/);
  });

  test('the hook takes posts of the right type and size only', async () => {
    const ask = async (method: 'GET' | 'POST', headers: Record<string, string>, payload?: string) =>
      (
        await hook.app.inject({
          method,
          url: PATHS.fax,
          headers,
          ...(payload === undefined ? {} : { payload }),
        })
      ).statusCode;
    assert.equal(await ask('GET', {}), 405);
    assert.equal(await ask('POST', { 'content-type': 'text/plain' }, 'x'), 415);
    assert.equal(await ask('POST', { 'content-type': 'application/json' }, 'x'.repeat(65_537)), 413);
  });

  /** Not the texts that tell of a placed order, which follow in their own time. */
  const asked = (from: number) =>
    twilio.messages.slice(from).find(({ body }) => body.includes('choose a pharmacy'));

  /** An order whose patient is asked by text to choose the pharmacy. */
  const invited = async () => {
    const count = twilio.messages.length;
    const from = testbed.departures.length;
    const { order } = await testbed.prescribing.createOrder(
      testbed.prescriber,
      { drafts: [await reviewedDraft(testbed)] },
      freshKey('createOrder'),
    );
    testbed.delivery.departures(testbed.departures.slice(from));
    const message = await testbed.waitFor(
      async () => ((await invitation(order.id)) === 'SENT' ? asked(count) : undefined),
      () => 'the invitation was not taken',
    );
    return { order, message };
  };
  const invitation = async (orderId: string) =>
    (await testbed.delivery.invitations(testbed.prescriber, [orderId])).get(orderId);
  const postText = (
    message: Awaited<ReturnType<typeof invited>>['message'],
    fields: Record<string, string>,
  ) => post(message.statusCallback.slice(BASE_URL.length), twilio.signed(message, fields));

  test('a text that the carrier could not bring is shown to the practice as failed, and is not sent again', async () => {
    const { order, message } = await invited();
    assert.equal((await postText(message, { MessageStatus: 'sent' })).outcome, 'repeated');
    assert.equal(
      (await postText(message, { MessageStatus: 'undelivered', ErrorCode: '30003' })).outcome,
      'applied',
    );
    assert.equal(await invitation(order.id), 'FAILED');
    assert.equal(news.at(-1)?.reason, 'undelivered-30003');
    // Told of in the wrong order it was not there; told of late it was: the delivery is the truth.
    assert.equal((await postText(message, { MessageStatus: 'sent' })).outcome, 'repeated');
    assert.equal(await invitation(order.id), 'FAILED');
    assert.equal((await postText(message, { MessageStatus: 'delivered' })).outcome, 'applied');
    assert.equal(await invitation(order.id), 'SENT');
    assert.equal((await postText(message, { MessageStatus: 'undelivered' })).outcome, 'contradicts');
    assert.equal(await invitation(order.id), 'SENT');
  });

  test('a callback that another token signed, or that was changed, is refused', async () => {
    const { order, message } = await invited();
    const genuine = twilio.signed(message, { MessageStatus: 'failed' });
    const url = message.statusCallback.slice(BASE_URL.length);
    const refused = { statusCode: 401, outcome: 'unsigned' };
    const changed = { ...genuine, payload: genuine.payload.replace('failed', 'delivered') };
    assert.deepEqual(await post(url, changed), refused);
    assert.deepEqual(await post(`${url}0`, genuine), refused);
    assert.deepEqual(
      await post(url, { ...genuine, headers: { ...genuine.headers, 'x-twilio-signature': 'AAAA' } }),
      refused,
    );
    assert.equal(await invitation(order.id), 'SENT');
  });
});
