// An attempt to bring a prescriber's answer to the pharmacy that asked: claimed in the pharmacy's lane, sent as it was written, its end put down by whoever holds the claim.
import type { OrganizationId, PharmacyResponseId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { recordAudit } from '../../audit/audit.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Departure, OutboxTables } from '../../outbox/outbox.ts';
import { release, withdraw } from '../../outbox/outbox.ts';
import { throughOutage } from '../../store/inside.ts';
import type { Row, Tx } from '../../store/store.ts';
import { columnAddress, keysOf, openWith, openWithNetwork } from '../../vault/vault.ts';
import { isCutOffForGood, nextStep } from '../channels/schedule.ts';
import { scheduleOf } from '../channels/sender.ts';
import { claimSteps, countForLane } from '../lanes/claim.ts';
import { HOLD } from '../lanes/windows-sql.ts';
import type { Facts } from '../ledger/facts.ts';
import type { FactsPharmacy } from '../ledger/facts-pharmacy.ts';
import { pharmacyOf, reachedBy } from '../ledger/facts-pharmacy.ts';
import type { Sent } from '../ledger/sent.ts';
import { countsAsFailure } from '../ledger/sent.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { BEGIN_RESPONSE, RESPONSE } from '../requests/responses-sql.ts';
import type { RequestTables, ResponseState, SealedResponse } from '../requests/tables.ts';
import type { Begun } from './begun.ts';
import type { AttemptDeps } from './deps.ts';

export function isResponse({ id }: Pick<Departure, 'id'>): boolean {
  return isId('prs', id);
}

interface ResponseFacts {
  readonly id: PharmacyResponseId;
  readonly orgId: OrganizationId;
  readonly lane: string;
  readonly attempt: number;
  readonly pharmacy: FactsPharmacy;
  readonly attempts: Facts['attempts'];
  readonly firstAttemptAt: string | null;
  /** An attempt may have left it there, whatever its answer was called. */
  readonly mayHaveArrived: boolean;
  readonly message: SealedResponse;
}

/** Claims an answer that is due. Answers a boolean where nothing is to be sent: false when the row stays as it was. */
export async function beginResponse(deps: AttemptDeps, { orgId, id }: Departure): Promise<Begun | boolean> {
  const { store } = deps;
  const [rows = []] = await store.pipeline([
    { scope: { role: 'app', orgId }, steps: [{ statement: RESPONSE, values: [orgId, id] }] },
  ]);
  const [row] = rows;
  if (row === undefined) return true;
  if (row['leased'] === true) return false;
  const facts = await factsOf(deps, orgId, id as PharmacyResponseId, row);
  const { integration, integrated } = facts.pharmacy;
  if (!integrated || integration?.channel !== 'script') {
    await store.withOrg(orgId, (tx) => endUnsent(tx, facts, 'NOT_ELECTRONIC'));
    return true;
  }
  const { offsetsMs } = scheduleOf(facts, 'script');
  if (isCutOffForGood(facts, offsetsMs)) {
    await store.withOrg(orgId, (tx) => giveUpResponse(tx, deps.ports, facts));
    return true;
  }
  const claimedAtMs = performance.now();
  if (!(await claim(deps, facts))) return await hold(deps, facts);
  return begun(deps, facts, claimedAtMs);
}

async function factsOf(
  { store }: AttemptDeps,
  orgId: OrganizationId,
  id: PharmacyResponseId,
  row: Row,
): Promise<ResponseFacts> {
  const reached = await openWithNetwork(store, (network) => reachedBy(network, row));
  const message = await openWith(
    store,
    orgId,
    (keys) =>
      keys.openJson(columnAddress('pharmacyResponse', id), row['sealed'] as Uint8Array) as SealedResponse,
  );
  return {
    id,
    orgId,
    lane: row['lane'] as string,
    attempt: row['attempt'] as number,
    pharmacy: pharmacyOf(row, reached),
    attempts: (row['attempts'] as Facts['attempts'] | null) ?? [],
    firstAttemptAt: row['first_attempt_at'] as string | null,
    mayHaveArrived: row['may_have_arrived'] as boolean,
    message,
  };
}

async function claim(
  { store, ports, workerId, storeWatch }: AttemptDeps,
  facts: ResponseFacts,
): Promise<boolean> {
  storeWatch.somethingLeaves();
  const { orgId, id, lane, attempt, pharmacy } = facts;
  const settings = pharmacy.integration?.lane;
  const claimed = {
    id,
    lane,
    attempt,
    timeoutMs: scheduleOf(facts, 'script').timeoutMs,
    concurrency: settings?.concurrency ?? DELIVERY_LIMITS.electronicConcurrency,
    intervalMs: settings?.ratePerSecond === undefined ? 0 : Math.ceil(1_000 / settings.ratePerSecond),
    pharmacyId: pharmacy.id,
    leaves: true,
  };
  const steps = claimSteps([claimed], { workerId, mark: storeWatch.remembered, judged: false });
  return await throughOutage(async (repeated) => {
    const results = await store.pipeline([
      { scope: { role: 'courier' }, steps },
      {
        scope: { role: 'app', orgId },
        steps: [{ statement: BEGIN_RESPONSE, values: [orgId, id, workerId, attempt + 1, nowText(ports)] }],
      },
    ]);
    const [taken = [], put = []] = results.slice(-2);
    return put.length > 0 && (taken.length > 0 || repeated);
  }, DELIVERY_LIMITS.beginThroughOutageMs);
}

/** Nothing takes its place while the pharmacy's window of maintenance lasts: it waits for the end. */
async function hold({ store }: AttemptDeps, { id, attempt, pharmacy }: ResponseFacts): Promise<boolean> {
  const [held = []] = await store.pipeline([
    {
      scope: { role: 'courier' },
      steps: [{ statement: HOLD, values: [id, attempt, pharmacy.id, DELIVERY_LIMITS.responseWaitMs] }],
    },
  ]);
  return held.length > 0;
}

function begun(deps: AttemptDeps, facts: ResponseFacts, claimedAtMs: number): Begun {
  const { id, orgId, pharmacy, lane, message, attempts, mayHaveArrived } = facts;
  const attempt = facts.attempt + 1;
  return {
    about: {
      transmissionId: id,
      orgId,
      orderId: null,
      pharmacyId: pharmacy.id,
      lane,
      channel: 'script',
      kind: 'response',
      attempt,
      writtenAt: null,
    },
    claimedAtMs,
    send: () =>
      deps.sender.send({
        facts: { id, orgId, kind: 'response', pharmacy, attempts, transmission: { mayHaveArrived } },
        channel: 'script',
        body: Buffer.from(message.body ?? '', 'utf8'),
        lines: [],
        contentType: message.contentType ?? 'application/xml',
        attemptNumber: attempt,
        timeoutMs: scheduleOf(facts, 'script').timeoutMs,
      }),
    finish: async (sent) => {
      await deps.store.withOrg(orgId, (tx) => finish(deps, tx, facts, attempt, sent));
      await countForLane(deps.store, lane, countsAsFailure(sent));
    },
  };
}

/** A worker whose lease ran out leaves the row to whoever took it over: only that the pharmacy took it is true whoever says it. */
async function finish(
  { workerId, ports }: AttemptDeps,
  tx: Tx,
  facts: ResponseFacts,
  attempt: number,
  sent: Sent,
): Promise<void> {
  const { orgId, id } = facts;
  const now = nowText(ports);
  const row = await tx
    .withTables<OutboxTables>()
    .selectFrom('outbox')
    .select(['leased_by', 'attempt'])
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const mine = row?.leased_by === workerId && row.attempt === attempt;
  await tx
    .withTables<RequestTables>()
    .updateTable('pharmacy_response_attempt')
    .set({
      ended_at: now,
      outcome: sent.outcome,
      http_status: sent.httpStatus,
      reason: sent.reason,
      sealed_answer:
        sent.answer === null
          ? null
          : keysOf(tx).seal(columnAddress('responseAttempt', id, attempt), sent.answer),
    })
    .where('org_id', '=', orgId)
    .where('response_id', '=', id)
    .where('number', '=', attempt)
    .execute();
  if (sent.mayHaveArrived)
    await tx
      .withTables<RequestTables>()
      .updateTable('pharmacy_response')
      .set({ may_have_arrived: true })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .execute();
  await recordAudit(tx, ports, {
    orgId,
    actor: { kind: 'service', id: workerId },
    action: 'pharmacy-response.attempt',
    subject: { kind: 'pharmacy-response', id },
    outcome: sent.outcome === 'ACCEPTED' ? 'success' : 'failed',
    detail: { attempt, outcome: sent.outcome },
  });
  const first = Date.parse(facts.firstAttemptAt ?? now);
  const next = nextStep(scheduleOf(facts, 'script'), sent.outcome, attempt, ports.clock.now() - first);
  if (next.step === 'accepted') await become(tx, facts, 'accepted', { accepted_at: now });
  if (!mine) return;
  if (next.step === 'retry') {
    await release(tx, orgId, id, { inMs: next.delayMs });
    return;
  }
  await withdraw(tx, orgId, id);
  if (next.step === 'give-up') await become(tx, facts, next.because, { not_sent_reason: 'NOT_DELIVERED' });
}

/** Nothing of it leaves any more, and somebody is to call: an attempt that never ended may have brought it there. */
export async function giveUpResponse(
  tx: Tx,
  ports: AttemptDeps['ports'],
  of: Pick<ResponseFacts, 'orgId' | 'id'>,
): Promise<void> {
  await tx
    .withTables<RequestTables>()
    .updateTable('pharmacy_response_attempt')
    .set({ ended_at: nowText(ports), outcome: 'UNKNOWN', reason: 'interrupted' })
    .where('org_id', '=', of.orgId)
    .where('response_id', '=', of.id)
    .where('ended_at', 'is', null)
    .execute();
  await withdraw(tx, of.orgId, of.id);
  await become(tx, of, 'exhausted', { not_sent_reason: 'NOT_DELIVERED' });
}

async function endUnsent(tx: Tx, facts: ResponseFacts, reason: string): Promise<void> {
  await withdraw(tx, facts.orgId, facts.id);
  await become(tx, facts, 'not-sent', { not_sent_reason: reason });
}

/** What was accepted stays accepted; what was sent back meanwhile stays sent back. */
async function become(
  tx: Tx,
  { orgId, id }: Pick<ResponseFacts, 'orgId' | 'id'>,
  state: ResponseState,
  more: { readonly accepted_at?: string; readonly not_sent_reason?: string },
): Promise<void> {
  await tx
    .withTables<RequestTables>()
    .updateTable('pharmacy_response')
    .set({ state, ...(state === 'accepted' && { not_sent_reason: null }), ...more })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '<>', 'accepted')
    .where('not_sent_reason', 'is distinct from', 'REFUSED_LATER')
    .execute();
}
