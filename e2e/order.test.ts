// The whole path over real HTTP: sign-in, draft, review, signature, order, delivery to the magic pharmacies, status by hook.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { OrganizationId } from '@pestle/rules/ids';
import { applications, organization, patients, users } from '@pestle/sandbox/seed';
import { askWith, codeOf, dataOf, signInMachine } from '@pestle/testbed/api/api';
import { CREATE_ORDER, type Order, openPractice } from '@pestle/testbed/api/api-practice';
import { LISINOPRIL } from '@pestle/testbed/api/prescriber';
import { cancelTests } from './order/cancels.ts';
import { coverageTests } from './order/coverage.ts';

const PHARMACY = {
  accepts: 'phr_0ACCEPTS020170710XM1000000',
  drops: 'phr_0ACCEPTS0THEN0DR0PS0000000',
  rejects: 'phr_0REJECTS000000000000000000',
  faxOnly: 'phr_0FAX00N1Y00000000000000000',
  ownApi: 'phr_0PR0PR1ETARY0AP10000000000',
} as const;

const practice = await openPractice();
after(() => practice.close());
const { sandbox, prescriber, staff, machine, treatmentId, createDraft, reviewed, send, until } = practice;

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
  cancelTests(practice);
  coverageTests(practice);

  test('an order without a pharmacy waits in ROUTING until one is chosen', async () => {
    const draft = await createDraft();
    const signed = await reviewed(draft.id);
    const { createOrder: order } = dataOf(
      await prescriber<{ createOrder: Order }>(CREATE_ORDER, {
        input: { drafts: [signed] },
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

const STRUCTURED_SIG = `structuredSig {
  action dose { amount maximum unit } route frequency { name everyHours everyHoursMaximum } timing asNeededFor
  duration { value unit } maximumPerDay }`;

describe('directions as a structure', () => {
  test('a draft and what is signed of it tell what the sentence says', async () => {
    const draft = await createDraft(prescriber, {
      instructions: 'Instill 1 drop in the affected eye twice daily for 7 days.',
      daysSupply: 7,
    });
    const read = await prescriber<{ draft: object }>(
      `query($id: ID!) { draft(id: $id) { ${STRUCTURED_SIG} } }`,
      { id: draft.id },
    );
    const structuredSig = {
      action: 'INSTILL',
      dose: { amount: '1', maximum: null, unit: 'DROP' },
      route: 'AFFECTED_EYE',
      frequency: { name: 'TWICE_DAILY', everyHours: null, everyHoursMaximum: null },
      timing: null,
      asNeededFor: null,
      duration: { value: 7, unit: 'DAY' },
      maximumPerDay: null,
    };
    assert.deepEqual(dataOf(read).draft, { structuredSig });
    const signed = await prescriber<{ createPrescriptions: object[] }>(
      `mutation($drafts: [SignedDraftInput!]!) { createPrescriptions(drafts: $drafts) { ${STRUCTURED_SIG} } }`,
      { drafts: [await reviewed(draft.id)] },
    );
    assert.deepEqual(dataOf(signed).createPrescriptions, [{ structuredSig }]);
  });

  test('what was typed by the hour, with a limit, is told too; prose is told as text alone', async () => {
    const typed = {
      'Take 5 to 10 mL by mouth every 4 to 6 hours with food as needed for cough. Do not use more than 30 mL in 24 hours.':
        {
          action: 'TAKE',
          dose: { amount: '5', maximum: '10', unit: 'MILLILITER' },
          route: 'ORAL',
          frequency: { name: null, everyHours: 4, everyHoursMaximum: 6 },
          timing: 'WITH_FOOD',
          asNeededFor: 'cough',
          duration: null,
          maximumPerDay: '30',
        },
      'Use it as we talked about.': null,
    };
    for (const [instructions, structuredSig] of Object.entries(typed)) {
      const { id } = await createDraft(prescriber, { instructions });
      const read = await prescriber<{ draft: object }>(
        `query($id: ID!) { draft(id: $id) { ${STRUCTURED_SIG} } }`,
        { id },
      );
      assert.deepEqual(dataOf(read).draft, { structuredSig });
    }
  });
});

describe('who may and what is refused', () => {
  test('A2: a draft names an authorized prescriber', async () => {
    const staffId = users.find(({ role }) => role === 'staff')?.id;
    const answer = await staff('mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }', {
      input: {
        patientId: patients[1]?.id,
        treatmentId: await treatmentId('lisinopril 10 mg'),
        prescriberId: staffId,
        ...LISINOPRIL,
      },
    });
    assert.equal(codeOf(answer), 'NOT_AUTHORIZED_TO_PRESCRIBE');
    assert.match(JSON.stringify(answer.errors[0]?.extensions), /"role"/);
  });

  test('a pharmacy that is closed cannot be chosen; an order that has one is rerouted, not routed', async () => {
    const closed = sandbox.peers.pharmacies.find(({ id }) => id === PHARMACY.rejects);
    assert.ok(closed !== undefined);
    const { id, name, kind, npi, ncpdpId, address, integration } = closed;
    const close = (active: boolean) =>
      sandbox.service.rooms.directory.administration.upsertPharmacy({
        id: id as `phr_${string}`,
        name,
        kind,
        npi,
        ncpdpId,
        address,
        integration,
        active,
      });
    await close(false);
    const draft = await createDraft();
    const signed = await reviewed(draft.id);
    const input = { drafts: [signed], pharmacyId: PHARMACY.rejects };
    assert.equal(codeOf(await prescriber(CREATE_ORDER, { input })), 'PHARMACY_NOT_SELECTABLE');
    await close(true);

    const order = await until((await send(PHARMACY.accepts)).id, placed);
    const choose = 'mutation($o: ID!, $p: ID!) { selectPharmacy(orderId: $o, pharmacyId: $p) { id } }';
    assert.equal(codeOf(await staff(choose, { o: order.id, p: PHARMACY.ownApi })), 'ORDER_NOT_ROUTING');
  });

  test('W8: a saved prescription is ordered while it is ACTIVE and within 72 hours, on one open order', async () => {
    const draft = await createDraft();
    const { createPrescriptions } = dataOf(
      await prescriber<{ createPrescriptions: { id: string; state: string }[] }>(
        'mutation($drafts: [SignedDraftInput!]!) { createPrescriptions(drafts: $drafts) { id state } }',
        { drafts: [await reviewed(draft.id)] },
      ),
    );
    const [prescription] = createPrescriptions;
    assert.equal(prescription?.state, 'ACTIVE');
    const input = { prescriptionIds: [prescription?.id], pharmacyId: PHARMACY.accepts };
    const order = async () => codeOf(await prescriber(CREATE_ORDER, { input }));
    // Time and other people's acts, by the row itself.
    const alter = (set: Partial<{ state: 'CANCELED' | 'ACTIVE'; written_at: string }>) =>
      sandbox.service.store.withOrg(organization.id as OrganizationId, async (tx) => {
        await tx
          .withTables<{ prescription: { id: string; state: string; written_at: string } }>()
          .updateTable('prescription')
          .set(set)
          .where('id', '=', prescription?.id ?? '')
          .execute();
      });
    await alter({ state: 'CANCELED' });
    assert.equal(await order(), 'PRESCRIPTION_CANCELED');
    await alter({ state: 'ACTIVE', written_at: new Date(Date.now() - 73 * 3_600_000).toISOString() });
    assert.equal(await order(), 'PRESCRIPTION_TOO_OLD');
    await alter({ written_at: new Date().toISOString() });
    assert.equal(await order(), undefined);
    assert.equal(await order(), 'PRESCRIPTION_ON_OPEN_ORDER');
  });

  test('W5: the same key makes one order, whatever is repeated', async () => {
    const draft = await createDraft();
    const signed = await reviewed(draft.id, PHARMACY.accepts);
    const input = { drafts: [signed], pharmacyId: PHARMACY.accepts };
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
    const signed = await reviewed(draft.id);
    const input = { drafts: [signed], pharmacyId: PHARMACY.accepts };
    assert.equal(codeOf(await staff(CREATE_ORDER, { input })), 'FORBIDDEN');
    assert.equal(codeOf(await machine(CREATE_ORDER, { input })), 'FORBIDDEN');
    assert.equal(
      dataOf(await prescriber<{ createOrder: Order }>(CREATE_ORDER, { input })).createOrder.state,
      'PENDING',
    );
  });

  test('W4: a change after the review invalidates what was signed', async () => {
    const draft = await createDraft();
    const signed = await reviewed(draft.id, PHARMACY.accepts);
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
      input: { drafts: [signed], pharmacyId: PHARMACY.accepts },
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
