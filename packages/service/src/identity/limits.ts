// Every bound of identity, in one place.
import type { TryLimit } from '../tries/tries.ts';

export const IDENTITY_LIMITS = {
  /** Access tokens are JWTs and cannot be called back: they live shortly. */
  accessTokenSeconds: 600,
  idTokenSeconds: 600,
  authorizationCodeSeconds: 60,
  /** A refresh token and the browser session end together. */
  sessionSeconds: 12 * 3600,
  /** A use of a session is written down this often. */
  sessionUseIntervalMs: 60_000,
  /** How long a person may take to sign in. */
  signInSeconds: 30 * 60,
  /** A clock of a client may be wrong by this much. */
  clockToleranceSeconds: 15,
  /** How long a verified token is believed without asking the store: tokens die within it after a deactivation or sign-out. */
  actorCacheTtlMs: 30_000,
  actorCacheEntriesMax: 10_000,
  /** Longer tokens are not ours. */
  accessTokenCharactersMax: 4_096,
  /** A DPoP proof is accepted this long around its own time. */
  dpopProofAgeSecondsMax: 60,
  dpopReplayEntriesMax: 50_000,
  /** How long origins of applications are remembered. */
  originCacheTtlMs: 30_000,
  originCacheEntriesMax: 1_000,
  /** A machine that is refused again and again leaves one audit entry in this time, with the number of attempts. */
  machineRefusalIntervalMs: 60_000,
  machineRefusalsRememberedMax: 10_000,
  /** Published keys are looked up again this often, so that a rotation elsewhere is seen. */
  signingKeyRefreshMs: 30_000,
  /** A new key is published this long before it signs, and this long after it stopped. */
  signingKeyOverlapSeconds: 24 * 3600,
  /** Sealed rows that one step looks at when the identity key rotates. */
  resealedRowsPerPage: 200,
  /** A key signs this long. */
  signingKeyLifeSeconds: 30 * 24 * 3600,

  passwordCharactersMin: 12,
  passwordCharactersMax: 128,
  /** Guesses that a chosen password must be worth: as many as eleven digits by chance. */
  passwordGuessesMin: 1e11,
  /** Its first characters, by which the guesses are counted. */
  passwordCharactersJudgedMax: 40,
  /** Ways to read signs as letters (`@` as `a`) that are tried for each part of it. */
  passwordSubstitutionsMax: 20,
  /** Longest wait for the range service of known passwords; who signs in does not wait longer. */
  passwordRangeTimeoutMs: 1_500,
  /** Of its answer: some 1,000 lines of 40 characters. */
  passwordRangeBytesMax: 262_144,
  emailCharactersMax: 254,
  /** Users of an organization that one statement reads where all of them are listed. */
  usersReadAtOnce: 200,
  /** An administrator's request for the recovery of a person waits so long for another administrator. */
  recoveryRequestSeconds: 24 * 3600,
  invitationSeconds: 7 * 24 * 3600,
  passwordLinkSeconds: 3600,
  /** Argon2id: OWASP's first choice of 2025 (19 MiB, two passes, one lane). */
  passwordMemoryKiB: 19_456,
  passwordPasses: 2,
  /** Passwords hashed at a time, so that a flood of sign-ins cannot take all memory. */
  passwordHashesAtOnceMax: 4,
  passwordHashesWaitingMax: 64,

  signInBodyBytesMax: 16_384,
  /** Expired artifacts of the OpenID provider that one step of housekeeping removes. */
  expiredRemovedPerStepMax: 1_000,
  /** Longest wait for an answer of an organization's own OpenID issuer. */
  externalTimeoutMs: 10_000,
  organizationParameterCharactersMax: 64,
  callbackUrlsMax: 50,
  originsMax: 50,
  urlCharactersMax: 2_000,
  applicationNameCharactersMax: 100,
  /** An old secret of a confidential client stays valid this long after its successor was made. */
  secretOverlapSecondsMax: 30 * 24 * 3600,
  applicationSecretsMax: 5,

  /** Digits and period of authenticator apps (RFC 6238); codes of one step before and after are good, too. */
  totpDigits: 6,
  totpPeriodSeconds: 30,
  totpSecretBytes: 20,
  totpWindowSteps: 1,
  passkeysMax: 10,
  passkeyNameCharactersMax: 60,
  recoveryCodes: 10,
  recoveryCodeBytes: 8,
  /** How fresh a proof must be for signing, unless configured otherwise. */
  signingProofAgeSecondsDefault: 15 * 60,
  /** How fresh a proof must be to change what protects the account. */
  accountProofAgeSeconds: 15 * 60,

  /** A browser that signed in before has its own budget of failures, so that nobody else can use it up. */
  deviceCookieSeconds: 180 * 24 * 3600,
  deviceAccountsMax: 8,

  /** A session of the operators' console ends this long after its last request. */
  operatorIdleSeconds: 30 * 60,
  /** A session of the operators' console ends this long after its sign-in, however much it is used. */
  operatorSessionSeconds: 8 * 3600,
  /** The last use of a session or token is written down this often. */
  operatorSeenIntervalMs: 60_000,
  /** How fresh the proof of who an operator is must be at a sign-in to the console, and for acts that hand out access. */
  operatorProofAgeSeconds: 15 * 60,
  operatorTokenDaysMax: 90,
  operatorTokenNameCharactersMax: 60,
  /** Of an operator's name, beside the id, in the trail. */
  operatorNameCharactersShown: 60,

  /** How long what another issuer publishes of itself is used before it is read again. */
  discoveryTtlMs: 3_600_000,
  /** A person's own words that are shorter than this may be in a password. */
  ownWordCharactersMin: 3,
} as const;

/**
 * Wrong tries that are let through, counted in the store for all nodes (ASVS 6.3.1). One address has little of an account's
 * budget, so that it takes many addresses to use that up; and a browser that signed in before does not draw on it at all.
 */
export const TRY_LIMITS = {
  /** Passwords of one person in a browser in which that person signed in before. */
  device: { tries: 10, secondsPerTry: 180 },
  /** Passwords of one account from one address. */
  accountAtAddress: { tries: 10, secondsPerTry: 360 },
  /** Passwords of one account, from anywhere. */
  account: { tries: 100, secondsPerTry: 60 },
  /** Passwords from one address, of any account. */
  address: { tries: 100, secondsPerTry: 30 },
  /** The current password, where a signed-in person changes it. */
  currentPassword: { tries: 10, secondsPerTry: 180 },
  /** E-mails with a link for a new password, to one mailbox. */
  passwordMail: { tries: 3, secondsPerTry: 1_200 },
  /** The same, asked for from one address. */
  passwordMailAddress: { tries: 20, secondsPerTry: 180 },
  /** One-time and recovery codes. Whoever draws on it has proved the password. */
  secondFactor: { tries: 8, secondsPerTry: 450 },
  /** Wrong tokens at the operators' API, from one address. */
  operatorToken: { tries: 20, secondsPerTry: 60 },
} as const satisfies Record<string, TryLimit>;
