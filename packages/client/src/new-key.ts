// Makes the keys by which a write is done once.

/** A new Idempotency-Key. */
export function newKey(): string {
  return crypto.randomUUID();
}
