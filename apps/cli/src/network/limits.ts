// Bounds of the files of pharmacies and partners that operators write.

export const NETWORK_FILE_LIMITS = {
  /** Of one entry: many times what the service takes. */
  entryCharactersMax: 1_000_000,
  /** Partners of one file that a dry run keeps, to try pharmacies that name them. */
  partnersKeptMax: 1_000,
} as const;
