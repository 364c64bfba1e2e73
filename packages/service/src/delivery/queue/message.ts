// Shows an operator who says why what one transmission said and what came back: both trails have the reason before anything is opened.
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { auditRow } from '../../audit/audit.ts';
import { entriesStep, networkActStep, networkQuotaSteps, operatorName } from '../../audit/inside.ts';
import { Failure } from '../../kernel/errors.ts';
import { SQLSTATE, sqlState } from '../../kernel/failures/sql-errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy, validate } from '../../kernel/validate.ts';
import type { Store } from '../../store/store.ts';
import { transmissionRecords } from '../ledger/transmissions.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { refusedAct } from './act-input.ts';
import type { QueueTransmission } from './attempts.ts';
import { transmissionAttempts } from './attempts.ts';

export interface MessageInput {
  /** `trm_…` */
  readonly of: string;
  /** Kept by the network's trail and by the organization's. */
  readonly reason: string;
  readonly by: string;
}

/** It holds health information. */
export interface TransmissionMessage {
  readonly transmission: QueueTransmission;
  readonly contentType: string | null;
  /** As it was sent. Null where no text is kept: the page of a fax is drawn from the order each time. */
  readonly message: string | null;
  readonly answers: readonly AttemptAnswer[];
}

export interface AttemptAnswer {
  /** Of the attempt. */
  readonly number: number;
  /** What came back, cut off where it was very long; null where nothing did. */
  readonly answer: string | null;
}

const HOUR_SECONDS = 3_600;
const READ = 'queue.message';

const schema = v.strictObject({
  of: v.custom<string>((id) => isId('trm', id), 'Name a transmission: trm_….'),
  reason: v.pipe(v.string(), parsedBy(plainText(DELIVERY_LIMITS.messageReasonCharactersMax))),
  by: operatorName,
});

/**
 * What was sent, and what came back for each attempt. Throws INVALID_INPUT without a reason or before the first attempt, NOT_FOUND, and RATE_LIMITED above what
 * operators may read within an hour.
 */
export async function readMessage(store: Store, ports: Ports, input: unknown): Promise<TransmissionMessage> {
  const { of: id, reason, by } = validate(schema, input);
  const { transmission } = await transmissionAttempts(store, id);
  if (transmission === null)
    throw refusedAct('NOTHING_SENT', 'No attempt of it has begun, so that there is no message yet.');
  await putDown(store, ports, transmission, reason, by);
  const { organizationId: orgId, fillId } = transmission;
  const records = await store.withOrg(orgId, (tx) => transmissionRecords(tx, orgId, [fillId]));
  const record = records.get(fillId)?.find(({ row }) => row.id === id);
  return {
    transmission,
    contentType: record?.row.content_type ?? null,
    message: textOf(record?.body),
    answers: (record?.attempts ?? []).map(({ number, answer }) => ({ number, answer: textOf(answer) })),
  };
}

/** Both entries, or neither and nothing is opened. */
async function putDown(
  store: Store,
  ports: Ports,
  { id, organizationId: orgId, orderId }: QueueTransmission,
  reason: string,
  by: string,
): Promise<void> {
  const subject = { kind: 'transmission', id };
  const actor = { kind: 'operator', id: by } as const;
  const entry = auditRow(ports, {
    orgId,
    actor,
    action: 'transmission.read-message',
    subject,
    detail: { orderId, reason },
  });
  const act = networkActStep(ports, {
    operator: by,
    action: READ,
    subject,
    detail: { organizationId: orgId, orderId, reason },
  });
  const { messagesReadPerHourMax: most } = DELIVERY_LIMITS;
  try {
    await store.pipeline([
      { scope: { role: 'app', orgId }, steps: [entriesStep(orgId, [entry])] },
      { scope: { role: 'keeper' }, steps: [...networkQuotaSteps(READ, most, HOUR_SECONDS), act] },
    ]);
  } catch (error) {
    if (sqlState(error) !== SQLSTATE.guardFailed) throw error;
    throw new Failure(
      'RATE_LIMITED',
      `Operators have read ${most} messages within an hour, which is the most. Wait; \`pestle queue history\` shows who read which.`,
      { retryAfterSeconds: HOUR_SECONDS },
    );
  }
}

function textOf(bytes: Uint8Array | null | undefined): string | null {
  return bytes === null || bytes === undefined ? null : Buffer.from(bytes).toString('utf8');
}
