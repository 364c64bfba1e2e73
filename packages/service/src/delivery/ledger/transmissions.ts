// Reads and changes transmissions and their attempts; used inside the transactions of whoever moves an order.

import type { FillId, OrganizationId, TransmissionId } from '@pestle/rules/ids';
import { createAhead } from '../../kernel/ahead.ts';
import type { Tx } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { columnAddress, keysOf } from '../../vault/vault.ts';
import type { Sent } from './sent.ts';
import type { AttemptRow, DeliveryTables, TransmissionRow } from './tables.ts';

export interface TransmissionRecord {
  readonly row: TransmissionRow;
  /** The exact message, opened; null before the first attempt and for faxes. */
  readonly body: Uint8Array | null;
  readonly attempts: readonly AttemptRecord[];
}

/** An attempt with what came back, opened. */
export type AttemptRecord = Omit<AttemptRow, 'sealed_answer'> & { readonly answer: Uint8Array | null };

/** Every transmission of a fill, oldest first. */
export async function transmissionsOf(
  tx: Tx,
  orgId: OrganizationId,
  fillId: FillId,
): Promise<readonly TransmissionRow[]> {
  const ahead = ofFills.of(tx, fillId);
  if (ahead !== undefined) return ahead;
  return await tx
    .withTables<DeliveryTables>()
    .selectFrom('transmission')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('fill_id', '=', fillId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

const ofFills = createAhead<readonly TransmissionRow[]>();
const lastAttempts = createAhead<number>();

/** For a transaction that only reads: the transmissions of fills that will be asked for, and how often each was tried. */
export async function readTransmissionsAhead(
  tx: Tx,
  orgId: OrganizationId,
  fillIds: readonly FillId[],
): Promise<readonly TransmissionRow[]> {
  if (fillIds.length === 0) return [];
  const tables = tx.withTables<DeliveryTables>();
  const rows = await tables
    .selectFrom('transmission')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('fill_id', 'in', fillIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const byFill = Map.groupBy(rows, (row) => row.fill_id);
  ofFills.put(
    tx,
    fillIds.map((id) => [id, byFill.get(id) ?? []]),
  );
  if (rows.length === 0) return rows;
  const attempts = await tables
    .selectFrom('attempt')
    .select((attempt) => ['transmission_id', attempt.fn.max('number').as('last')])
    .where('org_id', '=', orgId)
    .where(
      'transmission_id',
      'in',
      rows.map(({ id }) => id),
    )
    .groupBy('transmission_id')
    .execute();
  const numbers = new Map(attempts.map((one) => [one.transmission_id, one.last]));
  lastAttempts.put(
    tx,
    rows.map(({ id }) => [id, numbers.get(id) ?? 0]),
  );
  return rows;
}

/** The number of the last attempt of a transmission; 0 before the first. */
export async function lastAttemptOf(
  tx: Tx,
  { org_id: orgId, id }: Pick<TransmissionRow, 'org_id' | 'id'>,
): Promise<number> {
  return await lastAttempts.once(tx, id, async () => {
    const { last } = await tx
      .withTables<DeliveryTables>()
      .selectFrom('attempt')
      .select((attempt) => attempt.fn.max('number').as('last'))
      .where('org_id', '=', orgId)
      .where('transmission_id', '=', id)
      .executeTakeFirstOrThrow();
    return last ?? 0;
  });
}

export async function insertTransmission(tx: Tx, row: TransmissionRow): Promise<void> {
  await tx
    .withTables<DeliveryTables>()
    .insertInto('transmission')
    .values({
      ...row,
      reason: JSON.stringify(row.reason) as unknown as TransmissionRow['reason'],
      answer: null,
    })
    .execute();
}

export type TransmissionChange = Partial<
  Pick<
    TransmissionRow,
    'state' | 'may_have_arrived' | 'delivery_method' | 'accepted_at' | 'relates_to_message_id' | 'answer'
  >
>;

export async function changeTransmission(
  tx: Tx,
  orgId: OrganizationId,
  id: TransmissionId,
  { answer, ...change }: TransmissionChange,
): Promise<void> {
  await tx
    .withTables<DeliveryTables>()
    .updateTable('transmission')
    .set({
      ...change,
      ...(answer !== undefined && { answer: JSON.stringify(answer) as unknown as TransmissionRow['answer'] }),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute();
}

/** What an attempt came to. Also for one that was given up as interrupted: what is known now is the truth. */
export async function endAttempt(
  tx: Tx,
  orgId: OrganizationId,
  id: TransmissionId,
  number: number,
  sent: Sent,
  now: string,
): Promise<void> {
  await tx
    .withTables<DeliveryTables>()
    .updateTable('attempt')
    .set({
      ended_at: now,
      outcome: sent.outcome,
      http_status: sent.httpStatus,
      reason: sent.reason,
      sealed_answer: sealedAnswer(keysOf(tx), id, number, sent),
    })
    .where('org_id', '=', orgId)
    .where('transmission_id', '=', id)
    .where('number', '=', number)
    .execute();
}

/** Whether this end of the attempt stands there already; one that was given up as interrupted does not have it. */
export async function isRecorded(
  tx: Tx,
  orgId: OrganizationId,
  id: TransmissionId,
  number: number,
  sent: Sent,
): Promise<boolean> {
  const row = await tx
    .withTables<DeliveryTables>()
    .selectFrom('attempt')
    .select('number')
    .where('org_id', '=', orgId)
    .where('transmission_id', '=', id)
    .where('number', '=', number)
    .where('outcome', '=', sent.outcome)
    .where('reason', '=', sent.reason)
    .executeTakeFirst();
  return row !== undefined;
}

/** What came back, as it is kept; null when nothing did. */
export function sealedAnswer(
  keys: OrgKeys,
  id: TransmissionId,
  number: number,
  { answer }: Sent,
): Uint8Array | null {
  return answer === null ? null : keys.seal(columnAddress('attempt', id, number), answer);
}

/** For lists: the transmissions of several fills with their attempts. */
export async function transmissionRecords(
  tx: Tx,
  orgId: OrganizationId,
  fillIds: readonly string[],
): Promise<ReadonlyMap<string, readonly TransmissionRecord[]>> {
  if (fillIds.length === 0) return new Map();
  const tables = tx.withTables<DeliveryTables>();
  const rows = await tables
    .selectFrom('transmission')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('fill_id', 'in', fillIds as FillId[])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  if (rows.length === 0) return new Map();
  const attempts = await tables
    .selectFrom('attempt')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(
      'transmission_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('number')
    .execute();
  const keys = keysOf(tx);
  const opened = attempts.map(({ sealed_answer: sealed, ...row }): AttemptRecord => {
    const at = columnAddress('attempt', row.transmission_id, row.number);
    return { ...row, answer: sealed === null ? null : keys.open(at, sealed) };
  });
  const byTransmission = Map.groupBy(opened, (attempt) => attempt.transmission_id);
  return Map.groupBy(
    rows.map((row): TransmissionRecord => {
      const { id, sealed_body: sealed } = row;
      return {
        row,
        body: sealed === null ? null : keys.open(columnAddress('transmission', id), sealed),
        attempts: byTransmission.get(id) ?? [],
      };
    }),
    (record) => record.row.fill_id,
  );
}
