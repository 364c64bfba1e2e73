// An attempt to send a text message: an invitation is worded, the row is claimed in the lane of texts, the text is sent, and whoever holds the claim records the end.
import type { Id, OrderId, OrganizationId } from '@pestle/rules/ids';
import { noteChange } from '../../events/inside.ts';
import { gather } from '../../kernel/concurrency/gather.ts';
import type { Departure, OutboxKind, OutboxTables } from '../../outbox/outbox.ts';
import { release, TEXT_LANE, withdraw } from '../../outbox/outbox.ts';
import type { Row, Step, StepGroup, Tx } from '../../store/store.ts';
import { columnAddress, openWith } from '../../vault/vault.ts';
import { handOverOf } from '../carriers/common/hand-overs.ts';
import type { OutgoingText } from '../carriers/text/carrier.ts';
import { nextStep } from '../channels/schedule.ts';
import { sendText, TEXT_SCHEDULE } from '../channels/text.ts';
import type { Claim } from '../lanes/claim.ts';
import { claimSteps, countForLane } from '../lanes/claim.ts';
import { LANES_WELL } from '../lanes/claim-sql.ts';
import type { Sent } from '../ledger/sent.ts';
import { accepted, countsAsFailure, unsent } from '../ledger/sent.ts';
import type { DeliveryTables } from '../ledger/tables.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { writeInvitation } from '../texts/invitation.ts';
import { leftForPresentNumber } from '../texts/present-number.ts';
import { STOPPED, TEXTS, TEXTS_SENT } from '../texts/text-sql.ts';
import type { TextContent } from '../texts/write-text.ts';
import type { TextDeps } from './deps.ts';
import type { BeginText, TextDeparture } from './together.ts';
import { holdText } from './unsent/hold.ts';

interface ClaimableText {
  readonly attemptsBefore: number;
  readonly kind: OutboxKind;
  readonly cause: string;
  readonly content: TextContent;
}

/** Texts that come together share a round trip and a commit each for being read, claimed and ended. */
export function createBeginText(deps: TextDeps): BeginText {
  const together = textsTogether(deps);
  const { store } = deps;
  return async (departure) => {
    const { orgId, id } = departure;
    const found = await contentOf(deps, together, departure);
    if (typeof found === 'boolean') return found;
    const { attemptsBefore, kind, cause, content } = found;
    // Each of its attempts was cut off: nothing else would end it.
    if (attemptsBefore >= TEXT_SCHEDULE.offsetsMs.length) {
      await store.withOrg(orgId, (tx) => giveUpText(tx, departure));
      return true;
    }
    const claimedAtMs = performance.now();
    const hashes = deps.phoneHashes(content.recipient);
    const claimed = await together.claim({ id, attempt: attemptsBefore, hashes });
    if (claimed === 'not-had') return await holdText(store, id, attemptsBefore);
    const attempt = attemptsBefore + 1;
    const messageId = `${cause}-text`;
    const text: OutgoingText = { orgId, textId: id, messageId, to: content.recipient, text: content.body };
    return {
      about: {
        transmissionId: id,
        orgId,
        orderId: null,
        pharmacyId: null,
        lane: TEXT_LANE,
        channel: 'text',
        kind,
        attempt,
        writtenAt: null,
      },
      claimedAtMs,
      send: async () => (claimed === 'stopped' ? unsent(STOPPED_REASON) : await sendText(deps.carrier, text)),
      finish: async (sent) => {
        if (claimed === 'stopped') {
          await store.withOrg(orgId, (tx) => withhold(tx, orgId, id));
          return undefined;
        }
        if (sent.outcome === 'ACCEPTED' && (await together.end({ id, orgId, attempt }))) return undefined;
        await store.withOrg(orgId, async (tx) => {
          await finishText(deps, tx, departure, attempt, await knownEnd(tx, text, sent));
        });
        await countForLane(store, TEXT_LANE, countsAsFailure(sent));
        return undefined;
      },
    };
  };
}

/** A carrier may have posted meanwhile what the attempt waited for in vain. */
async function knownEnd(tx: Tx, { orgId, messageId }: OutgoingText, sent: Sent): Promise<Sent> {
  if (sent.outcome !== 'UNKNOWN' && sent.outcome !== 'ACCEPTED') return sent;
  const known = await handOverOf(tx, { orgId, reference: messageId });
  if (known?.state === 'taken' || known?.state === 'delivered') return accepted('taken by the carrier');
  return known?.state === 'failed' && known.carrierId !== null ? unsent(known.reason) : sent;
}

/** What is to be sent; a boolean where nothing is. An invitation is worded first. */
async function contentOf(
  deps: TextDeps,
  together: TextsTogether,
  departure: TextDeparture,
): Promise<ClaimableText | boolean> {
  const { orgId, id, text } = departure;
  if (text !== undefined)
    return { attemptsBefore: 0, kind: 'text', cause: text.cause, content: text.content };
  const row = await together.read({ id, orgId });
  if (row === undefined) return true;
  if (row['leased'] === true) return false;
  const kind = row['kind'] as OutboxKind;
  if (row['sealed'] === null) {
    const written =
      kind === 'invitation' && (await writeInvitation(deps, orgId, row['subject_id'] as OrderId));
    // The dispatcher takes it in the morning, by the row.
    if (written === 'waits') return true;
    if (written) return await contentOf(deps, together, departure);
    await deps.store.withOrg(orgId, (tx) => withdraw(tx, orgId, id));
    return true;
  }
  const content = await openWith(
    deps.store,
    orgId,
    (keys) => keys.openJson(columnAddress('text', id), row['sealed'] as Uint8Array) as TextContent,
  );
  const attemptsBefore = row['attempt'] as number;
  // It was written to the number of that moment: one that was corrected since is not texted again.
  const newMs = nowMs(deps) - DELIVERY_LIMITS.textNumberHoldsMs;
  const isOld = attemptsBefore > 0 || Date.parse(row['created_at'] as string) < newMs;
  if (isOld && (await leftForPresentNumber(deps, { orgId, id: id as Id<'txt'>, content }))) return true;
  return { attemptsBefore, kind, cause: row['cause'] as string, content };
}

const nowMs = ({ ports }: TextDeps): number => ports.clock.now();

type OfText = Pick<Departure, 'id' | 'orgId'>;

interface TextToClaim {
  readonly id: string;
  readonly attempt: number;
  /** Of the number that it goes to. */
  readonly hashes: readonly string[];
}

const STOPPED_REASON = 'number-wants-no-texts';

/** Nothing of it leaves, now or later. */
async function withhold(tx: Tx, orgId: OrganizationId, id: string): Promise<void> {
  await withdraw(tx, orgId, id);
  const withheld = await tx
    .withTables<DeliveryTables>()
    .updateTable('text_message')
    .set({ state: 'withheld' })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returning('order_id as orderId')
    .executeTakeFirst();
  if (withheld !== undefined)
    await noteChange(tx, orgId, { kind: 'order', id: withheld.orderId, ...withheld });
}

interface TextsTogether {
  readonly read: (text: OfText) => Promise<Row | undefined>;
  /** `not-had` where somebody else has it, the lane is full, or a window of maintenance covers it; `stopped`: had, and its number wants no texts. */
  readonly claim: (text: TextToClaim) => Promise<'had' | 'not-had' | 'stopped'>;
  /** Puts down that the carrier took it; false where the row is not this worker's any more. */
  readonly end: (text: OfText & { readonly attempt: number }) => Promise<boolean>;
}

function textsTogether({ store, workerId, storeWatch }: TextDeps): TextsTogether {
  const bounds = {
    atATime: DELIVERY_LIMITS.batchesAtATime,
    requestsMax: DELIVERY_LIMITS.batchMax,
    idOf: ({ id }: { readonly id: string }) => id,
  };
  return {
    read: gather({
      ...bounds,
      run: async (texts: readonly OfText[]) => {
        const rows = byId(
          await store.pipeline(
            byOrganization(texts, (orgId, own) => ({
              statement: TEXTS,
              values: [orgId, own.map(({ id }) => id)],
            })),
          ),
        );
        return texts.map(({ id }) => rows.get(id));
      },
    }),
    claim: gather({
      ...bounds,
      run: async (texts: readonly TextToClaim[]) => {
        storeWatch.somethingLeaves();
        const by = { workerId, mark: storeWatch.remembered, judged: false };
        const steps = claimSteps(texts.map(textClaim), by);
        const pairs = texts.flatMap(({ id, hashes }) => hashes.map((hash) => [id, hash] as const));
        const stops: Step = {
          statement: STOPPED,
          values: [pairs.map(([id]) => id), pairs.map(([, hash]) => hash)],
        };
        const results = await store.pipeline([{ scope: { role: 'courier' }, steps: [stops, ...steps] }]);
        const [stopped, taken] = [byId(results.slice(0, 1)), byId(results.slice(-1))];
        return texts.map(({ id }) => (!taken.has(id) ? 'not-had' : stopped.has(id) ? 'stopped' : 'had'));
      },
    }),
    end: gather({
      ...bounds,
      run: async (texts: readonly (OfText & { readonly attempt: number })[]) => {
        const groups = byOrganization(texts, (orgId, own) => ({
          statement: TEXTS_SENT,
          values: [orgId, workerId, own.map(({ id }) => id), own.map(({ attempt }) => attempt)],
        }));
        const well: StepGroup = {
          scope: { role: 'courier' },
          steps: [{ statement: LANES_WELL, values: [[TEXT_LANE]] }],
        };
        const ended = byId((await store.pipeline([...groups, well])).slice(0, -1));
        return texts.map(({ id }) => ended.has(id));
      },
    }),
  };
}

/** One step for the texts of each organization. */
function byOrganization<Text extends OfText>(
  texts: readonly Text[],
  step: (orgId: OrganizationId, own: readonly Text[]) => Step,
): readonly StepGroup[] {
  return [...Map.groupBy(texts, ({ orgId }) => orgId)].map(([orgId, own]) => ({
    scope: { role: 'app', orgId },
    steps: [step(orgId, own)],
  }));
}

function byId(results: readonly (readonly Row[])[]): ReadonlyMap<string, Row> {
  return new Map(results.flat().map((row) => [row['id'] as string, row]));
}

function textClaim({ id, attempt }: TextToClaim): Claim {
  return {
    id,
    lane: TEXT_LANE,
    attempt,
    timeoutMs: TEXT_SCHEDULE.timeoutMs,
    concurrency: DELIVERY_LIMITS.textConcurrency,
    intervalMs: 0,
    pharmacyId: null,
    leaves: true,
  };
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
    .select(['state', 'order_id'])
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
    if (text !== undefined)
      await noteChange(tx, orgId, { kind: 'order', id: text.order_id, orderId: text.order_id });
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

/** Nothing of it leaves any more; what the carrier took before stays sent. */
export async function giveUpText(tx: Tx, { orgId, id }: OfText): Promise<void> {
  await withdraw(tx, orgId, id);
  const failed = await tx
    .withTables<DeliveryTables>()
    .updateTable('text_message')
    .set({ state: 'failed' })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning('order_id as orderId')
    .executeTakeFirst();
  if (failed !== undefined) await noteChange(tx, orgId, { kind: 'order', id: failed.orderId, ...failed });
}
