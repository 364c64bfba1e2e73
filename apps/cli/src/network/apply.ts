// The work of `pestle pharmacy apply` and `export`: a file of pharmacies and partners, each with its verdict, and the file that says what there is.
import type { EnvironmentVariables } from '@pestle/service/config';
import type { NetworkAdministration } from '@pestle/service/conformance';
import type { Written } from '@pestle/service/directory';
import { Failure } from '@pestle/service/kernel';
import { operator } from '../operator.ts';
import { answer, CommandError, styled } from '../output.ts';
import { type Change, isObject, readJson } from './change.ts';
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

/** `entry`: where it stands in the file, such as `pharmacies[3]`. */
type Verdict = { readonly entry: string } & (Written | Refused);

interface NetworkFile {
  readonly partners: readonly unknown[];
  readonly pharmacies: readonly unknown[];
}

/** Partners first, then pharmacies, each on its own: nothing of a refused one is written. Sets exit status 1 where one was refused. */
export async function applyFile(env: EnvironmentVariables, options: ApplyOptions): Promise<void> {
  const file = networkFile(await readJson(options.file));
  const by = options.by ?? operator();
  const { dryRun } = options;
  const verdicts = await withNetwork(env, options, async (network) => {
    const partners = await each('partners', file.partners, (change) =>
      network.writePartner({ change, by, as: 'apply', dryRun }),
    );
    // A partner that the dry run would add is tried with the pharmacies that name it.
    const added = file.partners.filter(
      (partner, index): partner is Change => isObject(partner) && partners[index]?.outcome !== 'refused',
    );
    const pharmacies = await each('pharmacies', file.pharmacies, (change) => {
      const integration = isObject(change) ? change['integration'] : undefined;
      const partnerId = isObject(integration) ? integration['partnerId'] : undefined;
      const needed = added.filter(({ id }) => partnerId !== undefined && id === partnerId);
      return network.writePharmacy({ change, by, as: 'apply', dryRun, partners: dryRun ? needed : [] });
    });
    return [...partners, ...pharmacies];
  });
  const counts = countsOf(verdicts);
  answer(options, { dryRun, counts, verdicts }, [
    ...verdicts.flatMap(verdictLines),
    `${dryRun ? 'Dry run, nothing was written: ' : ''}${Object.entries(counts)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(', ')}.`,
  ]);
  if (counts.refused > 0) process.exitCode = 1;
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

/** One pharmacy, a list of them, or an object of both lists. */
function networkFile(content: unknown): NetworkFile {
  if (Array.isArray(content)) return { partners: [], pharmacies: content };
  if (!isObject(content)) throw new CommandError('The file must hold pharmacies, partners, or both.');
  const { partners = [], pharmacies = [], $schema: _, ...others } = content;
  if (!('partners' in content) && !('pharmacies' in content)) return { partners: [], pharmacies: [content] };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new CommandError(`${unknown}: there is no such part of the file.`);
  if (!Array.isArray(partners)) throw new CommandError('partners: this must be a list.');
  if (!Array.isArray(pharmacies)) throw new CommandError('pharmacies: this must be a list.');
  return { partners, pharmacies };
}

async function each(
  part: keyof NetworkFile,
  entries: readonly unknown[],
  write: (change: Change) => Promise<Written>,
): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const [index, entry] of entries.entries()) {
    try {
      verdicts.push({ entry: `${part}[${index}]`, ...(await write(entry as Change)) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { code: refusal, message, detail } = error;
      const { fields = [] } = detail;
      verdicts.push({ entry: `${part}[${index}]`, outcome: 'refused', refusal, message, fields });
    }
  }
  return verdicts;
}

function countsOf(verdicts: readonly Verdict[]): Record<Verdict['outcome'], number> {
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 };
  for (const { outcome } of verdicts) counts[outcome] += 1;
  return counts;
}

function verdictLines(verdict: Verdict): readonly string[] {
  if (verdict.outcome !== 'refused') return verdict.outcome === 'unchanged' ? [] : writtenLines(verdict);
  const { entry, message, fields } = verdict;
  const head = `${styled('red', 'refused')}    ${entry}`;
  if (fields.length === 0) return [`${head}: ${message}`];
  return [head, ...fields.map((field) => `    ${field.path}: ${field.message}`)];
}
