// Proves that the control room misses no change: one that is committed late has a stamp older than what was read already.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiClient } from './api-client.ts';
import { controlRoomSource } from './control-room-source.ts';

const AT = Date.parse('2026-03-01T12:00:00.000Z');

interface Asked {
  readonly first: number;
  readonly after: string | null;
  readonly changedSince: string;
}

/** Answers as the API does: those changed since, oldest first, in pages. */
function api(rows: { id: string; updatedAt: string }[]): { client: ApiClient; asked: Asked[] } {
  const asked: Asked[] = [];
  const ask = async (_document: string, variables: unknown) => {
    const { first, after, changedSince } = variables as Asked;
    asked.push({ first, after, changedSince });
    const nodes = rows
      .filter(({ updatedAt }) => updatedAt >= changedSince && (after === null || updatedAt > after))
      .toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1))
      .slice(0, first)
      .map((row) => ({
        ...row,
        createdAt: row.updatedAt,
        situation: 'QUEUED',
        patient: null,
        pharmacy: null,
        fills: [],
      }));
    return { orders: { nodes, pageInfo: { endCursor: nodes.at(-1)?.updatedAt ?? null } } };
  };
  return { client: { ask } as unknown as ApiClient, asked };
}

const nothingHeld = async () => [];

const row = (id: string, ms: number) => ({ id, updatedAt: new Date(AT + ms).toISOString() });

test('a change that is committed after a younger one was read is read too', async () => {
  const rows = [row('a', 0), row('b', 500)];
  const { client } = api(rows);
  const source = controlRoomSource(client, nothingHeld);
  const first = await source.changes(null, 50);
  assert.deepEqual(
    first.orders.map(({ id }) => id),
    ['a', 'b'],
  );
  rows.push(row('late', 100));
  const second = await source.changes(first.cursor, 50);
  assert.ok(second.orders.some(({ id }) => id === 'late'));
});

test('pages go on from their cursor until the end', async () => {
  const rows = Array.from({ length: 130 }, (_, index) => row(`o${index}`, index * 1_000));
  const { client, asked } = api(rows);
  const source = controlRoomSource(client, nothingHeld);
  const seen = new Set<string>();
  let cursor: string | null = null;
  for (let read = 0; read < 4; read += 1) {
    const page = await source.changes(cursor, 50);
    cursor = page.cursor;
    for (const { id } of page.orders) seen.add(id);
  }
  assert.equal(seen.size, 130);
  assert.deepEqual(
    asked.map(({ after }) => after !== null),
    [false, true, true, false],
  );
});

test('a card tells situation, sentence and history in words, and calls sent only what arrived', async () => {
  const event = (event: string, toState: string, detail: object) => ({
    at: '2026-03-01T12:00:00.000Z',
    event,
    source: 'delivery',
    toState,
    detail,
  });
  const fill = {
    id: 'fil_1',
    state: 'STUCK',
    situation: 'STUCK',
    stateSince: '2026-03-01T12:00:00.000Z',
    stateReason: 'FAX_FORBIDDEN',
    stateReasonText: 'Its state forbids a computer-generated fax.',
    channel: 'fax',
    sentAt: null,
    leavesAt: null,
    waitsFor: null,
    faxReason: null,
    attempt: null,
    ownerName: 'Elena Rivera',
    canceledBy: null,
    alert: null,
    cancelAnswerReason: null,
    cancelNotSent: null,
    fulfillment: { carrier: null, trackingNumber: null },
    prescription: null,
    events: [
      event('reported', 'RECEIVED', { report: 'RECEIVED', statusText: 'received', outcome: 'applied' }),
      event('cancel-sent', 'CANCELED', { channel: 'script', answer: 'denied', transmissionId: 'trm_1' }),
      event('stuck', 'STUCK', { reason: 'FAX_FORBIDDEN', state: 'OH' }),
    ],
    transmissions: [],
  };
  const held = {
    ...fill,
    id: 'fil_2',
    state: 'QUEUED',
    situation: 'QUEUED',
    leavesAt: '2026-03-01T12:30:00.000Z',
    waitsFor: 'SERVICE',
  };
  const order = { ...row('a', 0), createdAt: '', situation: 'STUCK', patient: null, fills: [fill, held] };
  const nodes = [
    { ...order, pharmacy: { id: 'phr_1', name: 'Scioto River Pharmacy', kind: 'LOCAL_PICKUP' } },
  ];
  const ask = async () => ({ orders: { nodes, pageInfo: { endCursor: null } } });
  const { orders } = await controlRoomSource({ ask } as unknown as ApiClient, nothingHeld).changes(null, 50);
  const card = orders[0]?.fills[0];
  assert.equal(card?.situation, 'stuck');
  assert.match(card?.sentence ?? '', /^Its state forbids a computer-generated fax\. Elena Rivera was told /);
  assert.equal(
    orders[0]?.fills[1]?.sentence,
    'Leaves 01-Mar-2026 7:30\u00a0AM, when announced maintenance ends.',
    'by the clock of the clinic, and not of this machine',
  );
  assert.equal(card?.channel, null, 'nothing has arrived by whatever channel it was tried last');
  assert.deepEqual(
    card?.timeline.map(({ words, detail }) => [words, detail]),
    [
      ['The pharmacy reported: Received', null],
      ['Cancel sent', 'by NCPDP SCRIPT, the pharmacy refused it'],
      ['Stuck', null],
    ],
  );
});
