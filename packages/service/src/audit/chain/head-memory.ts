// Remembers the heads that this process has seen, to notice a chain that was cut or rewritten under it.
import type { Store } from '../../store/store.ts';
import { AUDIT_LIMITS } from '../limits.ts';
import type { ChainHead } from './entry.ts';
import { ask, LINKS_STATEMENT } from './seal-sql.ts';

export interface LastCheckpoint {
  readonly number: number;
  readonly atMs: number;
}

/** An organization's chain as it was just read. */
export interface Seen {
  readonly orgId: string;
  readonly before: ChainHead;
  readonly last: LastCheckpoint | null;
}

export interface HeadMemory {
  keep(orgId: string, head: ChainHead): void;
  /**
   * Those whose chain still holds what was seen, and has a checkpoint when it has links. Signing any other would make a
   * forgery good: it is left alone until somebody has looked and starts the service again.
   */
  unaltered<One extends Seen>(all: readonly One[]): Promise<One[]>;
}

export function createHeadMemory(store: Store, onBroken: (orgId: string) => void): HeadMemory {
  const heads = new Map<string, ChainHead>();
  const broken = new Set<string>();
  const find = async (all: readonly Seen[]): Promise<string[]> => {
    // The first links and the first checkpoint are made together.
    const unsigned = all.filter(({ before, last }) => before.number > 0 && last === null);
    const moved = all.flatMap(({ orgId, before }) => {
      const head = heads.get(orgId);
      return head === undefined || same(head, before) ? [] : [{ orgId, head }];
    });
    return [...unsigned.map(({ orgId }) => orgId), ...(await lost(store, moved))];
  };
  return {
    keep: (orgId, head) => {
      heads.delete(orgId);
      heads.set(orgId, head);
      const [oldest] = heads.keys();
      if (heads.size > AUDIT_LIMITS.rememberedHeadsMax && oldest !== undefined) heads.delete(oldest);
    },
    unaltered: async (all) => {
      for (const orgId of await find(all)) {
        if (!broken.has(orgId)) onBroken(orgId);
        broken.add(orgId);
      }
      return all.filter(({ orgId }) => !broken.has(orgId));
    },
  };
}

/** Another node went on from there, or somebody changed it: those whose chain does not hold the head any more. */
async function lost(
  store: Store,
  moved: readonly { readonly orgId: string; readonly head: ChainHead }[],
): Promise<string[]> {
  if (moved.length === 0) return [];
  const rows = await ask(store, LINKS_STATEMENT, [
    moved.map(({ orgId }) => orgId),
    moved.map(({ head }) => head.number),
  ]);
  const hashes = new Map(rows.map((row) => [row['org_id'], row['hash'] as Uint8Array | null]));
  return moved.flatMap(({ orgId, head }) => {
    const hash = hashes.get(orgId) ?? null;
    return hash !== null && same({ number: head.number, hash }, head) ? [] : [orgId];
  });
}

function same(a: ChainHead, b: ChainHead): boolean {
  return a.number === b.number && Buffer.from(a.hash).equals(b.hash);
}
