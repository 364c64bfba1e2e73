// The work of `pestle partner`: one act on the network's partners, and its words.
import type { EnvironmentVariables } from '@pestle/service/config';
import { readChange } from '../network/change.ts';
import { type NetworkOptions, withNetwork } from '../network/store.ts';
import { actLines, historyLines, partnerLine, writtenLines } from '../network/words.ts';
import { operator } from '../operator.ts';
import { answer } from '../output.ts';
import type { WriteOptions } from '../pharmacy/run.ts';

export async function listPartners(
  env: EnvironmentVariables,
  options: NetworkOptions & { readonly after?: string },
): Promise<void> {
  const { after } = options;
  const partners = await withNetwork(env, options, (network) => network.listPartners({ after }));
  answer(options, { partners }, partners.length === 0 ? ['There is none.'] : partners.map(partnerLine));
}

export async function showPartner(
  env: EnvironmentVariables,
  id: string,
  options: NetworkOptions,
): Promise<void> {
  const shown = await withNetwork(env, options, (network) => network.showPartner({ id }));
  const { partner, pharmacies, acts } = shown;
  answer(options, shown, [
    `${partner.id}  ${partner.name}  (revision ${partner.revision})`,
    `Pharmacies  ${pharmacies.length}`,
    ...actLines(acts),
    JSON.stringify(partner, undefined, 2),
  ]);
}

export async function partnerHistory(
  env: EnvironmentVariables,
  id: string,
  options: NetworkOptions,
): Promise<void> {
  const { partner, acts } = await withNetwork(env, options, (network) => network.showPartner({ id }));
  answer(options, { id, name: partner.name, acts }, historyLines(acts));
}

/** Adds where there is no id. */
export async function writePartner(
  env: EnvironmentVariables,
  id: string | undefined,
  fields: readonly string[],
  options: WriteOptions,
): Promise<void> {
  const { revision, by, dryRun = false } = options;
  const change = await readChange(options.file, fields);
  const named = id === undefined ? change : { ...change, id };
  const request = {
    change: revision === undefined ? named : { ...named, revision },
    by: by ?? operator(),
    as: id === undefined ? ('add' as const) : ('set' as const),
    dryRun,
  };
  const written = await withNetwork(env, options, (network) => network.writePartner(request));
  answer(options, { ...written, dryRun }, writtenLines(written));
}

export async function removePartner(
  env: EnvironmentVariables,
  id: string,
  options: WriteOptions,
): Promise<void> {
  const { revision, by = operator(), dryRun = false } = options;
  const request = { id, by, revision, dryRun };
  const written = await withNetwork(env, options, (network) => network.removePartner(request));
  answer(options, { ...written, dryRun }, writtenLines(written));
}
