// Goal: nothing is handed to a carrier twice because its answer was lost, and every answer means what the carrier's documents say.
// Method: each carrier against its interface on loopback as documented, with the real memory of what was handed over.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openSinchPeer, type SinchPeer } from '@pestle/testbed/carriers/sinch-peer';
import { openTelnyxPeer, type TelnyxPeer } from '@pestle/testbed/carriers/telnyx-peer';
import { openTwilioPeer, type TwilioPeer } from '@pestle/testbed/carriers/twilio-peer';
import { addOrganizations, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { makeId, systemPorts } from '../../kernel/ports.ts';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { createHandOvers, type HandOvers } from './common/hand-overs.ts';
import type { FaxCarrier, OutgoingFax } from './fax/carrier.ts';
import { createSinchFaxCarrier } from './fax/sinch-fax.ts';
import { createTelnyxFaxCarrier } from './fax/telnyx-fax.ts';
import type { OutgoingText, TextCarrier } from './text/carrier.ts';
import { createTelnyxTextCarrier } from './text/telnyx-text.ts';
import { createTwilioTextCarrier } from './text/twilio-text.ts';

const PROJECT = 'd04cbbec-47c1-4f6a-b573-000000000000';
const document = Buffer.from('%PDF-1.3\n%%EOF\n');
const never = new AbortController().signal;

let store: EmbeddedStore;
let handOvers: HandOvers;
before(async () => {
  store = await openTestStore();
  await addOrganizations(store);
  handOvers = createHandOvers(store, systemPorts);
});
after(() => store.close());

const newFax = (): OutgoingFax => ({
  orgId: TEST_ORGANIZATION,
  faxId: `${makeId(systemPorts, 'trm')}-1`,
  to: '6175550142',
  from: '6175550151',
  document,
  lines: ['never sent'],
});
const newText = (): OutgoingText => {
  const textId = makeId(systemPorts, 'txt');
  return {
    orgId: TEST_ORGANIZATION,
    textId,
    messageId: `${textId}-text`,
    to: '6175550100',
    text: `Your prescription is ready. ${textId}`,
  };
};

/** As if it had been handed over so long ago that its carrier would list it. */
async function grown(faxId: string): Promise<void> {
  await store.withOrg(TEST_ORGANIZATION, (tx) =>
    sql`update carrier_message set handed_at = now() - interval '10 minutes' where reference = ${faxId}`.execute(
      tx,
    ),
  );
}

interface FaxBench {
  readonly carrier: FaxCarrier;
  readonly count: () => number;
  readonly peer: TelnyxPeer | SinchPeer;
  readonly end: (how: 'sending' | 'delivered' | 'busy' | 'unreadable-pages') => void;
  readonly busy: string;
}

const FAX_BENCHES = {
  telnyx: async (): Promise<FaxBench> => {
    const peer = await openTelnyxPeer();
    const address = { baseUrl: peer.url, key: 'KEY_telnyx', account: '1293384261075731499' };
    return {
      carrier: createTelnyxFaxCarrier(address, handOvers),
      count: () => peer.faxes.length,
      peer,
      end: (how) => {
        if (how === 'busy') peer.end('failed', 'user_busy');
        else if (how === 'unreadable-pages') peer.end('failed', 'file_format_invalid');
        else peer.end(how);
      },
      busy: 'user-busy',
    };
  },
  sinch: async (): Promise<FaxBench> => {
    const peer = await openSinchPeer(PROJECT);
    const address = { baseUrl: peer.url, key: 'id:secret', account: PROJECT };
    return {
      carrier: createSinchFaxCarrier(address, handOvers),
      count: () => peer.faxes.length,
      peer,
      end: (how) =>
        peer.end(
          how === 'sending'
            ? { status: 'IN_PROGRESS' }
            : how === 'delivered'
              ? { status: 'COMPLETED' }
              : how === 'busy'
                ? { status: 'FAILURE', errorType: 'CALL_ERROR', errorMessage: 'User busy' }
                : { status: 'FAILURE', errorType: 'DOCUMENT_CONVERSION_ERROR', errorCode: 133 },
        ),
      busy: 'user-busy',
    };
  },
};

for (const [name, open] of Object.entries(FAX_BENCHES)) {
  describe(`faxes through ${name}`, () => {
    let bench: FaxBench;
    before(async () => {
      bench = await open();
    });
    after(async () => {
      await bench.carrier.close();
      await bench.peer.close();
    });

    test('a fax is delivered when the carrier says so, and asked for again it is the same fax', async () => {
      bench.end('delivered');
      const fax = newFax();
      assert.deepEqual(await bench.carrier.sendFax(fax, never), { state: 'delivered' });
      const asked = bench.peer.asked.length;
      assert.deepEqual(await bench.carrier.sendFax(fax, never), { state: 'delivered' });
      assert.equal(bench.peer.asked.length, asked, 'what is known was asked again');
      assert.equal(bench.count(), 1);
    });

    test('a busy line has failed for now, pages that cannot be read for good', async () => {
      bench.end('busy');
      assert.deepEqual(await bench.carrier.sendFax(newFax(), never), { state: 'failed', reason: bench.busy });
      bench.end('unreadable-pages');
      const result = await bench.carrier.sendFax(newFax(), never);
      assert.ok(result.state === 'failed' && result.forGood === true, JSON.stringify(result));
    });

    test('what the carrier refuses has failed, for good where the same would be refused again; its own trouble says nothing', async () => {
      const cases = [
        [422, { state: 'failed', reason: 'carrier-http-422', forGood: true }],
        [401, { state: 'failed', reason: 'carrier-http-401' }],
        [429, { state: 'failed', reason: 'carrier-http-429' }],
        [503, { state: 'unknown', reason: 'carrier-http-503' }],
      ] as const;
      for (const [status, expected] of cases) {
        bench.peer.behaves(status);
        assert.deepEqual(await bench.carrier.sendFax(newFax(), never), expected);
      }
    });

    test('D4: a fax whose hand-over was not answered is looked for, and not handed over a second time', async () => {
      for (const behaviour of ['takes-silently', 'takes-garbled'] as const) {
        const fax = newFax();
        const before = bench.count();
        bench.end('sending');
        bench.peer.behaves(behaviour);
        assert.equal((await bench.carrier.sendFax(fax, never)).state, 'unknown');
        bench.end('delivered');
        assert.deepEqual(await bench.carrier.sendFax(fax, never), { state: 'delivered' });
        assert.equal(bench.count(), before + 1, `doubled after ${behaviour}`);
      }
    });

    test('a fax that the carrier never had is handed over again only when its list has had the time to say so', async () => {
      const fax = newFax();
      bench.peer.behaves('loses');
      assert.equal((await bench.carrier.sendFax(fax, never)).state, 'unknown');
      const soon = await bench.carrier.sendFax(fax, AbortSignal.timeout(2_000));
      assert.deepEqual(soon, { state: 'unknown', reason: 'timeout' });
      await grown(fax.faxId);
      assert.deepEqual(await bench.carrier.sendFax(fax, never), {
        state: 'failed',
        reason: 'carrier-never-had-it',
      });
    });

    test('a fax that takes long is unknown when the time is over, and asked for by its id afterwards', async () => {
      bench.end('sending');
      const fax = newFax();
      const before = bench.count();
      assert.deepEqual(await bench.carrier.sendFax(fax, AbortSignal.timeout(2_000)), {
        state: 'unknown',
        reason: 'timeout',
      });
      bench.end('delivered');
      assert.deepEqual(await bench.carrier.sendFax(fax, never), { state: 'delivered' });
      assert.equal(bench.count(), before + 1);
    });

    test('pages that no carrier takes are not handed over', async () => {
      const fax = { ...newFax(), document: new Uint8Array(15_000_001) };
      const asked = bench.peer.asked.length;
      assert.deepEqual(await bench.carrier.sendFax(fax, never), {
        state: 'failed',
        reason: 'fax-too-large',
        forGood: true,
      });
      assert.equal(bench.peer.asked.length, asked);
    });
  });
}

test('telnyx is asked as its documents say: pages first, then a fax by their name with our id in it', async () => {
  const peer = await openTelnyxPeer();
  peer.end('delivered');
  const receiptUrl = 'https://rx.example.com/v1/hooks/carriers/fax';
  const carrier = createTelnyxFaxCarrier(
    { baseUrl: peer.url, key: 'KEY_telnyx', account: '1293384261075731499', receiptUrl },
    handOvers,
  );
  const fax = newFax();
  await carrier.sendFax(fax, never);
  const [media, sent] = peer.asked;
  assert.equal(media?.path, '/media');
  assert.match(String(media?.headers['content-type']), /^multipart\/form-data/);
  assert.ok(media?.body.includes(document), 'the pages are not in what was uploaded');
  assert.equal(sent?.headers.authorization, 'Bearer KEY_telnyx');
  const { media_name: name, ...rest } = JSON.parse(String(sent?.body)) as Record<string, string>;
  assert.ok(name?.startsWith(fax.faxId));
  assert.deepEqual(rest, {
    connection_id: '1293384261075731499',
    to: '+16175550142',
    from: '+16175550151',
    client_state: Buffer.from(fax.faxId).toString('base64'),
    webhook_url: receiptUrl,
  });
  assert.ok(!peer.asked.some(({ body }) => body.includes('never sent')), 'the words of the page were sent');
  await carrier.close();
  await peer.close();
});

test('sinch is asked as its documents say: the pages in base64, our id as a label, and one call', async () => {
  const peer = await openSinchPeer(PROJECT);
  peer.end({ status: 'COMPLETED' });
  const carrier = createSinchFaxCarrier({ baseUrl: peer.url, key: 'id:secret', account: PROJECT }, handOvers);
  const fax = newFax();
  await carrier.sendFax(fax, never);
  const [sent] = peer.asked;
  assert.equal(sent?.headers.authorization, `Basic ${Buffer.from('id:secret').toString('base64')}`);
  assert.deepEqual(JSON.parse(String(sent?.body)), {
    to: '+16175550142',
    from: '+16175550151',
    files: [{ file: document.toString('base64'), fileType: 'PDF' }],
    labels: { pestle: fax.faxId },
    maxRetries: 0,
  });
  await carrier.close();
  await peer.close();
});

interface TextBench {
  readonly carrier: TextCarrier;
  readonly peer: TelnyxPeer | TwilioPeer;
  readonly count: () => number;
}

const TEXT_BENCHES = {
  telnyx: async (): Promise<TextBench> => {
    const peer = await openTelnyxPeer();
    const address = { baseUrl: peer.url, key: 'KEY', from: '6175550102' };
    return {
      carrier: createTelnyxTextCarrier(address, handOvers),
      peer,
      count: () => peer.messages.length,
    };
  },
  twilio: async (): Promise<TextBench> => {
    const peer = await openTwilioPeer();
    const address = { baseUrl: peer.url, key: peer.token, account: peer.account, from: '6175550102' };
    return {
      carrier: createTwilioTextCarrier(address, handOvers),
      peer,
      count: () => peer.messages.length,
    };
  },
};

for (const [name, open] of Object.entries(TEXT_BENCHES)) {
  describe(`texts through ${name}`, () => {
    let bench: TextBench;
    before(async () => {
      bench = await open();
    });
    after(async () => {
      await bench.carrier.close();
      await bench.peer.close();
    });

    test('a text that was taken is not handed over again', async () => {
      const text = newText();
      assert.deepEqual(await bench.carrier.sendText(text, never), { state: 'taken' });
      assert.deepEqual(await bench.carrier.sendText(text, never), { state: 'taken' });
      assert.equal(bench.count(), 1);
    });

    test('a refusal is for good where the same would be refused again; a carrier in trouble leaves it open', async () => {
      const cases = [
        [400, 'refused'],
        [401, 'failed'],
        [429, 'failed'],
        [500, 'unknown'],
      ] as const;
      for (const [status, state] of cases) {
        bench.peer.behaves(status);
        const result = await bench.carrier.sendText(newText(), never);
        assert.deepEqual(result, { state, reason: `carrier-http-${status}` });
      }
    });

    test('a text that was refused for now is handed over again', async () => {
      const text = newText();
      const before = bench.count();
      bench.peer.behaves(429);
      assert.equal((await bench.carrier.sendText(text, never)).state, 'failed');
      assert.deepEqual(await bench.carrier.sendText(text, never), { state: 'taken' });
      assert.equal(bench.count(), before + 1);
    });
  });
}

test('a text through twilio whose hand-over was not answered is looked for by its words', async () => {
  const { carrier, peer, count } = await TEXT_BENCHES.twilio();
  for (const behaviour of ['takes-silently', 'takes-garbled'] as const) {
    const text = newText();
    const before = count();
    peer.behaves(behaviour);
    assert.equal((await carrier.sendText(text, never)).state, 'unknown');
    assert.deepEqual(await carrier.sendText(text, never), { state: 'taken' });
    assert.equal(count(), before + 1, `doubled after ${behaviour}`);
  }
  const lost = newText();
  peer.behaves('loses');
  assert.equal((await carrier.sendText(lost, never)).state, 'unknown');
  assert.deepEqual(await carrier.sendText(lost, never), { state: 'taken' });
  await carrier.close();
  await peer.close();
});

test('a text through telnyx whose hand-over was not answered is looked for in the records; what they do not show is handed over again', async () => {
  const peer = await openTelnyxPeer();
  const address = { baseUrl: peer.url, key: 'KEY', from: '6175550102', receiptUrl: 'https://example.org/r' };
  const carrier = createTelnyxTextCarrier(address, handOvers);
  const again = async (
    behaviour: 'takes-silently' | 'takes-garbled' | 'loses',
  ): Promise<[string, number]> => {
    const text = newText();
    const before = peer.messages.length;
    peer.behaves(behaviour);
    assert.equal((await carrier.sendText(text, never)).state, 'unknown');
    return [(await carrier.sendText(text, never)).state, peer.messages.length - before];
  };
  assert.deepEqual(await again('takes-silently'), ['taken', 1]);
  assert.deepEqual(await again('takes-garbled'), ['taken', 1]);
  assert.deepEqual(await again('loses'), ['taken', 1]);
  // An account that may not see its records: as before, rather twice than never.
  peer.showsRecords(403);
  assert.deepEqual(await again('takes-silently'), ['taken', 2]);
  // A search that nobody answered says nothing: nothing is handed over now.
  peer.showsRecords(503);
  assert.deepEqual(await again('takes-silently'), ['unknown', 1]);
  await carrier.close();
  await peer.close();
});

test('a carrier that is not there has taken nothing', async () => {
  const { carrier, peer } = await FAX_BENCHES.sinch();
  await peer.close();
  assert.deepEqual(await carrier.sendFax(newFax(), never), {
    state: 'failed',
    reason: 'carrier-not-reached',
  });
  await carrier.close();
});
