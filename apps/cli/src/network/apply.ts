// The work of `pestle pharmacy apply` and `export`: a file of pharmacies and partners, each with its verdict, and the file that says what there is.
import type { EnvironmentVariables } from '@pestle/service/config';
import type { NetworkAdministration } from '@pestle/service/conformance';
import type { Written } from '@pestle/service/directory';
import { Failure } from '@pestle/service/kernel';
import { operator } from '../operator.ts';
import { answer, CommandError, say, sayPart, styled } from '../output.ts';
import { type Change, isObject } from './change.ts';
import { withFile } from './file-source.ts';
import { NETWORK_FILE_LIMITS } from './limits.ts';
import type { FileEntry } from './network-file.ts';
import { type NetworkOptions, withNetwork } from './store.ts';
import { writtenLines } from './words.ts';

export interface ApplyOptions extends NetworkOptions {
  readonly file: string;
  readonly dryRun: boolean;
  readonly by?: string;
}

interface Refused {
  readonly outcome: 'refused';
  readonly refusal: string;
  readonly message: string;
  readonly fields: readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

/** `entry`: where it stands in the file, such as `pharmacies[3]`, which begins in this line. */
type Verdict = { readonly entry: string; readonly line: number } & (Written | Refused);

type Counts = Record<Verdict['outcome'], number>;

/**
 * Partners first, then pharmacies, each on its own: nothing of a refused one is written. The file is read three times and never kept: once
 * to find out that all of it is JSON, before anything is written. Sets exit status 1 where one was refused.
 */
export async function applyFile(env: EnvironmentVariables, options: ApplyOptions): Promise<void> {
  const by = options.by ?? operator();
  const { dryRun } = options;
  const counts: Counts = { added: 0, changed: 0, unchanged: 0, refused: 0 };
  const report = createReport(options);
  await withFile(options.file, async (file) => {
    await file.check();
    await withNetwork(env, options, async (network) => {
      // A partner that the dry run would add is tried with the pharmacies that name it.
      const tried = new Map<unknown, Change>();
      const apply = async (
        entry: FileEntry,
        write: (change: Change) => Promise<Written>,
      ): Promise<Verdict> => {
        const verdict = await verdictOn(entry, write);
        counts[verdict.outcome] += 1;
        report.add(verdict);
        return verdict;
      };
      for await (const entry of file.entries('partners')) {
        const { outcome } = await apply(entry, (change) =>
          network.writePartner({ change, by, as: 'apply', dryRun }),
        );
        if (dryRun && outcome !== 'refused' && isObject(entry.value)) keep(tried, entry.value);
      }
      for await (const entry of file.entries('pharmacies'))
        await apply(entry, (change) =>
          network.writePharmacy({ change, by, as: 'apply', dryRun, partners: neededBy(change, tried) }),
        );
    });
  });
  report.end(counts);
  if (counts.refused > 0) process.exitCode = 1;
}

function keep(tried: Map<unknown, Change>, partner: Change): void {
  if (tried.size >= NETWORK_FILE_LIMITS.partnersKeptMax)
    throw new CommandError(
      `A dry run can try ${NETWORK_FILE_LIMITS.partnersKeptMax} partners with their pharmacies at a time: split the file.`,
    );
  tried.set(partner['id'], partner);
}

function neededBy(change: unknown, tried: ReadonlyMap<unknown, Change>): Change[] {
  const integration = isObject(change) ? change['integration'] : undefined;
  const partner = isObject(integration) ? tried.get(integration['partnerId'] ?? null) : undefined;
  return partner === undefined ? [] : [partner];
}

async function verdictOn(
  { part, index, line, value }: FileEntry,
  write: (change: Change) => Promise<Written>,
): Promise<Verdict> {
  const at = { entry: `${part}[${index}]`, line };
  try {
    return { ...at, ...(await write(value as Change)) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code: refusal, message, detail } = error;
    return { ...at, outcome: 'refused', refusal, message, fields: detail.fields ?? [] };
  }
}

interface Report {
  add(verdict: Verdict): void;
  end(counts: Counts): void;
}

/** Written while the file is worked through, so that nothing of it is kept: lines, or the one JSON object piece by piece. */
function createReport({ json = false, dryRun }: ApplyOptions): Report {
  if (!json)
    return {
      add: (verdict) => {
        const lines = verdictLines(verdict);
        if (lines.length > 0) say(...lines);
      },
      end: (counts) =>
        say(
          `${dryRun ? 'Dry run, nothing was written: ' : ''}${Object.entries(counts)
            .map(([outcome, count]) => `${count} ${outcome}`)
            .join(', ')}.`,
        ),
    };
  let count = 0;
  const begin = (): void => sayPart(`{"dryRun":${dryRun},"verdicts":[`);
  return {
    add: (verdict) => {
      if (count === 0) begin();
      sayPart(`${count === 0 ? '' : ','}${JSON.stringify(verdict)}`);
      count += 1;
    },
    end: (counts) => {
      if (count === 0) begin();
      say(`],"counts":${JSON.stringify(counts)}}`);
    },
  };
}

/** Secrets are `(sealed)`: where the file is applied to what it came from they stay, elsewhere they have to be written. */
export async function exportNetwork(env: EnvironmentVariables, options: NetworkOptions): Promise<void> {
  const found = await withNetwork(env, options, async (network) => ({
    $schema: await network.schemaUrl(),
    partners: await pages(
      (after) => network.listPartners(after),
      async (id) => (await network.showPartner({ id })).partner,
    ),
    pharmacies: await pages(
      (after) => network.listPharmacies(after as Parameters<NetworkAdministration['listPharmacies']>[0]),
      async (id) => (await network.showPharmacy({ id })).pharmacy,
    ),
  }));
  answer(options, found, [JSON.stringify(found, undefined, 2)]);
}

async function pages<T>(
  list: (query: { after?: string }) => Promise<readonly { readonly id: string }[]>,
  show: (id: string) => Promise<T>,
): Promise<readonly T[]> {
  const found: T[] = [];
  let page = await list({});
  while (page.length > 0) {
    for (const { id } of page) found.push(await show(id));
    page = await list({ after: page.at(-1)?.id ?? '' });
  }
  return found;
}

function verdictLines(verdict: Verdict): readonly string[] {
  if (verdict.outcome !== 'refused') return verdict.outcome === 'unchanged' ? [] : writtenLines(verdict);
  const { entry, line, message, fields } = verdict;
  const head = `${styled('red', 'refused')}    ${entry} (line ${line})`;
  if (fields.length === 0) return [`${head}: ${message}`];
  return [head, ...fields.map((field) => `    ${field.path}: ${field.message}`)];
}
