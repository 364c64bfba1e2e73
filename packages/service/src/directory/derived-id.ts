// Makes ids that always come out of the same name, so that imports can be repeated and agree between installations.
import { createHash } from 'node:crypto';
import type { Id } from '@pestle/rules/ids';
import { newId, ULID_RANDOM_BYTES } from '@pestle/rules/ids';

/** An id of a kind from a name: time zero, and a digest in place of chance. */
export function derivedId<P extends string>(prefix: P, name: string): Id<P> {
  return newId(prefix, 0, createHash('sha256').update(name).digest().subarray(0, ULID_RANDOM_BYTES));
}
