// Names what can be imported.

/** What every installation needs before anything can be prescribed. */
export type ReferenceKind = 'treatments' | 'pharmacies' | 'zips';
export const IMPORT_KINDS = ['treatments', 'pharmacies', 'zips', 'formulary', 'benefits'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];
