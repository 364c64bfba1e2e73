// Links and visits of patients over a rotation of their key.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OrderId } from '@pestle/rules/ids';
import { LINK_KEY } from '@pestle/testbed/delivery/open-delivery';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { openPatientChoice } from '@pestle/testbed/tracking/patient-choice';
import { systemPorts } from '../../kernel/ports.ts';
import type { PatientLinkId } from './links.ts';
import { createPatientLinkKey, linkOfToken, patientLinkFor } from './links.ts';
import { createPatientVisits } from './visits.ts';

const NEW_KEY = new Uint8Array(32).fill(9);
let choice: Awaited<ReturnType<typeof openPatientChoice>>;
before(async () => {
  choice = await openPatientChoice();
});
after(() => choice.close());

const drawnBy = (key: ReturnType<typeof createPatientLinkKey>, orderId: OrderId) =>
  choice.store.withOrg(TEST_ORGANIZATION, (tx) =>
    patientLinkFor(tx, systemPorts, key, { orgId: TEST_ORGANIZATION, orderId, phone: '6175550111' }),
  );

test('with overlap a reminder carries the link that the first message carried', async () => {
  const { orderId, token } = await choice.waiting();
  assert.equal(await drawnBy(createPatientLinkKey(NEW_KEY, [LINK_KEY]), orderId), token);
  assert.notEqual(await linkOfToken(choice.store, token), undefined);
});

test('without overlap it carries one that opens, and the earlier one ends', async () => {
  const { orderId, token } = await choice.waiting();
  const anew = (await drawnBy(createPatientLinkKey(NEW_KEY), orderId)) ?? assert.fail();
  assert.notEqual(anew, token);
  assert.notEqual(await linkOfToken(choice.store, anew), undefined);
  assert.equal(await linkOfToken(choice.store, token), undefined);
});

test('a visit that an earlier key began goes on with its forms, while that key counts', () => {
  const clock = { now: () => 1_800_000_000_000 };
  const id = 'plk_01JD0000000000000000000001' as PatientLinkId;
  const cookieOf = (line: string): string => line.split(';')[0] ?? '';
  const earlier = createPatientVisits(LINK_KEY, clock, false);
  const cookie = cookieOf(earlier.begin(id, true));
  const visit = createPatientVisits(NEW_KEY, clock, false, [LINK_KEY]).read(cookie, id);
  assert.deepEqual(visit, earlier.read(cookie, id));
  assert.equal(visit?.proven, true);
  assert.equal(createPatientVisits(NEW_KEY, clock, false).read(cookie, id), undefined);
});
