// Every bound of the room `pharmacy-desk`, in one place.
import type { TryLimit } from '../tries/tries.ts';

export const PHARMACY_DESK_LIMITS = {
  /** An invitation that was not used ends after this. */
  invitationSeconds: 3 * 24 * 3_600,
  /** People of one pharmacy who may sign in. */
  accountsMax: 20,
  nameCharactersMax: 100,
  /** A fax proves a pharmacy this long after it was delivered. */
  provingFaxDays: 30,
  /** What is typed to prove a pharmacy: a printed code with blanks, or a key of the hook. */
  proofCharactersMax: 600,
  /** A session ends this long after its last request. */
  idleSeconds: 15 * 60,
  /** A session ends this long after its sign-in, however much it is used. */
  sessionSeconds: 8 * 3_600,
  /** Between the password and the code, and between an accepted invitation and the first code. */
  stepSeconds: 10 * 60,
  /** The last use of a session is written down this often. */
  seenIntervalMs: 60_000,
  formBytesMax: 16_384,
  languageSeconds: 180 * 24 * 3_600,
  /** Prescriptions that the list of recent ones shows. */
  recentOrdersMax: 50,
  /** Messages looked at for them: a prescription may have gone out several times. */
  recentMessagesMax: 150,
  /** Corrections of one pharmacy that are shown, and that may wait or be unseen at a time. */
  correctionsShownMax: 20,
  correctionsOpenMax: 20,
  /** Corrections that operators see on one page. */
  correctionsListedMax: 100,
  /** Why an operator declines a correction. */
  reasonCharactersMax: 500,
  /** Hours of one day, as they are typed. */
  hoursCharactersMax: 60,
  /** Before an old key ends that was replaced on the page. */
  keyOverlapHours: [1, 24, 168],
  /** Keys that a pharmacy may make of itself while so many are valid. */
  validKeysMax: 5,
} as const;

/** Wrong tries that are let through, counted in the store for all nodes (ASVS 6.3.1). */
export const PHARMACY_TRY_LIMITS = {
  /** Passwords of one account from one address. */
  accountAtAddress: { tries: 10, secondsPerTry: 360 },
  /** Passwords of one account, from anywhere. */
  account: { tries: 100, secondsPerTry: 60 },
  /** Passwords from one address, of any account. */
  address: { tries: 50, secondsPerTry: 30 },
  /** Codes of an app. Whoever draws on it has proved the password. */
  secondFactor: { tries: 8, secondsPerTry: 450 },
  /** Invitations that are not known, and proofs of a pharmacy that are wrong, from one address. */
  invitation: { tries: 10, secondsPerTry: 60 },
} as const satisfies Record<string, TryLimit>;
