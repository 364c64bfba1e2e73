// Goal: what people write back counts as the carrier posts it: texts stop at once, START brings them back, HELP changes nothing, the practice is shown who was not told.
// Method: each carrier's own way of posting, signed and forged, over real HTTP to the real hook, with the real delivery behind it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openCarrierPeer } from '@pestle/testbed/carriers/carrier-peer';
import { openTelnyxPeer } from '@pestle/testbed/carriers/telnyx-peer';
import { openTwilioPeer } from '@pestle/testbed/carriers/twilio-peer';
import { type DeliveryTestbed, openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { LINK_KEY } from '@pestle/testbed/delivery/open-delivery';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { PATIENT, reviewedDraft } from '@pestle/testbed/practice/practice';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { trackingApp } from '@pestle/testbed/tracking/tracking-app';
import { sql } from 'kysely';
import { createDesk } from '../../desk/desk.ts';
import { findPatient, updatePatientRow } from '../../directory/patient/patient-rows.ts';
import { systemPorts } from '../../kernel/ports.ts';
import { createPhoneHashes } from '../../routing/inside.ts';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { carrierHookUrl } from '../../tracking/inside.ts';
import type { HandOvers } from '../carriers/common/hand-overs.ts';
import type { TextCarrier } from '../carriers/text/carrier.ts';
import { createHttpTextCarrier } from '../carriers/text/http-carrier.ts';
import { createTelnyxTextCarrier } from '../carriers/text/telnyx-text.ts';
import { createTwilioTextCarrier } from '../carriers/text/twilio-text.ts';
import type { ReceiptNews } from './outcome.ts';

const BASE_URL = 'https://rx.example.com';
const PATH = '/v1/hooks/carriers/text';
const PATIENTS_NUMBER = '+16175550100';

interface Posted {
  readonly payload: string;
  readonly headers: Record<string, string>;
}

/** A carrier, and how it posts what somebody wrote. */
interface Carrier {
  readonly create: (handOvers: HandOvers) => TextCarrier;
  /** What it was given to send, oldest first. */
  readonly texts: () => readonly string[];
  readonly writes: (text: string, atMs?: number) => Posted;
  readonly close: () => Promise<void>;
}

const CARRIERS: Readonly<Record<string, () => Promise<Carrier>>> = {
  twilio: async () => {
    const peer = await openTwilioPeer();
    const { token, account } = peer;
    // An inbound message is posted to the address of the number, without a query.
    const inbound = {
      sid: 'SM0',
      to: '',
      from: '',
      body: '',
      date_created: '',
      statusCallback: carrierHookUrl(BASE_URL, 'text'),
    };
    return {
      create: (handOvers) =>
        createTwilioTextCarrier(
          {
            baseUrl: peer.url,
            key: token,
            account,
            from: '6175550102',
            receiptKeys: [token],
            receiptUrl: inbound.statusCallback,
          },
          handOvers,
        ),
      texts: () => peer.messages.map(({ body }) => body),
      writes: (text) =>
        peer.signed(inbound, {
          SmsStatus: 'received',
          From: PATIENTS_NUMBER,
          To: '+16175550102',
          Body: text,
          NumMedia: '0',
        }),
      close: () => peer.close(),
    };
  },
  telnyx: async () => {
    const peer = await openTelnyxPeer();
    return {
      create: (handOvers) =>
        createTelnyxTextCarrier(
          {
            baseUrl: peer.url,
            key: 'KEY',
            from: '6175550102',
            receiptKeys: [peer.publicKey],
            receiptUrl: carrierHookUrl(BASE_URL, 'text'),
          },
          handOvers,
        ),
      texts: () => peer.messages.map(({ text }) => text),
      writes: (text, atMs) =>
        peer.signed(
          {
            event_type: 'message.received',
            payload: { id: 'in-1', direction: 'inbound', from: { phone_number: PATIENTS_NUMBER }, text },
          },
          atMs,
        ),
      close: () => peer.close(),
    };
  },
  http: async () => {
    const sent: string[] = [];
    const peer = await openCarrierPeer({
      show: () => 404,
      hands: ({ method, body }) =>
        method === 'POST'
          ? () => {
              sent.push((JSON.parse(body.toString('utf8')) as { text: string }).text);
              return {};
            }
          : undefined,
    });
    return {
      create: () =>
        createHttpTextCarrier({ baseUrl: peer.url, key: 'sends', receiptKeys: ['earlier', 'posts'] }),
      texts: () => sent,
      writes: (text) => ({
        payload: JSON.stringify({ from: PATIENTS_NUMBER, text }),
        headers: { 'content-type': 'application/json', authorization: 'Bearer posts' },
      }),
      close: () => peer.close(),
    };
  },
};

for (const [name, openCarrier] of Object.entries(CARRIERS))
  describe(`what people write back, as ${name} posts it`, () => {
    let store: EmbeddedStore;
    let carrier: Carrier;
    let testbed: DeliveryTestbed;
    let hook: Awaited<ReturnType<typeof trackingApp>>;
    let address: string;
    const news: ReceiptNews[] = [];
    before(async () => {
      store = await openTestStore();
      carrier = await openCarrier();
      testbed = await openDeliveryTestbed(store, {
        onReceipt: (one) => news.push(one),
        carriers: (handOvers) => ({ textCarrier: carrier.create(handOvers) }),
      });
      hook = await trackingApp(store, systemPorts, { baseUrl: BASE_URL, delivery: testbed.delivery });
      address = await hook.listen();
    });
    after(async () => {
      await hook.app.close();
      await testbed.close();
      await carrier.close();
      await store.close();
      assert.deepEqual(testbed.errors, []);
      assert.deepEqual(hook.unexpected, []);
    });

    const post = async ({ payload, headers }: Posted): Promise<readonly [number, unknown]> => {
      const answer = await fetch(`${address}${PATH}`, { method: 'POST', headers, body: payload });
      const body = (await answer.json()) as { changed?: boolean };
      return [answer.status, body.changed];
    };
    const writes = async (text: string): Promise<unknown> => {
      const [status, changed] = await post(carrier.writes(text));
      assert.equal(status, 200, text);
      return changed;
    };

    /** What became of the text of a new order that asks its patient to choose. */
    const asked = async () => {
      const before = carrier.texts().length;
      const from = testbed.departures.length;
      const { order } = await testbed.prescribing.createOrder(
        testbed.prescriber,
        { drafts: [await reviewedDraft(testbed)] },
        freshKey('createOrder'),
      );
      testbed.delivery.departures(testbed.departures.slice(from));
      const state = await testbed.waitFor(
        async () => {
          const now = (await testbed.delivery.invitations(testbed.prescriber, [order.id])).get(order.id);
          return now === 'QUEUED' ? undefined : now;
        },
        () => 'the text stayed in the outbox',
      );
      return { orderId: order.id, state, texts: carrier.texts().slice(before) };
    };
    const onDesk = async (orderId: string) => {
      const { authorizedPrescriber, requireFreshProof } = testbed.deps;
      const desk = createDesk({
        store,
        ports: systemPorts,
        authorizedPrescriber,
        requireFreshProof,
        phoneHashes: createPhoneHashes(LINK_KEY),
        departures: () => undefined,
      });
      const { items } = await desk.items(testbed.prescriber, {});
      return items.filter((item) => item.orderId === orderId).map(({ situation, code }) => [situation, code]);
    };
    const stopped = async (): Promise<number> =>
      (await store.asCourier((tx) => sql`select 1 from text_stop`.execute(tx))).rows.length;
    const arrives = async (): Promise<void> => {
      const { state, texts, orderId } = await asked();
      assert.deepEqual([state, texts.length], ['SENT', 1]);
      assert.deepEqual(await onDesk(orderId), [], 'nobody has to act');
    };
    const isWithheld = async (): Promise<void> => {
      const { state, texts, orderId } = await asked();
      assert.deepEqual([state, texts], ['FAILED', []]);
      assert.deepEqual(await onDesk(orderId), [['choose', 'NOT_TOLD']], 'the practice is shown it at once');
    };

    test('P4: a text invites; after STOP none leaves and the desk has it at once; after START they leave again', async () => {
      await arrives();
      assert.equal(await writes('Stop'), true);
      await isWithheld();
      assert.equal(await writes(' STOP. '), false, 'posted again it says nothing new');
      assert.equal(await stopped(), 1);
      assert.equal(await writes('start'), true);
      assert.equal(await writes('START'), false);
      await arrives();
    });

    test('P5: a cancel that a number which wants no texts is not told of is the practice’s to tell', async () => {
      const { orderId } = await asked();
      await writes('STOP');
      const input = { orderId, reason: 'The patient asked for it.' };
      await testbed.delivery.cancel(testbed.prescriber, input, freshKey('cancelOrder'));
      await testbed.delivery.tellPatients();
      const found = await testbed.waitFor(
        async () => {
          const items = await onDesk(orderId);
          return items.length === 0 ? undefined : items;
        },
        () => 'nobody of the practice learns of it',
      );
      assert.deepEqual(found, [['patient-not-told', 'CANCELED']]);
      const texts = (await testbed.delivery.texts(testbed.prescriber, [orderId])).get(orderId);
      assert.deepEqual(
        texts?.map(({ about, state }) => [about, state]),
        [
          ['invitation', 'sent'],
          ['canceled', 'withheld'],
        ],
      );
      await writes('START');
    });

    test('P4: the same in Spanish, with and without accents, and when the number is somebody else\u2019s', async () => {
      for (const [stop, start] of [
        ['Alto', 'Iniciar'],
        ['Número equivocado', 'EMPEZAR'],
        ['numero equivocado', 'start'],
        ['Wrong number!', 'Unstop'],
      ] as const) {
        assert.equal(await writes(stop), true, stop);
        assert.equal(await stopped(), 1);
        assert.equal(await writes(start), true, start);
        assert.equal(await stopped(), 0);
      }
      await writes('Wrong number');
      await isWithheld();
      await writes('INICIAR');
      await arrives();
    });

    test('P4: HELP, questions and thanks change nothing, in either language, before a STOP and after it', async () => {
      const idle = [
        'HELP',
        'Info',
        'Ayuda',
        'When can I stop taking it?',
        '¿Dónde está?',
        'Gracias',
        '',
        'wrong',
        '\u0000',
        'S'.repeat(2_000),
      ];
      for (const text of idle) assert.equal(await writes(text), false, JSON.stringify(text.slice(0, 20)));
      await arrives();
      await writes('STOP');
      for (const text of idle) assert.equal(await writes(text), false, JSON.stringify(text.slice(0, 20)));
      assert.equal(await stopped(), 1);
      await writes('START');
    });

    test('what the carrier did not sign is refused, changes nothing, and tells nothing', async () => {
      const genuine = carrier.writes('STOP');
      const { 'content-type': type = '' } = genuine.headers;
      const forgeries: readonly Posted[] = [
        { ...genuine, headers: { 'content-type': type } },
        // Signed for something else, or with a key that is none.
        name === 'http'
          ? { ...genuine, headers: { ...genuine.headers, authorization: 'Bearer nobody' } }
          : { ...genuine, headers: carrier.writes('Good morning').headers },
        // Of a bearer key the body is not signed.
        ...(name === 'http' ? [] : [{ ...genuine, payload: genuine.payload.replace('5550100', '5550177') }]),
        ...(name === 'telnyx' ? [carrier.writes('STOP', Date.now() - 301_000)] : []),
      ];
      for (const forged of forgeries) assert.deepEqual(await post(forged), [401, undefined]);
      assert.equal(await stopped(), 0);
      await arrives();
      assert.equal(await writes('STOP'), true, 'the genuine one counts');
      assert.deepEqual(await post(forgeries[0] ?? genuine), [401, undefined]);
      assert.equal(await stopped(), 1);
      await writes('START');
      for (const one of news) assert.doesNotMatch(JSON.stringify(one), /5550100|5550177/);
    });

    test('a hundred posts of one STOP at once stop once; STOP counts for the number, not for another one', async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => post(carrier.writes('STOP'))));
      assert.deepEqual(answers.filter(([, changed]) => changed === true).length, 1);
      assert.ok(answers.every(([status]) => status === 200));
      const phone = (value: string) =>
        store.withOrg(TEST_ORGANIZATION, async (tx) => {
          const row = await findPatient(tx, TEST_ORGANIZATION, PATIENT);
          if (row !== undefined) await updatePatientRow(tx, { ...row, phone: value });
        });
      await phone('6175550199');
      await arrives();
      await phone('6175550100');
      await isWithheld();
    });
  });
