// The work of `pestle pharmacy list|show|add|set|stage|remove`: one act on the network, and its words.
import type { EnvironmentVariables } from '@pestle/service/config';
import type { PharmacyListQuery } from '@pestle/service/directory';
import { readChange } from '../network/change.ts';
import { type NetworkOptions, withNetwork } from '../network/store.ts';
import { historyLines, pharmacyLine, pharmacyLines, writtenLines } from '../network/words.ts';
import { operator } from '../operator.ts';
import { answer } from '../output.ts';

export interface ListOptions extends NetworkOptions {
  readonly stage?: PharmacyListQuery['stage'];
  readonly channel?: PharmacyListQuery['channel'];
  readonly partner?: string;
  readonly words?: string;
  readonly after?: string;
  readonly first: number;
}

export interface WriteOptions extends NetworkOptions {
  readonly file?: string;
  readonly revision?: number;
  readonly by?: string;
  readonly dryRun?: boolean;
}

export async function listPharmacies(env: EnvironmentVariables, options: ListOptions): Promise<void> {
  const { stage, channel, partner, words, after, first } = options;
  const query = {
    first,
    ...(stage === undefined ? {} : { stage }),
    ...(channel === undefined ? {} : { channel }),
    ...(partner === undefined ? {} : { partnerId: partner as `ptn_${string}` }),
    ...(words === undefined ? {} : { words }),
    ...(after === undefined ? {} : { after: after as `phr_${string}` }),
  };
  const pharmacies = await withNetwork(env, options, (network) => network.listPharmacies(query));
  const last = pharmacies.length < first ? undefined : pharmacies.at(-1)?.id;
  const lines = pharmacies.length === 0 ? ['There is none.'] : pharmacies.map(pharmacyLine);
  const next = last === undefined ? [] : [`There may be more: --after ${last}`];
  answer(options, { pharmacies, next: last ?? null }, [...lines, ...next]);
}

export async function showPharmacy(
  env: EnvironmentVariables,
  id: string,
  options: NetworkOptions,
): Promise<void> {
  const shown = await withNetwork(env, options, (network) => network.showPharmacy({ id }));
  answer(options, shown, pharmacyLines(shown));
}

export async function pharmacyHistory(
  env: EnvironmentVariables,
  id: string,
  options: NetworkOptions,
): Promise<void> {
  const { pharmacy, acts } = await withNetwork(env, options, (network) => network.showPharmacy({ id }));
  answer(options, { id, name: pharmacy.name, acts }, historyLines(acts));
}

/** Adds where there is no id. */
export async function writePharmacy(
  env: EnvironmentVariables,
  id: string | undefined,
  fields: readonly string[],
  options: WriteOptions,
): Promise<void> {
  const change = await readChange(options.file, fields);
  await write(env, id === undefined ? change : { ...change, id }, id === undefined ? 'add' : 'set', options);
}

export async function stagePharmacy(
  env: EnvironmentVariables,
  id: string,
  stage: string,
  options: WriteOptions,
): Promise<void> {
  await write(env, { id, integration: { stage } }, 'set', options);
}

export async function removePharmacy(
  env: EnvironmentVariables,
  id: string,
  options: WriteOptions,
): Promise<void> {
  await write(env, { id, integration: null }, 'set', options);
}

async function write(
  env: EnvironmentVariables,
  change: Readonly<Record<string, unknown>>,
  as: 'add' | 'set',
  options: WriteOptions,
): Promise<void> {
  const { revision, by, dryRun = false } = options;
  const request = {
    change: revision === undefined ? change : { ...change, revision },
    by: by ?? operator(),
    as,
    dryRun,
  };
  const written = await withNetwork(env, options, (network) => network.writePharmacy(request));
  answer(options, { ...written, dryRun }, writtenLines(written));
}
