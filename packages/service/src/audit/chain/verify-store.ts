// Reads chains from the store, page by page, and lets them be verified. By the courier, or whoever owns the tables; nothing is changed.
import { CompiledQuery } from 'kysely';
import type { Connection, Row } from '../../store/store.ts';
import { AUDIT_LIMITS } from '../limits.ts';
import type { Checkpoint } from './checkpoint.ts';
import { CHECKPOINT_COLUMNS, checkpointOf } from './checkpoint.ts';
import { ENTRY_COLUMNS, entryOf } from './entry.ts';
import type { ChainLink, ChainReport, Trust } from './verify.ts';
import { createWalk } from './verify.ts';

/** Verifies one organization's chain up to the head that it has now; entries may be written and chained meanwhile. */
export async function verifyOrganization(
  connection: Connection,
  orgId: string,
  trust: Trust,
): Promise<ChainReport> {
  const walk = createWalk(orgId, trust);
  // In one statement: no checkpoint is newer than the links that are walked.
  const [ends = {}] = await ask(connection, ENDS, [orgId]);
  const lastLink = Number(ends['link'] ?? 0);
  const lastCheckpoint = Number(ends['checkpoint'] ?? 0);
  let number = 0;
  let checked = 0;
  for (;;) {
    const links = (await ask(connection, LINKS, [orgId, number, lastLink, AUDIT_LIMITS.verifyPageLinks])).map(
      linkOf,
    );
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
  return (await ask(connection, ORGANIZATIONS, [])).map((row) => String(row['org_id']));
}

/** The checkpoints of an organization, or of all: to be kept elsewhere. */
export async function readCheckpoints(connection: Connection, orgId: string | null): Promise<Checkpoint[]> {
  return (await ask(connection, CHECKPOINTS, [orgId])).map(checkpointOf);
}

async function checkpointsBetween(
  connection: Connection,
  orgId: string,
  after: number,
  upTo: number,
): Promise<Checkpoint[]> {
  if (upTo <= after) return [];
  return (await ask(connection, CHECKPOINTS_BETWEEN, [orgId, after, upTo])).map(checkpointOf);
}

async function unlinked(
  connection: Connection,
  orgId: string,
): Promise<{ waiting: number; removed: string[]; unchained: string[] }> {
  const [row = {}] = await ask(connection, UNLINKED, [orgId]);
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

const ENDS = `select (select max(number) from audit_link where org_id = $1) as link,
  (select max(number) from audit_checkpoint where org_id = $1) as checkpoint`;

const LINKS = `select l.number, l.entry_id, l.hash, ${ENTRY_COLUMNS}
  from audit_link l left join audit_entry e on e.org_id = l.org_id and e.id = l.entry_id
  where l.org_id = $1 and l.number > $2 and l.number <= $3 order by l.number limit $4`;

const CHECKPOINTS_BETWEEN = `select ${CHECKPOINT_COLUMNS} from audit_checkpoint c
  where c.org_id = $1 and c.number > $2 and c.number <= $3 order by c.number`;

const CHECKPOINTS = `select ${CHECKPOINT_COLUMNS} from audit_checkpoint c where $1::text is null or c.org_id = $1
  order by c.org_id, c.number`;

const ORGANIZATIONS = `select distinct org_id from audit_entry union select distinct org_id from audit_link
  union select distinct org_id from audit_checkpoint order by org_id`;

/** In one statement: an entry is chained and taken from the queue at the same moment. */
const UNLINKED = `select
  (select count(*) from audit_pending where org_id = $1) as waiting,
  array(select p.entry_id from audit_pending p where p.org_id = $1
    and not exists (select from audit_entry e where e.org_id = p.org_id and e.id = p.entry_id)
    order by p.entry_id limit 1000) as removed,
  array(select e.id from audit_entry e where e.org_id = $1
    and not exists (select from audit_link l where l.org_id = e.org_id and l.entry_id = e.id)
    and not exists (select from audit_pending p where p.org_id = e.org_id and p.entry_id = e.id)
    order by e.id limit 1000) as unchained`;

async function ask(connection: Connection, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await connection.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  return rows;
}
