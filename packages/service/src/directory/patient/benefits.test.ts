// Holds a patient's benefits to their rules: what is accepted, that they are kept whole and sealed, and that the trail never tells them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  addOrganizations,
  failureOf,
  freshKey,
  OTHER_ORGANIZATION,
  TEST_ORGANIZATION,
  userActor,
} from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { systemPorts } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import { columnAddress, keysOf } from '../../vault/vault.ts';
import type { NewPatient, PatientChanges } from './patient-input.ts';
import { createPatients, type Patients } from './patients.ts';

const JANE: NewPatient = { firstName: 'Jane', lastName: 'Tester', dateOfBirth: '1988-04-05', sex: 'FEMALE' };
/** As a card says it, and the plan whose list of drugs applies. */
const CARD = {
  bin: '003858',
  pcn: 'A4',
  groupId: 'RX 77/1',
  memberId: 'W1234567-01',
  planId: '10207VA0380001',
  validFrom: '2026-01-01',
  validTo: null,
};
const actor = userActor();

let store: Store;
let room: Patients;

before(async () => {
  store = await openTestStore();
  await addOrganizations(store);
  room = createPatients(store, systemPorts);
});
after(() => store.close());

const create = (input: unknown) => room.createPatient(actor, input as NewPatient, freshKey('createPatient'));

describe('the benefits of a patient', () => {
  it('are kept as the card says them, the primary first, and are nobody else’s', async () => {
    const second = { bin: ' 61002000 ', memberId: ' M-2 ' };
    const made = await create({ ...JANE, benefits: [CARD, second] });
    const kept = [
      CARD,
      {
        bin: '61002000',
        pcn: null,
        groupId: null,
        memberId: 'M-2',
        planId: null,
        validFrom: null,
        validTo: null,
      },
    ];
    assert.deepEqual(made.benefits, kept);
    assert.deepEqual((await room.patient(actor, made.id)).benefits, kept);
    const other = userActor({ orgId: OTHER_ORGANIZATION });
    assert.equal((await failureOf(room.patient(other, made.id))).code, 'NOT_FOUND');
  });

  it('stay when others change, are replaced whole, and are cleared by null; the trail names the field only', async () => {
    const made = await create({ ...JANE, benefits: [CARD] });
    const change = (expectedRevision: number, changes: PatientChanges) =>
      room.updatePatient(actor, { id: made.id, expectedRevision, changes }, freshKey('updatePatient'));
    assert.deepEqual((await change(1, { phone: null })).benefits, [CARD]);
    const moved = { ...CARD, memberId: 'M-9' };
    assert.deepEqual((await change(2, { benefits: [moved] })).benefits, [moved]);
    assert.deepEqual((await change(3, { benefits: null })).benefits, []);
    const { rows } = await store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql<{
        detail: object;
      }>`select detail from audit_entry where org_id = ${TEST_ORGANIZATION} and subject_id = ${made.id} and detail ->> 'fields' = 'benefits' order by detail ->> 'revision'`.execute(
        tx,
      ),
    );
    assert.deepEqual(
      rows.map(({ detail }) => detail),
      [
        { revision: 3, fields: 'benefits' },
        { revision: 4, fields: 'benefits' },
      ],
    );
  });

  it('are none for a patient who was sealed before benefits were kept', async () => {
    const made = await create({ ...JANE, benefits: [CARD] });
    await store.withOrg(TEST_ORGANIZATION, async (tx) => {
      const keys = keysOf(tx);
      const { benefits: _later, ...sealed } = made;
      await sql`update patient set sealed = ${keys.sealJson(columnAddress('patient', made.id), sealed)}
        where org_id = ${TEST_ORGANIZATION} and id = ${made.id}`.execute(tx);
    });
    assert.deepEqual((await room.patient(actor, made.id)).benefits, []);
  });

  it('are sealed: the store holds nothing of them that can be read', async () => {
    const made = await create({ ...JANE, benefits: [CARD] });
    const { rows } = await store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql<{ stored: string }>`select concat(patient.*, encode(patient.sealed, 'escape')) as stored
        from patient where org_id = ${TEST_ORGANIZATION} and id = ${made.id}`.execute(tx),
    );
    assert.equal(rows.length, 1);
    for (const part of [CARD.groupId, CARD.memberId, CARD.planId])
      assert.ok(!rows[0]?.stored.includes(part), part);
  });

  const refusals: readonly [name: string, input: object, path: string, says: RegExp][] = [
    [
      'a BIN of seven digits',
      { benefits: [{ ...CARD, bin: '6100201' }] },
      'benefits[0].bin',
      /6 or 8 digits/,
    ],
    ['a BIN of letters', { benefits: [{ ...CARD, bin: 'OOOO2O' }] }, 'benefits[0].bin', /6 or 8 digits/],
    ['benefits without a BIN', { benefits: [{ memberId: 'M-1' }] }, 'benefits[0].bin', /required/],
    ['benefits without a member id', { benefits: [{ bin: '610020' }] }, 'benefits[0].memberId', /required/],
    [
      'a blank member id',
      { benefits: [{ ...CARD, memberId: ' ' }] },
      'benefits[0].memberId',
      /Write the member id/,
    ],
    [
      'a PCN that no card shows',
      { benefits: [{ ...CARD, pcn: 'A<1' }] },
      'benefits[0].pcn',
      /PCN holds letters/,
    ],
    [
      'a group id that is too long',
      { benefits: [{ ...CARD, groupId: 'x'.repeat(36) }] },
      'benefits[0].groupId',
      /group id may have at most 35/,
    ],
    [
      'a plan that cannot be one',
      { benefits: [{ ...CARD, planId: 'a b' }] },
      'benefits[0].planId',
      /id of a plan/,
    ],
    [
      'the end of benefits on a day that does not exist',
      { benefits: [{ ...CARD, validTo: '2026-02-30' }] },
      'benefits[0].validTo',
      /YYYY-MM-DD/,
    ],
    [
      'benefits that end before they begin',
      { benefits: [CARD, { ...CARD, memberId: 'M-2', validFrom: '2026-02-01', validTo: '2026-01-31' }] },
      'benefits[1].validTo',
      /end before they begin/,
    ],
    ['the same card twice', { benefits: [CARD, { ...CARD, planId: null }] }, 'benefits[1]', /leave one out/],
    [
      'more benefits than anybody has',
      { benefits: ['1', '2', '3', '4', '5'].map((memberId) => ({ ...CARD, memberId })) },
      'benefits',
      /At most 4/,
    ],
    [
      'an unknown field of benefits',
      { benefits: [{ ...CARD, payer: 'x' }] },
      'benefits[0].payer',
      /no such field/,
    ],
  ];
  for (const [name, input, path, says] of refusals) {
    it(`refuse ${name}, and name the field`, async () => {
      const failure = await failureOf(create({ ...JANE, ...input }));
      assert.equal(failure.code, 'INVALID_INPUT');
      assert.deepEqual(failure.paths, [path]);
      assert.match(failure.message, says);
    });
  }

  it('never repeat what was typed in an error', async () => {
    const secret = { bin: 'Secret-1', memberId: 'Secret<', planId: 'Secret 2', validTo: 'Secret-3' };
    assert.doesNotMatch((await failureOf(create({ ...JANE, benefits: [secret] }))).message, /Secret/);
  });
});
