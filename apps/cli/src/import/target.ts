// Owns how each kind of import is written.
import type { OrganizationId } from '@pestle/rules/ids';
import { type Catalog, TREATMENT_SOURCE_COLUMNS } from '@pestle/service/catalog';
import {
  COST_COLUMNS,
  type Coverage,
  DRUG_COLUMNS,
  PHARMACY_PRICE_COLUMNS,
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
import {
  ALLERGEN_COLUMNS,
  CLASS_COLUMNS,
  INTERACTION_COLUMNS,
  type Screening,
  type ScreeningOrigin,
} from '@pestle/service/screening';
import { CommandError } from '../output.ts';
import type { ImportTarget } from './import-file.ts';
import type { ScreeningImportKind, TargetKind } from './kinds.ts';

export type { TargetKind } from './kinds.ts';

/** The rooms' own imports, with the columns of the public files. A formulary comes in several files, told apart by their columns. */
export function importTargets(
  kind: TargetKind,
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
    case 'prices':
      return [
        {
          columns: PHARMACY_PRICE_COLUMNS,
          within: (work) => coverage.administration.importPharmacyPrices(work),
        },
      ];
    case 'benefits':
      return [benefitsOf(directory, organization)];
    default:
      return kind satisfies never;
  }
}

/** Interactions, or allergens and the classes that they name, with the day of the data. */
export function screeningTargets(
  kind: ScreeningImportKind,
  screening: Screening,
  origin: ScreeningOrigin,
): readonly ImportTarget[] {
  if (kind === 'interactions') return [screeningOf(screening, 'interactions', INTERACTION_COLUMNS, origin)];
  return [
    screeningOf(screening, 'allergens', ALLERGEN_COLUMNS, origin),
    screeningOf(screening, 'classes', CLASS_COLUMNS, origin),
  ];
}

/** A file that counts as a whole. */
function screeningOf(
  { administration }: Screening,
  file: 'interactions' | 'allergens' | 'classes',
  columns: SourceColumns,
  origin: ScreeningOrigin,
): ImportTarget {
  return {
    columns,
    within: (work) => told(() => administration.importScreening(file, origin, work)),
  };
}

/** What a room refuses, as a command says it. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Failure ? new CommandError(`Nothing was changed. ${error.message}`) : error;
  }
}

function benefitsOf({ administration }: Directory, organization: string): ImportTarget {
  return {
    columns: BENEFIT_COLUMNS,
    patientColumn: 'patient',
    within: async (work) => {
      await told(() => administration.importBenefits(organization as OrganizationId, work));
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
