// Keeps what another service is to be told of its warnings until it has taken it: with the record that is signed or sent, over restarts, for a bounded time. Nobody waits for it.
import type { FillId, OrganizationId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import { createConcurrencyLimit } from '../../kernel/concurrency/limit.ts';
import { overriddenIn, SCREENING_LIMITS } from '../../screening/inside.ts';
import type { Row, Tx } from '../../store/store.ts';
import { columnAddress, keysOf } from '../../vault/vault.ts';
import type { SignedScreening } from '../clinical-content.ts';
import type { PrescribingDeps } from '../deps.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { openSignable } from '../sealed-rows.ts';
import type { PrescribingTables } from '../tables.ts';

/** In the transaction of the review or of the sending. What is beyond the bound is given up, and said so. */
export async function keepFeedback(
  { screening }: Pick<PrescribingDeps, 'screening'>,
  tx: Tx,
  orgId: OrganizationId,
  subjectId: string,
  of: SignedScreening,
): Promise<void> {
  const services = new Set(overriddenIn(of).map(({ finding }) => finding.card?.serviceId ?? ''));
  if (services.size === 0) return;
  const tables = tx.withTables<PrescribingTables>();
  const { waiting } = await tables
    .selectFrom('screening_feedback')
    .select(sql<string>`count(*)`.as('waiting'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  if (Number(waiting) + services.size > SCREENING_LIMITS.feedbackRowsMax) return screening.untold(orgId);
  await tables
    .insertInto('screening_feedback')
    .values(
      [...services].map((serviceId) => ({
        org_id: orgId,
        subject_id: subjectId,
        service_id: serviceId,
        next_at: sql<string>`(now() + interval '1 minute')`,
      })),
    )
    .onConflict((conflict) => conflict.columns(['org_id', 'subject_id', 'service_id']).doNothing())
    .execute();
}

/** Right after the signature: of the rows that the signing statement returned; those of saved prescriptions carry nothing that is sealed. */
export function tellOfSigned(deps: PrescribingDeps, orgId: OrganizationId, rows: readonly Row[]): void {
  tellNow(
    deps,
    orgId,
    rows.flatMap(({ sealed, signable_id: id }) => (sealed instanceof Uint8Array ? [String(id)] : [])),
  );
}

/** Right after the sending of what was saved. */
export function tellOfSent(
  deps: PrescribingDeps,
  orgId: OrganizationId,
  lines: readonly { readonly fillId: FillId }[],
): void {
  tellNow(
    deps,
    orgId,
    lines.map(({ fillId }) => fillId),
  );
}

/** What is missed here is told by the next round. */
function tellNow(deps: PrescribingDeps, orgId: OrganizationId, subjects: readonly string[]): void {
  void (async () => {
    if (await deps.screening.asksElsewhere(orgId))
      await tellDue(deps, orgId, performance.now() + SCREENING_LIMITS.feedbackRoundMs, subjects);
  })().catch(() => undefined);
}

/**
 * Every organization's that is due, those that wait longest first and side by side, so that one whose service answers nothing delays no other; by any
 * node, each row by one of them. Of the time that a round has, what is not begun is left to the next.
 */
export async function tellScreeningServices(deps: PrescribingDeps): Promise<void> {
  const untilMs = performance.now() + SCREENING_LIMITS.feedbackRoundMs;
  const due = await deps.store.asCourier((tx) =>
    tx
      .withTables<PrescribingTables>()
      .selectFrom('screening_feedback')
      .select('org_id')
      .where('next_at', '<=', sql<string>`now()`)
      .groupBy('org_id')
      .orderBy((by) => by.fn.min('next_at'))
      .limit(SCREENING_LIMITS.feedbackAtATime)
      .execute(),
  );
  const atATime = createConcurrencyLimit(SCREENING_LIMITS.feedbackOrganizationsAtOnce);
  const ended = await Promise.allSettled(
    due.map(({ org_id: orgId }) =>
      atATime(async () => {
        if (performance.now() < untilMs) await tellDue(deps, orgId, untilMs);
      }),
    ),
  );
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/** A row that this node holds for a minute. */
interface Claimed {
  readonly subjectId: string;
  readonly serviceId: string;
  /** This one counted. */
  readonly tries: number;
  /** Null: it was reviewed, and is not signed. */
  readonly at: string | null;
  readonly screening: SignedScreening | undefined;
  readonly old: boolean;
}

/** Rows of one organization side by side, a few at once. A service that took one of them not is asked no more this time: the others wait, which is no try. */
async function tellDue(
  deps: PrescribingDeps,
  orgId: OrganizationId,
  untilMs: number,
  subjects?: readonly string[],
): Promise<void> {
  if (subjects?.length === 0) return;
  const claimed = await deps.store.withOrg(orgId, (tx) => claim(tx, orgId, subjects));
  const busy = new Set<string>();
  const atATime = createConcurrencyLimit(SCREENING_LIMITS.feedbackRowsAtOnce);
  const ended = await Promise.allSettled(
    claimed.map((one) =>
      atATime(async () => {
        const waits = one.at !== null && (busy.has(one.serviceId) || performance.now() >= untilMs);
        await settle(deps, orgId, one, waits ? WAITS : await told(deps, orgId, one, busy));
      }),
    ),
  );
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/** What becomes of a row: `again` after a time, which counts as a try or not; null: it is over with it. */
type Outcome = { readonly againMs: number; readonly isTry: boolean } | null;

/** Looked at again in a minute, without a try. */
const WAITS: Outcome = { againMs: 60_000, isTry: false };

async function told(
  deps: PrescribingDeps,
  orgId: OrganizationId,
  { serviceId, tries, at, screening, old }: Claimed,
  busy: Set<string>,
): Promise<Outcome> {
  // It may be signed yet; what was reviewed anew, or can be signed no more, has nothing to tell.
  if (at === null) return screening === undefined || old ? null : WAITS;
  const againMs = SCREENING_LIMITS.feedbackAgainMs[tries - 1];
  const overridden = screening === undefined ? [] : overriddenIn(screening);
  const outcome = await deps.screening.tellOverridden(orgId, {
    serviceId,
    at,
    overridden: overridden.filter(({ finding }) => finding.card?.serviceId === serviceId),
    last: againMs === undefined,
  });
  if (outcome !== 'later') return null;
  busy.add(serviceId);
  return againMs === undefined ? null : { againMs, isTry: true };
}

/** Takes rows that nobody else is at; they are due again in a minute, if this node dies meanwhile. */
async function claim(
  tx: Tx,
  orgId: OrganizationId,
  subjects: readonly string[] | undefined,
): Promise<readonly Claimed[]> {
  const tables = tx.withTables<PrescribingTables>();
  const rows = await tables
    .updateTable('screening_feedback')
    .set({ next_at: sql<string>`(now() + interval '1 minute')`, tries: sql<number>`(tries + 1)` })
    .where('org_id', '=', orgId)
    .where((where) =>
      where(
        where.refTuple('subject_id', 'service_id'),
        'in',
        tables
          .selectFrom('screening_feedback')
          .select(['subject_id', 'service_id'])
          .where('org_id', '=', orgId)
          .$if(subjects === undefined, (query) => query.where('next_at', '<=', sql<string>`now()`))
          .$if(subjects !== undefined, (query) => query.where('subject_id', 'in', subjects ?? []))
          .orderBy('next_at')
          .limit(SCREENING_LIMITS.feedbackAtATime)
          .forUpdate()
          .skipLocked()
          .$asTuple('subject_id', 'service_id'),
      ),
    )
    .returning([
      'subject_id',
      'service_id',
      'tries',
      sql<boolean>`(created_at < now() - make_interval(secs => ${PRESCRIBING_LIMITS.reviewValidityMs / 1_000}))`.as(
        'old',
      ),
    ])
    .execute();
  const ids = rows.map(({ subject_id: id }) => id);
  if (ids.length === 0) return [];
  const keys = keysOf(tx);
  const signables = await tables
    .selectFrom('signable')
    .select(['id', 'sealed', 'signed_at'])
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .execute();
  const sent = await tables
    .selectFrom('sent_screening')
    .select(['fill_id', 'sealed', 'screened_at'])
    .where('org_id', '=', orgId)
    .where('fill_id', 'in', ids as FillId[])
    .execute();
  return rows.map(({ subject_id: subjectId, service_id: serviceId, tries, old }) => {
    const row = { subjectId, serviceId, tries, old };
    const fill = sent.find(({ fill_id: id }) => id === subjectId);
    if (fill !== undefined) {
      const screening = keys.openJson(
        columnAddress('sentScreening', fill.fill_id),
        fill.sealed,
      ) as SignedScreening;
      return { ...row, at: fill.screened_at, screening };
    }
    const signable = signables.find(({ id }) => id === subjectId);
    if (signable === undefined) return { ...row, at: null, screening: undefined };
    const { content } = openSignable(keys, signable.id, signable.sealed);
    return { ...row, at: signable.signed_at, screening: content.reasons?.screening };
  });
}

async function settle(
  { store }: PrescribingDeps,
  orgId: OrganizationId,
  { subjectId, serviceId, tries }: Claimed,
  outcome: Outcome,
): Promise<void> {
  await store.withOrg(orgId, async (tx) => {
    const tables = tx.withTables<PrescribingTables>();
    if (outcome === null)
      await tables
        .deleteFrom('screening_feedback')
        .where('org_id', '=', orgId)
        .where('subject_id', '=', subjectId)
        .where('service_id', '=', serviceId)
        .execute();
    else
      await tables
        .updateTable('screening_feedback')
        .set({
          next_at: sql<string>`(now() + make_interval(secs => ${outcome.againMs / 1_000}))`,
          tries: outcome.isTry ? tries : tries - 1,
        })
        .where('org_id', '=', orgId)
        .where('subject_id', '=', subjectId)
        .where('service_id', '=', serviceId)
        .execute();
  });
}
