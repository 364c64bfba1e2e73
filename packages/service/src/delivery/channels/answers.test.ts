// Goal: an answer that says two things, or that anybody could have given, is never an acceptance (D4).
// Method: settings as the configuration takes them; answers as they come over HTTP, byte by byte.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import * as v from 'valibot';
import { integrationSchema } from '../../directory/integration.ts';
import type { ApiCall, ApiCancelCall } from '../../directory/message-shape.ts';
import { createExchange } from '../../kernel/outgoing/exchange.ts';
import { systemPorts } from '../../kernel/ports.ts';
import type { Facts } from '../ledger/facts.ts';
import { apiOutcome } from './api.ts';
import { scriptOutcome } from './script.ts';
import { type ChannelFacts, createElectronicSender } from './sender.ts';

const script = { version: '2017071', form: 'xml', cancel: 'reduced', acknowledge: 'http' } as const;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function scriptAnswer(settings: object, contentType: string | undefined, text: string, status = 200) {
  const facts = { pharmacy: { integration: { script: { ...script, ...settings } } } } as unknown as Facts;
  const answer = { status, ...(contentType !== undefined && { contentType }), body: bytes(text) };
  const { class: verdict, mayHaveArrived, cancelAnswer } = scriptOutcome(facts, answer, false);
  return { verdict, mayHaveArrived, cancelAnswer };
}

test('D4: where a 2xx acknowledges, its body is empty or of a type that was agreed; a page to sign in takes nothing', () => {
  const page = '<!doctype html><title>Sign in</title>';
  assert.equal(scriptAnswer({}, undefined, '', 204).verdict, 'ACCEPTED');
  assert.equal(scriptAnswer({}, 'application/json', '{"ok":true}').verdict, 'ACCEPTED');
  assert.equal(scriptAnswer({ acknowledgeTypes: ['text/plain'] }, 'text/plain', 'OK').verdict, 'ACCEPTED');
  for (const [settings, type, body] of [
    [{}, 'text/html', page],
    [{}, 'application/xml', page],
    [{}, 'text/plain', 'OK'],
    [{}, undefined, '{"ok":true}'],
    [{ acknowledgeTypes: ['text/plain'] }, 'application/json', '{"ok":true}'],
  ] as const)
    assert.partialDeepStrictEqual(scriptAnswer(settings, type, body), {
      verdict: 'UNKNOWN',
      mayHaveArrived: true,
    });
});

test('D6: the types that acknowledge are media types, and never HTML', () => {
  const accepts = (acknowledgeTypes: unknown): boolean =>
    v.safeParse(integrationSchema, {
      stage: 'scoping',
      channel: 'script',
      endpoint: { url: 'https://pharmacy.example/script', auth: { kind: 'none' } },
      script: { ...script, acknowledgeTypes },
    }).success;
  assert.equal(accepts(['text/plain', 'application/vnd.pharmacy+json']), true);
  for (const types of [
    [],
    ['text/html'],
    ['application/xhtml+xml'],
    ['plain'],
    ['text/plain; charset=x'],
    'text/plain',
  ])
    assert.equal(accepts(types), false, JSON.stringify(types));
});

test('D10: a CancelRxResponse that approves and denies is no answer to the cancel', () => {
  const answer = (inside: string): string =>
    `<Message><Header/><Body><CancelRxResponse><Response>${inside}</Response></CancelRxResponse></Body></Message>`;
  assert.equal(scriptAnswer({}, 'application/xml', answer('<Denied/>')).cancelAnswer?.answer, 'denied');
  const both = scriptAnswer({}, 'application/xml', answer('<Approved/><Denied/>'));
  assert.deepEqual(both, { verdict: 'UNKNOWN', mayHaveArrived: true, cancelAnswer: undefined });
});

const CALL: ApiCall = {
  method: 'POST',
  path: '/orders',
  body: '{}',
  accepted: 'body.result = "QUEUED"',
  duplicate: 'body.problem = "HERE"',
};
const CANCEL: ApiCancelCall = { ...CALL, approved: 'body.canceled', denied: 'body.dispensed' };

async function apiAnswer(call: ApiCall | ApiCancelCall, text: string, status = 200, earlier = false) {
  const { class: verdict, mayHaveArrived } = await apiOutcome(call, { status, body: bytes(text) }, earlier);
  return [verdict, mayHaveArrived];
}

test("D8: an answer of a pharmacy's own API that says two things is unknown", async () => {
  for (const [call, text] of [
    [CALL, '{"result":"REFUSED","result":"QUEUED"}'],
    [CALL, '{"a":[{"b":1,"\\u0062":2}],"result":"QUEUED"}'],
    [CALL, '{"result":"QUEUED","problem":"HERE"}'],
    [CANCEL, '{"canceled":true,"dispensed":true}'],
    [CANCEL, '{"canceled":true,"dispensed":false,"dispensed":true}'],
  ] as const) {
    assert.deepEqual(await apiAnswer(call, text), ['UNKNOWN', true], text);
    assert.deepEqual(await apiAnswer(call, text, 500), ['UNKNOWN', true], text);
  }
  assert.deepEqual(await apiAnswer(CALL, '\uFEFF{"result":"QUEUED","a":{"result":1}}'), ['ACCEPTED', true]);
  // Both mean that it is there, once an earlier attempt may have brought it.
  assert.deepEqual(await apiAnswer(CALL, '{"result":"QUEUED","problem":"HERE"}', 200, true), [
    'ACCEPTED',
    true,
  ]);
});

test("D4: a failure of a pharmacy's own API after which it may hold the message says so", async () => {
  for (const [status, may] of [
    [500, true],
    [502, true],
    [504, true],
    [409, true],
    [503, false],
    [429, false],
    [408, false],
  ] as const)
    assert.deepEqual(await apiAnswer(CALL, '', status), ['RETRY', may], String(status));
  assert.deepEqual(await apiAnswer(CALL, '', 422), ['REJECTED', false]);
});

test('D4: a message that is called a duplicate was delivered where a server that failed may have kept it, and clashes where nothing has left', async () => {
  const server = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        '<Message><Body><Error><Code>900</Code><DescriptionCode>220</DescriptionCode></Error></Body></Message>',
      ),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const exchange = createExchange({ loopbackOnly: true });
  const send = createElectronicSender({ exchange, clock: systemPorts.clock });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const outcomeAfter = async (mayHaveArrived: boolean) => {
    const facts = {
      id: 'trm_1',
      kind: 'new',
      pharmacy: {
        id: 'phr_1',
        partner: null,
        integration: { channel: 'script', endpoint: { url, auth: { kind: 'none' } }, script },
      },
      attempts: [{ number: 1, outcome: 'RETRY' }],
      transmission: { mayHaveArrived },
    } as unknown as ChannelFacts;
    const contentType = 'application/xml';
    const sent = { channel: 'script', body: bytes('<Message/>'), contentType, attemptNumber: 2 } as const;
    return (await send({ facts, ...sent, timeoutMs: 5_000 })).outcome;
  };
  try {
    assert.equal(await outcomeAfter(true), 'ACCEPTED');
    assert.equal(await outcomeAfter(false), 'REJECTED');
  } finally {
    await exchange.close();
    server.close();
  }
});
