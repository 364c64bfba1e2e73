// Recalls orders in the store that is meant or through the service that holds it, walks to the end with progress, and words the answer.
import type { EnvironmentVariables } from '@pestle/service/config';
import {
  createRecallAdministration,
  csvLines,
  EXPORT_COLUMNS,
  type PreviewInput,
  type RecallAct,
  type RecallAdministration,
  type RecalledFill,
  type RecallSummary,
} from '@pestle/service/delivery';
import { systemPorts } from '@pestle/service/kernel';
import { askService } from '../ask-service.ts';
import { COMMAND_LIMITS } from '../limits.ts';
import { textIn } from '../network/given-file.ts';
import { administer, type StoreOptions } from '../open-store.ts';
import { operator } from '../operator.ts';
import type { JsonOption } from '../options.ts';
import { answer, CommandError, complain, optionWords, say } from '../output.ts';
import { byPharmacy, recallLine, summaryLines } from './words.ts';

export interface RecallOptions extends JsonOption, StoreOptions {}

export interface PreviewOptions extends RecallOptions {
  readonly medicine: readonly string[];
  readonly prescription: readonly string[];
  readonly prescriptions?: string;
  readonly pharmacy: readonly string[];
  readonly from?: string;
  readonly until?: string;
  readonly state: readonly string[];
  readonly by?: string;
}

export interface StartOptions extends RecallOptions {
  readonly reason: string;
  readonly notify: boolean;
  readonly by?: string;
}

export interface ExportOptions extends RecallOptions {
  readonly all: boolean;
}

export async function previewRecall(env: EnvironmentVariables, options: PreviewOptions): Promise<void> {
  const { by = operator(), medicine, pharmacy, state, from, until } = options;
  const prescriptions = [
    ...options.prescription,
    ...(options.prescriptions === undefined ? [] : linesOf(await textIn(options.prescriptions))),
  ];
  const input = {
    ...(medicine.length > 0 && { medicines: medicine }),
    ...(prescriptions.length > 0 && { prescriptions }),
    ...(pharmacy.length > 0 && { pharmacies: pharmacy }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(state.length > 0 && { states: state.map((word) => word.toUpperCase()) as PreviewInput['states'] }),
    by,
  } as PreviewInput;
  const summary = await withRecalls(env, options, async (recalls) =>
    walked(recalls, (await recalls.preview(input)).id),
  );
  answerSummary(options, summary);
}

export async function startRecall(
  env: EnvironmentVariables,
  id: string,
  { by = operator(), reason, notify, ...options }: StartOptions,
): Promise<void> {
  const summary = await withRecalls(env, options, async (recalls) => {
    await recalls.start({ id, reason, action: notify ? 'notify' : 'hold', by });
    return await walked(recalls, id);
  });
  answerSummary(options, summary);
}

export async function endRecall(
  env: EnvironmentVariables,
  id: string,
  { by = operator(), ...options }: RecallOptions & { readonly by?: string },
): Promise<void> {
  const summary = await withRecalls(env, options, async (recalls) => {
    await recalls.end({ id, by });
    return await walked(recalls, id);
  });
  answerSummary(options, summary);
}

export async function showRecall(
  env: EnvironmentVariables,
  id: string,
  options: RecallOptions,
): Promise<void> {
  answerSummary(options, await withRecalls(env, options, (recalls) => walked(recalls, id)));
}

export async function listRecalls(env: EnvironmentVariables, options: RecallOptions): Promise<void> {
  const recalls = await withRecalls(env, options, (administration) => administration.list());
  answer(options, { recalls }, recalls.length === 0 ? ['There is no recall.'] : recalls.map(recallLine));
}

/** Page by page, so that a million rows take no more memory than a thousand; as JSON it is one object. */
export async function exportRecall(
  env: EnvironmentVariables,
  id: string,
  { all, json = false, ...options }: ExportOptions,
): Promise<void> {
  await withRecalls(env, options, async (recalls) => {
    await walkedToTheEnd(recalls, id);
    const rows: RecalledFill[] = [];
    if (!json) say(EXPORT_COLUMNS.join(','));
    let after: string | undefined;
    do {
      const page = await recalls.fills(id, after);
      const lines = json ? [] : csvLines(page, all);
      if (lines.length > 0) say(...lines);
      if (json) rows.push(...page.fills.filter(({ hasLeft }) => all || hasLeft));
      after = page.next ?? undefined;
    } while (after !== undefined);
    if (json) answer({ json }, { recall: id, pharmacies: byPharmacy(rows) }, []);
  });
}

function answerSummary(options: RecallOptions, summary: RecallSummary): void {
  answer(options, { recall: summary }, summaryLines(summary));
}

async function walked(recalls: RecallAdministration, id: string): Promise<RecallSummary> {
  await walkedToTheEnd(recalls, id);
  return await recalls.show(id);
}

/** What was cut off goes on where it stopped. */
async function walkedToTheEnd(recalls: RecallAdministration, id: string): Promise<void> {
  for (;;) {
    const { isComplete, organizations, organizationsDone } = await recalls.advance(id);
    if (isComplete) return;
    complain(`${organizationsDone} of ${organizations} organizations`);
  }
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Straight in the store; where a service holds it, through that service. */
function withRecalls<T>(
  env: EnvironmentVariables,
  options: RecallOptions,
  work: (recalls: RecallAdministration) => Promise<T>,
): Promise<T> {
  return administer(
    env,
    options,
    {
      inStore: (store) => createRecallAdministration(store, systemPorts),
      throughService,
      refused: (failure) => new CommandError(optionWords(failure, OPTIONS)),
    },
    work,
  );
}

/** The options by the names that the administration gives what they say. */
const OPTIONS = {
  by: '--by',
  from: '--from',
  until: '--until',
  reason: '--reason',
  medicines: '--medicine',
  prescriptions: '--prescription',
  pharmacies: '--pharmacy',
  states: '--state',
} as const;

function throughService(directory: string): RecallAdministration {
  const ask = async <T>(act: RecallAct): Promise<T> =>
    (await askService(directory, '/recall', act, COMMAND_LIMITS.recallAnswerTimeoutMs)) as T;
  return {
    list: () => ask({ act: 'list' }),
    show: (id) => ask({ act: 'show', id }),
    advance: (id) => ask({ act: 'advance', id }),
    fills: (id, after) => ask({ act: 'fills', id, ...(after === undefined ? {} : { after }) }),
    preview: (input) => ask({ act: 'preview', input }),
    start: (input) => ask({ act: 'start', input }),
    end: (input) => ask({ act: 'end', input }),
  };
}
