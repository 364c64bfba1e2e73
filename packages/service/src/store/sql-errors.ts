// Names the SQLSTATE codes the service reacts to, the same on both stores (errors are told apart by code, never by text).

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
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

export function violatedConstraint(error: unknown): string | undefined {
  return sqlState(error) === undefined ? undefined : (error as SqlError).constraint;
}

export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === SQLSTATE.serializationFailure || state === SQLSTATE.deadlockDetected;
}

/** True when the store itself is away or too busy (refused, shutting down, too many clients, a statement past its time), so that callers answer 503. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return state.startsWith('08') || state.startsWith('57') || state.startsWith('53');
  if (typeof error !== 'object' || error === null) return false;
  const code = 'code' in error ? String(error.code) : '';
  const message = 'message' in error ? String(error.message) : '';
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'ENOENT'].includes(code) ||
    /Connection terminated|timeout exceeded when trying to connect|store is closed/.test(message)
  );
}
