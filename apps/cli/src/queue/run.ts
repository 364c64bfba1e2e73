// Reads what waits and acts on it, in the store that is meant or through the service that holds it, and words the answer.
import { queueAdministrationOf } from '@pestle/service';
import type { EnvironmentVariables } from '@pestle/service/config';
import {
  createQueueBesidesResend,
  type QueueAct,
  type QueueAdministration,
  type QueueBesidesResend,
  type StuckFills,
  type TransmissionAttempts,
} from '@pestle/service/delivery';
import { type Failure, systemPorts } from '@pestle/service/kernel';
import { askService } from '../ask-service.ts';
import { configured, storeWithKeys } from '../configured.ts';
import { administer, type StoreOptions } from '../open-store.ts';
import { operator } from '../operator.ts';
import type { JsonOption } from '../options.ts';
import { answer, CommandError, optionWords, short } from '../output.ts';
import {
  actLine,
  attemptLine,
  holdLines,
  laneLine,
  messageLines,
  resentLines,
  rowLine,
  stuckLine,
} from './words.ts';

export interface QueueOptions extends JsonOption, StoreOptions {}

export interface ActOptions extends QueueOptions {
  readonly by?: string;
}

export interface MessageOptions extends ActOptions {
  readonly reason: string;
}

export interface ResendOptions extends ActOptions {
  readonly reason?: string;
  readonly afterAttempt?: number;
  readonly dryRun?: boolean;
}

export interface HistoryOptions extends QueueOptions {
  readonly first: number;
  readonly after?: string;
}

/** What was sent and what came back: only with a reason, which both trails keep. */
export async function showMessage(
  env: EnvironmentVariables,
  of: string,
  { by = operator(), reason, ...options }: MessageOptions,
): Promise<void> {
  const found = await withQueue(env, { ...options, keys: true }, (queue) =>
    queue.message({ of, reason, by }),
  );
  answer(options, found, messageLines(found));
}

export async function listHistory(
  env: EnvironmentVariables,
  of: string | undefined,
  { first, after, ...options }: HistoryOptions,
): Promise<void> {
  const acts = await withQueue(env, options, (queue) =>
    queue.history({ first, ...(of !== undefined && { of }), ...(after !== undefined && { after }) }),
  );
  const next = acts.length < first ? null : (acts.at(-1)?.id ?? null);
  const none = after === undefined ? 'No operator has done anything.' : 'Nothing is older.';
  answer(options, { acts, next }, [
    ...(acts.length === 0 ? [none] : acts.map(actLine)),
    ...(next === null ? [] : [`older: --after ${next}`]),
  ]);
}

export async function actOnQueue(
  env: EnvironmentVariables,
  act: 'hold' | 'release' | 'fax' | 'reset',
  of: string,
  options: ActOptions,
): Promise<void> {
  const { by = operator() } = options;
  const state = await withQueue(env, options, (queue) => queue[act]({ of, by }));
  const { lane, row } = state;
  const line = lane === null ? (row === null ? 'Nothing of it waits.' : rowLine(row)) : laneLine(lane);
  answer(options, state, [line]);
}

/** Looks first: what it says of the attempts is what the act goes by, where the command does not say it. */
export async function resendTransmission(
  env: EnvironmentVariables,
  of: string,
  { by = operator(), reason, afterAttempt, dryRun = false, ...options }: ResendOptions,
): Promise<void> {
  const said = { of, by, ...(reason !== undefined && { reason }) };
  const resent = await administer(
    env,
    options,
    {
      inStore: async (store) => {
        const config = configured(env);
        return queueAdministrationOf(config, {
          store: await storeWithKeys(store, config),
          ports: systemPorts,
        });
      },
      throughService,
      refused,
    },
    async (queue) => {
      const seen =
        afterAttempt !== undefined && !dryRun ? null : await queue.resend({ ...said, dryRun: true });
      if (dryRun && seen !== null) return seen;
      return await queue.resend({ ...said, afterAttempt: afterAttempt ?? seen?.afterAttempt ?? 0 });
    },
  );
  answer(options, resent, resentLines(resent, dryRun));
}

export async function listLanes(env: EnvironmentVariables, options: QueueOptions): Promise<void> {
  const { lanes, holds } = await withQueue(env, options, async (queue) => ({
    holds: await queue.holds(),
    lanes: await queue.lanes(),
  }));
  answer(options, { lanes, holds }, [
    ...holdLines(holds),
    ...(lanes.length === 0 ? ['Nothing waits, and no lane fails.'] : lanes.map(laneLine)),
  ]);
}

export async function showLane(
  env: EnvironmentVariables,
  lane: string,
  options: QueueOptions,
): Promise<void> {
  const rows = await withQueue(env, options, (queue) => queue.rows(lane));
  answer(options, { rows }, rows.length === 0 ? ['Nothing waits in this lane.'] : rows.map(rowLine));
}

export async function listStuck(env: EnvironmentVariables, options: QueueOptions): Promise<void> {
  const stuck = await withQueue(env, options, (queue) => queue.stuck());
  answer(options, stuck, stuckLines(stuck));
}

export async function listAttempts(
  env: EnvironmentVariables,
  id: string,
  options: QueueOptions,
): Promise<void> {
  const found = await withQueue(env, options, (queue) => queue.attempts(id));
  answer(options, found, attemptLines(found));
}

function stuckLines({ reasons, fills }: StuckFills): string[] {
  if (reasons.length === 0) return ['Nothing is stuck.'];
  return [
    ...reasons.map(
      ({ reason, fills: count, oldest }) => `${reason}  ${count}  oldest since ${short(oldest)}`,
    ),
    '',
    ...fills.map(stuckLine),
  ];
}

function attemptLines({ transmission, attempts, waits }: TransmissionAttempts): string[] {
  const about =
    transmission === null
      ? []
      : [
          `${transmission.id}  ${transmission.kind} by ${transmission.channel}  ${transmission.state}  ${transmission.orderId}  ${transmission.organizationId}  to ${transmission.pharmacyId}`,
        ];
  const none = attempts.length === 0 ? ['No attempt was made.'] : attempts.map(attemptLine);
  return [...about, ...none, ...(waits === null ? [] : [`waits: ${rowLine(waits)}`])];
}

/** Straight in the store; where a service holds it, through that service. */
function withQueue<T>(
  env: EnvironmentVariables,
  options: QueueOptions & { readonly keys?: boolean },
  work: (queue: QueueBesidesResend) => Promise<T>,
): Promise<T> {
  return administer(
    env,
    options,
    {
      inStore: async (store) =>
        createQueueBesidesResend(
          options.keys === true ? await storeWithKeys(store, configured(env)) : store,
          systemPorts,
        ),
      throughService,
      refused,
    },
    work,
  );
}

function refused(failure: Failure): CommandError {
  return new CommandError(optionWords(failure, OPTIONS));
}

/** The options by the names that the administration gives what they say. */
const OPTIONS = {
  by: '--by',
  reason: '--reason',
  after: '--after',
  first: '--first',
  afterAttempt: '--after-attempt',
} as const;

function throughService(directory: string): QueueAdministration {
  const ask = async <T>(act: QueueAct): Promise<T> => (await askService(directory, '/queue', act)) as T;
  return {
    lanes: () => ask({ act: 'lanes' }),
    holds: () => ask({ act: 'holds' }),
    rows: (of) => ask({ act: 'rows', of }),
    stuck: () => ask({ act: 'stuck' }),
    order: (question) => ask({ act: 'order', ...question }),
    attempts: (of) => ask({ act: 'attempts', of }),
    history: (query) => ask({ act: 'history', ...query }),
    message: (input) => ask({ act: 'message', ...input }),
    hold: (input) => ask({ act: 'hold', ...input }),
    release: (input) => ask({ act: 'release', ...input }),
    fax: (input) => ask({ act: 'fax', ...input }),
    reset: (input) => ask({ act: 'reset', ...input }),
    resend: (input) => ask({ act: 'resend', ...input }),
  };
}
