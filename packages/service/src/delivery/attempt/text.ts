// An attempt to send a text message: an invitation is worded, the row is claimed in the lane of texts, the text is sent, and whoever holds the claim records the end.
import type { OrderId } from '@pestle/rules/ids';
import type { Departure, OutboxKind, OutboxTables } from '../../outbox/outbox.ts';
import { release, TEXT_LANE, withdraw } from '../../outbox/outbox.ts';
import type { Tx } from '../../store/store.ts';
import { columnAddress, openWith } from '../../vault/vault.ts';
import { handOverOf } from '../carriers/common/hand-overs.ts';
import type { OutgoingText } from '../carriers/text/carrier.ts';
import { nextStep } from '../channels/schedule.ts';
import { sendText, TEXT_SCHEDULE } from '../channels/text.ts';
import { claimSteps, countForLane } from '../lanes/claim.ts';
import type { Sent } from '../ledger/sent.ts';
import { accepted, countsAsFailure, unsent } from '../ledger/sent.ts';
import type { DeliveryTables } from '../ledger/tables.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { TextContent } from '../texts/invitation.ts';
import { writeInvitation } from '../texts/invitation.ts';
import { TEXT } from '../texts/text-sql.ts';
import type { Begun } from './begun.ts';
import type { TextDeps } from './deps.ts';
import { holdText } from './unsent/hold.ts';

/** Claims a text that is due. Answers a boolean where nothing is to be sent: false when the row stays as it was. */
export async function beginText(deps: TextDeps, departure: Departure): Promise<Begun | boolean> {
  const { orgId, id } = departure;
  const { store } = deps;
  const [rows = []] = await store.pipeline([
    { scope: { role: 'app', orgId }, steps: [{ statement: TEXT, values: [orgId, id] }] },
  ]);
  const [row] = rows;
  if (row === undefined) return true;
  if (row['leased'] === true) return false;
  if (row['sealed'] === null) {
    const written =
      row['kind'] === 'invitation' && (await writeInvitation(deps, orgId, row['subject_id'] as OrderId));
    if (written) return await beginText(deps, departure);
    await store.withOrg(orgId, (tx) => withdraw(tx, orgId, id));
    return true;
  }
  const attemptsBefore = row['attempt'] as number;
  if (!(await claimText(deps, id, attemptsBefore))) return await holdText(store, id, attemptsBefore);
  const { recipient, body } = await openWith(
    store,
    orgId,
    (keys) => keys.openJson(columnAddress('text', id), row['sealed'] as Uint8Array) as TextContent,
  );
  const messageId = `${row['cause'] as string}-text`;
  const text: OutgoingText = { orgId, textId: id, messageId, to: recipient, text: body };
  return {
    about: {
      transmissionId: id,
      orgId,
      orderId: null,
      pharmacyId: null,
      lane: TEXT_LANE,
      channel: 'text',
      kind: row['kind'] as OutboxKind,
      attempt: attemptsBefore + 1,
      writtenAt: null,
    },
    send: () => sendText(deps.carrier, text),
    finish: async (sent) => {
      await store.withOrg(orgId, async (tx) => {
        await finishText(deps, tx, departure, attemptsBefore + 1, await knownEnd(tx, text, sent));
      });
      await countForLane(store, TEXT_LANE, countsAsFailure(sent));
      return undefined;
    },
  };
}

/** A carrier may have posted meanwhile what the attempt waited for in vain. */
async function knownEnd(tx: Tx, { orgId, messageId }: OutgoingText, sent: Sent): Promise<Sent> {
  if (sent.outcome !== 'UNKNOWN' && sent.outcome !== 'ACCEPTED') return sent;
  const known = await handOverOf(tx, { orgId, reference: messageId });
  if (known?.state === 'taken' || known?.state === 'delivered') return accepted('taken by the carrier');
  return known?.state === 'failed' && known.carrierId !== null ? unsent(known.reason) : sent;
}

async function claimText(
  { store, workerId, storeWatch }: TextDeps,
  id: string,
  attempt: number,
): Promise<boolean> {
  storeWatch.somethingLeaves();
  const steps = claimSteps({
    id,
    lane: TEXT_LANE,
    attempt,
    workerId,
    timeoutMs: TEXT_SCHEDULE.timeoutMs,
    concurrency: DELIVERY_LIMITS.textConcurrency,
    intervalMs: 0,
    pharmacyId: null,
    leaves: true,
    mark: storeWatch.remembered,
  });
  const results = await store.pipeline([{ scope: { role: 'courier' }, steps }]);
  return (results.at(-1)?.length ?? 0) > 0;
}

/**
 * Records the end of an attempt. A worker whose lease ran out leaves the row to whoever took it over: only that the carrier
 * took the text is true whoever says it. The last attempt that fails is kept as failed.
 */
async function finishText(
  { workerId }: TextDeps,
  tx: Tx,
  { orgId, id }: Departure,
  attempt: number,
  sent: Sent,
): Promise<void> {
  const tables = tx.withTables<OutboxTables & DeliveryTables>();
  const row = await tables
    .selectFrom('outbox')
    .select(['leased_by', 'attempt'])
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const mine = row?.leased_by === workerId && row.attempt === attempt;
  const text = await tables
    .selectFrom('text_message')
    .select('state')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  const become = async (state: 'sent' | 'failed'): Promise<void> => {
    await tables
      .updateTable('text_message')
      .set({ state })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .execute();
  };
  const next = nextStep(TEXT_SCHEDULE, sent.outcome, attempt);
  if (next.step === 'accepted') await become('sent');
  if (!mine) return;
  // What an attempt before this one brought to the carrier is not tried again, and stays sent.
  const isSent = next.step === 'accepted' || text?.state === 'sent';
  if (next.step === 'retry' && !isSent) {
    await release(tx, orgId, id, { inMs: next.delayMs });
    return;
  }
  await withdraw(tx, orgId, id);
  if (!isSent) await become('failed');
}
