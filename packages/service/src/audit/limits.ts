// Every bound of the audit trail, in one place.

export const AUDIT_LIMITS = {
  /** How long the answer of a write is kept for its repetition. */
  repeatedWriteMemoryDays: 30,
  /** How often entries are chained. */
  sealIntervalMs: 1_000,
  /** Entries that one transaction chains. */
  linksPerBatchMax: 256,
  /** Batches of one round; what is left waits for the next. */
  batchesPerRoundMax: 40,
  /** A checkpoint is signed when this many entries follow the last one. */
  entriesPerCheckpointMax: 1_000,
  /** A checkpoint is signed for entries that follow one of this age. */
  checkpointAgeMs: 45_000,
  /** How often heads without a checkpoint are looked for; with `checkpointAgeMs` below 60 seconds. */
  tailScanIntervalMs: 10_000,
  /** Clocks of nodes may differ by this much before an entry without its checkpoint is a finding. */
  clockToleranceMs: 60_000,
  /** Organizations whose head a node remembers, to notice that a chain was cut or rewritten under it. */
  rememberedHeadsMax: 50_000,
  /** Entries of reads and refusals that wait to be written; above it answers are refused with UNAVAILABLE. */
  entriesWaitingMax: 20_000,
  /** Entries of reads and refusals that one transaction writes. */
  entriesPerWriteMax: 2_000,
  /** Links that verify reads at a time. */
  verifyPageLinks: 1_000,
  /** Findings of one organization that verify lists; it counts them all. */
  findingsListedMax: 50,
  /** Entries that are gone, or in no chain, of which verify names so many. */
  unlinkedNamedMax: 1_000,
  sourceAddressCharactersMax: 64,
  requestIdCharactersMax: 128,
  operatorNameCharactersMax: 100,
  /** Days of the trail that are looked through where nobody says since when. */
  reportDaysDefault: 31,
  /** Days of the trail that one question goes over, unless it is about one patient. */
  reportDaysMax: 92,
  /** Actions that one question names. */
  actionsAskedMax: 20,
  actionCharactersMax: 60,
  /** Drafts, prescriptions, orders, messages and links of a patient, each, whose entries a report on the patient finds; the latest. */
  patientRecordsMax: 2_000,
} as const;
