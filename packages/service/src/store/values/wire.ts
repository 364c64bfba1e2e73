// Values as PostgreSQL's wire protocol takes them in text form, the same for both stores.

/** The text of one parameter (bytes stay bytes and are sent in binary); null for NULL. */
export function toWire(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return arrayLiteral(value);
  return text(value);
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
}

function arrayLiteral(values: readonly unknown[]): string {
  const items = values.map((value) =>
    value === null || value === undefined ? 'NULL' : `"${text(value).replace(/(["\\])/g, '\\$1')}"`,
  );
  return `{${items.join(',')}}`;
}
