// Reads connected pharmacies and partners page by page as entries of a file, without secrets.
import type { Id } from '@pestle/rules/ids';
import * as v from 'valibot';
import { idInput, validate } from '../../kernel/validate.ts';
import type { Store } from '../../store/store.ts';
import { networkKeysFor } from '../../vault/vault.ts';
import { shown } from '../connections/changes.ts';
import { listPartners, listPharmacies } from '../connections/read.ts';
import {
  type PartnerRecord,
  type PharmacyRecord,
  readPartners,
  readPharmacies,
} from '../connections/records.ts';

const exportQuery = v.strictObject({
  part: v.picklist(['partners', 'pharmacies']),
  /** The id of the last entry that was read. */
  after: v.optional(v.union([idInput('ptn'), idInput('phr')])),
});

export type ExportQuery = v.InferInput<typeof exportQuery>;

/** Each secret is `(sealed)`: where the file is applied to what it came from they stay, elsewhere they have to be written. */
export type ExportedEntry = (PartnerRecord | PharmacyRecord) & { readonly revision: number };

/** Partners in the order of their ids, pharmacies in that of their names; none is the end. */
export async function exportEntries(store: Store, query: ExportQuery): Promise<readonly ExportedEntry[]> {
  const { part, after } = validate(exportQuery, query);
  const listed =
    part === 'partners'
      ? await listPartners(store, after)
      : await listPharmacies(store, after === undefined ? {} : { after: after as Id<'phr'> });
  const ids = listed.map(({ id }) => id);
  const network = await networkKeysFor(store);
  const stored = await store.asKeeper(
    async (tx): Promise<ReadonlyMap<string, { record: PartnerRecord | PharmacyRecord; revision: number }>> =>
      part === 'partners'
        ? await readPartners(tx, network, ids, { locked: false })
        : await readPharmacies(tx, network, ids, { locked: false }),
  );
  return ids.flatMap((id) => {
    const one = stored.get(id);
    return one === undefined ? [] : [{ ...shown(one.record), revision: one.revision }];
  });
}

/** The file of all there is, piece by piece. */
export async function* exportFile(
  read: (query: ExportQuery) => Promise<readonly ExportedEntry[]>,
  schemaUrl: string,
): AsyncGenerator<string> {
  yield `{\n  "$schema": ${JSON.stringify(schemaUrl)}`;
  for (const part of ['partners', 'pharmacies'] as const) {
    yield `,\n  "${part}": [`;
    let isFirst = true;
    for (let page = await read({ part }); page.length > 0; ) {
      for (const entry of page) {
        yield `${isFirst ? '' : ','}\n${indented(entry)}`;
        isFirst = false;
      }
      page = await read({ part, after: page.at(-1)?.id as never });
    }
    yield isFirst ? ']' : '\n  ]';
  }
  yield '\n}\n';
}

function indented(entry: ExportedEntry): string {
  return JSON.stringify(entry, undefined, 2).replaceAll(/^/gm, '    ');
}
