// Walks an organization's chain and names everything in it that is not as it was written.
import { AUDIT_LIMITS } from '../limits.ts';
import type { Checkpoint, TrustedKey } from './checkpoint.ts';
import { isSignedBy } from './checkpoint.ts';
import type { ChainEntry, ChainHead } from './entry.ts';
import { genesisHash, linkHash } from './entry.ts';

export type FindingCode =
  /** What the entry says is not what was chained; or its place, or its link. */
  | 'altered'
  /** A link names an entry that is not there. */
  | 'entry-removed'
  /** Links are missing. */
  | 'gap'
  /** An entry is neither chained nor waiting to be. */
  | 'not-chained'
  /** A checkpoint covers links that are not there. */
  | 'cut-off'
  /** A checkpoint was signed over another history. */
  | 'rewritten'
  /** A checkpoint that must be there is not. */
  | 'checkpoint-missing'
  | 'checkpoint-forged'
  | 'unknown-key';

export interface ChainFinding {
  readonly code: FindingCode;
  /** The link or checkpoint that it is about, where there is one. */
  readonly number: number | null;
  readonly entryId: string | null;
}

export interface ChainLink {
  readonly number: number;
  readonly entryId: string;
  readonly hash: Uint8Array;
  /** What the entry says now; null when it is gone. */
  readonly entry: ChainEntry | null;
}

/** What is left when all links were walked. */
export interface ChainRest {
  /** Checkpoints beyond the last link. */
  readonly checkpoints: readonly Checkpoint[];
  /** Entries that wait to be chained. */
  readonly waiting: number;
  /** Ids of entries that wait and are gone. */
  readonly removed: readonly string[];
  /** Ids of entries that are neither chained nor waiting. */
  readonly unchained: readonly string[];
}

export interface ChainReport {
  readonly orgId: string;
  readonly entries: number;
  readonly checkpoints: number;
  /** The last link that a checkpoint covers; 0 without one. */
  readonly covered: number;
  /** When that was signed. */
  readonly coveredAt: string | null;
  readonly waiting: number;
  /** Of the checkpoints kept elsewhere, those of this organization. */
  readonly witnesses: number;
  readonly sound: boolean;
  readonly findingsCount: number;
  /** The first of them. */
  readonly findings: readonly ChainFinding[];
}

export interface Trust {
  readonly keys: ReadonlyMap<string, TrustedKey>;
  /** Checkpoints that were kept outside of the store. */
  readonly witnesses?: readonly Checkpoint[];
}

export interface ChainWalk {
  /** The next links, by number, and the checkpoints up to the last of them, by number. */
  walk(links: readonly ChainLink[], checkpoints: readonly Checkpoint[]): void;
  end(rest: ChainRest): ChainReport;
}

export function createWalk(orgId: string, trust: Trust): ChainWalk {
  const findings: ChainFinding[] = [];
  let findingsCount = 0;
  let entries = 0;
  let checkpoints = 0;
  let head: ChainHead = { number: 0, hash: genesisHash(orgId) };
  let last: Checkpoint | undefined;
  // Of the links after the last checkpoint.
  let newestUncovered: { readonly atMs: number; readonly number: number } | undefined;
  const witnesses = (trust.witnesses ?? []).filter((one) => one.orgId === orgId);
  const witnessed = Map.groupBy(witnesses, ({ number }) => number);
  const found = (code: FindingCode, number: number | null, entryId: string | null = null): void => {
    findingsCount += 1;
    if (findings.length < AUDIT_LIMITS.findingsListedMax) findings.push({ code, number, entryId });
  };
  const checkSignature = (checkpoint: Checkpoint): void => {
    const key = trust.keys.get(checkpoint.keyId);
    if (key === undefined) found('unknown-key', checkpoint.number);
    else if (!isSignedBy(key, checkpoint)) found('checkpoint-forged', checkpoint.number);
  };
  const checkCheckpoint = (checkpoint: Checkpoint, hash: Uint8Array | undefined): void => {
    checkpoints += 1;
    checkSignature(checkpoint);
    if (checkpoint.previous !== (last?.number ?? 0)) found('checkpoint-missing', checkpoint.previous);
    if (hash !== undefined && !same(hash, checkpoint.hash)) found('rewritten', checkpoint.number);
    last = checkpoint;
  };
  const checkLink = ({ number, entryId, hash, entry }: ChainLink): void => {
    const follows = number === head.number + 1;
    if (!follows) found('gap', head.number + 1);
    if (entry === null) found('entry-removed', number, entryId);
    else if (
      entry.orgId !== orgId ||
      entry.id !== entryId ||
      (follows && !same(linkHash(head.hash, entry), hash))
    )
      found('altered', number, entryId);
    for (const witness of witnessed.get(number) ?? [])
      if (!same(witness.hash, hash)) found('rewritten', number);
    entries += 1;
    head = { number, hash };
  };
  return {
    walk: (links, pageCheckpoints) => {
      const byNumber = new Map(pageCheckpoints.map((one) => [one.number, one]));
      for (const link of links) {
        checkLink(link);
        const checkpoint = byNumber.get(link.number);
        byNumber.delete(link.number);
        if (checkpoint !== undefined) {
          checkCheckpoint(checkpoint, link.hash);
          newestUncovered = undefined;
        } else if (link.entry !== null) {
          const atMs = Date.parse(link.entry.at);
          if (newestUncovered === undefined || atMs > newestUncovered.atMs)
            newestUncovered = { atMs, number: link.number };
        }
      }
      // Its link is missing, which is a finding of its own.
      for (const checkpoint of byNumber.values()) checkCheckpoint(checkpoint, undefined);
    },
    end: (rest) => {
      for (const checkpoint of rest.checkpoints) {
        checkCheckpoint(checkpoint, undefined);
        found('cut-off', checkpoint.number);
      }
      for (const witness of witnesses) {
        checkSignature(witness);
        if (witness.number > head.number) found('cut-off', witness.number);
      }
      if (head.number > 0 && last === undefined) found('checkpoint-missing', head.number);
      if (newestUncovered !== undefined && last !== undefined && isOverdue(newestUncovered.atMs, last))
        found('checkpoint-missing', newestUncovered.number);
      for (const id of rest.removed) found('entry-removed', null, id);
      for (const id of rest.unchained) found('not-chained', null, id);
      return {
        orgId,
        entries,
        checkpoints,
        covered: last?.number ?? 0,
        coveredAt: last?.at ?? null,
        waiting: rest.waiting,
        witnesses: witnesses.length,
        sound: findingsCount === 0,
        findingsCount,
        findings,
      };
    },
  };
}

/** An entry that was chained so long after a checkpoint has one of its own, made in the same transaction. */
function isOverdue(entryAtMs: number, last: Checkpoint): boolean {
  return entryAtMs - Date.parse(last.at) > AUDIT_LIMITS.checkpointAgeMs + AUDIT_LIMITS.clockToleranceMs;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.from(a).equals(b);
}
