// Every bound of the room `events`, in one place.

export const LIVE_LIMITS = {
  /** Between two looks of a node at what changed, while anybody follows. */
  lookIntervalMs: 150,
  /** Before the next look after one that failed. */
  lookRetryMs: 1_000,
  /** A node goes on to look for so long after the last one left, so that whoever comes back misses nothing. */
  lingerMs: 60_000,
  /** Changes that one look reads; of more, everybody is told to look anew. */
  changesPerLookMax: 5_000,
  /** Changes that one event names; of more, its followers are told to look anew. */
  changesPerEventMax: 100,
  /** Changes that a node remembers for those who come back. */
  rememberedMax: 20_000,
  /** Characters of a `Last-Event-ID`. */
  eventIdCharactersMax: 4_000,
  /** A sign of life on each stream. */
  heartbeatMs: 10_000,
  /** Bytes that wait for one reader; a slower one is let go, comes back, and looks anew. */
  waitingBytesMax: 65_536,
  /** Streams of one person or machine, on one node. */
  streamsPerPersonMax: 12,
  /** Streams behind one patient's link, on one node. */
  streamsPerLinkMax: 4,
  /** Streams of one node: the rest of its connections is for requests. */
  streamsMax: 3_000,
  /** How often it is looked whether those who follow still may. */
  standingIntervalMs: 10_000,
  /** Before a stream that has ended is asked for again, as it tells its reader. */
  retryMs: 2_000,
  /** A patient's stream ends then, and its page comes back. */
  patientStreamMs: 600_000,
  /** Changes are forgotten when they are so old. */
  keptMinutes: 10,
} as const;
