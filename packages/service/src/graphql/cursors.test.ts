// Goal: a cursor holds nothing that a caller can read, and holds for nobody else and for no other question.
// Method: the schema says which lists take a cursor, so that a new one is covered when it appears, or fails here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { recordsOf } from '@pestle/testbed/graphql/graphql-records';
import type { Clinic, GraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { openGraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { LISINOPRIL } from '@pestle/testbed/practice/practice';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { isObjectType } from 'graphql';
import { Failure } from '../kernel/errors.ts';
import type { Store } from '../store/store.ts';
import { schema } from './schema/schema.ts';

const NAME = 'Zebulonquist';
const PAGE = '{ nodes { __typename } pageInfo { endCursor } }';

/** Every list, with the patient `P` and the catalog `C` of whoever asks. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  'Catalog.treatments': ['{ catalogs { treatments(@) # } }'],
  'Query.auditEntries': [
    '{ auditEntries(@) # }',
    '{ auditEntries(patientId: "P", @) # }',
    '{ auditEntries(actions: ["patient.create"], @) # }',
  ],
  'Query.deskItems': ['{ deskItems(@) # }', '{ deskItems(filter: { situations: [TO_SIGN] }, @) # }'],
  'Query.disabledTreatments': ['{ disabledTreatments(@) # }'],
  'Query.draftsWaiting': ['{ draftsWaiting(@) # }', '{ draftsWaiting(preparedByOthers: true, @) # }'],
  'Query.orders': [
    '{ orders(@) # }',
    '{ orders(changedSince: "2026-01-01T00:00:00Z", @) # }',
    '{ orders(patientId: "P", @) # }',
    '{ orders(needsAttention: true, @) # }',
    '{ orders(states: [QUEUED, SENT], from: "2026-01-01", @) # }',
    '{ orders(text: "Zebulon", @) # }',
  ],
  'Query.patients': [
    '{ patients(@) # }',
    '{ patients(text: "Zebulon", @) # }',
    '{ patients(dateOfBirth: "1980-02-29", @) # }',
  ],
  'Query.pharmacies': [
    '{ pharmacies(@) # }',
    '{ pharmacies(text: "Test", @) # }',
    '{ pharmacies(kinds: [LOCAL_PICKUP], @) # }',
  ],
  'Query.pharmacyRequests': ['{ pharmacyRequests(@) # }', '{ pharmacyRequests(open: true, @) # }'],
  'Query.prescriptions': ['{ prescriptions(patientId: "P", @) # }'],
  'Query.prescriptionsToSend': ['{ prescriptionsToSend(@) # }'],
  'Query.templates': [
    '{ templates(@) # }',
    '{ templates(personal: false, @) # }',
    '{ templates(text: "Zebulon", @) # }',
  ],
  'Query.treatments': [
    '{ treatments(text: "lisinopril", @) { hits # } }',
    '{ treatments(text: "lisin", @) { hits # } }',
    '{ treatments(text: "lisinopril", offCatalog: false, @) { hits # } }',
  ],
  'Query.users': ['{ users(@) # }'],
};

let store: Store;
let testbed: GraphTestbed;
const patients = new Map<Clinic, string>();
/** Ids of records that the lists hold. A cursor is sealed text: a shorter pattern would be met by chance. */
const ids: string[] = [];
before(async () => {
  store = await openTestStore();
  testbed = await openGraphTestbed(store, NAME);
  for (const [clinic, name] of [
    [testbed.a, NAME],
    [testbed.b, 'Hillside'],
  ] as const) {
    const records = recordsOf(testbed, clinic, name);
    for (const kind of [
      'order',
      'pharmacyRequest',
      'prescription',
      'draft',
      'template',
      'catalog',
      'user',
    ] as const)
      ids.push(await records.get(kind));
    const patient = await records.get('patient');
    patients.set(clinic, patient);
    ids.push(patient);
    const disable = 'mutation($ids: [ID!]!) { disableTreatments(treatmentIds: $ids) }';
    await testbed.data(clinic.everything, disable, { ids: [LISINOPRIL] });
  }
});
after(async () => {
  await testbed.close();
  await store.close();
});

const ask = (clinic: Clinic, list: string, cursor?: string) => {
  const page = `first: 1${cursor === undefined ? '' : `, after: ${JSON.stringify(cursor)}`}`;
  const source = list
    .replace('@', page)
    .replace('#', PAGE)
    .replace('"P"', JSON.stringify(patients.get(clinic)));
  return testbed.ask(clinic.everything, source);
};

/** The last cursor in an answer, wherever it stands. */
const cursorIn = (answer: unknown): string | undefined =>
  /"endCursor":"([^"]+)"/.exec(JSON.stringify(answer))?.[1];

const codeIn = ({ errors }: Awaited<ReturnType<typeof ask>>): string | undefined => {
  const cause = errors?.[0]?.originalError;
  return cause instanceof Failure
    ? `${cause.code} ${cause.detail.fields?.[0]?.path ?? ''}`
    : errors?.[0]?.message;
};

test('every list that takes a cursor is looked at here', () => {
  const paged = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields())
          .filter(({ args }) => args.some(({ name }) => name === 'after'))
          .map((field) => `${type.name}.${field.name}`)
      : [],
  );
  assert.deepEqual(paged.toSorted(), Object.keys(LISTS).toSorted());
});

test('no cursor holds a name or an id that can be read', async () => {
  assert.ok(
    ids.length > 10 && ids.every((id) => id.length > 8),
    'ids that are long enough to be told from chance',
  );
  for (const list of Object.values(LISTS).flat()) {
    const cursor = cursorIn(await ask(testbed.a, list));
    if (cursor === undefined) continue;
    const bytes = Buffer.from(cursor, 'base64url').toString('latin1');
    for (const text of [cursor, bytes])
      for (const readable of [NAME, LISINOPRIL, 'lisinopril', ...ids])
        assert.ok(!text.toLowerCase().includes(readable.toLowerCase()), `${readable} in ${list}`);
  }
});

test('a cursor serves its own list, and is refused by every other list, filter and organization', async () => {
  const questions = Object.values(LISTS).flat();
  let refused = 0;
  for (const list of questions) {
    const cursor = cursorIn(await ask(testbed.a, list));
    if (cursor === undefined) continue;
    assert.equal(codeIn(await ask(testbed.a, list, cursor)), undefined, list);
    assert.equal(codeIn(await ask(testbed.b, list, cursor)), 'INVALID_INPUT after', `elsewhere: ${list}`);
    for (const other of questions.filter((one) => one !== list)) {
      assert.equal(codeIn(await ask(testbed.a, other, cursor)), 'INVALID_INPUT after', `${list} in ${other}`);
      refused += 1;
    }
  }
  assert.ok(refused > 15 * (questions.length - 1), 'nearly every list gave a cursor');
});
