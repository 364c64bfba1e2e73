// Shows a quarantine and disposes of what it holds, in the store that is meant or through the service that holds it, and words the answer.
import type { EnvironmentVariables } from '@pestle/service/config';
import {
  type Choice,
  createQuarantineAdministration,
  disposeOf,
  type QuarantineAct,
  type QuarantineAdministration,
  type QuarantineState,
  receivedIn,
  settleReceived,
} from '@pestle/service/delivery';
import { systemPorts } from '@pestle/service/kernel';
import { askService } from '../ask-service.ts';
import { COMMAND_LIMITS } from '../limits.ts';
import { textIn } from '../network/given-file.ts';
import { administer, type StoreOptions } from '../open-store.ts';
import { operator } from '../operator.ts';
import type { JsonOption } from '../options.ts';
import { answer, CommandError, optionWords, UsageError } from '../output.ts';
import { rowLine } from '../queue/words.ts';
import { receivedLines, reconciledLines, stateLines } from './words.ts';

export interface QuarantineOptions extends JsonOption, StoreOptions {
  readonly by?: string;
}

export interface ReconcileOptions extends QuarantineOptions {
  readonly as?: Exclude<Choice, 'received'>;
  readonly received?: string;
}

export interface EndOptions extends QuarantineOptions {
  readonly releaseRest?: boolean;
}

export async function showQuarantine(
  env: EnvironmentVariables,
  lane: string | undefined,
  options: QuarantineOptions,
): Promise<void> {
  if (lane === undefined) {
    const state = await withQuarantine(env, options, (quarantine) => quarantine.show());
    answer(options, state, stateLines(state));
    return;
  }
  const rows = await withQuarantine(env, options, (quarantine) => quarantine.held(lane));
  answer(options, { rows }, rows.length === 0 ? ['Nothing of this lane is held.'] : rows.map(rowLine));
}

export async function beginQuarantine(env: EnvironmentVariables, options: QuarantineOptions): Promise<void> {
  const { by = operator() } = options;
  const state = await withQuarantine(env, options, (quarantine) => quarantine.begin({ by }));
  answer(options, state, stateLines(state));
}

/** One of two ways: a choice for what is named, or a file of what others say that they have. */
export async function reconcile(
  env: EnvironmentVariables,
  of: string | undefined,
  options: ReconcileOptions,
): Promise<void> {
  const { as: choice, received: file, by = operator() } = options;
  if (file !== undefined) {
    if (of !== undefined || choice !== undefined)
      throw new UsageError('--received stands alone: the file names what is settled.');
    const found = await withQuarantine(env, options, async (quarantine) =>
      settleReceived(quarantine, receivedIn(await textIn(file)), by),
    );
    answer(options, found, receivedLines(found));
    return;
  }
  if (of === undefined || choice === undefined)
    throw new UsageError(
      'Name what is meant (trm_…, a lane, or all) and --as left, release or fax; or --received FILE.',
    );
  const done = await withQuarantine(env, options, (quarantine) => disposeOf(quarantine, { of, choice, by }));
  answer(options, done, reconciledLines(done, choice));
  if (done.refused.length > 0)
    throw new CommandError(`${done.refused.length} refused it and are held still.`, {
      facts: { refused: done.refused },
    });
}

export async function endQuarantine(env: EnvironmentVariables, options: EndOptions): Promise<void> {
  const { by = operator(), releaseRest = false } = options;
  const state = await withQuarantine(env, options, async (quarantine) => {
    if (releaseRest) await disposeOf(quarantine, { of: 'all', choice: 'release', by });
    return await quarantine.end({ by });
  });
  answer(options, state, stateLines(state));
}

/** Straight in the store; where a service holds it, through that service. */
function withQuarantine<T>(
  env: EnvironmentVariables,
  options: QuarantineOptions,
  work: (quarantine: QuarantineAdministration) => Promise<T>,
): Promise<T> {
  return administer(
    env,
    options,
    {
      inStore: (store) => createQuarantineAdministration(store, systemPorts),
      throughService,
      refused: (failure) => new CommandError(optionWords(failure, { by: '--by' })),
    },
    work,
  );
}

function throughService(directory: string): QuarantineAdministration {
  const ask = async <T>(act: QuarantineAct): Promise<T> =>
    (await askService(directory, '/quarantine', act, COMMAND_LIMITS.reconcileTimeoutMs)) as T;
  return {
    show: () => ask<QuarantineState>({ act: 'show' }),
    held: (lane) => ask({ act: 'held', lane }),
    begin: (input) => ask({ act: 'begin', input }),
    reconcile: (input) => ask({ act: 'reconcile', input }),
    received: (input) => ask({ act: 'received', input }),
    end: (input) => ask({ act: 'end', input }),
  };
}
