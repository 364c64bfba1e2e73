// Records that attempts begin before anything leaves: claims their rows in the lanes and fixes their bytes, once even when the store's answer is lost.
import type { OrganizationId } from '@pestle/rules/ids';
import { auditRow } from '../../audit/audit.ts';
import { gather } from '../../kernel/concurrency/gather.ts';
import { nowText } from '../../kernel/ports.ts';
import { FAX_LANE } from '../../outbox/outbox.ts';
import { packBytes, throughOutage } from '../../store/inside.ts';
import type { Row, Step, StepGroup, Store } from '../../store/store.ts';
import { columnAddress, keysFor } from '../../vault/vault.ts';
import type { Claim } from '../lanes/claim.ts';
import { claimSteps } from '../lanes/claim.ts';
import { BEGIN, JUDGE, LOCK_ORDERS } from '../lanes/claim-sql.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { ClaimDeps, FinishDeps } from './deps.ts';
import { cutOffEntry } from './finish/entry.ts';
import type { Begin, BeginAnswer, Beginning } from './together.ts';

export function createBegin(deps: ClaimDeps): Begin {
  const beginTogether = gather<BeginningTry, BeginAnswer | 'locked'>({
    atATime: DELIVERY_LIMITS.batchesAtATime,
    requestsMax: DELIVERY_LIMITS.batchMax,
    apart: ({ facts }) => facts.fill.orderId,
    idOf: ({ facts }) => facts.id,
    run: (beginnings) => beginMany(deps, beginnings),
  });
  return async (beginning) => {
    const answer = await throughOutage(
      (repeated) => beginTogether({ ...beginning, repeated }),
      DELIVERY_LIMITS.beginThroughOutageMs,
    );
    if (answer !== 'locked') return answer;
    // Somebody works on the order: by itself it is waited for.
    const [alone = 'not-had'] = await throughOutage(
      (repeated) => beginMany(deps, [{ ...beginning, repeated }]),
      DELIVERY_LIMITS.beginThroughOutageMs,
    );
    return alone === 'locked' ? 'not-had' : alone;
  };
}

/** `repeated`: the answer to an earlier try was lost, which may have taken the row. */
interface BeginningTry extends Beginning {
  readonly repeated: boolean;
}

async function beginMany(
  deps: ClaimDeps,
  beginnings: readonly BeginningTry[],
): Promise<readonly (BeginAnswer | 'locked')[]> {
  deps.storeWatch.somethingLeaves();
  const own = [...Map.groupBy(beginnings, ({ facts }) => facts.orgId)];
  const before = own.map(
    ([orgId, some]): StepGroup => ({
      scope: { role: 'app', orgId },
      steps: [lockStep(orgId, some, beginnings.length > 1), judgeStep(orgId, some)],
    }),
  );
  const claim: StepGroup = {
    scope: { role: 'courier' },
    steps: claimSteps(beginnings.map(claimOf), {
      workerId: deps.workerId,
      mark: deps.storeWatch.remembered,
      judged: true,
    }),
  };
  const put = await Promise.all(
    own.map(
      async ([orgId, some]): Promise<StepGroup> => ({
        scope: { role: 'app', orgId },
        steps: [await beginStep(deps, orgId, some)],
      }),
    ),
  );
  const results = await deps.store.pipeline([...before, claim, ...put]);
  const judged = new Map(
    own
      .flatMap((_, index) => results[2 * index + 1] ?? [])
      .map((row) => [idOf(row), row['holds'] as boolean]),
  );
  const taken = new Set((results[2 * own.length + 1] ?? []).map(idOf));
  const begun = new Set(results.slice(2 * own.length + 2).flatMap((rows) => rows.map(idOf)));
  return beginnings.map(({ facts: { id }, repeated }) => {
    const holds = judged.get(id);
    if (holds === undefined) return 'locked';
    if (!holds) return 'changed';
    // Taken already by a try whose answer was lost: then it is this worker's, under this number.
    return begun.has(id) && (taken.has(id) || repeated) ? 'begun' : 'not-had';
  });
}

const idOf = (row: Row): string => row['id'] as string;

function lockStep(orgId: OrganizationId, beginnings: readonly Beginning[], skipLocked: boolean): Step {
  return {
    statement: skipLocked ? LOCK_ORDERS.many : LOCK_ORDERS.one,
    values: [orgId, beginnings.map(({ facts }) => facts.fill.orderId)],
  };
}

/** A cancel, and an attempt that only gives up, are nothing that its signer has to answer for. */
function judgeStep(orgId: OrganizationId, beginnings: readonly Beginning[]): Step {
  return {
    statement: JUDGE,
    values: [
      orgId,
      beginnings.map(({ facts }) => facts.id),
      beginnings.map(({ facts }) => facts.fill.orderId),
      beginnings.map(({ facts, message, leaves }) =>
        leaves && message.kind === 'new' ? facts.prescription.id : null,
      ),
      beginnings.map(({ facts }) => facts.signer.revision),
      beginnings.map(({ facts }) => facts.fill.id),
      beginnings.map(({ facts }) => facts.pharmacy.id),
      beginnings.map(({ facts }) => facts.pharmacy.partner?.id ?? null),
    ],
  };
}

/** The claim of the row, with the room that its pharmacy's settings give the lane. */
function claimOf({ facts: { id, lane, attempt, pharmacy }, timeoutMs, leaves }: Beginning): Claim {
  const settings = lane === FAX_LANE ? undefined : pharmacy.integration?.lane;
  const concurrency =
    lane === FAX_LANE
      ? DELIVERY_LIMITS.faxConcurrency
      : (settings?.concurrency ?? DELIVERY_LIMITS.electronicConcurrency);
  const intervalMs = settings?.ratePerSecond === undefined ? 0 : Math.ceil(1_000 / settings.ratePerSecond);
  return { id, lane, attempt, timeoutMs, concurrency, intervalMs, pharmacyId: pharmacy.id, leaves };
}

/** Writes the transmissions, their bytes sealed, and the attempts. */
async function beginStep(
  { store, ports, workerId }: FinishDeps & { readonly store: Store },
  orgId: OrganizationId,
  beginnings: readonly Beginning[],
): Promise<Step> {
  const keys = await keysFor(store, orgId);
  const column = <Value>(value: (beginning: Beginning) => Value): Value[] => beginnings.map(value);
  // A message that was not written is written when it is sent again.
  const isKept = ({ message }: Beginning): boolean => message.channel !== 'fax' && message.body.length > 0;
  const bodies = packBytes(
    column((one) =>
      isKept(one) ? keys.seal(columnAddress('transmission', one.facts.id), one.message.body) : null,
    ),
  );
  // A first attempt has none before it.
  const entries = column(({ facts, attempt }) =>
    attempt > 1 ? auditRow(ports, cutOffEntry({ workerId }, facts)) : null,
  );
  return {
    statement: BEGIN,
    values: [
      orgId,
      workerId,
      nowText(ports),
      column(({ facts }) => facts.id),
      column(({ attempt }) => attempt),
      column(({ facts }) => facts.fill.orderId),
      column(({ facts }) => facts.fill.id),
      column(({ facts }) => facts.pharmacy.id),
      column(({ message }) => message.kind),
      column(({ message }) => message.channel),
      column(({ message }) => message.messageId),
      column(({ message }) => message.relatesToMessageId),
      column(({ message }) => message.prescriberOrderNumber),
      bodies.starts,
      bodies.lengths,
      bodies.bytes,
      column((one) => (isKept(one) ? one.message.contentType : null)),
      column(({ message }) => JSON.stringify(message.reason)),
      entries.map((entry) => entry?.id ?? null),
      entries.find((entry) => entry !== null)?.purpose ?? null,
      entries.find((entry) => entry !== null)?.detail ?? null,
    ],
  };
}
