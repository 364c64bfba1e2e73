// The whole path over real HTTP: sign-in, draft, review, signature, order, delivery to the magic pharmacies, status by hook.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { applications, patients, users } from '@pestle/sandbox/seed';
import type { Sandbox } from '../apps/cli/src/sandbox/start.ts';
import { startSandbox } from '../apps/cli/src/sandbox/start.ts';
import { type Ask, askWith, codeOf, dataOf, signInMachine, signInPerson } from './support/api.ts';

const SCOPE =
  'openid read:patient write:patient read:treatment read:pharmacy read:prescription write:draft write:prescription read:order write:order';
const PHARMACY = {
  accepts: 'phr_0ACCEPTS020170710XM1000000',
  drops: 'phr_0ACCEPTS0THEN0DR0PS0000000',
  rejects: 'phr_0REJECTS000000000000000000',
  faxOnly: 'phr_0FAX00N1Y00000000000000000',
  ownApi: 'phr_0PR0PR1ETARY0AP10000000000',
} as const;

const folder = mkdtempSync(join(tmpdir(), 'pestle-e2e-'));
let sandbox: Sandbox;
let prescriber: Ask;
let staff: Ask;
let machine: Ask;

before(async () => {
  sandbox = await startSandbox({ directory: join(folder, 'sandbox'), port: 0, fresh: false });
  const { baseUrl } = sandbox;
  const person = async (role: string): Promise<Ask> => {
    const user = users.find((one) => one.role === role);
    assert.ok(user !== undefined);
    const { email, password } = user;
    return askWith(
      baseUrl,
      await signInPerson({ baseUrl, clientId: applications.public.id, email, password, scope: SCOPE }),
    );
  };
  prescriber = await person('prescriber');
  staff = await person('staff');
  const scope = 'read:order read:patient read:prescription read:pharmacy write:order';
  machine = askWith(baseUrl, await signInMachine(baseUrl, { ...applications.machine, scope }));
});

after(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Order {
  readonly id: string;
  readonly state: string;
  readonly fills: readonly {
    readonly id: string;
    readonly state: string;
    readonly channel: string | null;
    readonly fulfillment: {
      readonly type: string;
      readonly carrier: string | null;
      readonly trackingNumber: string | null;
    };
    readonly events: readonly { readonly number: number; readonly toState: string }[];
    readonly transmissions: readonly {
      readonly channel: string;
      readonly messageId: string;
      readonly state: string;
      readonly body: string | null;
      readonly attempts: readonly { readonly outcome: string | null }[];
    }[];
  }[];
  readonly routingHistory: readonly { readonly pharmacy: { readonly id: string } }[];
}

const ORDER = `id state routingHistory { pharmacy { id } }
  fills { id state channel fulfillment { type carrier trackingNumber } events { number toState }
    transmissions { channel messageId state body attempts { outcome } } }`;

const LISINOPRIL = {
  dispenseQuantity: 30,
  dispenseUnit: 'Tablet',
  daysSupply: 30,
  fillsAllowed: 4,
  instructions: 'Take 1 tablet by mouth once daily.',
};

async function treatmentId(text: string): Promise<string> {
  const { treatments } = dataOf(
    await prescriber<{ treatments: { hits: { nodes: { id: string }[] } } }>(
      'query($text: String!) { treatments(text: $text, first: 1) { hits { nodes { id } } } }',
      { text },
    ),
  );
  const [found] = treatments.hits.nodes;
  assert.ok(found !== undefined, `no treatment ${text}`);
  return found.id;
}

async function createDraft(
  ask: Ask = prescriber,
  input: object = {},
): Promise<{ id: string; revision: number }> {
  const { createDraft: draft } = dataOf(
    await ask<{ createDraft: { id: string; revision: number } }>(
      'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id revision } }',
      {
        input: {
          patientId: patients[0]?.externalId,
          treatmentId: await treatmentId('lisinopril 10 mg'),
          repeatReason: 'another of the same in one test practice',
          ...LISINOPRIL,
          ...input,
        },
      },
    ),
  );
  return draft;
}

async function review(draftId: string, pharmacyId?: string): Promise<string> {
  const { reviewDrafts } = dataOf(
    await prescriber<{ reviewDrafts: { drafts: { contentHash: string | null; problems: object[] }[] } }>(
      `mutation($ids: [ID!]!, $pharmacyId: ID) { reviewDrafts(draftIds: $ids, pharmacyId: $pharmacyId) {
        drafts { contentHash problems { path code message severity } } } }`,
      { ids: [draftId], pharmacyId },
    ),
  );
  const [reviewed] = reviewDrafts.drafts;
  assert.ok(typeof reviewed?.contentHash === 'string', JSON.stringify(reviewed));
  return reviewed.contentHash;
}

const CREATE_ORDER = `mutation($input: CreateOrderInput!) { createOrder(input: $input) { ${ORDER} } }`;

async function send(pharmacyId: string, key?: string): Promise<Order> {
  const draft = await createDraft();
  const contentHash = await review(draft.id, pharmacyId);
  const input = { drafts: [{ draftId: draft.id, contentHash }], pharmacyId };
  return dataOf(await prescriber<{ createOrder: Order }>(CREATE_ORDER, { input }, key)).createOrder;
}

/** Reads the order until it satisfies the condition. */
async function until(id: string, holds: (order: Order) => boolean, timeoutMs = 12_000): Promise<Order> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { order } = dataOf(
      await machine<{ order: Order }>(`query($id: ID!) { order(id: $id) { ${ORDER} } }`, { id }),
    );
    if (holds(order)) return order;
    assert.ok(Date.now() < deadline, `the order stayed as it is: ${JSON.stringify(order)}`);
    await sleep(50);
  }
}

const placed = ({ state }: Order): boolean => state === 'PLACED';

describe('the main job', () => {
  test('a signed order reaches the pharmacy electronically, and its status comes back to COMPLETED', async () => {
    const me = dataOf(
      await prescriber<{ me: { mayPrescribe: boolean; missingToPrescribe: string[] } }>(
        '{ me { mayPrescribe missingToPrescribe } }',
      ),
    ).me;
    assert.deepEqual(me, { mayPrescribe: true, missingToPrescribe: [] });
    const { pharmacies } = dataOf(
      await prescriber<{ pharmacies: { nodes: { distanceKm: number; pharmacy: { id: string } }[] } }>(
        '{ pharmacies(near: {postalCode: "02108"}, first: 5) { nodes { distanceKm pharmacy { id } } } }',
      ),
    );
    assert.ok(pharmacies.nodes.some(({ pharmacy }) => pharmacy.id === PHARMACY.accepts));

    const order = await until((await send(PHARMACY.accepts)).id, placed);
    const [fill] = order.fills;
    assert.equal(fill?.state, 'SENT');
    assert.equal(fill?.channel, 'script');
    const [transmission] = fill?.transmissions ?? [];
    assert.equal(transmission?.attempts[0]?.outcome, 'ACCEPTED');
    assert.match(transmission?.body ?? '', /<NewRx>/);
    const taken = sandbox.peers.log().filter(({ messageId }) => messageId === transmission?.messageId);
    assert.deepEqual(
      taken.map(({ pharmacyId, accepted, kind }) => ({ pharmacyId, accepted, kind })),
      [{ pharmacyId: PHARMACY.accepts, accepted: true, kind: 'NewRx' }],
    );

    for (const status of ['RECEIVED', 'FILLING', 'DELIVERED']) {
      const answer = await sandbox.peers.report({ pharmacyId: PHARMACY.accepts, orderId: order.id, status });
      assert.equal(answer.status, 200, answer.text);
    }
    const ended = await until(order.id, ({ state }) => state === 'COMPLETED');
    const numbers = ended.fills[0]?.events.map(({ number }) => number) ?? [];
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
      'the timeline has no gaps',
    );
    assert.deepEqual(
      ended.fills[0]?.events.slice(-3).map(({ toState }) => toState),
      ['RECEIVED', 'FILLING', 'DELIVERED'],
    );
  });

  test('D8: a proprietary API takes it by configuration', async () => {
    const order = await until((await send(PHARMACY.ownApi)).id, placed);
    assert.equal(order.fills[0]?.channel, 'api');
  });

  test('D4: a pharmacy that takes it and hangs up calls the retry a duplicate: delivered, once', async () => {
    const order = await until((await send(PHARMACY.drops)).id, placed);
    const [transmission] = order.fills[0]?.transmissions ?? [];
    assert.deepEqual(
      transmission?.attempts.map(({ outcome }) => outcome),
      ['UNKNOWN', 'ACCEPTED'],
    );
    const taken = sandbox.peers
      .log()
      .filter(({ messageId, accepted }) => messageId === transmission?.messageId && accepted);
    assert.equal(taken.length, 1);
  });

  test('D2: a refusal falls back to fax, which carries the order', async () => {
    const order = await until((await send(PHARMACY.rejects)).id, placed);
    assert.equal(order.fills[0]?.channel, 'fax');
    assert.deepEqual(
      order.fills[0]?.transmissions.map(({ channel, state }) => `${channel} ${state}`),
      ['script rejected', 'fax accepted'],
    );
  });

  test('D3: a pharmacy without integration gets fax', async () => {
    const order = await until((await send(PHARMACY.faxOnly)).id, placed);
    assert.equal(order.fills[0]?.channel, 'fax');
    assert.equal(
      sandbox.peers.faxes().some(({ pharmacyId }) => pharmacyId === PHARMACY.faxOnly),
      true,
    );
  });
});

describe('what an order can become', () => {
  test('D10: a cancel after DELIVERED is refused with a typed result; before, the CancelRx leaves', async () => {
    const cancel = (orderId: string) =>
      prescriber<{ cancelOrder: { results: { outcome: string; code: string | null }[] } }>(
        'mutation($orderId: ID!) { cancelOrder(input: {orderId: $orderId}) { results { outcome code } } }',
        { orderId },
      );
    const open = await until((await send(PHARMACY.accepts)).id, placed);
    assert.equal(dataOf(await cancel(open.id)).cancelOrder.results[0]?.outcome, 'CANCEL_SENT');
    await until(open.id, ({ state }) => state === 'CANCELED');
    assert.ok(sandbox.peers.log().some(({ kind }) => kind === 'CancelRx'));

    const delivered = await until((await send(PHARMACY.accepts)).id, placed);
    await sandbox.peers.report({ pharmacyId: PHARMACY.accepts, orderId: delivered.id, status: 'DELIVERED' });
    await until(delivered.id, ({ state }) => state === 'COMPLETED');
    assert.equal(codeOf(await cancel(delivered.id)), 'CANCEL_REFUSED');
  });

  test('an order without a pharmacy waits in ROUTING until one is chosen', async () => {
    const draft = await createDraft();
    const contentHash = await review(draft.id);
    const { createOrder: order } = dataOf(
      await prescriber<{ createOrder: Order }>(CREATE_ORDER, {
        input: { drafts: [{ draftId: draft.id, contentHash }] },
      }),
    );
    assert.equal(order.state, 'ROUTING');
    dataOf(
      await staff(
        'mutation($orderId: ID!, $pharmacyId: ID!) { selectPharmacy(orderId: $orderId, pharmacyId: $pharmacyId) { state } }',
        { orderId: order.id, pharmacyId: PHARMACY.accepts },
      ),
    );
    const sent = await until(order.id, placed);
    assert.deepEqual(
      sent.routingHistory.map(({ pharmacy }) => pharmacy.id),
      [PHARMACY.accepts],
    );
  });

  test('shipping: carrier and tracking number come by the hook', async () => {
    const order = await until((await send(PHARMACY.accepts)).id, placed);
    await sandbox.peers.report({
      pharmacyId: PHARMACY.accepts,
      orderId: order.id,
      status: 'SHIPPED',
      carrier: 'UPS',
      trackingNumber: '1Z999AA10123456784',
    });
    const shipped = await until(order.id, ({ fills }) => fills[0]?.state === 'SHIPPED');
    assert.deepEqual(shipped.fills[0]?.fulfillment, {
      type: 'LOCAL_PICKUP',
      carrier: 'UPS',
      trackingNumber: '1Z999AA10123456784',
    });
  });
});

describe('who may and what is refused', () => {
  test('W5: the same key makes one order, whatever is repeated', async () => {
    const draft = await createDraft();
    const contentHash = await review(draft.id, PHARMACY.accepts);
    const input = { drafts: [{ draftId: draft.id, contentHash }], pharmacyId: PHARMACY.accepts };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        prescriber<{ createOrder: Order }>(CREATE_ORDER, { input }, 'one-submit'),
      ),
    );
    const ids = new Set(answers.map((answer) => dataOf(answer).createOrder.id));
    assert.equal(ids.size, 1);
    const other = await prescriber(
      CREATE_ORDER,
      { input: { ...input, externalId: 'another' } },
      'one-submit',
    );
    assert.equal(codeOf(other), 'IDEMPOTENCY_KEY_REUSED');
  });

  test('A2: staff prepare and a machine reads, but neither signs', async () => {
    const prescriberId = users.find(({ role }) => role === 'prescriber')?.id;
    const draft = await createDraft(staff, { prescriberId });
    const contentHash = await review(draft.id);
    const input = { drafts: [{ draftId: draft.id, contentHash }], pharmacyId: PHARMACY.accepts };
    assert.equal(codeOf(await staff(CREATE_ORDER, { input })), 'FORBIDDEN');
    assert.equal(codeOf(await machine(CREATE_ORDER, { input })), 'FORBIDDEN');
    assert.equal(
      dataOf(await prescriber<{ createOrder: Order }>(CREATE_ORDER, { input })).createOrder.state,
      'PENDING',
    );
  });

  test('W4: a change after the review invalidates what was signed', async () => {
    const draft = await createDraft();
    const contentHash = await review(draft.id, PHARMACY.accepts);
    dataOf(
      await prescriber('mutation($input: UpdateDraftInput!) { updateDraft(input: $input) { id } }', {
        input: {
          id: draft.id,
          revision: draft.revision,
          instructions: 'Take 2 tablets by mouth once daily.',
        },
      }),
    );
    const answer = await prescriber(CREATE_ORDER, {
      input: { drafts: [{ draftId: draft.id, contentHash }], pharmacyId: PHARMACY.accepts },
    });
    assert.equal(codeOf(answer), 'SIGNATURE_INVALIDATED');
  });

  test('W8: nothing is prescribed for a deceased patient', async () => {
    const deceased = patients.find(({ deceasedAt }) => deceasedAt !== undefined);
    const answer = await prescriber(
      'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }',
      {
        input: { patientId: deceased?.id, treatmentId: await treatmentId('lisinopril 10 mg'), ...LISINOPRIL },
      },
    );
    assert.equal(codeOf(answer), 'PATIENT_DECEASED');
  });

  test('bad input: unknown ids, unsafe text, quantities and dates each have a code and a field; nothing is half-written', async () => {
    const create = (input: object) =>
      prescriber('mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }', { input });
    const good = {
      patientId: patients[1]?.id,
      treatmentId: await treatmentId('metformin 500 mg'),
      ...LISINOPRIL,
    };
    assert.equal(codeOf(await create({ ...good, patientId: 'MRN-NOBODY' })), 'NOT_FOUND');
    assert.equal(
      codeOf(await create({ ...good, treatmentId: 'trt_0000000000000000000000NONE' })),
      'INVALID_INPUT',
    );
    for (const [field, value] of [
      ['dispenseQuantity', '-1'],
      ['dispenseQuantity', 'thirty'],
      ['dispenseUnit', 'Bucketful'],
      ['fillsAllowed', 101],
      ['daysSupply', -1],
      ['instructions', 'Take \u0000 one'],
    ] as const) {
      const answer = await create({ ...good, [field]: value });
      assert.equal(codeOf(answer), 'INVALID_INPUT', `${field} ${value}`);
      const fields = answer.errors[0]?.extensions['fields'] as { path: string }[];
      assert.equal(fields[0]?.path, field);
    }
    const { drafts } = dataOf(
      await prescriber<{ drafts: object[] }>(
        'query($patientId: String) { drafts(patientId: $patientId) { id } }',
        {
          patientId: good.patientId,
        },
      ),
    );
    assert.deepEqual(drafts, []);
  });

  test('no token, a broken one and a missing scope are told apart', async () => {
    const without = await fetch(`${sandbox.baseUrl}/graphql`, { method: 'POST', body: '{}' });
    assert.equal(without.status, 401);
    assert.equal((await askWith(sandbox.baseUrl, 'broken')('{ me { id } }')).status, 401);
    const { id, secret } = applications.machine;
    const narrow = askWith(
      sandbox.baseUrl,
      await signInMachine(sandbox.baseUrl, { id, secret, scope: 'read:patient' }),
    );
    assert.equal(codeOf(await narrow('{ orders { nodes { id } } }')), 'FORBIDDEN');
  });
});
