// The plain end, which nearly every order has: the pharmacy took the first and only message of a fill. One statement and one commit for those that come together.
import type { OrganizationId } from '@pestle/rules/ids';
import { auditRow } from '../../../audit/audit.ts';
import { gather } from '../../../kernel/concurrency/gather.ts';
import { isRetryable } from '../../../kernel/failures/sql-errors.ts';
import { nowText } from '../../../kernel/ports.ts';
import { packBytes } from '../../../store/inside.ts';
import type { Row, Step, StepGroup } from '../../../store/store.ts';
import { keysFor } from '../../../vault/vault.ts';
import { LANES_WELL, LOCK_ORDERS } from '../../lanes/claim-sql.ts';
import { sealedAnswer } from '../../ledger/transmissions.ts';
import { DELIVERY_LIMITS } from '../../limits.ts';
import { placedText } from '../../texts/texts.ts';
import type { FinishDeps } from '../deps.ts';
import type { Acceptance, AcceptPlainly, PlacedText } from '../together.ts';
import { attemptEntry } from './entry.ts';
import { ACCEPT } from './plain-acceptance-sql.ts';

export function createAcceptPlainly(deps: FinishDeps, onText: (text: PlacedText) => void): AcceptPlainly {
  const together = gather<Acceptance, boolean>({
    atATime: DELIVERY_LIMITS.batchesAtATime,
    requestsMax: DELIVERY_LIMITS.batchMax,
    apart: ({ facts }) => facts.fill.orderId,
    idOf: ({ facts }) => facts.id,
    run: (acceptances) => acceptMany(deps, acceptances, onText),
  });
  return async (acceptance) => {
    const { facts, sent } = acceptance;
    if (facts.kind !== 'new' || sent.outcome !== 'ACCEPTED') return false;
    try {
      return await together(acceptance);
    } catch (error) {
      // A deadlock undoes all of it; the longer way tries more than once.
      if (isRetryable(error)) return false;
      throw error;
    }
  };
}

async function acceptMany(
  deps: FinishDeps,
  acceptances: readonly Acceptance[],
  onText: (text: PlacedText) => void,
): Promise<readonly boolean[]> {
  const written = await Promise.all(
    [...Map.groupBy(acceptances, ({ facts }) => facts.orgId)].map(([orgId, own]) =>
      writeOf(deps, orgId, own, acceptances.length === 1),
    ),
  );
  const results = await deps.store.pipeline([
    ...written.map(({ group }) => group),
    {
      scope: { role: 'courier' },
      steps: [{ statement: LANES_WELL, values: [acceptances.map(({ facts }) => facts.lane)] }],
    },
  ]);
  const rows = written.flatMap((_, index): readonly Row[] => results[2 * index + 1] ?? []);
  const textsById = new Map(written.flatMap(({ texts }) => texts).map((text) => [text.id as string, text]));
  for (const row of rows) {
    const text = textsById.get(String(row['text_id']));
    if (text !== undefined) onText(text);
  }
  const accepted = new Set(rows.map((row) => row['id'] as string));
  return acceptances.map(({ facts }) => accepted.has(facts.id));
}

/** The steps of one organization's acceptances, with the texts that they may write. */
async function writeOf(
  deps: FinishDeps,
  orgId: OrganizationId,
  acceptances: readonly Acceptance[],
  waits: boolean,
): Promise<{ readonly group: StepGroup; readonly texts: readonly PlacedText[] }> {
  const keys = await keysFor(deps.store, orgId);
  const drafts = acceptances.map(({ facts, channel, attempt, sent }) => ({
    entry: auditRow(deps.ports, attemptEntry(deps, facts, { channel, kind: 'new' }, attempt, sent)),
    answer: sealedAnswer(keys, facts.id, attempt, sent),
    text: placedText(deps, keys, facts.envelope, facts.pharmacy.name),
  }));
  const bytes = packBytes([
    ...drafts.map(({ answer }) => answer),
    ...drafts.map(({ text }) => text?.sealed ?? null),
  ]);
  const half = acceptances.length;
  const step: Step = {
    statement: ACCEPT,
    values: [
      orgId,
      deps.workerId,
      nowText(deps.ports),
      acceptances.map(({ facts }) => facts.id),
      acceptances.map(({ attempt }) => attempt),
      acceptances.map(({ facts }) => facts.fill.orderId),
      acceptances.map(({ facts }) => facts.fill.id),
      acceptances.map(({ sent }) => sent.httpStatus),
      acceptances.map(({ sent }) => sent.reason),
      bytes.starts.slice(0, half),
      bytes.lengths.slice(0, half),
      bytes.bytes,
      acceptances.map(({ sent }) => sent.deliveryMethod),
      drafts.map(({ entry }) => entry.id),
      drafts.map(({ entry }) => entry.purpose),
      drafts.map(({ entry }) => entry.detail),
      drafts.map(({ text }) => text?.id ?? null),
      bytes.starts.slice(half),
      bytes.lengths.slice(half),
      drafts.map(({ text }) => text?.link.id ?? null),
      drafts.map(({ text }) => text?.link.tokenHash ?? null),
      drafts.map(({ text }) => text?.link.expiresAt ?? null),
      drafts.map(({ text }) => text?.atNight ?? false),
    ],
  };
  const orders = acceptances.map(({ facts }) => facts.fill.orderId);
  return {
    group: {
      scope: { role: 'app', orgId },
      steps: [{ statement: waits ? LOCK_ORDERS.one : LOCK_ORDERS.many, values: [orgId, orders] }, step],
    },
    texts: drafts.flatMap(({ text }, index) => {
      const cause = acceptances[index]?.facts.id;
      return text === undefined || cause === undefined
        ? []
        : [{ id: text.id, orgId, cause, content: text.content }];
    }),
  };
}
