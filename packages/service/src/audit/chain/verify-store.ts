// Reads chains from the store, page by page, and lets them be verified. By the courier, or whoever owns the tables; nothing is changed.
import { runStatement } from '../../store/inside.ts';
import type { Connection, Row } from '../../store/store.ts';
import { AUDIT_LIMITS } from '../limits.ts';
import type { Checkpoint } from './checkpoint.ts';
import { checkpointOf } from './checkpoint.ts';
import { entryOf } from './entry.ts';
import type { ChainLink, ChainReport, Trust } from './verify.ts';
import { createWalk } from './verify.ts';
import { CHECKPOINTS, CHECKPOINTS_BETWEEN, ENDS, LINKS, ORGANIZATIONS, UNLINKED } from './verify-sql.ts';

/** Verifies one organization's chain up to the head that it has now; entries may be written and chained meanwhile. */
export async function verifyOrganization(
  connection: Connection,
  orgId: string,
  trust: Trust,
): Promise<ChainReport> {
  const walk = createWalk(orgId, trust);
  // In one statement: no checkpoint is newer than the links that are walked.
  const [ends = {}] = await runStatement(connection, ENDS, [orgId]);
  const lastLink = Number(ends['link'] ?? 0);
  const lastCheckpoint = Number(ends['checkpoint'] ?? 0);
  let number = 0;
  let checked = 0;
  for (;;) {
    const links = (
      await runStatement(connection, LINKS, [orgId, number, lastLink, AUDIT_LIMITS.verifyPageLinks])
    ).map(linkOf);
    const last = links.at(-1);
    if (last === undefined) break;
    number = last.number;
    walk.walk(links, await checkpointsBetween(connection, orgId, checked, Math.min(number, lastCheckpoint)));
    checked = Math.max(checked, Math.min(number, lastCheckpoint));
  }
  return walk.end({
    checkpoints: await checkpointsBetween(connection, orgId, checked, lastCheckpoint),
    ...(await unlinked(connection, orgId)),
  });
}

/** Every organization that has entries, links or checkpoints. */
export async function auditedOrganizations(connection: Connection): Promise<string[]> {
  return (await runStatement(connection, ORGANIZATIONS, [])).map((row) => String(row['org_id']));
}

/** The checkpoints of an organization, or of all: to be kept elsewhere. */
export async function readCheckpoints(connection: Connection, orgId: string | null): Promise<Checkpoint[]> {
  return (await runStatement(connection, CHECKPOINTS, [orgId])).map(checkpointOf);
}

async function checkpointsBetween(
  connection: Connection,
  orgId: string,
  after: number,
  upTo: number,
): Promise<Checkpoint[]> {
  if (upTo <= after) return [];
  return (await runStatement(connection, CHECKPOINTS_BETWEEN, [orgId, after, upTo])).map(checkpointOf);
}

async function unlinked(
  connection: Connection,
  orgId: string,
): Promise<{ waiting: number; removed: string[]; unchained: string[] }> {
  const [row = {}] = await runStatement(connection, UNLINKED, [orgId]);
  return {
    waiting: Number(row['waiting']),
    removed: row['removed'] as string[],
    unchained: row['unchained'] as string[],
  };
}

function linkOf(row: Row): ChainLink {
  return {
    number: Number(row['number']),
    entryId: String(row['entry_id']),
    hash: row['hash'] as Uint8Array,
    entry: row['id'] === null ? null : entryOf(row),
  };
}
