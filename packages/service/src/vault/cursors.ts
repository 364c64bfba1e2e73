// Seals the cursors of lists: what a list is sorted by (names among it) is read by no caller, and holds for one organization and question.
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { CursorQuestion, Cursors, SortKey } from '../kernel/paging.ts';
import type { OrgKeys } from './sealing.ts';

const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PURPOSE = 'cursor';

/**
 * Cursors of one list with one filter, for one organization. The key comes from the organization's index key, which every node has and
 * which stays when data keys rotate. The same position has the same cursor: the nonce is made of what is sealed.
 */
export function cursorsOf(keys: OrgKeys, question: CursorQuestion): Cursors {
  const about = Buffer.from(JSON.stringify(question));
  const key = keys.digest(PURPOSE, 'key');
  return {
    seal: (sortKey) => {
      const plain = JSON.stringify(sortKey);
      const nonce = keys
        .digest(PURPOSE, JSON.stringify(['nonce', question, sortKey]))
        .subarray(0, NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(about);
      const sealed = [cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat([Buffer.of(FORMAT), nonce, ...sealed]).toString('base64url');
    },
    open: (cursor) => {
      const bytes = Buffer.from(cursor, 'base64url');
      const body = bytes.length - TAG_BYTES;
      // One text for one cursor: what is left out when base64 is read may not be added either.
      if (bytes[0] !== FORMAT || body <= NONCE_BYTES || bytes.toString('base64url') !== cursor)
        return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(about);
      decipher.setAuthTag(bytes.subarray(body));
      try {
        const plain = Buffer.concat([
          decipher.update(bytes.subarray(1 + NONCE_BYTES, body)),
          decipher.final(),
        ]);
        return JSON.parse(plain.toString('utf8')) as SortKey;
      } catch {
        return undefined;
      }
    },
  };
}
