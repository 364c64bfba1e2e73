// Chains committed entries in batches, for each organization by itself, and signs the heads: in the background, so that no request waits for it.
import type { Clock } from '../../kernel/ports.ts';
import type { Row, Step, Store } from '../../store/store.ts';
import { AUDIT_LIMITS } from '../limits.ts';
import type { Checkpoint, CheckpointKey } from './checkpoint.ts';
import { checkpointInstant } from './checkpoint.ts';
import type { ChainHead } from './entry.ts';
import { entryOf, genesisHash, linkHash } from './entry.ts';
import { createHeadMemory, type HeadMemory, type LastCheckpoint } from './head-memory.ts';
import {
  ask,
  CHECKPOINT_STATEMENT,
  DONE_STATEMENT,
  LINK_STATEMENT,
  LOCK_STATEMENT,
  TAIL_STATEMENT,
  WAITING_STATEMENT,
} from './seal-sql.ts';

export interface SealerDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly key: CheckpointKey;
  /** Told of every checkpoint, so that it is kept outside of the store too. */
  readonly onCheckpoint: (checkpoint: Checkpoint) => void;
  /** Told when a chain was cut or rewritten under a running node; nothing more is signed for it. */
  readonly onBroken: (orgId: string) => void;
}

export interface SealResult {
  readonly linked: number;
  readonly checkpoints: number;
}

export interface Sealer {
  /**
   * Chains what waits. With `everything`, until nothing waits, and signs every head: at the end of a process. Rounds do not
   * overlap: a call during one joins it. Several nodes may do this at once.
   */
  seal(everything?: 'everything'): Promise<SealResult>;
}

/** An organization's part of a batch. */
interface Part {
  readonly orgId: string;
  readonly before: ChainHead;
  readonly after: ChainHead;
  readonly entryIds: readonly string[];
  readonly hashes: readonly Uint8Array[];
  readonly last: LastCheckpoint | null;
}

interface Uncovered {
  readonly orgId: string;
  readonly head: ChainHead;
  readonly last: LastCheckpoint | null;
}

export function createSealer(deps: SealerDeps): Sealer {
  const memory = createHeadMemory(deps.store, deps.onBroken);
  let lookedForTailsAtMs = Number.NEGATIVE_INFINITY;
  let running: Promise<SealResult> | undefined;
  const round = async (everything: boolean): Promise<SealResult> => {
    const { linked, checkpoints } = await sealWaiting(deps, memory, everything);
    const now = deps.clock.now();
    if (!everything && now - lookedForTailsAtMs < AUDIT_LIMITS.tailScanIntervalMs)
      return { linked, checkpoints };
    lookedForTailsAtMs = now;
    return { linked, checkpoints: checkpoints + (await sealTails(deps, memory, everything)) };
  };
  const start = (everything: boolean): Promise<SealResult> => {
    const own = (running ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => round(everything))
      .finally(() => {
        if (running === own) running = undefined;
      });
    running = own;
    return own;
  };
  return {
    seal: (everything) => (everything === undefined ? (running ?? start(false)) : start(true)),
  };
}

async function sealWaiting(deps: SealerDeps, memory: HeadMemory, everything: boolean): Promise<SealResult> {
  let linked = 0;
  let checkpoints = 0;
  let after = '';
  let linkedThisRound = 0;
  const batchesMax = everything ? Number.POSITIVE_INFINITY : AUDIT_LIMITS.batchesPerRoundMax;
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const rows = await ask(deps.store, WAITING_STATEMENT, [after, AUDIT_LIMITS.linksPerBatchMax]);
    const parts = await memory.unaltered(partsOf(rows));
    const written = await append(deps, parts);
    for (const part of parts) if (written.orgIds.has(part.orgId)) memory.keep(part.orgId, part.after);
    linked += written.linked;
    linkedThisRound += written.linked;
    checkpoints += written.checkpoints;
    const isLast = rows.length < AUDIT_LIMITS.linksPerBatchMax;
    if (isLast && (after === '' || linkedThisRound === 0)) break;
    // In turns over the organizations, so that a busy one does not keep the others waiting.
    after = isLast ? '' : String(rows.at(-1)?.['org_id']);
    if (isLast) linkedThisRound = 0;
  }
  return { linked, checkpoints };
}

/** What follows each head, from rows in order of organization and time. */
function partsOf(rows: readonly Row[]): Part[] {
  return [...Map.groupBy(rows, (row) => String(row['org_id']))].map(([orgId, own]) => {
    const [first = {}] = own;
    const before: ChainHead =
      first['head_hash'] === null
        ? { number: 0, hash: genesisHash(orgId) }
        : { number: Number(first['head_number']), hash: first['head_hash'] as Uint8Array };
    const hashes: Uint8Array[] = [];
    let { hash } = before;
    for (const row of own) hashes.push((hash = linkHash(hash, entryOf(row))));
    return {
      orgId,
      before,
      after: { number: before.number + own.length, hash },
      entryIds: own.map((row) => String(row['id'])),
      hashes,
      last: lastOf(first),
    };
  });
}

function lastOf(row: Row): LastCheckpoint | null {
  if (row['checkpoint_number'] === null) return null;
  return { number: Number(row['checkpoint_number']), atMs: Date.parse(String(row['checkpoint_at'])) };
}

/** Appends links and the checkpoints that are due, and clears the queue: all or nothing. */
async function append(
  deps: SealerDeps,
  parts: readonly Part[],
): Promise<SealResult & { orgIds: ReadonlySet<string> }> {
  if (parts.length === 0) return { linked: 0, checkpoints: 0, orgIds: new Set() };
  const links = parts.flatMap((part) =>
    part.entryIds.map((entryId, index) => ({
      orgId: part.orgId,
      number: part.before.number + index + 1,
      entryId,
      hash: hex(part.hashes[index]),
    })),
  );
  const orgIds = links.map((link) => link.orgId);
  const entryIds = links.map((link) => link.entryId);
  const due = parts
    .map(({ orgId, after, last }): Uncovered => ({ orgId, head: after, last }))
    .filter((one) => isDue(one, deps.clock.now()));
  const checkpoints = due.map((one) => signed(deps, one));
  const [, linked = [], kept = []] = await deps.store.pipeline([
    {
      scope: { role: 'courier' },
      steps: [
        { statement: LOCK_STATEMENT, values: [] },
        {
          statement: LINK_STATEMENT,
          values: [
            parts.map((part) => part.orgId),
            parts.map((part) => part.before.number),
            orgIds,
            links.map((link) => link.number),
            entryIds,
            links.map((link) => link.hash),
          ],
        },
        checkpointStep(checkpoints),
        { statement: DONE_STATEMENT, values: [orgIds, entryIds] },
      ],
    },
  ]);
  return {
    linked: linked.reduce((sum, row) => sum + Number(row['count']), 0),
    checkpoints: reportCheckpoints(deps, checkpoints, kept),
    orgIds: new Set(linked.map((row) => String(row['org_id']))),
  };
}

function isDue({ head, last }: Uncovered, nowMs: number): boolean {
  if (last === null) return true;
  return (
    head.number - last.number >= AUDIT_LIMITS.entriesPerCheckpointMax ||
    nowMs - last.atMs >= AUDIT_LIMITS.checkpointAgeMs
  );
}

/** Signs heads that have waited for a checkpoint because nothing followed them. */
async function sealTails(deps: SealerDeps, memory: HeadMemory, everything: boolean): Promise<number> {
  const youngestMs = deps.clock.now() - (everything ? 0 : AUDIT_LIMITS.checkpointAgeMs);
  const rows = await ask(deps.store, TAIL_STATEMENT, [new Date(youngestMs).toISOString()]);
  if (rows.length === 0) return 0;
  const uncovered = rows.map((row): Uncovered => {
    const head = { number: Number(row['head_number']), hash: row['head_hash'] as Uint8Array };
    return { orgId: String(row['org_id']), head, last: lastOf(row) };
  });
  const unaltered = await memory.unaltered(uncovered.map((one) => ({ ...one, before: one.head })));
  if (unaltered.length === 0) return 0;
  const checkpoints = unaltered.map((one) => signed(deps, one));
  const [, kept = []] = await deps.store.pipeline([
    {
      scope: { role: 'courier' },
      steps: [{ statement: LOCK_STATEMENT, values: [] }, checkpointStep(checkpoints)],
    },
  ]);
  return reportCheckpoints(deps, checkpoints, kept);
}

function signed({ key, clock }: SealerDeps, { orgId, head, last }: Uncovered): Checkpoint {
  const at = checkpointInstant(clock.now());
  return key.sign({ orgId, number: head.number, hash: head.hash, previous: last?.number ?? 0, at });
}

function checkpointStep(checkpoints: readonly Checkpoint[]): Step {
  return {
    statement: CHECKPOINT_STATEMENT,
    values: [
      checkpoints.map((one) => one.orgId),
      checkpoints.map((one) => one.number),
      checkpoints.map((one) => hex(one.hash)),
      checkpoints.map((one) => one.previous),
      checkpoints.map((one) => one.at),
      checkpoints.map((one) => one.keyId),
      checkpoints.map((one) => hex(one.signature)),
    ],
  };
}

function reportCheckpoints(
  { onCheckpoint }: SealerDeps,
  made: readonly Checkpoint[],
  kept: readonly Row[],
): number {
  const keptOrgIds = new Set(kept.map((row) => String(row['org_id'])));
  for (const checkpoint of made) if (keptOrgIds.has(checkpoint.orgId)) onCheckpoint(checkpoint);
  return keptOrgIds.size;
}

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex');
