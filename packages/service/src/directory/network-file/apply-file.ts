// The rule by which a file of pharmacies and partners is compared and applied: partners first, then pharmacies, each entry with its verdict.
import { Failure } from '../../kernel/errors.ts';
import { isRecord } from '../connections/changes.ts';
import { DIRECTORY_LIMITS as LIMITS } from '../limits.ts';
import type { EntriesRequest, EntryOutcome } from './apply-entries.ts';
import { entriesIn, type FileEntry, type Part } from './network-file.ts';

/** Read several times, and never kept. */
export interface NetworkFile {
  /** From its beginning each time; those of one part. Throws INVALID_INPUT, with the line, for what is no such file. */
  entries(part: Part): AsyncIterable<FileEntry>;
}

/** `entry`: where it stands in the file, such as `pharmacies[3]`, which begins in this line. */
export type Verdict = { readonly entry: string; readonly line: number } & EntryOutcome;

export type VerdictCounts = Record<Verdict['outcome'], number>;

export interface ApplyFileOptions {
  readonly by: string;
  /** Says what would change, and changes nothing. */
  readonly dryRun: boolean;
}

/** A file that is a text. */
export function networkFileOf(text: string): NetworkFile {
  return {
    entries: async function* (part) {
      for await (const entry of entriesIn(textOnce(text))) if (entry.part === part) yield entry;
    },
  };
}

async function* textOnce(text: string): AsyncGenerator<string> {
  yield text;
}

/**
 * A verdict for each entry, as it is written. The whole file is read once before anything is: throws INVALID_INPUT for what is no such file,
 * and with a dry run for more partners than can be tried.
 */
export async function* applyFile(
  apply: (request: EntriesRequest) => Promise<readonly EntryOutcome[]>,
  file: NetworkFile,
  { by, dryRun }: ApplyFileOptions,
): AsyncGenerator<Verdict> {
  await readThrough(file.entries('partners'));
  // A partner that the dry run would add is tried with the pharmacies that name it.
  const tried = new Map<unknown, Readonly<Record<string, unknown>>>();
  for (const part of ['partners', 'pharmacies'] as const)
    for await (const batch of batches(file.entries(part))) {
      const values = batch.map(({ value }) => value);
      const partners = part === 'pharmacies' ? neededBy(values, tried) : [];
      const outcomes = await apply({ part, entries: values, by, dryRun, partners });
      for (const [index, outcome] of outcomes.entries()) {
        const { line, index: at, value } = batch[index] as FileEntry;
        if (part === 'partners' && dryRun && outcome.outcome !== 'refused' && isRecord(value))
          keep(tried, value);
        yield { entry: `${part}[${at}]`, line, ...outcome };
      }
    }
}

async function readThrough(entries: AsyncIterable<FileEntry>): Promise<void> {
  const reader = entries[Symbol.asyncIterator]();
  while ((await reader.next()).done !== true);
}

export function newCounts(): VerdictCounts {
  return { added: 0, changed: 0, unchanged: 0, refused: 0 };
}

async function* batches(entries: AsyncIterable<FileEntry>): AsyncGenerator<readonly FileEntry[]> {
  let batch: FileEntry[] = [];
  let characters = 0;
  for await (const entry of entries) {
    const more = JSON.stringify(entry.value).length;
    const isFull =
      batch.length >= LIMITS.fileEntriesPerBatch || characters + more > LIMITS.fileBatchCharactersMax;
    if (isFull && batch.length > 0) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push(entry);
    characters += more;
  }
  if (batch.length > 0) yield batch;
}

function keep(
  tried: Map<unknown, Readonly<Record<string, unknown>>>,
  partner: Readonly<Record<string, unknown>>,
): void {
  if (tried.size >= LIMITS.filePartnersTriedMax)
    throw new Failure(
      'INVALID_INPUT',
      `A dry run can try ${LIMITS.filePartnersTriedMax} partners with their pharmacies at a time: split the file.`,
    );
  tried.set(partner['id'], partner);
}

function neededBy(
  values: readonly unknown[],
  tried: ReadonlyMap<unknown, Readonly<Record<string, unknown>>>,
): Readonly<Record<string, unknown>>[] {
  const integrations = values.map((value) => (isRecord(value) ? value['integration'] : undefined));
  const ids = integrations.map((one) => (isRecord(one) ? one['partnerId'] : undefined));
  return [...new Set(ids)].map((id) => tried.get(id ?? null)).filter((partner) => partner !== undefined);
}
