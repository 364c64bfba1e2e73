// Shows operators the attempts of one transmission, or of one answer to a pharmacy's request, found without knowing whose it is: times, outcomes and codes, never a message.
import type {
  FillId,
  OrderId,
  OrganizationId,
  PharmacyId,
  PharmacyResponseId,
  TransmissionId,
} from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { notFound } from '../../kernel/errors.ts';
import { messageIdOf } from '../../outbox/outbox.ts';
import type { Store } from '../../store/store.ts';
import type {
  AttemptOutcome,
  Channel,
  DeliveryTables,
  TransmissionKind,
  TransmissionState,
} from '../ledger/tables.ts';
import type { RequestTables } from '../requests/tables.ts';
import type { QueueRow } from './lanes.ts';
import { instant, queueRows } from './lanes.ts';

export interface QueueTransmission {
  readonly id: TransmissionId;
  readonly organizationId: OrganizationId;
  readonly orderId: OrderId;
  readonly fillId: FillId;
  readonly pharmacyId: PharmacyId;
  readonly kind: TransmissionKind;
  readonly channel: Channel;
  readonly state: TransmissionState;
  readonly mayHaveArrived: boolean;
  readonly createdAt: string;
}

export interface QueueAttempt {
  readonly number: number;
  readonly startedAt: string;
  /** Null while it is under way. */
  readonly endedAt: string | null;
  readonly outcome: AttemptOutcome | null;
  readonly httpStatus: number | null;
  readonly reason: string | null;
}

export interface TransmissionAttempts {
  /** Null before the first attempt. */
  readonly transmission: QueueTransmission | null;
  readonly attempts: readonly QueueAttempt[];
  /** Its row of the outbox; null once it waits no longer. */
  readonly waits: QueueRow | null;
}

/** Throws NOT_FOUND. */
export async function transmissionAttempts(store: Store, id: string): Promise<TransmissionAttempts> {
  const [waits = null] = await queueRows(store, { id });
  const orgId = waits?.organizationId ?? (await organizationOf(store, id));
  if (orgId === undefined) throw notFound('transmission');
  if (isId('prs', id))
    return { transmission: null, attempts: await responseAttempts(store, orgId, id), waits };
  return { ...(await recorded(store, orgId, id as TransmissionId)), waits };
}

/** Those of the answer to a pharmacy's request, which is no transmission of a fill. */
async function responseAttempts(
  store: Store,
  orgId: OrganizationId,
  id: PharmacyResponseId,
): Promise<QueueAttempt[]> {
  const rows = await store.withOrg(orgId, (tx) =>
    tx
      .withTables<RequestTables>()
      .selectFrom('pharmacy_response_attempt')
      .select(['number', 'started_at', 'ended_at', 'outcome', 'http_status', 'reason'])
      .where('org_id', '=', orgId)
      .where('response_id', '=', id)
      .orderBy('number')
      .execute(),
  );
  return rows.map(attemptOf);
}

/** By the MessageID, which follows from the id and has an index over all organizations. */
async function organizationOf(store: Store, id: string): Promise<OrganizationId | undefined> {
  if (isId('prs', id)) {
    const response = await store.asDoor((tx) =>
      tx
        .withTables<RequestTables>()
        .selectFrom('pharmacy_response')
        .select('org_id')
        .where('message_id', '=', messageIdOf('electronic', id))
        .executeTakeFirst(),
    );
    return response?.org_id;
  }
  if (!isId('trm', id)) return undefined;
  const found = await store.asDoor((tx) =>
    tx
      .withTables<DeliveryTables>()
      .selectFrom('transmission')
      .select('org_id')
      .where('message_id', 'in', [messageIdOf('electronic', id), messageIdOf('fax', id)])
      .executeTakeFirst(),
  );
  return found?.org_id;
}

async function recorded(
  store: Store,
  orgId: OrganizationId,
  id: TransmissionId,
): Promise<Omit<TransmissionAttempts, 'waits'>> {
  return await store.withOrg(orgId, async (tx) => {
    const tables = tx.withTables<DeliveryTables>();
    const row = await tables
      .selectFrom('transmission')
      .select(['order_id', 'fill_id', 'pharmacy_id', 'kind', 'channel', 'state', 'may_have_arrived'])
      .select('created_at')
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .executeTakeFirst();
    const attempts = await tables
      .selectFrom('attempt')
      .select(['number', 'started_at', 'ended_at', 'outcome', 'http_status', 'reason'])
      .where('org_id', '=', orgId)
      .where('transmission_id', '=', id)
      .orderBy('number')
      .execute();
    return {
      transmission:
        row === undefined
          ? null
          : {
              id,
              organizationId: orgId,
              orderId: row.order_id,
              fillId: row.fill_id,
              pharmacyId: row.pharmacy_id,
              kind: row.kind,
              channel: row.channel,
              state: row.state,
              mayHaveArrived: row.may_have_arrived,
              createdAt: instant(row.created_at) as string,
            },
      attempts: attempts.map(attemptOf),
    };
  });
}

function attemptOf(
  attempt: Pick<
    DeliveryTables['attempt'],
    'number' | 'started_at' | 'ended_at' | 'outcome' | 'http_status' | 'reason'
  >,
): QueueAttempt {
  return {
    number: attempt.number,
    startedAt: instant(attempt.started_at) as string,
    endedAt: instant(attempt.ended_at),
    outcome: attempt.outcome,
    httpStatus: attempt.http_status,
    reason: attempt.reason,
  };
}
