// Holds patients to their rules: what is accepted, that each write happens once, and that organizations never meet.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  addOrganizations,
  failureOf,
  freshKey,
  machineActor,
  OTHER_ORGANIZATION,
  portsAt,
  TEST_ORGANIZATION,
  userActor,
} from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { systemPorts } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import type { NewPatient } from './patient-input.ts';
import { createPatients, type Patients } from './patients.ts';

const JANE: NewPatient = {
  firstName: 'Jane',
  lastName: 'Tester',
  dateOfBirth: '1988-04-05',
  sex: 'FEMALE',
  phone: '(617) 555-0160',
  address: { street1: '42 Beacon St', city: 'Boston', state: 'Massachusetts', postalCode: '021081234' },
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

const create = (input: unknown, key = freshKey('createPatient')) =>
  room.createPatient(actor, input as NewPatient, key);

describe('creating a patient', () => {
  it('keeps what was typed in its one form', async () => {
    const row = await create({
      ...JANE,
      externalId: 'MRN-1',
      weight: { value: 70.5, unit: 'kg' },
      allergies: [],
    });
    assert.equal(row.phone, '6175550160');
    assert.equal(row.state, 'MA');
    assert.equal(row.postal_code, '02108-1234');
    assert.equal(row.country, 'US');
    assert.equal(row.weight, '70.5');
    assert.deepEqual(row.allergies, []);
    assert.equal(row.revision, 1);
    assert.equal(row.deceased, false);
  });

  it('X4: the same key makes one patient and one audit entry', async () => {
    const key = freshKey('createPatient');
    const first = await create(JANE, key);
    const second = await create(JANE, key);
    assert.equal(second.id, first.id);
    const { rows } = await store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql`select action from audit_entry where org_id = ${TEST_ORGANIZATION} and subject_id = ${first.id}`.execute(
        tx,
      ),
    );
    assert.deepEqual(rows, [{ action: 'patient.create' }]);
  });

  it('keeps accents as typed', async () => {
    const row = await create({ ...JANE, firstName: ' José ', lastName: 'Núñez-O’Brien' });
    assert.equal(row.first_name, 'José');
    assert.equal(row.last_name, 'Núñez-O’Brien');
  });

  const refusals: readonly [name: string, input: object, path: string, says: RegExp][] = [
    ['an emoji in a name', { firstName: 'Jane😀' }, 'firstName', /Emoji/],
    ['a markup sign in a name', { lastName: 'Te<b>ster' }, 'lastName', /< >/],
    ['a line break in a name', { lastName: 'Tes\nter' }, 'lastName', /Line breaks/],
    ['a right-to-left override in a name', { lastName: 'Tes\u202Eter' }, 'lastName', /invisible/],
    ['letters that SCRIPT cannot carry', { lastName: '李' }, 'lastName', /Latin letters/],
    ['a name of 36 characters', { lastName: 'x'.repeat(36) }, 'lastName', /at most 35 characters.*36/],
    ['a name that is too long once rewritten', { lastName: 'ß'.repeat(20) }, 'lastName', /40 once/],
    ['a blank name', { firstName: '  ' }, 'firstName', /at least one/],
    ['a birth date in the future', { dateOfBirth: '2999-01-01' }, 'dateOfBirth', /future/],
    ['a birth date of another age', { dateOfBirth: '1788-04-05' }, 'dateOfBirth', /125 years/],
    ['a day that does not exist', { dateOfBirth: '1988-02-30' }, 'dateOfBirth', /YYYY-MM-DD/],
    ['a short phone number', { phone: '555-0160' }, 'phone', /ten digits/],
    ['an external id like one of ours', { externalId: 'pat_1' }, 'externalId', /pat_/],
    ['an unknown sex', { sex: 'X' }, 'sex', /MALE/],
    ['an unknown state', { address: { ...JANE.address, state: 'ZZ' } }, 'address.state', /two letters/],
    ['a bad ZIP', { address: { ...JANE.address, postalCode: '2108' } }, 'address.postalCode', /5 digits/],
    [
      'an address without a city',
      { address: { street1: 'A', state: 'MA', postalCode: '02108' } },
      'address.city',
      /required/,
    ],
    ['a weight without unit', { weight: { value: 70 } }, 'weight.unit', /required/],
    ['a weight of nothing', { weight: { value: 0, unit: 'kg' } }, 'weight.value', /more than 0/],
    ['a death before the birth', { deceasedOn: '1980-01-01' }, 'deceasedOn', /before the birth/],
    [
      'a death that did not happen',
      { deceased: false, deceasedOn: '2020-01-01' },
      'deceased',
      /date of death/,
    ],
    ['an unknown field', { nickname: 'J' }, 'nickname', /no such field/],
    [
      'a pharmacy that is none',
      { preferredPharmacyId: 'phr_00000000000000000000000000' },
      'preferredPharmacyId',
      /no such pharmacy/,
    ],
  ];
  for (const [name, change, path, says] of refusals) {
    it(`refuses ${name}, and writes nothing`, async () => {
      const before = await count();
      const failure = await failureOf(create({ ...JANE, ...change }));
      assert.equal(failure.code, 'INVALID_INPUT');
      assert.deepEqual(failure.paths, [path]);
      assert.match(failure.message, says);
      assert.equal(await count(), before);
    });
  }

  it('never repeats what was typed in an error', async () => {
    const failure = await failureOf(create({ ...JANE, sex: 'Tester-Secret', lastName: 'Secret<' }));
    assert.doesNotMatch(failure.message, /Secret/);
  });

  it('counts today in the patient’s own time zone', async () => {
    const early = createPatients(store, portsAt('2026-03-02T03:00:00Z'));
    const born = (state: string) =>
      early.createPatient(
        actor,
        {
          ...JANE,
          dateOfBirth: '2026-03-02',
          address: { street1: 'A', city: 'B', state, postalCode: '96950' },
        },
        freshKey('createPatient'),
      );
    assert.equal((await born('GU')).date_of_birth, '2026-03-02');
    assert.equal((await failureOf(born('CA'))).code, 'INVALID_INPUT');
  });

  it('refuses an external id that another patient has', async () => {
    await create({ ...JANE, externalId: 'MRN-TAKEN' });
    assert.equal((await failureOf(create({ ...JANE, externalId: 'MRN-TAKEN' }))).code, 'EXTERNAL_ID_TAKEN');
  });

  it('needs the scope', async () => {
    const reader = userActor({ scopes: ['read:patient'] });
    assert.equal(
      (await failureOf(room.createPatient(reader, JANE, freshKey('createPatient')))).code,
      'FORBIDDEN',
    );
  });
});

describe('changing a patient', () => {
  it('changes what is sent, clears what is null, and counts the revision', async () => {
    const made = await create({ ...JANE, externalId: 'MRN-CHANGE', middleName: 'Q' });
    const row = await room.updatePatient(
      actor,
      { id: 'MRN-CHANGE', expectedRevision: 1, changes: { lastName: 'Renamed', middleName: null } },
      freshKey('updatePatient'),
    );
    assert.equal(row.id, made.id);
    assert.equal(row.revision, 2);
    assert.equal(row.last_name, 'Renamed');
    assert.equal(row.middle_name, null);
    assert.equal(row.first_name, 'Jane');
    const found = await room.searchPatients(actor, { text: 'renam' });
    assert.deepEqual(
      found.items.map(({ id }) => id),
      [made.id],
    );
  });

  it('refuses a change to another revision than the one read', async () => {
    const made = await create(JANE);
    const change = (expectedRevision: number) =>
      room.updatePatient(
        actor,
        { id: made.id, expectedRevision, changes: { phone: null } },
        freshKey('updatePatient'),
      );
    await change(1);
    assert.equal((await failureOf(change(1))).code, 'REVISION_CONFLICT');
    assert.equal((await change(2)).revision, 3);
  });

  it('W8: a date of death makes the patient deceased', async () => {
    const made = await create(JANE);
    const row = await room.updatePatient(
      actor,
      { id: made.id, expectedRevision: 1, changes: { deceasedOn: '2024-02-29' } },
      freshKey('updatePatient'),
    );
    assert.equal(row.deceased, true);
    assert.equal(row.deceased_on, '2024-02-29');
  });

  it('checks the whole patient, not only what changed', async () => {
    const made = await create({ ...JANE, deceasedOn: '2020-01-01' });
    const failure = await failureOf(
      room.updatePatient(
        actor,
        { id: made.id, expectedRevision: 1, changes: { dateOfBirth: '2021-01-01' } },
        freshKey('updatePatient'),
      ),
    );
    assert.deepEqual(failure.paths, ['deceasedOn']);
  });
});

describe('finding patients', () => {
  const other = userActor({ orgId: OTHER_ORGANIZATION });

  it('by service id and by external id', async () => {
    const made = await create({ ...JANE, externalId: 'MRN/7 ü' });
    assert.equal((await room.patient(actor, made.id)).id, made.id);
    assert.equal((await room.patient(machineActor(), 'MRN/7 ü')).id, made.id);
  });

  it('answers the same for nobody and for another organization’s patient', async () => {
    const made = await create({ ...JANE, externalId: 'MRN-OURS', lastName: 'Onlyours' });
    const unknown = await failureOf(room.patient(other, 'pat_00000000000000000000000000'));
    assert.equal(unknown.code, 'NOT_FOUND');
    for (const id of [made.id, 'MRN-OURS']) {
      assert.deepEqual(await failureOf(room.patient(other, id)), unknown);
    }
    assert.deepEqual((await room.searchPatients(other, { text: 'onlyours' })).items, []);
    assert.equal((await room.patientsById(other, [made.id])).size, 0);
    const change = { id: made.id, expectedRevision: 1, changes: { phone: null } };
    assert.equal(
      (await failureOf(room.updatePatient(other, change, freshKey('updatePatient')))).code,
      'NOT_FOUND',
    );
  });

  it('as you type, in any order of names, with or without accents', async () => {
    const made = await create({
      ...JANE,
      firstName: 'Zoë',
      lastName: 'Ångström-Müller',
      dateOfBirth: '1969-07-20',
    });
    for (const text of ['zo ang', 'MULLER', 'mül', 'zoe 1969-07-20', 'ang 7/20/1969', 'zoë']) {
      const page = await room.searchPatients(actor, { text });
      assert.deepEqual(
        page.items.map(({ id }) => id),
        [made.id],
        text,
      );
    }
    for (const text of ['zo x', 'zoe 1969-07-21', 'oe']) {
      assert.deepEqual((await room.searchPatients(actor, { text })).items, [], text);
    }
  });

  it('pages newest first, without names in the cursor', async () => {
    for (const lastName of ['Pageworth C', 'Pageworth A', 'Pageworth B']) await create({ ...JANE, lastName });
    const first = await room.searchPatients(actor, { text: 'pageworth', first: 2 });
    assert.deepEqual(
      first.items.map((row) => row.last_name),
      ['Pageworth B', 'Pageworth A'],
    );
    assert.equal(first.hasNextPage, true);
    assert.doesNotMatch(Buffer.from(first.endCursor ?? '', 'base64url').toString(), /page/i);
    const second = await room.searchPatients(actor, { text: 'pageworth', first: 2, after: first.endCursor });
    assert.deepEqual(
      second.items.map((row) => row.last_name),
      ['Pageworth C'],
    );
    assert.equal(second.hasNextPage, false);
  });

  it('refuses page sizes and cursors that make no sense', async () => {
    for (const first of [0, 101, 1.5]) {
      assert.equal((await failureOf(room.searchPatients(actor, { first }))).code, 'INVALID_INPUT');
    }
    for (const cursor of ['', 'xx', Buffer.from('[1]').toString('base64url')]) {
      assert.equal((await failureOf(room.searchPatients(actor, { after: cursor }))).code, 'INVALID_INPUT');
    }
  });

  it('the store refuses a query that forgets its organization', async () => {
    await assert.rejects(
      store.pipeline([
        {
          scope: { role: 'app', orgId: '' as never },
          steps: [{ statement: { name: 'forgot', text: 'select id from patient' }, values: [] }],
        },
      ]),
      { code: 'PST01' },
    );
    for (const role of ['asDoor', 'asCourier', 'asKeeper'] as const) {
      await assert.rejects(
        store[role]((tx) => sql`select id from patient`.execute(tx)),
        { code: '42501' },
      );
    }
  });
});

async function count(): Promise<unknown> {
  const { rows } = await store.withOrg(TEST_ORGANIZATION, (tx) =>
    sql<{
      n: number;
    }>`select (select count(*) from patient) + (select count(*) from patient_token) as n`.execute(tx),
  );
  return rows[0]?.n;
}

describe('what a patient does not tolerate and takes', () => {
  const WARFARIN = { name: 'warfarin 5 mg tablet', rxcui: '855332', directions: 'Every evening' };

  it('says who said it and when, also that there is nothing; what nobody was asked says nobody', async () => {
    const unasked = await create(JANE);
    assert.deepEqual(
      [unasked.allergies_stated, unasked.medications, unasked.medications_stated],
      [null, null, null],
    );
    const made = await create({ ...JANE, allergies: [], medications: [WARFARIN, { name: 'Fish oil' }] });
    assert.deepEqual(made.medications, [WARFARIN, { name: 'Fish oil', rxcui: null, directions: null }]);
    assert.equal(made.allergies_stated?.by, actor.id);
    assert.ok(!Number.isNaN(Date.parse(made.medications_stated?.at ?? '')));
    const changed = await room.updatePatient(
      actor,
      { id: made.id, expectedRevision: 1, changes: { medications: null } },
      freshKey('updatePatient'),
    );
    assert.deepEqual([changed.medications, changed.medications_stated], [null, null]);
    assert.deepEqual(changed.allergies_stated, made.allergies_stated);
  });

  it('refuses medicines without a name, with codes that are none, and too many', async () => {
    for (const medications of [
      [{ name: ' ' }],
      [{ name: 'x'.repeat(256) }],
      [{ name: 'two\nlines' }],
      [{ ...WARFARIN, rxcui: 'W1' }],
      [{ ...WARFARIN, directions: 'x'.repeat(256) }],
      [{ ...WARFARIN, dose: '5 mg' }],
      Array.from({ length: 101 }, () => WARFARIN),
    ])
      assert.equal((await failureOf(create({ ...JANE, medications }))).code, 'INVALID_INPUT');
  });
});
