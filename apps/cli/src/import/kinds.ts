// Names what can be imported.

/** What every installation needs before anything can be prescribed. */
export type ReferenceKind = 'treatments' | 'pharmacies' | 'zips';
export const IMPORT_KINDS = [
  'treatments',
  'pharmacies',
  'zips',
  'formulary',
  'prices',
  'benefits',
  'interactions',
  'allergens',
] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];
/** What prescriptions are screened by. */
export type ScreeningImportKind = 'interactions' | 'allergens';
/** The kinds whose files say all that is needed. */
export type TargetKind = Exclude<ImportKind, ScreeningImportKind>;
