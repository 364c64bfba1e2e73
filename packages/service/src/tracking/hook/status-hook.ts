// The status hook, POST /v1/hooks/pharmacy: the steps of one report, in order.

import type { PharmacyReport } from '@pestle/rules/fill-status';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../audit/audit.ts';
import type { ServiceMaintenance } from '../../directory/inside.ts';
import type { Origin } from '../../kernel/actor.ts';
import type { InTurn } from '../../kernel/concurrency/turns.ts';
import { createTurns } from '../../kernel/concurrency/turns.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { understand } from '../../kernel/failures/failures.ts';
import type { Ports } from '../../kernel/ports.ts';
import { traced } from '../../kernel/traced/traced.ts';
import { isLeftToWhoTells } from '../../kernel/web/told.ts';
import { lockOrder } from '../../prescribing/inside.ts';
import type { Quotas } from '../../quotas/quotas.ts';
import type { Store } from '../../store/store.ts';
import { TRACKING_LIMITS } from '../limits.ts';
import { deliverOnce, hashBody } from '../report/deliveries.ts';
import type { RecordedReport } from '../report/judged-report.ts';
import type { DeliveryListener } from '../report/listener.ts';
import type { Locate } from '../report/locate.ts';
import { createLocate } from '../report/locate.ts';
import type { RecordPlainly } from '../report/plain-report.ts';
import { createRecordPlainly } from '../report/plain-report.ts';
import { recordReport } from '../report/record-report.ts';
import type { FindBearer, Sender } from './authenticate.ts';
import { authenticate } from './authenticate.ts';
import type { HookNews } from './hook-news.ts';
import type { NoteUse } from './key-uses.ts';
import { refuseSpent, takeQuota } from './quota/quotas.ts';
import type { Refusals } from './quota/refusals.ts';
import { createRefusals } from './quota/refusals.ts';
import type { SpentKeys } from './quota/spent-keys.ts';
import { createSpentKeys } from './quota/spent-keys.ts';
import type { BodyRules } from './read-body.ts';
import { readBody } from './read-body.ts';
import { readStrictJson } from './strict-json.ts';
import type { ReportFields } from './validate-report.ts';
import { acceptedStatus, validateReport } from './validate-report.ts';

export interface HookDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly findBearer: FindBearer;
  readonly noteUse: NoteUse;
  readonly delivery: DeliveryListener;
  readonly quotas: Quotas;
  readonly bodyRules: Omit<BodyRules, 'types'>;
  readonly quotaSizes: QuotaSizes;
  readonly operatorContact: string | undefined;
  readonly maintenance: ServiceMaintenance;
  /** Called for every report, once it is decided. */
  readonly onHook?: ((news: HookNews) => void) | undefined;
}

/** Calls a minute. */
export interface QuotaSizes {
  readonly pharmacy: number;
  readonly partner: number;
  readonly order: number;
}

export const STATUS_HOOK_PATH = '/v1/hooks/pharmacy';
const TYPES = ['application/json'];

/** The body of a 200. `reason` says why nothing changed; `fills` the state of each medication that was meant. */
export interface StatusAnswer {
  readonly order_id: string;
  readonly status: PharmacyReport;
  readonly changed: boolean;
  readonly reason?: 'duplicate' | 'superseded' | 'left-pharmacy';
  readonly fills?: readonly {
    readonly prescriber_order_number: string | null;
    readonly status: string;
    readonly changed: boolean;
  }[];
  readonly warnings?: RecordedReport['warnings'];
}

/** What is kept of a delivery: its answer, or the contradiction it was refused for. */
type Kept =
  | { readonly answer: StatusAnswer }
  | {
      readonly contradiction: { readonly currentStatus: string; readonly allowed: readonly PharmacyReport[] };
    };

/** What was kept of it, and whether an earlier delivery of it was. */
interface Recorded {
  readonly answer: Kept;
  readonly repeated: boolean;
}

/** What reports that come together, or after each other, share. */
interface Together {
  readonly spent: SpentKeys;
  readonly refusals: Refusals;
  readonly locate: Locate;
  readonly recordPlainly: RecordPlainly<Kept>;
  /** Reports on one order would find it changed under them, and each wait for its lock with a connection of its own. */
  readonly inTurn: InTurn;
}

/** Registers the hook. Bodies are read by its own steps, so that limits and refusals are as documented. */
export function statusHook(deps: HookDeps): FastifyPluginAsync {
  const together: Together = {
    spent: createSpentKeys(deps.ports),
    refusals: createRefusals((news) => deps.onHook?.(news)),
    locate: createLocate(deps.store),
    recordPlainly: createRecordPlainly<Kept>(deps),
    inTurn: createTurns(),
  };
  return async (app) => {
    app.addHook('onClose', async () => together.refusals.tell());
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    app.all(STATUS_HOOK_PATH, async (request, reply) => {
      const work = { name: 'hook report', facts: { 'pestle.request_id': request.id } };
      const answer = await traced(work, () => answerReport(deps, together, request, reply)).catch(
        (error: unknown) => {
          if (!isLeftToWhoTells(request.raw)) deps.onHook?.({ ...refusalOf(error), requestId: request.id });
          throw error;
        },
      );
      deps.onHook?.({
        outcome: answer.changed ? 'changed' : 'unchanged',
        code: answer.reason ?? 'applied',
        requestId: request.id,
      });
      return reply.header('cache-control', 'no-store').send(answer);
    });
  };
}

function refusalOf(error: unknown): Omit<HookNews, 'requestId'> {
  const { failure, unexpected } = understand(error);
  return { outcome: 'refused', code: failure.code, unexpected };
}

async function answerReport(
  deps: HookDeps,
  together: Together,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StatusAnswer> {
  const body = await readBody(request, reply, { ...deps.bodyRules, types: TYPES });
  await refuseInMaintenance(deps);
  refuseSpent(together, request, reply);
  const sender = await authenticate(deps, request.headers, body);
  await takeSenderQuota(deps, sender, reply).catch((error: unknown) => {
    const waitSeconds = error instanceof Failure ? error.detail.retryAfterSeconds : undefined;
    if (waitSeconds !== undefined)
      together.spent.note(
        request.headers,
        { senderId: sender.id, size: deps.quotaSizes[sender.kind] },
        waitSeconds,
      );
    throw error;
  });
  const fields = validateReport(readStrictJson(body));
  await takeOrderQuota(deps, sender, fields, reply);
  return await applyFields(deps, together, sender, fields, { body, origin: originOf(request) });
}

/** Throws MAINTENANCE while the whole service is in maintenance; the window may be ended early, so that nobody is sent away for long. */
export async function refuseInMaintenance({ maintenance }: Pick<HookDeps, 'maintenance'>): Promise<void> {
  const current = (await maintenance.windows()).find((window) => window.current);
  if (current === undefined) return;
  const { maintenanceRetrySecondsMin: least, maintenanceRetrySecondsMax: most } = TRACKING_LIMITS;
  throw new Failure(
    'MAINTENANCE',
    `The service is in announced maintenance until ${current.end}. Nothing was kept: send it again then.`,
    { retryAfterSeconds: Math.min(Math.max(current.secondsLeft, least), most) },
  );
}

export function takeSenderQuota(
  deps: Pick<HookDeps, 'quotas' | 'quotaSizes'>,
  sender: Sender,
  reply: FastifyReply,
): Promise<void> {
  return takeQuota(
    deps.quotas,
    { name: 'sender', key: sender.id, size: deps.quotaSizes[sender.kind] },
    reply,
  );
}

/** An order counts under its own id, whichever of its numbers was named; per sender, so that nobody uses up another's. */
function takeOrderQuota(
  deps: HookDeps,
  sender: Sender,
  fields: ReportFields,
  reply: FastifyReply,
): Promise<void> {
  const key = `${sender.id} ${fields.target?.orderId ?? fields.orderIdText}`;
  return takeQuota(deps.quotas, { name: 'order', key, size: deps.quotaSizes.order }, reply);
}

async function applyFields(
  deps: HookDeps,
  { locate, recordPlainly, inTurn }: Together,
  sender: Sender,
  fields: ReportFields,
  { body, origin }: { readonly body: Uint8Array; readonly origin: Origin },
): Promise<StatusAnswer> {
  const { target, statusText, carrier, trackingNumber } = fields;
  const { credential, id: senderId, deliveryId } = sender;
  const { order, statusWords } = await locate({ credential, orderId: target?.orderId });
  const { report, ready } = acceptedStatus(statusText, statusWords, deps.operatorContact);
  if (order === undefined || target === undefined) throw notFound('order of this pharmacy');
  const { orgId, pharmacyIds } = order;
  const said = { report, ready, statusText, carrier, trackingNumber };
  const claim = { orgId, target, pharmacyIds, ...said, source: 'pharmacy', origin } as const;
  const delivery =
    deliveryId === undefined ? undefined : { orgId, senderId, deliveryId, bodyHash: hashBody(body) };
  const answer = (recorded: RecordedReport | undefined): Kept => keptOf(recorded, fields, report);
  // All of it commits, refusals included, before anything is answered.
  const longer = (): Promise<Recorded> =>
    deps.store.withOrg(orgId, async (tx) => {
      const record = async (): Promise<Kept> => answer(await recordReport(tx, deps, claim));
      if (delivery === undefined) return { answer: await record(), repeated: false };
      // First, as by those that come together: who put down their delivery ids first could wait for each other in a circle.
      await lockOrder(tx, orgId, target.orderId);
      return await deliverOnce(tx, deps.ports, delivery, record);
    });
  const { answer: kept, repeated } = await inTurn(target.orderId, async (): Promise<Recorded> => {
    const plain = await recordPlainly({ claim, delivery, answer });
    return plain === undefined ? await longer() : { answer: plain, repeated: false };
  });
  return answerOf(kept, repeated);
}

function keptOf(
  recorded: RecordedReport | undefined,
  { orderIdText }: ReportFields,
  report: PharmacyReport,
): Kept {
  if (recorded === undefined) throw notFound('order of this pharmacy');
  const { changed, lines, warnings } = recorded;
  const contradiction = lines.find(({ outcome }) => outcome === 'contradiction');
  if (!changed && contradiction !== undefined)
    return { contradiction: { currentStatus: contradiction.state, allowed: contradiction.allowed } };
  const reason = changed ? undefined : reasonOf(lines);
  return {
    answer: {
      order_id: orderIdText,
      status: report,
      changed,
      ...(reason !== undefined && { reason }),
      ...(lines.length > 0 && {
        fills: lines.map((line) => ({
          prescriber_order_number: line.prescriberOrderNumber,
          status: line.state,
          changed: line.changed,
        })),
      }),
      ...(warnings.length > 0 && { warnings }),
    },
  };
}

function reasonOf(lines: RecordedReport['lines']): NonNullable<StatusAnswer['reason']> {
  if (lines.length === 0) return 'left-pharmacy';
  return lines.some(({ outcome }) => outcome === 'duplicate') ? 'duplicate' : 'superseded';
}

/** A repeated delivery changes nothing, and says so; what was refused is refused again with the same words. */
function answerOf(kept: Kept, repeated: boolean): StatusAnswer {
  if ('contradiction' in kept) {
    const { currentStatus, allowed } = kept.contradiction;
    throw new Failure(
      'ILLEGAL_TRANSITION',
      `It is ${currentStatus} already, and this report contradicts that. It was recorded; nothing was changed.`,
      { currentStatus, allowed },
    );
  }
  if (!repeated) return kept.answer;
  const { fills, warnings, ...rest } = kept.answer;
  return {
    ...rest,
    changed: false,
    reason: 'duplicate',
    ...(fills !== undefined && { fills: fills.map((fill) => ({ ...fill, changed: false })) }),
    ...(warnings !== undefined && { warnings }),
  };
}
