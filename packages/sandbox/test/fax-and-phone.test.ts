// Proves the fax machine and the patient's phone by real HTTP.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PATIENCE_MS } from '@pestle/testbed/patience';
import { faxText, pdfOf } from '@pestle/testbed/sandbox/pdf';
import { FAX_MACHINE_KEY, PHONE_KEY } from '../src/credentials.ts';
import { type PeerEvent, type Peers, startPeers } from '../src/peers.ts';

let peers: Peers;
const events: PeerEvent[] = [];
before(async () => {
  peers = await startPeers({ pace: { faxDeliveryMs: 20 } });
  peers.subscribe((event) => events.push(event));
});
after(() => peers.close());

const faxNumber = (start: string) =>
  peers.pharmacies.find(({ id }) => id.startsWith(`phr_${start}`))?.fax ?? '';
const LINES = [
  'NOTICE OF ELECTRONIC PRESCRIPTION',
  'Order 01KXSANDB0XTEST00000000000-1',
  'MessageID m01KXTESTMESSAGE',
];
const PAGE = pdfOf(LINES);

async function put(faxId: string, to: string, pdf = PAGE, headers: Record<string, string> = {}) {
  const response = await fetch(`${peers.faxUrl}/${faxId}`, {
    method: 'PUT',
    body: new Uint8Array(pdf),
    headers: {
      authorization: `Bearer ${FAX_MACHINE_KEY}`,
      'content-type': 'application/pdf',
      'fax-to': to,
      'fax-from': '+1 617-555-0151',
      ...headers,
    },
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

async function ended(faxId: string): Promise<Record<string, string>> {
  const endsAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const response = await fetch(`${peers.faxUrl}/${faxId}`, {
      headers: { authorization: `Bearer ${FAX_MACHINE_KEY}` },
    });
    const body = (await response.json()) as Record<string, string>;
    if (body['state'] === 'delivered' || body['state'] === 'failed') return body;
    assert.ok(Date.now() < endsAt, 'the fax does not end');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('the fax machine', () => {
  it('D3: takes a page, delivers it, keeps the exact bytes, and the log reads the words beside it', async () => {
    const faxId = 'trm_01KXFAX0000000000000000001-1';
    const taken = await put(faxId, `+1 ${faxNumber('0FAX00N1Y')}`, PAGE, { 'fax-text': faxText(LINES) });
    assert.deepEqual(taken, { status: 202, body: { fax_id: faxId, state: 'queued' } });
    assert.deepEqual(await ended(faxId), { fax_id: faxId, state: 'delivered' });
    assert.deepEqual(peers.faxPages(faxId), PAGE);
    assert.deepEqual(peers.faxLines(faxId), LINES);
    const [entry] = peers.log().filter((line) => line.faxId === faxId);
    assert.equal(entry?.kind, 'fax');
    assert.equal(entry.pharmacyId, peers.pharmacies.find(({ id }) => id.startsWith('phr_0FAX00N1Y'))?.id);
    assert.equal(entry.prescriberOrderNumber, '01KXSANDB0XTEST00000000000-1');
    assert.equal(entry.messageId, 'm01KXTESTMESSAGE');
    assert.deepEqual(
      events.flatMap((event) => (event.is === 'fax' && event.fax.faxId === faxId ? [event.fax.state] : [])),
      ['queued', 'sending', 'delivered'],
    );
  });

  it('takes the words of a page that is full in the smallest print', async () => {
    const faxId = 'trm_01KXFAX0000000000000000006-1';
    const lines = Array.from({ length: 80 }, () => 'Nimm täglich zwei. '.repeat(12));
    const taken = await put(faxId, '6175550190', pdfOf(lines), { 'fax-text': faxText(lines) });
    assert.equal(taken.status, 202);
    assert.deepEqual(peers.faxLines(faxId), lines);
  });

  it('is idempotent by fax id: the same pages again are one fax, other pages or another number are 409', async () => {
    const faxId = 'trm_01KXFAX0000000000000000002-1';
    await put(faxId, '6175550190');
    assert.equal((await put(faxId, '6175550190')).status, 202);
    await ended(faxId);
    assert.equal((await put(faxId, '6175550190')).body['state'], 'delivered');
    assert.equal((await put(faxId, '6175550190', pdfOf(['OTHER']))).status, 409);
    assert.equal((await put(faxId, '6175550191')).status, 409);
    assert.equal(peers.log().filter((line) => line.faxId === faxId).length, 1);
  });

  it('a busy line is busy twice, whether the same fax is sent again or a new one of the same transmission', async () => {
    const line = faxNumber('0FAX0BVSY');
    const id = 'trm_01KXFAX0000000000000000003';
    await put(`${id}-1`, line);
    assert.deepEqual(await ended(`${id}-1`), { fax_id: `${id}-1`, state: 'failed', reason: 'busy' });
    await put(`${id}-1`, line);
    assert.equal((await ended(`${id}-1`))['state'], 'failed');
    await put(`${id}-2`, line);
    assert.equal((await ended(`${id}-2`))['state'], 'delivered');
    assert.equal(
      peers.log().filter(({ faxId }) => faxId?.startsWith(id)).length,
      1,
      'only a delivered fax is logged',
    );
  });

  it('F16: a line that nobody picks up never delivers', async () => {
    const faxId = 'trm_01KXFAX0000000000000000004-1';
    await put(faxId, faxNumber('0FAX0NEVER'));
    assert.deepEqual(await ended(faxId), { fax_id: faxId, state: 'failed', reason: 'no answer' });
  });

  it('knows a cancel notice by its heading', async () => {
    const faxId = 'trm_01KXFAX0000000000000000005-1';
    const lines = ['CANCELLATION OF A PRESCRIPTION', 'Order 01KXSANDB0XTEST00000000000-2'];
    await put(faxId, '6175550190', pdfOf(lines), { 'fax-text': faxText(lines) });
    await ended(faxId);
    assert.equal(peers.log().find((line) => line.faxId === faxId)?.kind, 'fax-cancel');
  });

  it('refuses what is not a fax, each with a reason', async () => {
    assert.equal((await put('a', '6175550190', PAGE, { authorization: 'Bearer no' })).status, 401);
    assert.equal((await put('a', '6175550190', PAGE, { 'content-type': 'text/plain' })).status, 415);
    assert.equal((await put('a', '12')).status, 422);
    assert.equal((await put('a', '6175550190', Buffer.from('hello'))).status, 422);
    assert.equal((await put('a%20b', '6175550190')).status, 422);
    for (const text of ['W', faxText([]).slice(1), 'WzFd', 'e30'])
      assert.equal((await put('a', '6175550190', PAGE, { 'fax-text': text })).status, 422, text);
    assert.equal((await put('a', '6175550190', Buffer.concat([PAGE, Buffer.alloc(5_000_000)]))).status, 413);
    const missing = await fetch(`${peers.faxUrl}/nobody`, {
      headers: { authorization: `Bearer ${FAX_MACHINE_KEY}` },
    });
    assert.equal(missing.status, 404);
    assert.equal(peers.fax('a'), undefined);
  });
});

describe("the patient's phone", () => {
  const text = async (body: string, key = PHONE_KEY) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const response = await fetch(peers.phoneUrl, { method: 'POST', body, headers });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };

  it('takes a text once, however often it comes', async () => {
    const body = JSON.stringify({
      message_id: 'msg_1',
      to: '(617) 555-0160',
      text: 'Your prescription is on its way.',
    });
    assert.deepEqual(await text(body), { status: 202, body: { message_id: 'msg_1', state: 'delivered' } });
    assert.equal((await text(body)).status, 202);
    assert.deepEqual(
      peers.texts().map(({ to, text: said }) => [to, said]),
      [['6175550160', 'Your prescription is on its way.']],
    );
  });

  it('refuses another text under the same id, a wrong key, and what is not a message', async () => {
    assert.equal(
      (await text(JSON.stringify({ message_id: 'msg_1', to: '6175550160', text: 'Other' }))).status,
      409,
    );
    assert.equal((await text('{}', 'no')).status, 401);
    for (const body of [
      '',
      '[]',
      'null',
      '{"message_id":"a","to":"1","text":"x"}',
      '{"message_id":"a","to":"6175550160","text":""}',
    ])
      assert.equal((await text(body)).status, 422, body);
    const long = JSON.stringify({ message_id: 'b', to: '6175550160', text: 'x'.repeat(1_601) });
    assert.equal((await text(long)).status, 422);
  });
});
