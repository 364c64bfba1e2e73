// Names what can be imported.

export const IMPORT_KINDS = ['treatments', 'pharmacies', 'zips'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];
