// Tests the SCRIPT inbox: what is handed to delivery, what is refused, and the answers in the sender's own form.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { build, type Form, type Message, read, type Version } from '@pestle/script';
import {
  insertHookCredential,
  insertOrganization,
  insertPartner,
  insertPharmacy,
} from '@pestle/testbed/practice/directory-rows';
import { insertOrder } from '@pestle/testbed/practice/order-rows';
import { testClock, testPorts } from '@pestle/testbed/practice/test-clock';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { trackingApp } from '@pestle/testbed/tracking/tracking-app';

const store = await openTestStore();
const { app, answers, unexpected } = await trackingApp(store, testPorts(testClock()));
after(async () => {
  await app.close();
  await store.close();
  assert.deepEqual(unexpected, []);
});
const orgId = await insertOrganization(store);
const partnerId = await insertPartner(store);
const pharmacy = await insertPharmacy(store, { partnerId });
const stranger = await insertPharmacy(store);
await insertHookCredential(store, { pharmacyId: pharmacy.id }, { key: 'key-of-the-pharmacy' });
await insertHookCredential(store, { partnerId }, { key: 'key-of-its-partner' });
await insertHookCredential(store, { pharmacyId: stranger.id }, { key: 'key-of-a-stranger' });

let count = 0;

function header(relatesToMessageId: string) {
  count += 1;
  return {
    to: { id: 'PESTLE01', qualifier: 'D' },
    from: { id: '1234567', qualifier: 'P' },
    messageId: `THEIRS${String(count).padStart(4, '0')}`,
    relatesToMessageId,
    sentTime: '2026-11-20T15:00:00.000Z',
    senderSoftware: { developer: 'x', product: 'x', versionRelease: '1' },
  };
}

const error = (relates: string): Message => ({
  type: 'Error',
  header: header(relates),
  code: '900',
  descriptionCodes: ['1000'],
  description: 'patient unknown',
});

async function post(text: string, contentType: string, key = 'key-of-the-pharmacy') {
  const response = await app.inject({
    method: 'POST',
    url: '/v1/hooks/script',
    headers: { 'content-type': contentType, authorization: `Bearer ${key}` },
    payload: text,
  });
  return { status: response.statusCode, type: String(response.headers['content-type']), text: response.body };
}

async function send(message: Message, version: Version = '2017071', form: Form = 'xml', key?: string) {
  const { text, contentType } = build(message, { version, form });
  const answer = await post(text, contentType, key);
  return { ...answer, read: read(answer.text, { version }) };
}

test('S4: an Error that comes by itself is handed to delivery with the transmission it relates to, in both versions and forms', async () => {
  for (const version of ['2017071', '2023011'] as const) {
    for (const form of ['xml', 'json'] as const) {
      answers.length = 0;
      const order = await insertOrder(store, { orgId, pharmacyId: pharmacy.id });
      const [fill] = order.fills;
      const answer = await send(error(fill.messageId), version, form);
      assert.equal(answer.status, 200);
      assert.equal(answer.read.form, form);
      if (form === 'xml') assert.equal(answer.read.version, version);
      const { message } = answer.read;
      assert.equal(message.type, 'Status');
      assert.equal(message.type === 'Status' && message.code, '010');
      assert.equal(message.header?.to?.id, '1234567');
      assert.equal(message.header?.from?.id, 'PESTLE01');
      assert.match(message.header?.relatesToMessageId ?? '', /^THEIRS/);
      assert.match(message.header?.messageId ?? '', /^[A-Z]/);
      assert.equal(answers.length, 1);
      const [handed] = answers;
      assert.deepEqual(
        [handed?.orgId, handed?.transmissionId, handed?.fillId, handed?.pharmacyId, handed?.messageId],
        [orgId, fill.transmissionId, fill.id, pharmacy.id, fill.messageId],
      );
      assert.equal(handed?.message.type, 'Error');
      assert.equal(handed?.outcome?.class, 'REJECTED');
      assert.ok((handed?.body.length ?? 0) > 0);
    }
  }
});

test('S4: Status, Verify and CancelRxResponse are handed over alike in both versions and forms; the outcome says what they mean', async () => {
  const order = await insertOrder(store, { orgId, pharmacyId: pharmacy.id });
  const relates = order.fills[0].messageId;
  const messages = (): Message[] => [
    { type: 'Status', header: header(relates), code: '010' },
    { type: 'Verify', header: header(relates), verifyStatus: { code: '010' } },
    {
      type: 'CancelRxResponse',
      header: header(relates),
      response: { outcome: 'Denied', denialReason: 'Dispensed' },
    },
  ];
  for (const version of ['2017071', '2023011'] as const)
    for (const form of ['xml', 'json'] as const) {
      answers.length = 0;
      for (const message of messages())
        assert.equal((await send(message, version, form)).read.message.type, 'Status');
      assert.deepEqual(
        answers.map(({ message, outcome }) => [message.type, outcome?.class]),
        [
          ['Status', 'ACCEPTED'],
          ['Verify', 'ACCEPTED'],
          ['CancelRxResponse', 'ACCEPTED'],
        ],
      );
    }
});

test('D4: what says two things is refused to its sender and handed to nobody; what names a wrong encoding is read', async () => {
  const order = await insertOrder(store, { orgId, pharmacyId: pharmacy.id });
  const relates = order.fills[0].messageId;
  answers.length = 0;
  const failed = build(error(relates)).text;
  const denied = build({
    type: 'CancelRxResponse',
    header: header(relates),
    response: { outcome: 'Denied', denialReason: 'Dispensed' },
  }).text;
  for (const text of [
    failed.replace('</Body>', '<Status><Code>010</Code></Status></Body>'),
    failed.replace('<Code>900</Code>', '<Code>900</Code><Code>600</Code>'),
    failed.replace('</Header>', '<RelatesToMessageID>m1</RelatesToMessageID></Header>'),
    denied.replace('</Response>', '<Approved/></Response>'),
  ]) {
    const { message } = read((await post(text, 'application/xml')).text);
    assert.deepEqual(message.type === 'Error' && message.descriptionCodes, ['3000']);
  }
  assert.equal(answers.length, 0);
  const slip = failed.replace('encoding="UTF-8"', 'encoding="utf-16"');
  const { message } = read((await post(slip, 'application/xml; charset=iso-8859-1')).text);
  assert.equal(message.type, 'Status');
  assert.deepEqual(
    answers.map(({ outcome }) => outcome?.class),
    ['REJECTED'],
  );
});

test('H1: a partner answers for its pharmacies; another pharmacy gets the same answer as for an unknown message', async () => {
  const order = await insertOrder(store, { orgId, pharmacyId: pharmacy.id });
  const relates = order.fills[0].messageId;
  answers.length = 0;
  assert.equal(
    (await send(error(relates), '2017071', 'xml', 'key-of-its-partner')).read.message.type,
    'Status',
  );
  const foreign = await send(error(relates), '2017071', 'xml', 'key-of-a-stranger');
  const unknown = await send(error('0'), '2017071', 'xml', 'key-of-a-stranger');
  const essence = ({ status, read: { message } }: typeof foreign) =>
    message.type === 'Error' ? [status, message.code, message.descriptionCodes, message.description] : [];
  assert.deepEqual(essence(foreign), [
    200,
    '900',
    ['1000'],
    'RelatesToMessageID names no message to this pharmacy.',
  ]);
  assert.deepEqual(essence(unknown), essence(foreign));
  assert.equal(answers.length, 1);
});

test('the same message again is answered the same and handed over once; another under its id is a duplicate', async () => {
  const order = await insertOrder(store, { orgId, pharmacyId: pharmacy.id });
  const message = error(order.fills[0].messageId);
  answers.length = 0;
  assert.equal((await send(message)).read.message.type, 'Status');
  assert.equal((await send(message)).read.message.type, 'Status');
  assert.equal(answers.length, 1);
  const { message: clash } = (await send({ ...message, code: '600' } as Message)).read;
  assert.deepEqual(clash.type === 'Error' && clash.descriptionCodes, ['220']);
  assert.equal(answers.length, 1);
});

test('S4: messages of other types, and what cannot be read, are refused with an Error in the sender\u2019s form', async () => {
  const asked = await post('{"Message":{"Header":{},"Body":{"GetMessage":{}}}}', 'application/json');
  assert.equal(asked.status, 200);
  assert.match(asked.type, /json/);
  for (const [text, type] of [
    ['<Message', 'application/xml'],
    ['<!DOCTYPE x [<!ENTITY e "x">]><Message>&e;</Message>', 'text/xml'],
    ['{"Message":', 'application/json'],
    ['', 'application/xml'],
  ] as const) {
    const { status, text: answered } = await post(text, type);
    assert.equal(status, 200);
    const { message, form } = read(answered);
    assert.equal(form, type.includes('json') ? 'json' : 'xml');
    assert.equal(message.type === 'Error' && message.code, '900');
  }
});

test('H1: what HTTP refuses is refused as at the status hook', async () => {
  assert.equal((await post('<Message/>', 'application/xml', 'nobody')).status, 401);
  assert.equal((await post('x', 'text/plain')).status, 415);
  assert.equal((await post('x'.repeat(70_000), 'application/xml')).status, 413);
  assert.equal((await app.inject({ method: 'GET', url: '/v1/hooks/script' })).statusCode, 405);
});
