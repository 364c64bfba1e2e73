// Reads the desk: a page of what lies there, one item of it, and how much there is.
import type { OrderId, OrganizationId, PatientId, PrescriptionId, UserId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import type { Situation } from '@pestle/rules/situations';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { invalidInput, notFound } from '../../kernel/errors.ts';
import type { Page, PageRequest } from '../../kernel/paging.ts';
import { pageOf, pageSize, readCursor } from '../../kernel/paging.ts';

import { PRESCRIBING_LIMITS, type PrescribingTables } from '../../prescribing/inside.ts';
import { runStatement } from '../../store/inside.ts';
import type { Tx } from '../../store/store.ts';
import { cursorsOf, keysOf } from '../../vault/vault.ts';
import type { DeskCause } from '../causes.ts';
import { DESK_CAUSE_KEYS, DESK_CAUSES, deskItemId, readDeskItemId } from '../causes.ts';
import type { DeskDeps } from '../deps.ts';
import { DESK_LIMITS, LATE_AFTER_MS } from '../limits.ts';
import { DESK_FIGURES, DESK_ITEMS, deskItemOf } from './items-sql.ts';

/** Whose it is: a person by name. */
export interface DeskOwner {
  readonly id: UserId;
  readonly firstName: string;
  readonly lastName: string;
}

/** Something that needs a person. */
export interface DeskItem {
  readonly id: string;
  readonly cause: DeskCause;
  readonly subjectId: string;
  readonly situation: Situation;
  /** Which of its causes, as a code: why it is stuck, what the pharmacy reported; null where the situation says all. */
  readonly code: string | null;
  readonly since: string;
  /** The moment of the cause in microseconds. */
  readonly mark: number;
  readonly lateAt: string;
  readonly isLate: boolean;
  readonly orderId: OrderId | null;
  readonly fillId: string | null;
  readonly prescriptionId: PrescriptionId | null;
  readonly draftId: string | null;
  readonly requestId: string | null;
  readonly questionId: string | null;
  readonly patientId: PatientId | null;
  /** Null is the practice: nobody who would act is there any more. */
  readonly owner: DeskOwner | null;
  /** Since when somebody has it who took it or was given it; null while it is whose it was at first. */
  readonly takenAt: string | null;
}

export interface DeskFilter {
  /** Only these; null for all. */
  readonly situations?: readonly Situation[] | null;
  /** Only what is the caller's. */
  readonly mine?: boolean | null;
  /** Only of this order. */
  readonly orderId?: string | null;
  /** Only this one, also when a new cause has given it another id since: what a link leads to. */
  readonly id?: string | null;
}

export interface DeskFigures {
  readonly count: number;
  readonly mine: number;
  readonly late: number;
  /** Since when the oldest has waited; null when nothing lies there. */
  readonly oldestSince: string | null;
  readonly bySituation: readonly { readonly situation: Situation; readonly count: number }[];
}

type ItemRow = {
  readonly cause: DeskCause;
  readonly subject_id: string;
  readonly order_id: OrderId | null;
  readonly fill_id: string | null;
  readonly prescription_id: PrescriptionId | null;
  readonly draft_id: string | null;
  readonly request_id: string | null;
  readonly question_id: string | null;
  readonly patient_id: PatientId | null;
  readonly code: string | null;
  readonly since: string;
  readonly mark: number;
  readonly severity: number;
  readonly owned_since: string | null;
  readonly owner_id: UserId | null;
  readonly owner_first_name: string | null;
  readonly owner_last_name: string | null;
  readonly owner_took_it: boolean | null;
};

/** The worst first, of those the oldest. Throws NOT_FOUND for an order that is nobody's here. */
export async function listItems(
  deps: DeskDeps,
  actor: Actor,
  filter: DeskFilter & PageRequest,
): Promise<Page<DeskItem>> {
  authorize(actor, 'desk.read');
  const size = pageSize(filter);
  const causes = causesOf(filter.situations ?? null);
  const owner = filter.mine === true ? actor.id : null;
  const orderId = filter.orderId ?? null;
  if (filter.id != null) return await oneItem(deps, actor, filter.id);
  if (orderId !== null && !isId('ord', orderId)) throw notFound('order');
  const nowMs = deps.ports.clock.now();
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    if (orderId !== null && !(await isOrderHere(tx, actor.orgId, orderId))) throw notFound('order');
    const cursors = cursorsOf(keysOf(tx), ['desk', causes, owner, orderId]);
    const [severity = null, since = null, name = null] =
      readCursor(filter, cursors, ['number', 'string', 'string']) ?? [];
    const rows = await runStatement<ItemRow>(tx, DESK_ITEMS, [
      ...moments(actor.orgId, nowMs),
      causes,
      owner,
      orderId,
      severity,
      since,
      name,
      size + 1,
    ]);
    return pageOf(
      rows,
      size,
      cursors,
      (row) => [row.severity, row.since, `${row.cause}.${row.subject_id}`],
      (row) => itemOf(row, nowMs),
    );
  });
}

/** Nothing of what lies there no more, never lay there, or lies on the desk of another organization. */
async function oneItem(deps: DeskDeps, { orgId }: Actor, id: string): Promise<Page<DeskItem>> {
  const key = readDeskItemId(id);
  const item =
    key === undefined
      ? undefined
      : await deps.store.withOrg(orgId, (tx) => findItem(tx, orgId, deps.ports.clock.now(), key));
  return { items: item === undefined ? [] : [item], endCursor: null, hasNextPage: false };
}

async function isOrderHere(tx: Tx, orgId: OrganizationId, orderId: string): Promise<boolean> {
  const order = await tx
    .withTables<PrescribingTables>()
    .selectFrom('orders')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', orderId as OrderId)
    .executeTakeFirst();
  return order !== undefined;
}

/** What lies there of a cause; undefined when it does not any more. */
export async function findItem(
  tx: Tx,
  orgId: OrganizationId,
  nowMs: number,
  { cause, subjectId }: { readonly cause: DeskCause; readonly subjectId: string },
): Promise<DeskItem | undefined> {
  const values = [...moments(orgId, nowMs), cause, subjectId];
  const [row] = await runStatement<ItemRow>(tx, deskItemOf(cause), values);
  return row === undefined ? undefined : itemOf(row, nowMs);
}

/** Everything counted at once. */
export async function deskFigures(deps: DeskDeps, actor: Actor): Promise<DeskFigures> {
  authorize(actor, 'desk.read');
  const nowMs = deps.ports.clock.now();
  const rows = await deps.store.withOrg(actor.orgId, (tx) =>
    runStatement<{ cause: DeskCause; items: number; own: number; late: number; oldest_since: string }>(
      tx,
      DESK_FIGURES,
      [
        ...moments(actor.orgId, nowMs),
        null,
        null,
        null,
        actor.id,
        DESK_CAUSE_KEYS,
        DESK_CAUSE_KEYS.map((cause) => textOf(nowMs - LATE_AFTER_MS[DESK_CAUSES[cause]])),
      ],
    ),
  );
  const counts = new Map<Situation, number>();
  for (const { cause, items } of rows) {
    const situation = DESK_CAUSES[cause];
    counts.set(situation, (counts.get(situation) ?? 0) + items);
  }
  const sum = (count: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((total, row) => total + count(row), 0);
  return {
    count: sum(({ items }) => items),
    mine: sum(({ own }) => own),
    late: sum(({ late }) => late),
    oldestSince: rows.map((row) => row.oldest_since).toSorted()[0] ?? null,
    bySituation: [...counts].map(([situation, count]) => ({ situation, count })),
  };
}

/** The first four parameters of every statement of the desk. */
function moments(orgId: OrganizationId, nowMs: number): readonly [string, string, string, string] {
  return [
    orgId,
    textOf(nowMs - PRESCRIBING_LIMITS.unconfirmedAfterMs),
    textOf(nowMs - DESK_LIMITS.patientChoosesWithinMs),
    textOf(nowMs - DESK_LIMITS.invitationWrittenWithinMs),
  ];
}

/** The causes of the situations asked for; of those that never lie on a desk none. */
function causesOf(situations: readonly Situation[] | null): readonly DeskCause[] | null {
  if (situations === null) return null;
  if (situations.length > DESK_LIMITS.situationsPerFilterMax)
    throw invalidInput([
      {
        path: 'filter.situations',
        code: 'TOO_LONG',
        message: `Name ${DESK_LIMITS.situationsPerFilterMax} situations at most.`,
      },
    ]);
  return DESK_CAUSE_KEYS.filter((cause) => situations.includes(DESK_CAUSES[cause]));
}

function itemOf(row: ItemRow, nowMs: number): DeskItem {
  const { cause, subject_id: subjectId, mark, since } = row;
  const situation = DESK_CAUSES[cause];
  const lateAtMs = Date.parse(since) + LATE_AFTER_MS[situation];
  return {
    id: deskItemId({ cause, subjectId, mark }),
    cause,
    subjectId,
    situation,
    code: row.code,
    since,
    mark,
    lateAt: textOf(lateAtMs),
    isLate: nowMs >= lateAtMs,
    orderId: row.order_id,
    fillId: row.fill_id,
    prescriptionId: row.prescription_id,
    draftId: row.draft_id,
    requestId: row.request_id,
    questionId: row.question_id,
    patientId: row.patient_id,
    owner:
      row.owner_id === null
        ? null
        : {
            id: row.owner_id,
            firstName: row.owner_first_name ?? '',
            lastName: row.owner_last_name ?? '',
          },
    takenAt: row.owner_took_it === true ? row.owned_since : null,
  };
}

function textOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** What lies there for whoever looks after it, the worst first: as many as are told of. */
export async function itemsToTell(
  tx: Tx,
  orgId: OrganizationId,
  nowMs: number,
): Promise<readonly DeskItem[]> {
  const values = [...moments(orgId, nowMs), null, null, null, null, null, null, DESK_LIMITS.remindedItemsMax];
  return (await runStatement<ItemRow>(tx, DESK_ITEMS, values)).map((row) => itemOf(row, nowMs));
}

/** Of which of the orders anything lies there: one look at the desk for all of them, unless more lies there than one look takes. */
export async function ordersOnDesk(
  tx: Tx,
  orgId: OrganizationId,
  nowMs: number,
  orderIds: readonly OrderId[],
): Promise<ReadonlySet<OrderId>> {
  const items = orderIds.length < 2 ? undefined : await itemsToTell(tx, orgId, nowMs);
  if (items !== undefined && items.length < DESK_LIMITS.remindedItemsMax)
    return new Set(items.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])));
  const found = new Set<OrderId>();
  for (const orderId of orderIds) if (await hasItems(tx, orgId, nowMs, orderId)) found.add(orderId);
  return found;
}

/** Whether anything of an order lies there. */
async function hasItems(tx: Tx, orgId: OrganizationId, nowMs: number, orderId: string): Promise<boolean> {
  const values = [...moments(orgId, nowMs), null, null, orderId, null, null, null, 1];
  return (await runStatement<ItemRow>(tx, DESK_ITEMS, values)).length > 0;
}
