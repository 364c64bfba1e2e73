// Goal: a store that was filled before prescriptions had states knows them after the migration, from its history (W8).
// Method: the migrations before it on an empty store, rows as earlier versions wrote them, then the migration; on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PostgresServer } from '@pestle/testbed/stores/postgres-server';
import { skipWithoutPostgres, startPostgres } from '@pestle/testbed/stores/postgres-server';
import { sql } from 'kysely';
import { openMemoryStore } from '../../store/embedded/embedded-store.ts';
import { migrate } from '../../store/migrate.ts';
import { withPostgresOwner } from '../../store/postgres/postgres-store.ts';
import type { Connection } from '../../store/store.ts';

const BEFORE = '017_cancel_facts';
const ORG = 'org_01TEST0000000000000000000A';
const DAY_ONE = '2026-03-01T10:00:00Z';

interface Past {
  /** Of each fill, oldest order first: its state, when its dispensing was reported, and the states and reports it went through. */
  readonly fills: readonly {
    readonly state: string;
    readonly dispensingReported?: true;
    readonly events: readonly (readonly [to: string, report?: string])[];
  }[];
  readonly becomes: { readonly state: 'ACTIVE' | 'CANCELED'; readonly dispensed: boolean };
}

const PASTS: Readonly<Record<string, Past>> = {
  'never ordered': { fills: [], becomes: { state: 'ACTIVE', dispensed: false } },
  'on its way': {
    fills: [{ state: 'SENT', events: [['QUEUED'], ['SENT']] }],
    becomes: { state: 'ACTIVE', dispensed: false },
  },
  canceled: {
    fills: [{ state: 'CANCELED', events: [['QUEUED'], ['CANCELED']] }],
    becomes: { state: 'CANCELED', dispensed: false },
  },
  delivered: {
    fills: [{ state: 'DELIVERED', dispensingReported: true, events: [['SENT'], ['DELIVERED', 'DELIVERED']] }],
    becomes: { state: 'ACTIVE', dispensed: true },
  },
  'delivered, before the time of it was kept': {
    fills: [{ state: 'DELIVERED', events: [['SENT'], ['DELIVERED']] }],
    becomes: { state: 'ACTIVE', dispensed: true },
  },
  'dispensed after its cancel': {
    fills: [
      {
        state: 'DELIVERED',
        dispensingReported: true,
        events: [['SENT'], ['CANCELED'], ['DELIVERED', 'DELIVERED']],
      },
    ],
    becomes: { state: 'CANCELED', dispensed: true },
  },
  'canceled, then ordered again': {
    fills: [
      { state: 'CANCELED', events: [['QUEUED'], ['CANCELED']] },
      { state: 'RECEIVED', events: [['QUEUED'], ['SENT'], ['RECEIVED', 'RECEIVED']] },
    ],
    becomes: { state: 'ACTIVE', dispensed: false },
  },
  'delivered, then ordered again and canceled': {
    fills: [
      { state: 'DELIVERED', dispensingReported: true, events: [['SENT'], ['DELIVERED', 'DELIVERED']] },
      { state: 'CANCELED', events: [['QUEUED'], ['CANCELED']] },
    ],
    becomes: { state: 'CANCELED', dispensed: true },
  },
  'dispensed by a pharmacy that it had left': {
    fills: [{ state: 'SENT', events: [['SENT'], ['SENT', 'DELIVERED']] }],
    becomes: { state: 'ACTIVE', dispensed: true },
  },
  'rerouted, which cancels nothing': {
    fills: [{ state: 'SENT', events: [['SENT'], ['QUEUED'], ['SENT']] }],
    becomes: { state: 'ACTIVE', dispensed: false },
  },
};

async function fill(owner: Connection): Promise<void> {
  await sql`insert into organization (org_id, name) values (${ORG}, 'Riverside')`.execute(owner);
  for (const [name, past] of Object.entries(PASTS)) {
    await sql`insert into signable (org_id, id, draft_id, draft_revision, patient_id, patient_revision, prescriber_id,
        prescriber_revision, sealed, content_hash)
      values (${ORG}, ${`s ${name}`}, 'd', 1, 'p', 1, 'u', 1, '', '')`.execute(owner);
    await sql`insert into prescription (org_id, id, patient_id, prescriber_id, treatment_id, signable_id, content_hash,
        written_at, expiration_date, prepared_by)
      values (${ORG}, ${name}, 'p', 'u', 't', ${`s ${name}`}, '', ${DAY_ONE}, '2027-03-01', 'u')`.execute(
      owner,
    );
    for (const [index, { state, dispensingReported, events }] of past.fills.entries()) {
      const order = `o${index} ${name}`;
      const at = `2026-03-0${index + 1}T10:00:00Z`;
      await sql`insert into orders (org_id, id, patient_id, state, created_by, client_id, created_at)
        values (${ORG}, ${order}, 'p', 'PENDING', 'u', 'a', ${at})`.execute(owner);
      await sql`insert into fill (org_id, id, order_id, prescription_id, line, state, dispensing_reported_at, created_at)
        values (${ORG}, ${`f${index} ${name}`}, ${order}, ${name}, 1, ${state},
          ${dispensingReported === true ? at : null}::timestamptz, ${at})`.execute(owner);
      for (const [number, [to, report]] of events.entries())
        await sql`insert into fill_event (org_id, fill_id, number, order_id, at, event, to_state, source, detail)
          values (${ORG}, ${`f${index} ${name}`}, ${number + 1}, ${order}, ${at}, ${report === undefined ? 'x' : 'reported'},
            ${to}, 'service', ${JSON.stringify(report === undefined ? {} : { report })}::jsonb)`.execute(
          owner,
        );
    }
  }
  await sql`insert into application (org_id, id, name, kind, scopes)
    values (${ORG}, 'app_m', 'Machine', 'confidential', '{read:order,write:order}')`.execute(owner);
}

const STORES = {
  embedded: async () => {
    const store = await openMemoryStore();
    return {
      asOwner: <T>(work: (owner: Connection) => Promise<T>) => store.asOwner(work),
      close: () => store.close(),
    };
  },
  PostgreSQL: async () => {
    const server: PostgresServer = await startPostgres();
    await server.createDatabase('pestle');
    return {
      asOwner: <T>(work: (owner: Connection) => Promise<T>) =>
        withPostgresOwner(server.ownerUrl('pestle'), work),
      close: () => server.stop(),
    };
  },
} as const;

for (const [kind, open] of Object.entries(STORES)) {
  const skip = kind === 'PostgreSQL' && skipWithoutPostgres;
  describe(`${kind}: a store filled before the migration`, { skip }, () => {
    let opened: Awaited<ReturnType<(typeof STORES)['embedded']>>;
    let rows: ReadonlyMap<string, { state: string; dispensed_at: string | null }>;
    before(async () => {
      opened = await open();
      rows = await opened.asOwner(async (owner) => {
        await migrate(owner, BEFORE);
        await fill(owner);
        await migrate(owner);
        const all = await sql<{ id: string; state: string; dispensed_at: string | null }>`
          select id, state, dispensed_at from prescription`.execute(owner);
        return new Map(all.rows.map((row) => [row.id, row]));
      });
    });
    after(() => opened.close());

    for (const [name, { becomes }] of Object.entries(PASTS))
      test(`${name}: ${becomes.state}${becomes.dispensed ? ', dispensed' : ''}`, () => {
        const row = rows.get(name);
        assert.deepEqual([row?.state, row?.dispensed_at !== null], [becomes.state, becomes.dispensed]);
      });

    test('the time of a dispensing is that of its first report', () => {
      assert.equal(Date.parse(rows.get('delivered')?.dispensed_at ?? ''), Date.parse(DAY_ONE));
    });

    test('a machine keeps no scope by which anything leaves', async () => {
      const { rows: applications } = await opened.asOwner((owner) =>
        sql<{ scopes: string[] }>`select scopes from application`.execute(owner),
      );
      assert.deepEqual(applications, [{ scopes: ['read:order'] }]);
    });
  });
}
