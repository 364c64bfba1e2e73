// Makes the keys by which a write is done once.

/** A new Idempotency-Key: a random UUID (RFC 9562, section 5.4). */
export function newKey(): string {
  return crypto.randomUUID();
}
