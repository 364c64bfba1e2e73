// Reads prescriptions as they were signed: one, several, or a page of a patient's.

import type { OrganizationId, PrescriptionId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { findPatient } from '../../directory/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { createAhead } from '../../kernel/ahead.ts';
import { notFound } from '../../kernel/errors.ts';
import { DamagedError, unlessDamaged } from '../../kernel/failures/damaged.ts';
import type { Cursors, Page, PageRequest } from '../../kernel/paging.ts';
import { pageOf, pageSize, readCursor } from '../../kernel/paging.ts';
import type { Tx } from '../../store/store.ts';
import { cursorsOf, keysOf } from '../../vault/vault.ts';
import type { PrescribingDeps } from '../deps.ts';
import type { PrescriptionRecord } from '../records.ts';
import { openPrescription } from '../sealed-rows.ts';
import type { PrescribingTables, StoredPrescription } from '../tables.ts';

export async function prescriptionOf(
  deps: PrescribingDeps,
  actor: Actor,
  id: string,
): Promise<PrescriptionRecord> {
  authorize(actor, 'prescription.read');
  const [record] = isId('rx', id)
    ? await deps.store.withOrg(actor.orgId, (tx) => prescriptionsByIds(tx, actor.orgId, [id], false))
    : [];
  if (record === undefined) throw notFound('prescription');
  return record;
}

/** For lists that nest: the records that exist and can be read, by id. */
export async function prescriptionMap(
  deps: PrescribingDeps,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PrescriptionRecord>> {
  authorize(actor, 'prescription.read');
  const { records } = await deps.store.withOrg(actor.orgId, (tx) =>
    readablePrescriptions(tx, actor.orgId, ids),
  );
  return new Map(records.map((record) => [record.row.id, record]));
}

export interface PrescriptionFilter extends PageRequest {
  /** Service id or external id. */
  readonly patientId: string;
}

/** A patient's prescriptions, newest first. */
export async function listPrescriptions(
  deps: PrescribingDeps,
  actor: Actor,
  filter: PrescriptionFilter,
): Promise<Page<PrescriptionRecord>> {
  authorize(actor, 'prescription.read');
  const size = pageSize(filter);
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    const patient = await findPatient(tx, actor.orgId, filter.patientId);
    if (patient === undefined) throw notFound('patient');
    const cursors = cursorsOf(keysOf(tx), ['prescriptions', patient.id]);
    const cursor = readCursor(filter, cursors, ['string', 'string']);
    let query = tx
      .withTables<PrescribingTables>()
      .selectFrom('prescription')
      .select(['id', 'written_at'])
      .where('org_id', '=', actor.orgId)
      .where('patient_id', '=', patient.id);
    if (cursor !== undefined) {
      query = query.where((eb) =>
        eb(eb.refTuple('written_at', 'id'), '<', eb.tuple(cursor[0], cursor[1] as PrescriptionId)),
      );
    }
    const rows = await query
      .orderBy('written_at', 'desc')
      .orderBy('id', 'desc')
      .limit(size + 1)
      .execute();
    return await pageOfPrescriptions(tx, actor.orgId, rows, { size, cursors });
  });
}

/** A page of prescriptions that are listed by when they were written, and beside them those whose signed content does not open. */
export async function pageOfPrescriptions(
  tx: Tx,
  orgId: OrganizationId,
  rows: readonly { readonly id: PrescriptionId; readonly written_at: string }[],
  { size, cursors }: { readonly size: number; readonly cursors: Cursors },
): Promise<Page<PrescriptionRecord>> {
  const { records, damaged } = await readablePrescriptions(
    tx,
    orgId,
    rows.map((row) => row.id),
  );
  const byId = new Map(records.map((record) => [record.row.id, record]));
  const broken = new Set(damaged.map(({ id }) => id));
  return pageOf(
    rows,
    size,
    cursors,
    (row) => [row.written_at, row.id],
    (row) => {
      if (broken.has(row.id)) throw new DamagedError(`signed content of ${row.id}`);
      const record = byId.get(row.id);
      if (record === undefined) throw new Error('a listed prescription is gone');
      return record;
    },
  );
}

/**
 * Those that exist in this organization, in no particular order; with `lock`, locked until the transaction ends. Throws `DamagedError` when
 * one of them cannot be read: for acts, which need all of them.
 */
export async function prescriptionsByIds(
  tx: Tx,
  orgId: OrganizationId,
  ids: readonly string[],
  lock: boolean,
): Promise<PrescriptionRecord[]> {
  const keys = keysOf(tx);
  return (await storedByIds(tx, orgId, ids, lock)).map(({ sealed, ...stored }) =>
    openPrescription(keys, stored, sealed),
  );
}

/** Those that exist and can be read, and beside them the rows of those whose signed content does not open: for lists and comparisons. */
export async function readablePrescriptions(
  tx: Tx,
  orgId: OrganizationId,
  ids: readonly string[],
): Promise<{ readonly records: PrescriptionRecord[]; readonly damaged: StoredPrescription[] }> {
  const keys = keysOf(tx);
  const records: PrescriptionRecord[] = [];
  const damaged: StoredPrescription[] = [];
  for (const { sealed, ...stored } of await storedByIds(tx, orgId, ids, false)) {
    const record = unlessDamaged(() => openPrescription(keys, stored, sealed));
    if (record === undefined) damaged.push(stored);
    else records.push(record);
  }
  return { records, damaged };
}

const read = createAhead<SealedPrescription>();
type SealedPrescription = StoredPrescription & { readonly sealed: Uint8Array };

/** For a transaction that only reads: the prescriptions that will be asked for, with what was signed. */
export async function readPrescriptionsAhead(
  tx: Tx,
  orgId: OrganizationId,
  ids: readonly PrescriptionId[],
): Promise<void> {
  const rows = await storedByIds(tx, orgId, ids, false);
  read.put(
    tx,
    rows.map((row) => [row.id, row]),
  );
}

/** The seal of what was signed of it, where it was read ahead. */
export function signedAhead(
  tx: Tx,
  id: PrescriptionId,
): Pick<SealedPrescription, 'signable_id' | 'sealed'> | undefined {
  return read.of(tx, id);
}

async function storedByIds(
  tx: Tx,
  orgId: OrganizationId,
  ids: readonly string[],
  lock: boolean,
): Promise<SealedPrescription[]> {
  const wanted = ids.filter((id): id is PrescriptionId => isId('rx', id));
  if (wanted.length === 0) return [];
  const ahead = lock ? [] : wanted.map((id) => read.of(tx, id));
  if (!lock && ahead.every((row) => row !== undefined))
    return [...new Set(ahead)].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const base = tx
    .withTables<PrescribingTables>()
    .selectFrom('prescription')
    .innerJoin('signable', (join) =>
      join
        .onRef('signable.org_id', '=', 'prescription.org_id')
        .onRef('signable.id', '=', 'prescription.signable_id'),
    )
    .selectAll('prescription')
    .select('signable.sealed')
    .where('prescription.org_id', '=', orgId)
    .where('prescription.id', 'in', wanted)
    .orderBy('prescription.id');
  return await (lock ? base.forUpdate('prescription') : base).execute();
}
