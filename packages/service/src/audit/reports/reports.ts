// What administrators read of their organization's trail: who saw and did what, everything about one patient, and when somebody came in last.
import type { OrganizationId } from '@pestle/rules/ids';
import { isId, newId, ULID_RANDOM_BYTES } from '@pestle/rules/ids';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { Actor } from '../../kernel/actor.ts';
import { invalidInput, notFound } from '../../kernel/errors.ts';
import { isInstant, type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../kernel/paging.ts';
import type { Ports } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import type { Store, Tx } from '../../store/store.ts';
import { cursorsOf, keysOf } from '../../vault/vault.ts';
import { AUDIT_LIMITS as LIMITS } from '../limits.ts';
import { type AuditRow, type AuditTables, recordAudit } from '../trail/record.ts';

const DAY_MS = 86_400_000;
const SUCCESS = 'success';

const action = v.pipe(
  v.string(),
  v.maxLength(LIMITS.actionCharactersMax),
  v.regex(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/, 'An action is a room and a verb, such as "order.read".'),
);
const instant = v.pipe(v.string(), v.check(isInstant, 'Write a moment with its zone.'));
const questionSchema = v.object({
  /** A user, an application, or whoever else acts. */
  actorId: v.nullish(v.pipe(v.string(), v.regex(/^[a-z]+_[0-9A-Z]{1,40}$/, 'This is not an id.'))),
  patientId: v.nullish(
    v.pipe(
      v.string(),
      v.check((id) => isId('pat', id), 'This must be the id of a patient (pat_…).'),
    ),
  ),
  actions: v.nullish(v.pipe(v.array(action), v.maxLength(LIMITS.actionsAskedMax))),
  from: v.nullish(instant),
  to: v.nullish(instant),
});

export type AuditQuestion = v.InferInput<typeof questionSchema> & PageRequest;

/** An entry as it is read: `detail` holds ids and codes. */
export type AuditEntry = Omit<AuditRow, 'detail'> & { readonly at: string; readonly detail: unknown };

export interface AuditReports {
  /**
   * The latest first. Without a patient, of at most 92 days: the last 31 when `from` is left out. With one, everything about the patient, their
   * drafts, prescriptions, orders, and the messages and links of these. Reading leaves an entry of its own. Throws INVALID_INPUT, NOT_FOUND.
   */
  entries(actor: Actor, question: AuditQuestion): Promise<Page<AuditEntry>>;
  /** When each of the users came in last; empty for whoever may not read the trail. */
  lastSignIns(actor: Actor, userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** When somebody last came in through each application, within 31 days; empty for whoever may not read the trail. */
  applicationUses(actor: Actor): Promise<ReadonlyMap<string, string>>;
}

export interface AuditReportsDeps {
  readonly store: Store;
  readonly ports: Ports;
  /** Throws FORBIDDEN for whoever may not read the trail. */
  readonly authorize: (actor: Actor) => void;
  readonly isAllowed: (actor: Actor) => boolean;
  /** The ids under which entries tell of a patient, its own first; undefined for a patient whom the organization does not have. */
  readonly recordsOfPatient: (
    tx: Tx,
    orgId: OrganizationId,
    patientId: string,
  ) => Promise<readonly string[] | undefined>;
}

export function createAuditReports(deps: AuditReportsDeps): AuditReports {
  const { store, ports, isAllowed } = deps;
  return {
    entries: (actor, question) => entries(deps, actor, question),
    lastSignIns: async (actor, userIds) =>
      isAllowed(actor)
        ? await store.withOrg(actor.orgId, (tx) => lastSignIns(tx, actor.orgId, userIds))
        : new Map(),
    applicationUses: async (actor) =>
      isAllowed(actor)
        ? await store.withOrg(actor.orgId, (tx) => applicationUses(tx, actor.orgId, ports.clock.now()))
        : new Map(),
  };
}

type Question = v.InferOutput<typeof questionSchema>;

async function entries(
  { store, ports, authorize, recordsOfPatient }: AuditReportsDeps,
  actor: Actor,
  { first, after, ...asked }: AuditQuestion,
): Promise<Page<AuditEntry>> {
  authorize(actor);
  const page = { first: first ?? null, after: after ?? null };
  const size = pageSize(page);
  const question = validate(questionSchema, asked);
  const { orgId } = actor;
  const { actorId = null, patientId = null, actions = null } = question;
  const { from, to } = periodOf(question, ports.clock.now());
  return await store.withOrg(orgId, async (tx) => {
    const asking = ['auditEntries', actorId, patientId, actions, question.from ?? null, question.to ?? null];
    const cursors = cursorsOf(keysOf(tx), asking as ['auditEntries', ...unknown[]]);
    const [before] = readCursor(page, cursors, ['string']) ?? [];
    const subjects = patientId === null ? null : await recordsOfPatient(tx, orgId, patientId);
    if (subjects === undefined) throw notFound('patient');
    const rows = await select(tx, orgId, { before, subjects, actorId, actions, from, to, limit: size + 1 });
    await recordAudit(tx, ports, {
      orgId,
      actor,
      action: 'audit.read',
      subject: patientId === null ? { kind: 'organization', id: orgId } : { kind: 'patient', id: patientId },
      detail: {
        ...(actorId === null ? {} : { actorId }),
        ...(actions === null ? {} : { actions: actions.join(' ') }),
        ...(from === null ? {} : { from: from.text }),
        ...(to === null ? {} : { to: to.text }),
      },
    });
    return pageOf(
      rows,
      size,
      cursors,
      ({ id }) => [id],
      (row) => ({ ...row, at: row.at ?? '' }),
    );
  });
}

interface Selected {
  /** Entries before this one. */
  readonly before: string | undefined;
  readonly subjects: readonly string[] | null;
  readonly actorId: string | null;
  readonly actions: readonly string[] | null;
  readonly from: Moment | null;
  readonly to: Moment | null;
  readonly limit: number;
}

async function select(
  tx: Tx,
  orgId: string,
  { before, subjects, actorId, actions, from, to, limit }: Selected,
) {
  let query = tx
    .withTables<AuditTables>()
    .selectFrom('audit_entry')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('id', 'desc')
    .limit(limit);
  if (before !== undefined) query = query.where('id', '<', before);
  if (subjects !== null) query = query.where(sql<boolean>`subject_id = any(${subjects}::text[])`);
  if (actorId !== null) query = query.where('actor_id', '=', actorId);
  if (actions !== null) query = query.where(sql<boolean>`action = any(${actions}::text[])`);
  // Ids begin with their time, by the clock of a node: they narrow what is looked through, the database's own time decides.
  if (from !== null) query = query.where('at', '>=', from.text).where('id', '>=', idAt(from.ms - DAY_MS));
  if (to !== null) query = query.where('at', '<', to.text).where('id', '<', idAt(to.ms + DAY_MS));
  return await query.execute();
}

interface Moment {
  readonly text: string;
  readonly ms: number;
}

/** What is looked through; null where nothing bounds it. */
function periodOf(
  { patientId, from, to }: Question,
  nowMs: number,
): { readonly from: Moment | null; readonly to: Moment | null } {
  const end = to == null ? null : momentOf(Date.parse(to));
  const endMs = end?.ms ?? nowMs;
  if (from == null)
    return { from: patientId == null ? momentOf(endMs - LIMITS.reportDaysDefault * DAY_MS) : null, to: end };
  const begin = momentOf(Date.parse(from));
  if (patientId == null && endMs - begin.ms > LIMITS.reportDaysMax * DAY_MS) {
    const message = `Ask for at most ${LIMITS.reportDaysMax} days at once, or for one patient.`;
    throw invalidInput([{ path: 'from', code: 'OUT_OF_RANGE', message }]);
  }
  return { from: begin, to: end };
}

function momentOf(ms: number): Moment {
  return { text: new Date(ms).toISOString(), ms };
}

/** The first id of this moment. */
function idAt(ms: number): string {
  return newId('aud', Math.max(0, ms), new Uint8Array(ULID_RANDOM_BYTES));
}

async function lastSignIns(
  tx: Tx,
  orgId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .withTables<AuditTables>()
    .selectFrom('audit_entry')
    .select(['subject_id', sql<string>`max(at)`.as('last')])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`subject_id = any(${userIds}::text[])`)
    .where('action', '=', 'user.sign-in')
    .where('outcome', '=', SUCCESS)
    .groupBy('subject_id')
    .execute();
  return new Map(rows.map(({ subject_id: id, last }) => [id, last]));
}

async function applicationUses(tx: Tx, orgId: string, nowMs: number): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .withTables<AuditTables>()
    .selectFrom('audit_entry')
    .select(['client_id', sql<string>`max(at)`.as('last')])
    .where('org_id', '=', orgId)
    .where('id', '>=', idAt(nowMs - LIMITS.reportDaysDefault * DAY_MS))
    .where('action', 'in', ['user.sign-in', 'application.sign-in'])
    .where('outcome', '=', SUCCESS)
    .where('client_id', 'is not', null)
    .groupBy('client_id')
    .execute();
  return new Map(rows.flatMap(({ client_id: id, last }) => (id === null ? [] : [[id, last] as const])));
}
