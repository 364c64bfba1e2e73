// Owns how each kind of import is written.
import type { OrganizationId } from '@pestle/rules/ids';
import { type Catalog, TREATMENT_SOURCE_COLUMNS } from '@pestle/service/catalog';
import {
  COST_COLUMNS,
  type Coverage,
  DRUG_COLUMNS,
  PLAN_COLUMNS,
  PRICE_COLUMNS,
  type RowWriter,
} from '@pestle/service/coverage';
import {
  BENEFIT_COLUMNS,
  type Directory,
  PHARMACY_SOURCE_COLUMNS,
  type SourceColumns,
  ZIP_SOURCE_COLUMNS,
} from '@pestle/service/directory';
import { Failure } from '@pestle/service/kernel';
import { CommandError } from '../output.ts';
import type { ImportTarget } from './import-file.ts';
import type { ImportKind } from './kinds.ts';

export type { ImportKind } from './kinds.ts';

/** The rooms' own imports, with the columns of the public files. A formulary comes in several files, told apart by their columns. */
export function importTargets(
  kind: ImportKind,
  rooms: { readonly directory: Directory; readonly catalog: Catalog; readonly coverage: Coverage },
  organization = '',
): readonly ImportTarget[] {
  const { directory, catalog, coverage } = rooms;
  switch (kind) {
    case 'treatments':
      return [
        inBatches(TREATMENT_SOURCE_COLUMNS, (...batch) => catalog.administration.importTreatments(...batch)),
      ];
    case 'pharmacies':
      return [
        inBatches(PHARMACY_SOURCE_COLUMNS, (...batch) => directory.administration.importPharmacies(...batch)),
      ];
    case 'zips':
      return [inBatches(ZIP_SOURCE_COLUMNS, (...batch) => directory.administration.importZips(...batch))];
    case 'formulary':
      return FORMULARY_FILES.map(([file, columns]) => ({
        columns,
        within: (work) => coverage.administration.importFormulary(file, work),
      }));
    case 'benefits':
      return [benefitsOf(directory, organization)];
    default:
      return kind satisfies never;
  }
}

function benefitsOf({ administration }: Directory, organization: string): ImportTarget {
  return {
    columns: BENEFIT_COLUMNS,
    patientColumn: 'patient',
    within: async (work) => {
      try {
        await administration.importBenefits(organization as OrganizationId, work);
      } catch (error) {
        throw error instanceof Failure ? new CommandError(`Nothing was changed. ${error.message}`) : error;
      }
      return 0;
    },
  };
}

const FORMULARY_FILES = [
  ['plans', PLAN_COLUMNS],
  ['drugs', DRUG_COLUMNS],
  ['costs', COST_COLUMNS],
  ['prices', PRICE_COLUMNS],
] as const;

/** Each batch is a transaction of its own, and nothing goes. */
function inBatches(columns: SourceColumns, write: RowWriter): ImportTarget {
  return {
    columns,
    within: async (work) => {
      await work(write);
      return 0;
    },
  };
}
