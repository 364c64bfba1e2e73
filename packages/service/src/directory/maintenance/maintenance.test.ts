// Goal: an operator announces, changes and ends windows of maintenance, may repeat each act, and learns clearly what is refused (D6, D12).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { PharmacyId } from '@pestle/rules/ids';
import { BEACON, fillDirectory, MAGIC_PARTNERS, MAGIC_PHARMACIES } from '@pestle/testbed/network/pharmacies';
import { failureOf } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { CompiledQuery, sql } from 'kysely';
import type { Failure } from '../../kernel/errors.ts';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { splitStatements } from '../../store/migrate.ts';
import type { Directory } from '../directory.ts';
import { createServiceMaintenance } from './schedule.ts';
import type { AddWindowInput } from './window-input.ts';

const HOUR_MS = 3_600_000;
const by = 'Olga Operator';
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe('windows of maintenance', () => {
  let store: EmbeddedStore;
  let directory: Directory;
  let pharmacyId: PharmacyId;
  before(async () => {
    store = await openTestStore();
    directory = await fillDirectory(store);
    pharmacyId = await directory.administration.upsertPharmacy(BEACON);
  });
  after(() => store.close());

  const service = { kind: 'service' } as const;
  /** Where and why something was refused, in one line. */
  const refusedAs = async (work: Promise<unknown>): Promise<string> => {
    const { code, detail } = await work.then(
      () => ({ code: 'accepted', detail: {} }) as const,
      (error: unknown) => error as Failure,
    );
    const [field] = 'fields' in detail ? (detail.fields ?? []) : [];
    return field === undefined ? code : `${field.path} ${field.code}`;
  };
  const refusal = (input: Partial<AddWindowInput>): Promise<string> =>
    refusedAs(directory.windows.add({ subject: service, start: inHours(1), end: inHours(2), by, ...input }));

  it('is announced for a pharmacy, a partner and everybody, with who set it and when', async () => {
    const partnerId = MAGIC_PARTNERS[0]?.id as `ptn_${string}`;
    const subjects = [
      service,
      { kind: 'partner', id: partnerId },
      { kind: 'pharmacy', id: pharmacyId },
    ] as const;
    for (const subject of subjects) {
      const window = await directory.windows.add({
        subject,
        start: inHours(1),
        end: inHours(2),
        note: ' New servers ',
        by,
      });
      assert.match(window.id, /^mnt_[0-9A-Z]{26}$/);
      assert.deepEqual(
        [window.subject, window.state, window.note, window.setBy],
        [subject, 'announced', 'New servers', by],
      );
    }
    const listed = await directory.windows.list();
    assert.deepEqual(listed.map(({ subject }) => subject.kind).toSorted(), [
      'partner',
      'pharmacy',
      'service',
    ]);
    for (const { id } of listed) await directory.windows.end(id, { by });
    assert.deepEqual(await directory.windows.list(), []);
    assert.equal((await directory.windows.list({ all: true })).length, 3, 'what is over is kept');
  });

  it('each act may be repeated, and leaves one entry', async () => {
    const input = { subject: service, start: inHours(3), end: inHours(4), note: 'Once', by };
    const window = await directory.windows.add(input);
    assert.deepEqual(await directory.windows.add(input), window);
    const change = { end: inHours(5), by: 'Otto Operator' };
    const changed = await directory.windows.change(window.id, change);
    assert.deepEqual(await directory.windows.change(window.id, change), changed);
    assert.equal(changed.changedBy, 'Otto Operator');
    const ended = await directory.windows.end(window.id, { by });
    assert.deepEqual(await directory.windows.end(window.id, { by: 'Otto Operator' }), ended);
    assert.deepEqual(
      (await directory.windows.history(window.id)).map(({ action, operator, detail }) => [
        action,
        operator,
        detail['of'],
      ]),
      [
        ['maintenance.add', by, 'service'],
        ['maintenance.change', 'Otto Operator', 'service'],
        ['maintenance.end', by, 'service'],
      ],
    );
    const begun = { subject: service, end: inHours(1), by };
    const current = await directory.windows.add(begun);
    assert.equal(current.state, 'current');
    assert.equal((await directory.windows.add(begun)).id, current.id, 'also one that begins now');
    assert.equal((await directory.windows.end(current.id, { by })).state, 'over');
  });

  it('refuses what cannot be meant', async () => {
    assert.equal(await refusal({ end: inHours(0.5) }), 'end BEFORE_START');
    assert.equal(await refusal({ start: inHours(-1) }), 'start IN_THE_PAST');
    assert.equal(await refusal({ start: undefined, end: inHours(-1) }), 'end BEFORE_START');
    assert.equal(await refusal({ end: inHours(14) }), 'end TOO_LONG');
    assert.equal(await refusal({ start: inHours(24 * 181), end: inHours(24 * 181 + 1) }), 'start TOO_FAR');
    assert.equal(
      await refusal({ subject: { kind: 'pharmacy', id: pharmacyId }, end: inHours(24 * 15) }),
      'end TOO_LONG',
    );
    assert.equal(
      await refusal({ subject: { kind: 'pharmacy', id: 'phr_01TEST0000000000000000N0NE' } }),
      'NOT_FOUND',
    );
    assert.equal(await refusal({ note: 'two\nlines' }), 'note INVALID');
    assert.equal(await refusal({ note: 'x'.repeat(201) }), 'note INVALID');
    assert.equal(await refusal({ by: '' }), 'by INVALID');
    for (const end of [
      '2026-01-31T15:00',
      '2026-02-30T15:00Z',
      'tomorrow',
      '2026-01-31T25:00Z',
      '2026-01-31T15:00+05',
    ])
      assert.equal(await refusal({ end }), 'end INVALID', end);
    assert.equal(
      (await failureOf(directory.windows.change('mnt_01TEST0000000000000000N0NE', { end: inHours(1), by })))
        .code,
      'NOT_FOUND',
    );
    assert.equal(
      (await failureOf(directory.windows.end('mnt_01TEST0000000000000000N0NE', { by }))).code,
      'NOT_FOUND',
    );
    assert.equal(
      (await failureOf(directory.windows.history('mnt_01TEST0000000000000000N0NE'))).code,
      'NOT_FOUND',
    );
    assert.equal(
      (await failureOf(directory.windows.change('mnt_01TEST0000000000000000N0NE', { by }))).code,
      'INVALID_INPUT',
    );
  });

  it('refuses windows of one subject that overlap, and names the other', async () => {
    const window = await directory.windows.add({ subject: service, start: inHours(1), end: inHours(2), by });
    assert.equal(await refusal({ start: inHours(1.5), end: inHours(3) }), 'start OVERLAPS');
    const failure = await failureOf(
      directory.windows.add({ subject: service, start: inHours(1.5), end: inHours(3), by }),
    );
    assert.ok(failure.message.includes(window.id));
    const next = await directory.windows.add({ subject: service, start: window.end, end: inHours(3), by });
    assert.match(
      await refusedAs(directory.windows.change(window.id, { end: inHours(2.5), by })),
      /OVERLAPS$/,
    );
    for (const { id } of [window, next]) await directory.windows.end(id, { by });
    assert.match(await refusedAs(directory.windows.change(window.id, { end: inHours(4), by })), /OVER$/);
  });

  it('one that has begun keeps its start', async () => {
    const window = await directory.windows.add({ subject: service, end: inHours(1), by });
    assert.match(await refusedAs(directory.windows.change(window.id, { start: inHours(0.5), by })), /BEGUN$/);
    const changed = await directory.windows.change(window.id, { end: inHours(2), note: null, by });
    assert.equal(changed.state, 'current');
    await directory.windows.end(window.id, { by });
  });

  it('an integration declares windows, and repeating it changes nothing', async () => {
    const live = MAGIC_PHARMACIES[0]?.integration;
    assert.ok(live);
    const maintenance = [
      { start: inHours(1), end: inHours(2) },
      { start: inHours(1.5), end: inHours(3) },
    ];
    const declare = (windows: typeof maintenance) =>
      directory.administration.upsertPharmacy({ ...BEACON, integration: { ...live, maintenance: windows } });
    await declare(maintenance);
    const listed = await directory.windows.list();
    assert.deepEqual(
      listed.map(({ declared, setBy }) => [declared, setBy]),
      [
        [true, 'integration'],
        [true, 'integration'],
      ],
    );
    await declare(maintenance);
    assert.deepEqual(await directory.windows.list(), listed);
    const [first, second] = listed;
    assert.ok(first !== undefined && second !== undefined);
    assert.match(await refusedAs(directory.windows.change(first.id, { end: inHours(9), by })), /DECLARED$/);
    await directory.windows.end(first.id, { by });
    await declare(maintenance);
    assert.deepEqual(
      (await directory.windows.list()).map(({ id }) => id),
      [second.id],
      'what an operator ended stays ended',
    );
    await declare([]);
    assert.deepEqual(await directory.windows.list(), []);
    await declare(maintenance);
    assert.equal((await directory.windows.list()).length, 2, 'declared anew, it counts anew');
    await declare([]);
    const { rows } = await store.asKeeper((tx) =>
      sql<{
        maintenance: unknown;
      }>`select integration -> 'maintenance' as maintenance from pharmacy_endpoint`.execute(tx),
    );
    assert.deepEqual(rows, [{ maintenance: null }], 'windows stand in one place');
  });

  it('an upgrade takes over what integrations declared, but for what is over or no calendar knows', async () => {
    const { integration } = MAGIC_PHARMACIES[0] ?? {};
    await directory.administration.upsertPharmacy({ ...BEACON, integration: integration ?? null });
    const declared = [
      { start: inHours(1), end: inHours(2) },
      { start: inHours(-2), end: inHours(-1) },
      { start: '2099-02-30T00:00:00Z', end: '2099-02-31T00:00:00Z' },
    ];
    const file = new URL('../../store/migrations/020_maintenance.sql', import.meta.url);
    const moving = splitStatements(readFileSync(file, 'utf8')).slice(-2);
    await store.asOwner(async (owner) => {
      await sql`update pharmacy_endpoint set integration = integration || ${JSON.stringify({ maintenance: declared })}::jsonb`.execute(
        owner,
      );
      for (const statement of moving) await owner.executeQuery(CompiledQuery.raw(statement));
    });
    const [window, ...others] = await directory.windows.list();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [window?.start, window?.end, window?.declared],
      [declared[0]?.start, declared[0]?.end, true],
    );
    assert.match(window?.id ?? '', /^mnt_[0-9A-HJKMNP-TV-Z]{26}$/);
    await directory.administration.upsertPharmacy(BEACON);
    assert.deepEqual(await directory.windows.list(), []);
  });

  it('what everybody may know are the windows of the whole service, without who set them', async () => {
    const own = await directory.windows.add({
      subject: { kind: 'pharmacy', id: pharmacyId },
      end: inHours(1),
      by,
    });
    const current = await directory.windows.add({
      subject: service,
      end: inHours(1),
      note: 'New servers',
      by,
    });
    const announced = await directory.windows.add({
      subject: service,
      start: inHours(2),
      end: inHours(3),
      by,
    });
    const windows = await createServiceMaintenance(store).windows();
    assert.deepEqual(
      windows.map(({ secondsLeft: _, ...window }) => window),
      [
        { start: current.start, end: current.end, note: 'New servers', current: true },
        { start: announced.start, end: announced.end, note: null, current: false },
      ],
    );
    const [first, second] = windows.map(({ secondsLeft }) => secondsLeft);
    assert.ok(
      (first ?? 0) > 3_500 && (first ?? 0) <= 3_600 && (second ?? 0) > 7_100 && (second ?? 0) <= 7_200,
    );
    for (const { id } of [own, current, announced]) await directory.windows.end(id, { by });
    assert.deepEqual(await createServiceMaintenance(store).windows(), []);
  });

  it('a store that is away leaves what was known, and throws nothing', async () => {
    const away = createServiceMaintenance(
      Object.assign(Object.create(store) as EmbeddedStore, {
        pipeline: () => Promise.reject(new Error('away')),
      }),
    );
    assert.deepEqual(await away.windows(), []);
  });
});
