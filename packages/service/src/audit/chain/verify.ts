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
  const findings = createFindings();
  const witnesses = (trust.witnesses ?? []).filter((one) => one.orgId === orgId);
  const links = createLinkCheck(orgId, witnesses, findings.add);
  const checkpoints = createCheckpointCheck(trust, findings.add);
  return {
    walk: (page, pageCheckpoints) => {
      const byNumber = new Map(pageCheckpoints.map((one) => [one.number, one]));
      for (const link of page) {
        links.check(link);
        const checkpoint = byNumber.get(link.number);
        byNumber.delete(link.number);
        if (checkpoint === undefined) checkpoints.passed(link);
        else checkpoints.check(checkpoint, link.hash);
      }
      // Its link is missing, which is a finding of its own.
      for (const checkpoint of byNumber.values()) checkpoints.check(checkpoint, undefined);
    },
    end: ({ checkpoints: beyond, waiting, removed, unchained }) => {
      const { number: lastLink } = links.head();
      for (const checkpoint of beyond) {
        checkpoints.check(checkpoint, undefined);
        findings.add('cut-off', checkpoint.number);
      }
      for (const witness of witnesses) {
        checkpoints.checkSignature(witness);
        if (witness.number > lastLink) findings.add('cut-off', witness.number);
      }
      checkpoints.checkCover(lastLink);
      for (const id of removed) findings.add('entry-removed', null, id);
      for (const id of unchained) findings.add('not-chained', null, id);
      const last = checkpoints.last();
      return {
        orgId,
        entries: links.count(),
        checkpoints: checkpoints.count(),
        covered: last?.number ?? 0,
        coveredAt: last?.at ?? null,
        waiting,
        witnesses: witnesses.length,
        sound: findings.count() === 0,
        findingsCount: findings.count(),
        findings: findings.listed,
      };
    },
  };
}

type AddFinding = (code: FindingCode, number: number | null, entryId?: string | null) => void;

interface Findings {
  readonly add: AddFinding;
  readonly count: () => number;
  /** The first of them. */
  readonly listed: readonly ChainFinding[];
}

function createFindings(): Findings {
  const listed: ChainFinding[] = [];
  let count = 0;
  return {
    add: (code, number, entryId = null) => {
      count += 1;
      if (listed.length < AUDIT_LIMITS.findingsListedMax) listed.push({ code, number, entryId });
    },
    count: () => count,
    listed,
  };
}

interface LinkCheck {
  readonly check: (link: ChainLink) => void;
  readonly count: () => number;
  readonly head: () => ChainHead;
}

/** Holds each link to the one before it, to its entry, and to the checkpoints that were kept elsewhere. */
function createLinkCheck(orgId: string, witnesses: readonly Checkpoint[], add: AddFinding): LinkCheck {
  const witnessed = Map.groupBy(witnesses, ({ number }) => number);
  let count = 0;
  let head: ChainHead = { number: 0, hash: genesisHash(orgId) };
  return {
    check: ({ number, entryId, hash, entry }) => {
      const follows = number === head.number + 1;
      if (!follows) add('gap', head.number + 1);
      if (entry === null) add('entry-removed', number, entryId);
      else if (
        entry.orgId !== orgId ||
        entry.id !== entryId ||
        (follows && !same(linkHash(head.hash, entry), hash))
      )
        add('altered', number, entryId);
      for (const witness of witnessed.get(number) ?? [])
        if (!same(witness.hash, hash)) add('rewritten', number);
      count += 1;
      head = { number, hash };
    },
    count: () => count,
    head: () => head,
  };
}

interface CheckpointCheck {
  /** A link that no checkpoint stands at. */
  readonly passed: (link: ChainLink) => void;
  /** `hash`: of the link that it covers last; undefined where that is missing. */
  readonly check: (checkpoint: Checkpoint, hash: Uint8Array | undefined) => void;
  readonly checkSignature: (checkpoint: Checkpoint) => void;
  /** Whether there is a checkpoint wherever one must be. */
  readonly checkCover: (lastLink: number) => void;
  readonly count: () => number;
  readonly last: () => Checkpoint | undefined;
}

/** Holds each checkpoint to its signature, to the one before it and to the link that it covers last. */
function createCheckpointCheck(trust: Trust, add: AddFinding): CheckpointCheck {
  let count = 0;
  let last: Checkpoint | undefined;
  // Of the links after the last checkpoint that has its link.
  let newestUncovered: { readonly atMs: number; readonly number: number } | undefined;
  const checkSignature = (checkpoint: Checkpoint): void => {
    const key = trust.keys.get(checkpoint.keyId);
    if (key === undefined) add('unknown-key', checkpoint.number);
    else if (!isSignedBy(key, checkpoint)) add('checkpoint-forged', checkpoint.number);
  };
  return {
    passed: ({ number, entry }) => {
      if (entry === null) return;
      const atMs = Date.parse(entry.at);
      if (newestUncovered === undefined || atMs > newestUncovered.atMs) newestUncovered = { atMs, number };
    },
    check: (checkpoint, hash) => {
      count += 1;
      checkSignature(checkpoint);
      if (checkpoint.previous !== (last?.number ?? 0)) add('checkpoint-missing', checkpoint.previous);
      if (hash !== undefined) {
        if (!same(hash, checkpoint.hash)) add('rewritten', checkpoint.number);
        newestUncovered = undefined;
      }
      last = checkpoint;
    },
    checkSignature,
    checkCover: (lastLink) => {
      if (lastLink > 0 && last === undefined) add('checkpoint-missing', lastLink);
      if (newestUncovered !== undefined && last !== undefined && isOverdue(newestUncovered.atMs, last))
        add('checkpoint-missing', newestUncovered.number);
    },
    count: () => count,
    last: () => last,
  };
}

/** An entry that was chained so long after a checkpoint has one of its own, made in the same transaction. */
function isOverdue(entryAtMs: number, last: Checkpoint): boolean {
  return entryAtMs - Date.parse(last.at) > AUDIT_LIMITS.checkpointAgeMs + AUDIT_LIMITS.clockToleranceMs;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.from(a).equals(b);
}
