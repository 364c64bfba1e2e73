// Walks through all organizations for a recall, page by page: notes what it is of, holds what waits, or releases it. A walk that was cut off goes on where it stopped.
import type { OrganizationId } from '@pestle/rules/ids';
import { recordAudit } from '../../audit/audit.ts';
import type { Ports } from '../../kernel/ports.ts';
import { runStatement } from '../../store/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import { RECALL_LIMITS } from '../limits.ts';
import { endWalk, findRecall } from './recall-rows.ts';
import { HOLD_PAGE, RELEASE_PAGE, WALK_PAGE } from './recall-sql.ts';
import type { RecallRow, RecallTables } from './tables.ts';

/** The preview is the first round. */
const FIRST_START = 2;

export interface WalkProgress {
  readonly isComplete: boolean;
  /** Organizations that have been walked through, of all. */
  readonly organizations: number;
  readonly organizationsDone: number;
}

/** Goes on for at most `budgetMs`. Several may walk at a time: each page is one transaction that locks its organization's row. */
export async function advanceWalk(
  store: Store,
  ports: Ports,
  id: string,
  budgetMs: number,
): Promise<WalkProgress> {
  const recall = await store.asKeeper((tx) => findRecall(tx, id));
  const { all, pending } = await pendingOrganizations(store, recall);
  const until = ports.clock.now() + budgetMs;
  let done = all - pending.length;
  if (recall.walked_at !== null) return { isComplete: true, organizations: all, organizationsDone: all };
  for (const orgId of pending) {
    let ended = false;
    while (!ended) {
      ended = await store.withOrg(orgId, (tx) => walkPage(tx, ports, recall, orgId));
      if (!ended && ports.clock.now() >= until)
        return { isComplete: false, organizations: all, organizationsDone: done };
    }
    done += 1;
    if (done < all && ports.clock.now() >= until)
      return { isComplete: false, organizations: all, organizationsDone: done };
  }
  await store.asKeeper((tx) => endWalk(tx, recall));
  return { isComplete: true, organizations: all, organizationsDone: all };
}

async function pendingOrganizations(
  store: Store,
  { id, round }: RecallRow,
): Promise<{ readonly all: number; readonly pending: readonly OrganizationId[] }> {
  return await store.asKeeper(async (tx) => {
    const tables = tx.withTables<RecallTables & { organization: { org_id: OrganizationId } }>();
    const rows = await tables
      .selectFrom('organization')
      .leftJoin('recall_walk', (join) =>
        join
          .onRef('recall_walk.org_id', '=', 'organization.org_id')
          .on('recall_walk.recall_id', '=', id)
          .on('recall_walk.round', '=', round),
      )
      .select(['organization.org_id as orgId', 'recall_walk.done'])
      .orderBy('organization.org_id')
      .execute();
    return {
      all: rows.length,
      pending: rows.filter(({ done }) => done !== true).map(({ orgId }) => orgId),
    };
  });
}

/** One page of one organization; true where it was the last. */
async function walkPage(tx: Tx, ports: Ports, recall: RecallRow, orgId: OrganizationId): Promise<boolean> {
  const { id, round } = recall;
  const walks = tx.withTables<RecallTables>();
  await walks
    .insertInto('recall_walk')
    .values({ org_id: orgId, recall_id: id, round, after: '', done: false })
    .onConflict((conflict) =>
      conflict
        .columns(['recall_id', 'org_id'])
        .doUpdateSet({ round, after: '', done: false })
        .where('recall_walk.round', '<', round),
    )
    .execute();
  const walk = await walks
    .selectFrom('recall_walk')
    .select(['round', 'after', 'done'])
    .where('org_id', '=', orgId)
    .where('recall_id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // Another round has begun meanwhile: its walk does the rest.
  if (walk.done || walk.round !== round) return true;
  const { after, done, changed } =
    recall.state === 'ENDED'
      ? await releasePage(tx, recall, orgId)
      : await notePage(tx, recall, orgId, walk.after);
  if (changed !== undefined)
    await recordAudit(tx, ports, {
      orgId,
      actor: { kind: 'operator', id: recall.ended_by ?? recall.started_by ?? recall.previewed_by },
      action: recall.state === 'ENDED' ? 'recall.end' : 'recall.start',
      subject: { kind: 'recall', id },
      detail: changed,
    });
  await walks
    .updateTable('recall_walk')
    .set({ after, done })
    .where('org_id', '=', orgId)
    .where('recall_id', '=', id)
    .execute();
  return done;
}

interface Walked {
  readonly after: string;
  readonly done: boolean;
  /** For the organization's trail; undefined where there is nothing to tell. */
  readonly changed: Readonly<Record<string, number>> | undefined;
}

/** A preview only notes; a recall in force holds as well. */
async function notePage(tx: Tx, recall: RecallRow, orgId: OrganizationId, after: string): Promise<Walked> {
  const found = recall.state === 'PREVIEWED' ? 'preview' : 'start';
  const values = [orgId, recall.id, after, RECALL_LIMITS.pageFills, found];
  const [page] = await runStatement<{ last: string | null; looked: number; found: number }>(
    tx,
    WALK_PAGE,
    values,
  );
  const last = page?.last ?? after;
  const done = (page?.looked ?? 0) < RECALL_LIMITS.pageFills;
  if (recall.state === 'PREVIEWED' || page === undefined) return { after: last, done, changed: undefined };
  // Also what was noted beyond the last: by a claim, of an order that was signed while this page was read.
  const upTo = done ? null : last;
  const held =
    recall.action === 'hold'
      ? ((await runStatement<{ held: number }>(tx, HOLD_PAGE, [orgId, recall.id, after, upTo]))[0]?.held ?? 0)
      : 0;
  // The first walk after the preview tells what was selected before; one that is repeated only what has come since.
  const listed =
    recall.round === FIRST_START ? await countListed(tx, recall, orgId, after, upTo) : page.found;
  return { after: last, done, changed: listed + held === 0 ? undefined : { fills: listed, held } };
}

async function countListed(
  tx: Tx,
  { id }: RecallRow,
  orgId: OrganizationId,
  after: string,
  upTo: string | null,
): Promise<number> {
  const fills = tx
    .withTables<{ recall_fill: { org_id: string; recall_id: string; fill_id: string } }>()
    .selectFrom('recall_fill')
    .select(({ fn }) => fn.countAll<number>().as('fills'))
    .where('org_id', '=', orgId)
    .where('recall_id', '=', id)
    .where('fill_id', '>', after);
  const counted = upTo === null ? fills : fills.where('fill_id', '<=', upTo);
  return (await counted.executeTakeFirstOrThrow()).fills;
}

/** What another transaction has in hand at this moment is released by the next page. */
async function releasePage(tx: Tx, { id }: RecallRow, orgId: OrganizationId): Promise<Walked> {
  const values = [orgId, id, RECALL_LIMITS.pageFills];
  const [page] = await runStatement<{ released: number }>(tx, RELEASE_PAGE, values);
  const released = page?.released ?? 0;
  const left = await tx
    .withTables<{ outbox: { org_id: string; on_hold_by: string | null; id: string } }>()
    .selectFrom('outbox')
    .select('id')
    .where('org_id', '=', orgId)
    .where('on_hold_by', '=', id)
    .limit(1)
    .executeTakeFirst();
  return { after: '', done: left === undefined, changed: released === 0 ? undefined : { released } };
}
