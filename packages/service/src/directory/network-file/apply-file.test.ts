// Goal: a file is applied many entries at a time, and each of them comes out as if it had been written alone (D6).
// Method: the same file, in batches on one store and entry by entry on another.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { Failure } from '../../kernel/errors.ts';
import { systemPorts } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import { type Connections, createConnections } from '../connections.ts';
import { applyFile, networkFileOf, type Verdict } from './apply-file.ts';
import { exportFile } from './export-entries.ts';

const by = 'Olga Operator';
const NET = 'ptn_01TEST00000000000000000NET';
const OWN = 'phr_01TEST0000000000000000TAKE';
const SECRET = 'tok_4711-very-secret';
const endpoint = { url: 'https://pharmacy.example/script', auth: { kind: 'bearer', token: SECRET } };
const integration = {
  stage: 'scoping',
  channel: 'script',
  endpoint,
  script: { version: '2017071', form: 'xml', cancel: 'full', acknowledge: 'script' },
};
const start = new Date(Date.now() + 3_600_000).toISOString();
const end = new Date(Date.now() + 7_200_000).toISOString();
const entry = (index: number, more: object = {}) => ({
  ncpdpId: String(4_000_000 + index),
  name: `Pharmacy ${index}`,
  kind: 'LOCAL_PICKUP',
  address: { street1: `${index} Elm St`, city: 'Salem', state: 'MA', postalCode: '01970' },
  phone: '(617) 555-0100',
  ...more,
});
const nameless = { name: 'Known By Name', kind: 'LOCAL_PICKUP', address: entry(0).address, integration };

/** Every way in which one entry may go wrong, or meet another, among many that are right. */
const FILE = {
  partners: [
    { id: NET, name: 'Net', endpoint },
    { id: 'ptn_x', name: 'Wrong', endpoint },
  ],
  pharmacies: [
    ...Array.from({ length: 30 }, (_, index) => entry(index, { integration })),
    'what',
    entry(30, { kind: 'CORNER' }),
    entry(31, { integration: { ...integration, partnerId: NET, maintenance: [{ start, end }] } }),
    entry(32, { integration: { ...integration, partnerId: 'ptn_01TEST0000000000000000N0NE' } }),
    entry(3, { fax: '6175550144', integration: { lane: { concurrency: 2 } } }),
    entry(3, { fax: '6175550155', revision: 1 }),
    entry(33, { id: OWN, openingHours: [{ days: ['MON'], opens: '09:00', closes: '17:00' }] }),
    // Another id, the same NCPDP id.
    entry(33, { id: 'phr_01TEST000000000000000THERS' }),
    entry(34, { statusWords: { 'in process': 'FILLING' }, latitude: 42.5, longitude: -70.9, active: false }),
    entry(35, { integration: { ...integration, stage: 'live' } }),
    nameless,
    { ...nameless },
    entry(36, { integration: null, timeZone: 'America/New_York', servesPublic: false }),
  ],
};
const TEXT = JSON.stringify(FILE);

let stores: readonly Store[];
let batched: Connections;
let single: Connections;
before(async () => {
  stores = [await openTestStore(), await openTestStore()];
  [batched, single] = stores.map((store) => createConnections(store, systemPorts)) as [
    Connections,
    Connections,
  ];
});
after(async () => {
  for (const store of stores) await store.close();
});

async function applied(connections: Connections, dryRun = false, text = TEXT): Promise<readonly Verdict[]> {
  const found: Verdict[] = [];
  for await (const one of applyFile((some) => connections.applyEntries(some), networkFileOf(text), {
    by,
    dryRun,
  }))
    found.push(one);
  return found;
}

const outcomesOf = (verdicts: readonly Verdict[]) =>
  verdicts.map(({ line: _, entry: __, ...outcome }) => outcome);

async function oneByOne(dryRun: boolean): Promise<readonly object[]> {
  const write = async (work: Promise<object>): Promise<object> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { code: refusal, message, detail } = error;
      return { outcome: 'refused', refusal, message, fields: detail.fields ?? [] };
    }
  };
  const request = { by, as: 'apply', dryRun } as const;
  const partners = dryRun ? FILE.partners.slice(0, 1) : [];
  const found: object[] = [];
  for (const change of FILE.partners) found.push(await write(single.writePartner({ change, ...request })));
  for (const change of FILE.pharmacies)
    found.push(await write(single.writePharmacy({ change: change as never, ...request, partners })));
  return found;
}

const trail = async (store: Store | undefined): Promise<readonly string[]> =>
  (await store?.asKeeper(async (tx) => {
    const { rows } = await sql<{ text: string }>`
      select action || ' ' || subject_id || ' ' || detail::text as text from network_audit_entry
      where subject_kind <> 'maintenance' order by subject_id, id`.execute(tx);
    return rows.map(({ text }) => text);
  })) ?? [];

describe('a file of pharmacies and partners', () => {
  it('D6: compared in batches it says what each entry alone would do, and nothing is written', async () => {
    assert.deepEqual(outcomesOf(await applied(batched, true)), await oneByOne(true));
    assert.deepEqual(await trail(stores[0]), []);
    assert.deepEqual(await batched.listPharmacies({ stage: 'any' }), []);
  });

  it('D6: applied in batches each entry comes out as alone, with one entry in the trail for each that changed', async () => {
    const verdicts = await applied(batched);
    assert.deepEqual(outcomesOf(verdicts), await oneByOne(false));
    assert.deepEqual(
      verdicts
        .filter(({ outcome }) => outcome === 'refused')
        .map((one) => [one.entry, 'refusal' in one && one.refusal]),
      [
        ['partners[1]', 'INVALID_INPUT'],
        ['pharmacies[30]', 'INVALID_INPUT'],
        ['pharmacies[31]', 'INVALID_INPUT'],
        ['pharmacies[33]', 'INVALID_INPUT'],
        ['pharmacies[35]', 'REVISION_CONFLICT'],
        ['pharmacies[37]', 'INVALID_INPUT'],
        ['pharmacies[39]', 'INVALID_INPUT'],
      ],
    );
    const [ofBatches, ofSingles] = [await trail(stores[0]), await trail(stores[1])];
    assert.deepEqual(ofBatches, ofSingles);
    const written = verdicts.filter(({ outcome }) => outcome === 'added' || outcome === 'changed');
    assert.equal(ofBatches.length, written.length);
  });

  it('D6: what a batch said of an entry is what the store holds, and the same file again changes nothing', async () => {
    const before = await trail(stores[0]);
    const again = await applied(batched);
    assert.deepEqual([...new Set(again.map(({ outcome }) => outcome))].toSorted(), ['refused', 'unchanged']);
    assert.deepEqual(await trail(stores[0]), before);
    const { pharmacy } = await batched.showPharmacy({ id: OWN });
    assert.deepEqual(pharmacy.openingHours, [{ days: ['MON'], opens: '09:00', closes: '17:00' }]);
  });

  it('D6: an export holds no secret, and applied to what it came from changes nothing', async () => {
    let text = '';
    for await (const piece of exportFile((query) => batched.exportEntries(query), 'https://x.example/schema'))
      text += piece;
    assert.ok(!text.includes(SECRET));
    const { partners, pharmacies } = JSON.parse(text) as Record<string, unknown[]>;
    assert.deepEqual([partners?.length, pharmacies?.length], [1, 32]);
    const verdicts = await applied(batched, false, text);
    assert.deepEqual([...new Set(verdicts.map(({ outcome }) => outcome))], ['unchanged']);
  });

  it('nothing is written of a text that is no such file', async () => {
    await assert.rejects(applied(batched, false, TEXT.slice(0, -1)), /is not JSON/);
  });
});
