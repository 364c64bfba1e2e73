// Stored bytes of one record that do not open: a list leaves that record out and names it, instead of failing for all that stand beside it.

/** What is stored of one record was changed or is cut short. Its message names the place, never a value. */
export class DamagedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DamagedError';
  }
}

/** What `read` gives; undefined where the record's stored bytes do not open. Any other error is thrown on. */
export function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedError) return undefined;
    throw error;
  }
}
