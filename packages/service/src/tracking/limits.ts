// Every bound of the room `tracking`, in one place.

export const TRACKING_LIMITS = {
  /** Largest body of a status report or SCRIPT message. */
  hookBodyBytesMax: 65_536,
  /** From a hook request's arrival to the last byte of its body. */
  hookBodyTimeoutMs: 10_000,
  /** Nesting of a report's JSON. */
  jsonDepthMax: 8,
  statusCharactersMax: 64,
  orderIdCharactersMax: 64,
  carrierCharactersMax: 64,
  trackingNumberCharactersMax: 128,
  /** Distance of a signature's time stamp from our clock, either way (Standard Webhooks). */
  signatureAgeMaxSeconds: 300,
  /** Signatures in one header that are looked at: enough for any rotation. */
  signaturesMax: 8,
  webhookIdCharactersMax: 200,
  /** Characters of a bearer key or key id that are looked up. */
  credentialCharactersMax: 512,
  /** The last use of a key of the hook is written down this often by each node. */
  keySeenIntervalMs: 600_000,
  /** Keys whose last use one node remembers. */
  keysSeenMax: 10_000,
  /** How long a delivery's id is remembered. */
  deliveryMemoryDays: 90,
  /** Least Retry-After of a hook in maintenance. */
  maintenanceRetrySecondsMin: 5,
  /** Most, however long the window is: it may be ended early. */
  maintenanceRetrySecondsMax: 3_600,
  /** Reports that come together and share their statements. */
  batchMax: 64,
  /** Statements of the same kind that one node has under way for such reports. */
  batchesAtATime: 2,

  /** Reports and messages of one pharmacy, in a minute. */
  pharmacyCallsPerMinute: 600,
  /** Of one partner, which speaks for many pharmacies. */
  partnerCallsPerMinute: 6_000,
  /** Reports about one order, in a minute. */
  orderReportsPerMinute: 60,
  /** Senders and orders whose quota is counted on one node; the ones seen longest ago go first. */
  quotaKeysMax: 50_000,
  /** Keys that one node remembers as used up, each until its minute ends: their further calls are refused without asking the store. */
  spentKeysMax: 10_000,
  /** Their refusals are told to operators after so long at the latest, all of one sender at once. */
  refusalsToldEachMs: 1_000,

  /** Wrong second facts, codes and tokens of faxes from one address, over all nodes. */
  linkSourceTries: { tries: 5, secondsPerTry: 30 },
  /** Form of the link page. */
  linkFormBytesMax: 8_192,
  /** How long a device keeps the language that was chosen on the link's pages. */
  languageSeconds: 15_552_000,
  /** How long the second fact holds. */
  linkSessionSeconds: 1_800,
  /** Views, attempts and events that the page lists. */
  linkHistoryMax: 100,
} as const;
