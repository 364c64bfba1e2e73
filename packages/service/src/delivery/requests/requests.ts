// Reads what pharmacies ask: one request, or a page of them, with what was answered.
import type { PharmacyRequestId, UserId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { authorize, selectUser } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/errors.ts';
import { DamagedError, unlessDamaged } from '../../kernel/failures/damaged.ts';
import type { Page, PageRequest } from '../../kernel/paging.ts';
import { pageOf, pageSize, readCursor } from '../../kernel/paging.ts';
import type { Clock } from '../../kernel/ports.ts';
import type { Store, Tx } from '../../store/store.ts';
import { columnAddress, cursorsOf, keysOf } from '../../vault/vault.ts';
import type {
  PharmacyRequestRow,
  PharmacyResponseRow,
  RequestKind,
  RequestMessage,
  RequestTables,
  ResponseAttemptRow,
  SealedResponse,
} from './tables.ts';

export type ResponseAttempt = Omit<ResponseAttemptRow, 'sealed_answer'>;

/** A request, opened. */
export interface PharmacyRequestRecord {
  readonly row: PharmacyRequestRow;
  readonly message: RequestMessage;
  /** For how many whole hours nobody has answered it; null once somebody has. */
  readonly openForHours: number | null;
  readonly response: {
    readonly row: PharmacyResponseRow;
    readonly note: string | null;
    readonly attempts: readonly ResponseAttempt[];
  } | null;
}

export interface RequestFilter extends PageRequest {
  /** True: those that nobody has answered; false: those that somebody has; null: all. */
  readonly open?: boolean | null;
  readonly kind?: RequestKind | null;
  /** Who is asked. */
  readonly prescriberId?: string | null;
}

export interface RequestReading {
  readonly store: Store;
  readonly clock: Clock;
}

/** Newest first. Throws NOT_FOUND for a prescriber who is nobody here. */
export async function listRequests(
  { store, clock }: RequestReading,
  actor: Actor,
  filter: RequestFilter,
): Promise<Page<PharmacyRequestRecord>> {
  authorize(actor, 'pharmacy-request.read');
  const size = pageSize(filter);
  const { open = null, kind = null, prescriberId = null } = filter;
  return await store.withOrg(actor.orgId, async (tx) => {
    if (prescriberId !== null && (await selectUser(tx, actor.orgId, prescriberId)) === undefined)
      throw notFound('user');
    const cursors = cursorsOf(keysOf(tx), ['pharmacy-requests', String(open), kind, prescriberId]);
    const cursor = readCursor(filter, cursors, ['string', 'string']);
    let query = tx
      .withTables<RequestTables>()
      .selectFrom('pharmacy_request')
      .selectAll()
      .where('org_id', '=', actor.orgId);
    if (open !== null) query = query.where('answered_at', open ? 'is' : 'is not', null);
    if (kind !== null) query = query.where('kind', '=', kind);
    if (prescriberId !== null) query = query.where('prescriber_id', '=', prescriberId as UserId);
    if (cursor !== undefined) {
      query = query.where((where) =>
        where(
          where.refTuple('received_at', 'id'),
          '<',
          where.tuple(cursor[0], cursor[1] as PharmacyRequestId),
        ),
      );
    }
    const rows = await query
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .limit(size + 1)
      .execute();
    const records = new Map((await opened(tx, actor, clock, rows)).map((record) => [record.row.id, record]));
    return pageOf(
      rows,
      size,
      cursors,
      (row) => [row.received_at, row.id],
      (row) => records.get(row.id) ?? damaged(row),
    );
  });
}

export async function requestOf(
  { store, clock }: RequestReading,
  actor: Actor,
  id: string,
): Promise<PharmacyRequestRecord> {
  authorize(actor, 'pharmacy-request.read');
  const [record] = isId('prq', id)
    ? await store.withOrg(actor.orgId, async (tx) => {
        const rows = await tx
          .withTables<RequestTables>()
          .selectFrom('pharmacy_request')
          .selectAll()
          .where('org_id', '=', actor.orgId)
          .where('id', '=', id)
          .execute();
        const [record = rows[0] === undefined ? undefined : damaged(rows[0])] = await opened(
          tx,
          actor,
          clock,
          rows,
        );
        return [record];
      })
    : [];
  if (record === undefined) throw notFound('request');
  return record;
}

/** Those of them that are there. */
export async function requestsByIds(
  { store, clock }: RequestReading,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PharmacyRequestRecord>> {
  authorize(actor, 'pharmacy-request.read');
  if (ids.length === 0) return new Map();
  return await store.withOrg(actor.orgId, async (tx) => {
    const rows = await tx
      .withTables<RequestTables>()
      .selectFrom('pharmacy_request')
      .selectAll()
      .where('org_id', '=', actor.orgId)
      .where('id', 'in', ids as PharmacyRequestId[])
      .execute();
    return new Map((await opened(tx, actor, clock, rows)).map((record) => [record.row.id, record]));
  });
}

function damaged({ id }: PharmacyRequestRow): never {
  throw new DamagedError(`what is stored of request ${id}`);
}

/** Those of them whose stored words can be read. */
async function opened(
  tx: Tx,
  { orgId }: Actor,
  clock: Clock,
  rows: readonly PharmacyRequestRow[],
): Promise<PharmacyRequestRecord[]> {
  if (rows.length === 0) return [];
  const keys = keysOf(tx);
  const tables = tx.withTables<RequestTables>();
  const responses = await tables
    .selectFrom('pharmacy_response')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(
      'request_id',
      'in',
      rows.map((row) => row.id),
    )
    .execute();
  const attempts =
    responses.length === 0
      ? []
      : await tables
          .selectFrom('pharmacy_response_attempt')
          .select([
            'org_id',
            'response_id',
            'number',
            'started_at',
            'ended_at',
            'outcome',
            'http_status',
            'reason',
          ])
          .where('org_id', '=', orgId)
          .where(
            'response_id',
            'in',
            responses.map((row) => row.id),
          )
          .orderBy('number')
          .execute();
  return rows.flatMap((row) => unlessDamaged(() => recordOf(row)) ?? []);

  function recordOf(row: PharmacyRequestRow): PharmacyRequestRecord {
    const response = responses.find((one) => one.request_id === row.id);
    const message = keys.openJson(columnAddress('pharmacyRequest', row.id), row.sealed) as RequestMessage;
    const openForHours = row.answered_at === null ? hoursSince(row.received_at, clock.now()) : null;
    if (response === undefined) return { row, message, openForHours, response: null };
    const { note } = keys.openJson(
      columnAddress('pharmacyResponse', response.id),
      response.sealed,
    ) as SealedResponse;
    const own = attempts.filter((attempt) => attempt.response_id === response.id);
    return { row, message, openForHours, response: { row: response, note, attempts: own } };
  }
}

const HOUR_MS = 3_600_000;

function hoursSince(at: string, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - Date.parse(at)) / HOUR_MS));
}
