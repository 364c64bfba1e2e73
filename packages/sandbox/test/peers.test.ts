// Proves each behaviour of the simulated pharmacies by real HTTP, and that their log tells it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { read } from '@pestle/script';
import { PATIENCE_MS } from '@pestle/testbed/patience';
import { cancelRx, newRx, proof, type Sent, sentAs, written } from '@pestle/testbed/sandbox/messages';
import { PUBLIC_PHARMACY_KEY } from '../src/credentials.ts';
import { type Peers, startPeers } from '../src/peers.ts';
import type { SimulatedPharmacy } from '../src/pharmacies/types.ts';

let peers: Peers;
let count = 0;
const next = (): Sent => sentAs((count += 1));

before(async () => {
  peers = await startPeers({ pace: { slowAnswerMs: 60, routineStepMs: 10_000 } });
});
after(() => peers.close());

function pharmacy(start: string): SimulatedPharmacy {
  const found = peers.pharmacies.find(({ id }) => id.startsWith(`phr_${start}`));
  assert.ok(found, start);
  return found;
}

type Answer = { readonly status: number; readonly text: string; readonly headers: Headers };

async function post(
  url: string,
  body: string,
  headers: Record<string, string>,
  giveUpMs = PATIENCE_MS,
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(giveUpMs),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

async function send(
  to: SimulatedPharmacy,
  sent: Sent,
  change = (text: string) => text,
  giveUpMs?: number,
): Promise<Answer> {
  assert.ok(to.integration);
  const { body, contentType } = written(to, newRx(to, sent));
  const credentials = await proof(to.integration.endpoint.auth);
  const headers = { 'content-type': contentType, ...credentials };
  return post(to.integration.endpoint.url, change(body), headers, giveUpMs);
}

async function cancel(to: SimulatedPharmacy, sent: Sent, original: Sent): Promise<Answer> {
  assert.ok(to.integration);
  const { body, contentType } = written(to, cancelRx(to, sent, original));
  const credentials = await proof(to.integration.endpoint.auth);
  return post(to.integration.endpoint.url, body, { 'content-type': contentType, ...credentials });
}

function codesOf(answer: Answer): string {
  const { message } = read(answer.text);
  if (message.type === 'Error') return `Error ${message.code}/${message.descriptionCodes?.join()}`;
  if (message.type === 'Status') return `Status ${message.code}`;
  if (message.type === 'CancelRxResponse') return `CancelRxResponse ${message.response?.outcome}`;
  return message.type;
}

const logOf = ({ messageId }: Sent) => peers.log().filter((entry) => entry.messageId === messageId);
const summary = (sent: Sent) =>
  logOf(sent).map((entry) => `${entry.answered}${entry.accepted ? ' accepted' : ''}`);

describe('magic pharmacies that work', () => {
  for (const [start, status, form] of [
    ['0ACCEPTS02017', '010', 'xml'],
    ['0ACCEPTS02023', '010', 'json'],
    ['0NETW0RK', '000', 'xml'],
    ['0ANSWERS', '010', 'xml'],
    ['00AVTH2', '010', 'json'],
    ['0MA1100RDER', '010', 'xml'],
  ] as const) {
    it(`S1: phr_${start}… takes a NewRx and answers Status ${status} in ${form}`, async () => {
      const to = pharmacy(start);
      const sent = next();
      const answer = await send(to, sent);
      assert.equal(answer.status, 200);
      const { message, form: found } = read(answer.text);
      assert.equal(codesOf(answer), `Status ${status}`);
      assert.equal(found, form);
      assert.equal(message.header?.relatesToMessageId, sent.messageId);
      assert.deepEqual(summary(sent), [`status-${status} accepted`]);
      assert.equal(logOf(sent)[0]?.pharmacyId, to.id);
      assert.equal(logOf(sent)[0]?.prescriberOrderNumber, sent.orderNumber);
      assert.equal(logOf(sent)[0]?.acknowledged, true);
    });
  }

  it('D8: the proprietary API takes its own words, and calls a second submission ALREADY_HERE', async () => {
    const to = pharmacy('0PR0PR1ETARY');
    const sent = next();
    const order = { reference: sent.orderNumber, submissionId: sent.messageId, drug: { text: 'lisinopril' } };
    const url = `${to.integration?.endpoint.url}/orders`;
    const key = { 'content-type': 'application/json', 'x-api-key': 'sandbox-kendall' };
    const first = await post(url, JSON.stringify(order), key);
    assert.deepEqual(
      [first.status, JSON.parse(first.text)],
      [201, { result: 'QUEUED', reference: sent.orderNumber }],
    );
    const second = await post(url, JSON.stringify(order), key);
    assert.deepEqual([second.status, JSON.parse(second.text).problem], [409, 'ALREADY_HERE']);
    const broken = await post(url, JSON.stringify({ reference: 'x' }), key);
    assert.deepEqual(JSON.parse(broken.text).fields, ['submissionId', 'drug.text']);
    assert.equal((await post(url, '{', key)).status, 400);
    assert.equal((await post(url, JSON.stringify(order), { ...key, 'x-api-key': 'no' })).status, 401);
    assert.deepEqual(summary(sent), ['status-010 accepted', 'error-900/220', 'http-401']);
    const canceled = await post(
      url.replace('/orders', '/cancellations'),
      JSON.stringify({
        reference: sent.orderNumber,
        submissionId: next().messageId,
        cancels: sent.messageId,
      }),
      key,
    );
    assert.deepEqual([canceled.status, JSON.parse(canceled.text).result], [202, 'CANCELLED']);
  });
});

describe('magic pharmacies that fail', () => {
  it('500 twice, then Status 010 for the same MessageID', async () => {
    const sent = next();
    const to = pharmacy('0FA11S0TW1CE');
    const statuses = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) statuses.push((await send(to, sent)).status);
    assert.deepEqual(statuses, [500, 500, 200]);
    assert.deepEqual(summary(sent), ['http-500', 'http-500', 'status-010 accepted']);
    assert.deepEqual(
      logOf(sent).map(({ attempt }) => attempt),
      [1, 2, 3],
    );
  });

  it('a SCRIPT Error inside HTTP 200', async () => {
    const sent = next();
    const answer = await send(pharmacy('0REJECTS'), sent);
    assert.equal(answer.status, 200);
    assert.equal(codesOf(answer), 'Error 900/2000');
    assert.deepEqual(summary(sent), ['error-900/2000']);
  });

  it('D4: accepts and drops the connection; the retry is a duplicate (Error 900/220)', async () => {
    const sent = next();
    const to = pharmacy('0ACCEPTS0THEN');
    await assert.rejects(send(to, sent));
    assert.deepEqual(summary(sent), ['dropped accepted'], 'the log is written although no answer left');
    assert.equal(codesOf(await send(to, sent)), 'Error 900/220');
    assert.deepEqual(summary(sent), ['dropped accepted', 'error-900/220']);
  });

  it('never answers, and holds the connection until the peers close or the caller leaves', async () => {
    const sent = next();
    await assert.rejects(
      send(pharmacy('0NEVER'), sent, (text) => text, 1_000),
      { name: 'TimeoutError' },
    );
    assert.deepEqual(summary(sent), ['none']);
  });

  it('garbage with HTTP 200', async () => {
    const answer = await send(pharmacy('0GARBAGE'), next());
    assert.equal(answer.status, 200);
    assert.match(answer.text, /^<!doctype html>/);
  });

  it('401 for a key that is not the current one', async () => {
    const sent = next();
    const answer = await send(pharmacy('0WR0NG0KEY'), sent);
    assert.equal(answer.status, 401);
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/);
    assert.deepEqual(summary(sent), ['http-401']);
  });

  it('429 with Retry-After once, then Status 010', async () => {
    const sent = next();
    const to = pharmacy('0ASKS');
    const first = await send(to, sent);
    assert.deepEqual([first.status, first.headers.get('retry-after')], [429, '3']);
    assert.equal(codesOf(await send(to, sent)), 'Status 010');
  });

  it('a redirect whose address would show in the log if it were followed', async () => {
    const sent = next();
    const to = pharmacy('0RED1RECTS');
    const answer = await send(to, sent);
    assert.equal(answer.status, 307);
    const followed = new URL(answer.headers.get('location') ?? '', to.integration?.endpoint.url);
    const { body, contentType } = written(to, newRx(to, sent));
    await post(followed.href, body, {
      'content-type': contentType,
      authorization: 'Bearer sandbox-old-port',
    });
    assert.deepEqual(summary(sent), ['http-307', 'status-010 accepted']);
  });

  it('HTTP 500 always, in Ohio', async () => {
    const to = pharmacy('00H10');
    assert.equal(to.address.state, 'OH');
    const sent = next();
    for (let attempt = 0; attempt < 4; attempt += 1) assert.equal((await send(to, sent)).status, 500);
  });
});

describe('what a pharmacy checks', () => {
  it('I5: the same MessageID with other bytes is Error 900/220 and nothing is taken', async () => {
    const to = pharmacy('0ACCEPTS02017');
    const sent = next();
    await send(to, sent);
    const other = await send(to, sent, (text) => text.replace('>30<', '>60<'));
    assert.equal(codesOf(other), 'Error 900/220');
    assert.deepEqual(summary(sent), ['status-010 accepted', 'error-900/220']);
    assert.equal(logOf(sent)[1]?.acknowledged, false);
  });

  it('a held message that comes again with the same bytes gets the same answer and is taken once', async () => {
    const to = pharmacy('0ACCEPTS02017');
    const sent = next();
    assert.equal(codesOf(await send(to, sent)), codesOf(await send(to, sent)));
    assert.deepEqual(summary(sent), ['status-010 accepted', 'status-010']);
  });

  it('refuses what is not for it, in another form or version, breaks the standard, or cannot be read', async () => {
    const to = pharmacy('0ACCEPTS02017');
    const refused = async (change: (text: string) => string) => codesOf(await send(to, next(), change));
    assert.equal(await refused((text) => text.replace(/9900101/, '9900202')), 'Error 900/2000');
    assert.equal(await refused((text) => text.replaceAll('20170715', '20230115')), 'Error 900/3000');
    assert.equal(
      await refused((text) => text.replace('<Gender>F</Gender>', '<Gender>X</Gender>')),
      'Error 900/3000',
    );
    assert.equal(await refused(() => '<Message>'), 'Error 900/500');
    assert.equal(await refused(() => '<!DOCTYPE x [<!ENTITY a "b">]><Message/>'), 'Error 900/500');
    const json = written({ ...to, integration: pharmacy('00AVTH2').integration }, newRx(to, next()));
    const answer = await post(to.integration?.endpoint.url ?? '', json.body, {
      'content-type': json.contentType,
      authorization: 'Bearer sandbox-beacon-hill',
    });
    assert.equal(codesOf(answer), 'Error 900/3000');
  });

  it('a partner refuses a message for a pharmacy that it does not know', async () => {
    const answer = await send(pharmacy('0NETW0RK'), next(), (text) => text.replaceAll('0099404', '7777777'));
    assert.equal(codesOf(answer), 'Error 900/1000');
  });

  it('an address that nobody lives at is 404', async () => {
    assert.equal((await post(`${peers.url}/pharmacies/phr_none/script`, 'x', {})).status, 404);
    assert.equal((await post(`${peers.url}/partners/ptn_none/script`, 'x', {})).status, 404);
    assert.equal((await post(`${peers.url}/pharmacies/phr_none/api/orders`, 'x', {})).status, 404);
  });

  it('a wrong client secret gets no token', async () => {
    const body = 'grant_type=client_credentials&client_id=pestle-sandbox&client_secret=no';
    const answer = await post(`${peers.url}/oauth2/token`, body, {
      'content-type': 'application/x-www-form-urlencoded',
    });
    assert.deepEqual([answer.status, JSON.parse(answer.text)], [401, { error: 'invalid_client' }]);
  });
});

describe('CancelRx', () => {
  it('D10: is approved for a held order, and denied for one that nobody holds', async () => {
    const to = pharmacy('0ACCEPTS02023');
    const [original, first, second] = [next(), next(), next()];
    assert.equal(codesOf(await cancel(to, first, original)), 'CancelRxResponse Denied');
    await send(to, original);
    assert.equal(codesOf(await cancel(to, second, original)), 'CancelRxResponse Approved');
    assert.deepEqual(summary(second), ['cancel-approved accepted']);
    assert.equal(logOf(second)[0]?.relatesToMessageId, original.messageId);
  });

  it('S3: the reduced content is understood as well', async () => {
    const to = pharmacy('0ACCEPTS02017');
    const original = next();
    await send(to, original);
    assert.equal(codesOf(await cancel(to, next(), original)), 'CancelRxResponse Approved');
  });

  it('D10: one pharmacy denies every CancelRx, a partner answers with a Status only', async () => {
    const denies = pharmacy('0DEN1ES');
    const original = next();
    await send(denies, original);
    assert.equal(codesOf(await cancel(denies, next(), original)), 'CancelRxResponse Denied');
    const partner = pharmacy('0NETW0RK');
    const other = next();
    await send(partner, other);
    assert.equal(codesOf(await cancel(partner, next(), other)), 'Status 000');
  });
});

describe('pharmacies that are added while the peers run', () => {
  it('accept in their version and form under the common key', async () => {
    const added = {
      pharmacyId: 'phr_01KXADDEDPHARMACY000000000',
      ncpdpId: '1234567',
      version: '2023011',
      form: 'json',
    } as const;
    peers.addPharmacies([added]);
    const url = peers.scriptUrlOf(added.pharmacyId);
    const like = { ...pharmacy('0ACCEPTS02023'), ncpdpId: added.ncpdpId };
    const sent = next();
    const { body, contentType } = written(like, newRx(like, sent));
    assert.equal((await post(url, body, { 'content-type': contentType })).status, 401);
    const answer = await post(url, body, {
      'content-type': contentType,
      authorization: `Bearer ${PUBLIC_PHARMACY_KEY}`,
    });
    assert.equal(codesOf(answer), 'Status 010');
    assert.deepEqual(summary(sent), ['http-401', 'status-010 accepted']);
  });
});
