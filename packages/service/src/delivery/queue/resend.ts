// Sends one prescription's last message again for an operator, by the rules that hold for its practice: looked at first, done once for each attempt that was seen.
import type { FillId, OrganizationId, TransmissionId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import { networkActStep, operatorName } from '../../audit/inside.ts';
import { Failure, invalidInput, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy, validate } from '../../kernel/validate.ts';
import type { Departure } from '../../outbox/outbox.ts';
import type { PrescribingTables } from '../../prescribing/inside.ts';
import { lockOrder } from '../../prescribing/inside.ts';
import type { StepGroup, Store, Tx } from '../../store/store.ts';
import type { Resendable, ResendDeps } from '../commands/resend.ts';
import { resend, resendable } from '../commands/resend.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { refusedAct } from './act-input.ts';
import type { QueueTransmission } from './attempts.ts';
import { transmissionAttempts } from './attempts.ts';
import type { QueueRow } from './lanes.ts';
import { queueRows } from './lanes.ts';

export interface OperatorResendDeps extends ResendDeps {
  readonly store: Store;
  /** Tells a dispatcher of this process what was just committed; the dispatchers of other processes find it by looking. */
  readonly departures: (rows: readonly Departure[]) => void;
}

export interface ResendInput {
  /** `trm_…` */
  readonly of: string;
  readonly by: string;
  /** Kept by both trails; the practice reads it. */
  readonly reason?: string;
  /** The number of the last attempt that the operator saw; an act that is said twice is known by it. Needed for all but a look. */
  readonly afterAttempt?: number;
  /** Only says what it would do. */
  readonly dryRun?: boolean;
}

/** What was sent again, or would be. */
export interface Resent {
  readonly transmission: QueueTransmission;
  /** The number of its last attempt before. */
  readonly afterAttempt: number;
  /** Where it leaves; null where it was sent again before and has left. */
  readonly lane: string | null;
  /** False after a look, and where the same was done before. */
  readonly done: boolean;
  /** Its row of the outbox; null where nothing of it waits. */
  readonly row: QueueRow | null;
}

const schema = v.strictObject({
  of: v.pipe(v.string(), v.maxLength(DELIVERY_LIMITS.laneNameCharactersMax)),
  by: operatorName,
  reason: v.optional(v.pipe(v.string(), parsedBy(plainText(DELIVERY_LIMITS.messageReasonCharactersMax)))),
  afterAttempt: v.optional(
    v.pipe(v.number(), v.integer('This must be a whole number.'), v.minValue(0, 'Attempts count from 1.')),
  ),
  dryRun: v.optional(v.boolean()),
});

/** What is no prescription, by what it is, and the way on. */
const NOT_A_PRESCRIPTION = {
  cancel:
    'It is a cancel. The practice sees a cancel that its pharmacy was not told of, and cancels again or calls.',
  discontinue:
    'It says that there are no more refills. The practice sees where that was not sent, and calls the pharmacy.',
  late_notice: 'It tells a pharmacy that a prescription went two ways. Call the pharmacy instead.',
  text: 'It is a text message for a patient, who is not told twice.',
  invitation: 'It is a text message for a patient, who is not told twice.',
  response:
    'It answers what a pharmacy asked. The practice sees where that was not sent, and calls the pharmacy.',
} as const;

function notAPrescription(kind: keyof typeof NOT_A_PRESCRIPTION): Failure {
  return refusedAct('NOT_A_PRESCRIPTION', `Only prescriptions are sent again. ${NOT_A_PRESCRIPTION[kind]}`);
}

/** Throws NOT_FOUND, and INVALID_INPUT for what is not sent again, with why. */
export async function resendTransmission(deps: OperatorResendDeps, input: unknown): Promise<Resent> {
  const { store } = deps;
  const { of: id, by, reason, afterAttempt, dryRun = false } = validate(schema, input);
  if (!dryRun && afterAttempt === undefined)
    throw invalidInput([
      {
        path: 'afterAttempt',
        code: 'REQUIRED',
        message: 'Say which attempt was the last that you saw, so that an act that is repeated is done once.',
      },
    ]);
  const transmission = await prescriptionSent(store, id);
  const found = await inStore(deps, transmission, { by, reason, afterAttempt, dryRun });
  if (found.departure !== null) deps.departures([found.departure]);
  const [row = null] = await queueRows(store, { id });
  return {
    transmission,
    afterAttempt: found.afterAttempt,
    lane: found.lane ?? row?.lane ?? null,
    done: found.departure !== null,
    row,
  };
}

/** Throws NOT_FOUND, and INVALID_INPUT for what is no prescription or has had no attempt. */
async function prescriptionSent(store: Store, id: string): Promise<QueueTransmission> {
  if (id.startsWith('txt_')) throw notAPrescription('text');
  if (!isId('trm', id) && !isId('prs', id)) throw refusedAct('NOT_A_ROW', 'Name a transmission: trm_…');
  const { transmission, waits } = await transmissionAttempts(store, id);
  if (isId('prs', id)) throw notAPrescription('response');
  const kind = transmission?.kind ?? waits?.kind;
  if (kind !== undefined && kind !== 'new') throw notAPrescription(kind);
  if (transmission === null)
    throw refusedAct('ON_ITS_WAY', 'No attempt of it has begun yet. Wait until its delivery has ended.');
  return transmission;
}

interface Said {
  readonly by: string;
  readonly reason: string | undefined;
  readonly afterAttempt: number | undefined;
  readonly dryRun: boolean;
}

interface Found {
  /** What leaves; null where nothing was done. */
  readonly departure: Departure | null;
  readonly lane: string | null;
  readonly afterAttempt: number;
}

/** The change and both entries in one transaction. */
async function inStore(
  deps: OperatorResendDeps,
  transmission: QueueTransmission,
  said: Said,
): Promise<Found> {
  const { id, organizationId: orgId, orderId, fillId } = transmission;
  return await deps.store.withOrg(
    orgId,
    async (tx): Promise<Found> => {
      const locked = await lockOrder(tx, orgId, orderId);
      const fill = locked?.fills.find((one) => one.id === fillId);
      if (locked === undefined || fill === undefined) throw notFound('transmission');
      const { afterAttempt, dryRun, by } = said;
      if (!dryRun && afterAttempt !== undefined && (await wasDone(tx, orgId, fillId, id, afterAttempt)))
        return { departure: null, lane: null, afterAttempt };
      const what = await judged(() => resendable(deps, tx, fill));
      if (what.transmission.id !== id)
        throw refusedAct('REPLACED', `It was followed by ${what.transmission.id}. Look at that one.`);
      if (afterAttempt !== undefined && what.attempts !== afterAttempt)
        throw refusedAct(
          'TRIED_SINCE',
          `Its last attempt is ${what.attempts}, not ${afterAttempt}. Look at it again, and decide then.`,
        );
      if (dryRun) return { departure: null, lane: what.lane, afterAttempt: what.attempts };
      const departure = await resend(deps, tx, locked, fill, what, 'operator');
      await recordAudit(tx, deps.ports, {
        orgId,
        actor: { kind: 'operator', id: by },
        action: 'transmission.resend',
        subject: { kind: 'transmission', id },
        detail: { orderId, ...detailOf(said, what) },
      });
      return { departure, lane: what.lane, afterAttempt: what.attempts };
    },
    ({ departure, lane, afterAttempt }) =>
      departure === null ? [] : networkEntry(deps, transmission, said, { lane, attempts: afterAttempt }),
  );
}

function detailOf({ reason }: Said, { attempts }: Pick<Resendable, 'attempts'>) {
  return { afterAttempt: attempts, ...(reason !== undefined && { reason }) };
}

function networkEntry(
  { ports }: OperatorResendDeps,
  { id, organizationId, orderId }: QueueTransmission,
  said: Said,
  what: Pick<Resendable, 'attempts'> & { readonly lane: string | null },
): readonly StepGroup[] {
  const act = networkActStep(ports, {
    operator: said.by,
    action: 'queue.resend',
    subject: { kind: 'transmission', id },
    detail: { lane: what.lane, organizationId, orderId, ...detailOf(said, what) },
  });
  return [{ scope: { role: 'keeper' }, steps: [act] }];
}

/** What stops the practice stops operators; they hear of it as of every act on the queue that is refused. */
async function judged(judge: () => Promise<Resendable>): Promise<Resendable> {
  try {
    return await judge();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, message, detail } = error;
    const why = detail.reason ?? code;
    throw refusedAct(why, why === 'ON_ITS_WAY' ? message : `${message} That is for the practice to do.`);
  }
}

/** Whether an operator has sent it again after this attempt already. */
async function wasDone(
  tx: Tx,
  orgId: OrganizationId,
  fillId: FillId,
  id: TransmissionId,
  afterAttempt: number,
): Promise<boolean> {
  const events = await tx
    .withTables<PrescribingTables>()
    .selectFrom('fill_event')
    .select('detail')
    .where('org_id', '=', orgId)
    .where('fill_id', '=', fillId)
    .where('event', '=', 'resent')
    .where('source', '=', 'operator')
    .execute();
  return events.some(
    ({ detail }) => detail['transmissionId'] === id && detail['afterAttempt'] === afterAttempt,
  );
}
