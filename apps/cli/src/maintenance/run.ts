// Runs an act on windows of maintenance in the store that is meant, or in the service that holds it, and words the answer.
import type { NetworkAuditEntry } from '@pestle/service/audit';
import type { EnvironmentVariables } from '@pestle/service/config';
import {
  type AddWindowInput,
  type ChangeWindowInput,
  createMaintenanceAdministration,
  type MaintenanceAdministration,
  type MaintenanceWindow,
  type WindowSubject,
} from '@pestle/service/directory';
import { systemPorts } from '@pestle/service/kernel';
import { administer } from '../open-store.ts';
import { operator } from '../operator.ts';
import type { JsonOption } from '../options.ts';
import { answer, CommandError, optionWords, short } from '../output.ts';
import { throughOperatorListener } from './operator-listener.ts';

const MINUTE_MS = 60_000;

export interface CommonOptions extends JsonOption {
  readonly data?: string;
}

export interface AddOptions extends CommonOptions {
  readonly service?: boolean;
  readonly partner?: string;
  readonly pharmacy?: string;
  readonly start?: string;
  readonly end?: string;
  readonly minutes?: number;
  readonly note?: string;
  readonly by?: string;
}

export interface ChangeOptions extends CommonOptions {
  readonly start?: string;
  readonly end?: string;
  /** False: no note any more. */
  readonly note?: string | boolean;
  readonly by?: string;
}

export async function listWindows(
  env: EnvironmentVariables,
  options: CommonOptions & { all: boolean },
): Promise<void> {
  const windows = await withWindows(env, options, (windows) => windows.list({ all: options.all }));
  const none = options.all ? 'There was no maintenance.' : 'No maintenance is announced.';
  answer(options, { windows }, windows.length === 0 ? [none] : windows.map(windowLine));
}

export async function windowHistory(
  env: EnvironmentVariables,
  id: string,
  options: CommonOptions,
): Promise<void> {
  const entries = await withWindows(env, options, (windows) => windows.history(id));
  answer(options, { entries }, entries.map(entryLine));
}

export async function addWindow(env: EnvironmentVariables, options: AddOptions): Promise<void> {
  const { start, end, minutes = 0, note, by } = options;
  const input = {
    subject: subjectOf(options),
    ...(start === undefined ? {} : { start }),
    end: end ?? endAfter(start, minutes),
    ...(note === undefined ? {} : { note }),
    by: by ?? operator(),
  } as AddWindowInput;
  print(options, await withWindows(env, options, (windows) => windows.add(input)));
}

export async function changeWindow(
  env: EnvironmentVariables,
  id: string,
  options: ChangeOptions & { readonly isNoteKept: boolean },
): Promise<void> {
  const { start, end, note, isNoteKept, by } = options;
  const input: ChangeWindowInput = {
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    ...(isNoteKept ? {} : { note: typeof note === 'string' ? note : null }),
    by: by ?? operator(),
  };
  print(options, await withWindows(env, options, (windows) => windows.change(id, input)));
}

export async function endWindow(
  env: EnvironmentVariables,
  id: string,
  options: CommonOptions & { readonly by?: string },
): Promise<void> {
  const { by = operator() } = options;
  print(options, await withWindows(env, options, (windows) => windows.end(id, { by })));
}

/** Straight in the store; where a service holds it, through that service. Refusals become sentences about the options. */
function withWindows<T>(
  env: EnvironmentVariables,
  options: CommonOptions,
  work: (windows: MaintenanceAdministration) => Promise<T>,
): Promise<T> {
  return administer(
    env,
    options,
    {
      inStore: (store) => createMaintenanceAdministration(store, systemPorts),
      throughService: throughOperatorListener,
      refused: (failure) => new CommandError(optionWords(failure, OPTIONS)),
    },
    work,
  );
}

const OPTIONS: Readonly<Record<string, string>> = {
  start: '--start',
  end: '--end',
  note: '--note',
  by: '--by',
  'subject.id': 'the id',
};

function subjectOf({ partner, pharmacy }: AddOptions): WindowSubject {
  if (pharmacy !== undefined) return { kind: 'pharmacy', id: pharmacy as `phr_${string}` };
  return partner === undefined ? { kind: 'service' } : { kind: 'partner', id: partner as `ptn_${string}` };
}

/** A start that cannot be read is refused where it is checked. */
function endAfter(start: string | undefined, minutes: number): string {
  const startMs = start === undefined ? Date.now() : Date.parse(start);
  return new Date((Number.isFinite(startMs) ? startMs : Date.now()) + minutes * MINUTE_MS).toISOString();
}

function print(options: CommonOptions, window: MaintenanceWindow): void {
  answer(options, { window }, [windowLine(window)]);
}

function windowLine({
  id,
  state,
  subject,
  start,
  end,
  endedAt,
  note,
  setBy,
  changedBy,
}: MaintenanceWindow): string {
  const whom = subject.kind === 'service' ? 'the whole service' : `${subject.kind} ${subject.id}`;
  const over = endedAt === null ? '' : `, ${endedAt < start ? 'taken back' : 'ended'} ${short(endedAt)}`;
  const by =
    changedBy === null || changedBy === setBy
      ? `set by ${setBy}`
      : `set by ${setBy}, changed by ${changedBy}`;
  const words = note === null ? '' : `  "${note}"`;
  return `${id}  ${state.padEnd('announced'.length)}  ${whom}  ${short(start)} to ${short(end)}${over}${words}  (${by})`;
}

function entryLine({ at, operator: by, action, detail }: NetworkAuditEntry): string {
  const facts = Object.entries(detail).map(([key, value]) => `${key} ${String(value)}`);
  return `${short(new Date(at).toISOString())}  ${action}  by ${by}  ${facts.join(', ')}`;
}
