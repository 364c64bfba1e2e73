// Names the SQLSTATE codes the service reacts to, the same on both stores. What a database says is told apart by its code, never by its text.

export const SQLSTATE = {
  uniqueViolation: '23505',
  foreignKeyViolation: '23503',
  checkViolation: '23514',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  insufficientPrivilege: '42501',
  /** Raised by `app_org()` when a statement forgot its organization. */
  organizationNotSet: 'PST01',
  /** Raised by our own functions when a guarded write found the world changed. */
  guardFailed: 'PST02',
} as const;

interface SqlError {
  readonly code: string;
  readonly constraint?: string;
}

export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  const { code } = error;
  // No class of SQLSTATE begins with E; codes of the operating system do (EPIPE).
  return typeof code === 'string' && /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

export function violatedConstraint(error: unknown): string | undefined {
  return sqlState(error) === undefined ? undefined : (error as SqlError).constraint;
}

export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === SQLSTATE.serializationFailure || state === SQLSTATE.deadlockDetected;
}

/**
 * Classes and codes that say nothing about the statement: no connection (08), too few resources (53), a stop or a time
 * past (57), the disk or the system under it (58), a session ended for being idle (25P0), a server that only reads (25006),
 * a lock that another held for too long (55P03).
 */
const STATES_AWAY = /^(?:08|53|57|58|25P0[34]|25006|55P03)/;

/** Of these: no connection was to be had, too many have one, the server starts, stops or only reads, or another holds the lock. */
const STATES_OF_OTHERS = /^(?:08001|08004|53300|57P03|25006|55P03)/;

/** A server that only reads, a full disk, a disk that fails. */
const STATES_UNWRITABLE = /^(?:25006|53100|58)/;

/** True when the store answers and takes no write. */
export function isUnwritable(error: unknown): boolean {
  return STATES_UNWRITABLE.test(sqlState(error) ?? '');
}

/** Ends of a socket. */
const CODES_AWAY: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * True when what looks as if the store were away may be due to what was asked of it: a statement that takes too long or too much for what its row
 * holds, or that ends its connection.
 */
export function mayBeOfStatement(error: unknown): boolean {
  return isUnavailable(error) && !STATES_OF_OTHERS.test(sqlState(error) ?? '');
}

/** True when the store itself is away, stopping, full or too busy, whatever was asked of it, so that callers answer 503. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return STATES_AWAY.test(state);
  if (typeof error !== 'object' || error === null) return false;
  return 'code' in error && CODES_AWAY.has(String(error.code));
}
