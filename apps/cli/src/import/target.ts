// Owns how each kind of import is written.
import type { Catalog } from '@pestle/service/catalog/catalog';
import { TREATMENT_SOURCE_COLUMNS } from '@pestle/service/catalog/import/rxterms-source';
import type { Directory } from '@pestle/service/directory/directory';
import { ZIP_SOURCE_COLUMNS } from '@pestle/service/directory/import/imports';
import { PHARMACY_SOURCE_COLUMNS } from '@pestle/service/directory/import/pharmacy-source';
import type { ImportTarget } from './import-file.ts';
import type { ImportKind } from './kinds.ts';

export type { ImportKind } from './kinds.ts';

/** The rooms' own imports, with the columns of the public files. */
export function importTarget(
  kind: ImportKind,
  rooms: { readonly directory: Directory; readonly catalog: Catalog },
): ImportTarget {
  const { directory, catalog } = rooms;
  switch (kind) {
    case 'treatments':
      return {
        columns: TREATMENT_SOURCE_COLUMNS,
        write: (session, rows) => catalog.keeper.importTreatments(session, rows),
      };
    case 'pharmacies':
      return {
        columns: PHARMACY_SOURCE_COLUMNS,
        write: (session, rows) => directory.keeper.importPharmacies(session, rows),
      };
    case 'zips':
      return {
        columns: ZIP_SOURCE_COLUMNS,
        write: (session, rows) => directory.keeper.importZips(session, rows),
      };
    default:
      return kind satisfies never;
  }
}
