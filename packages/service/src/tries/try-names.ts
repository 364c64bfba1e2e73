// Names what wrong tries behind secret links are counted under, so that neither addresses nor links can be read from the count.
import { createHmac, hkdfSync } from 'node:crypto';

/** A keyed hash of what is slowed down; `purpose` keeps the uses apart. */
export type TryName = (purpose: string, what: string) => string;

const KEY_BYTES = 32;

/** The key is derived from the deployment's secret for links; after that one changed, counting begins anew. */
export function createTryNames(linkKey: Uint8Array): TryName {
  const key = new Uint8Array(
    hkdfSync('sha256', linkKey, new Uint8Array(), 'pestle wrong tries of links', KEY_BYTES),
  );
  return (purpose, what) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, what]))
      .digest('base64url');
}
