// What pharmacists ask of prescribers on the page behind a fax: kept once, answered once, by a prescriber.
import type { FillId, Id, OrganizationId, PharmacyId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import { noteChange } from '../../events/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor, Origin } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy, validate } from '../../kernel/validate.ts';
import { type PrescribingTables, requireAct } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { columnAddress, keysOf } from '../../vault/vault.ts';
import type { DeskDeps } from '../deps.ts';
import { DESK_LIMITS } from '../limits.ts';
import type { DeskTables, PharmacyQuestionRow } from '../tables.ts';

/** A question, opened. */
export interface PharmacyQuestion {
  readonly id: Id<'qst'>;
  readonly fillId: FillId;
  readonly pharmacyId: PharmacyId;
  readonly askedAt: string;
  readonly text: string;
  /** Null while nobody has answered. */
  readonly answer: { readonly text: string; readonly by: string; readonly at: string } | null;
}

export interface NewQuestion {
  readonly orgId: OrganizationId;
  readonly fillId: FillId;
  readonly pharmacyId: PharmacyId;
  /** One line of plain text, 500 characters at most; checked here. */
  readonly text: string;
  /** Names the form that was sent, 100 characters at most: sent again, it asks nothing twice. */
  readonly once: string;
  /** The pharmacy's request, for the audit entry. */
  readonly origin?: Origin;
}

const questionSchema = v.strictObject({
  text: v.pipe(v.string(), parsedBy(plainText(DESK_LIMITS.questionCharactersMax))),
  once: v.pipe(v.string(), parsedBy(plainText(DESK_LIMITS.onceCharactersMax))),
});

/**
 * Puts a question on the desk, in the transaction of who asks. Answers its id, the same for the same `once`. Throws INVALID_INPUT, and
 * QUESTION_LIMIT when so many wait for an answer already.
 */
export async function askQuestion(tx: Tx, ports: Ports, question: NewQuestion): Promise<Id<'qst'>> {
  const { orgId, fillId, pharmacyId, origin } = question;
  const { text, once } = validate(questionSchema, { text: question.text, once: question.once });
  const tables = tx.withTables<DeskTables>();
  const asked = await tables
    .selectFrom('pharmacy_question')
    .select(['id', 'asked_once', 'answered_at'])
    .where('org_id', '=', orgId)
    .where('fill_id', '=', fillId)
    .execute();
  const before = asked.find((row) => row.asked_once === once);
  if (before !== undefined) return before.id;
  if (
    asked.length >= DESK_LIMITS.questionsPerFillMax ||
    asked.filter((row) => row.answered_at === null).length >= DESK_LIMITS.openQuestionsPerFillMax
  )
    throw new Failure('QUESTION_LIMIT', 'So many questions wait for an answer already. Call the practice.');
  const id = makeId(ports, 'qst');
  await tables
    .insertInto('pharmacy_question')
    .values({
      org_id: orgId,
      id,
      fill_id: fillId,
      pharmacy_id: pharmacyId,
      asked_once: once,
      asked_at: nowText(ports),
      sealed_question: keysOf(tx).seal(columnAddress('question', id), Buffer.from(text, 'utf8')),
      sealed_answer: null,
      answered_by: null,
      answered_at: null,
    })
    .execute();
  await recordAudit(tx, ports, {
    orgId,
    actor: { kind: 'pharmacy', id: pharmacyId, ...(origin !== undefined && { origin }) },
    action: 'question.ask',
    subject: { kind: 'fill', id: fillId },
    detail: { questionId: id },
  });
  await noteQuestion(tx, orgId, fillId, id);
  return id;
}

/** What was asked about fills, the oldest first, for the page of who asks and for the practice. */
export async function questionsOf(
  tx: Tx,
  orgId: OrganizationId,
  fillIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PharmacyQuestion[]>> {
  if (fillIds.length === 0) return new Map();
  const rows = await tx
    .withTables<DeskTables>()
    .selectFrom('pharmacy_question')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('fill_id', 'in', fillIds as FillId[])
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
  return Map.groupBy(
    rows.map((row) => opened(keysOf(tx), row)),
    ({ fillId }) => fillId,
  );
}

/** The same for a caller. */
export async function questionsFor(
  deps: DeskDeps,
  actor: Actor,
  fillIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PharmacyQuestion[]>> {
  authorize(actor, 'order.read');
  return await deps.store.withOrg(actor.orgId, (tx) => questionsOf(tx, actor.orgId, fillIds));
}

const answerSchema = v.strictObject({
  id: v.custom<Id<'qst'>>((value) => isId('qst', value), 'This must be the id of a question (qst_…).'),
  text: v.pipe(v.string(), parsedBy(plainText(DESK_LIMITS.questionCharactersMax))),
});

export type AnswerInput = v.InferInput<typeof answerSchema>;

/** In a prescriber's name. Throws QUESTION_ANSWERED when somebody was faster: that answer stands. */
export async function answerQuestion(
  deps: DeskDeps,
  actor: Actor,
  input: AnswerInput,
  write: WriteKey,
): Promise<{ readonly fillId: string; readonly id: string }> {
  authorize(actor, 'question.answer');
  const { id, text } = validate(answerSchema, input);
  return await writeOnce(deps.store, actor, write, async (tx) => {
    await requireAct(deps, tx, actor, 'question.answer');
    const tables = tx.withTables<DeskTables>();
    const row = await tables
      .selectFrom('pharmacy_question')
      .selectAll()
      .where('org_id', '=', actor.orgId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw notFound('question');
    if (row.answered_at !== null)
      throw new Failure('QUESTION_ANSWERED', 'This question has been answered before. Its answer stands.', {
        at: row.answered_at,
      });
    await tables
      .updateTable('pharmacy_question')
      .set({
        sealed_answer: keysOf(tx).seal(columnAddress('questionAnswer', id), Buffer.from(text, 'utf8')),
        answered_by: actor.id,
        answered_at: nowText(deps.ports),
      })
      .where('org_id', '=', actor.orgId)
      .where('id', '=', id)
      .execute();
    await recordAudit(tx, deps.ports, {
      orgId: actor.orgId,
      actor,
      action: 'question.answer',
      subject: { kind: 'fill', id: row.fill_id },
      detail: { questionId: id },
    });
    await noteQuestion(tx, actor.orgId, row.fill_id, id);
    return { fillId: row.fill_id, id };
  });
}

/** The desk has changed, and so has what is told of the order. */
async function noteQuestion(tx: Tx, orgId: OrganizationId, fillId: FillId, id: string): Promise<void> {
  const fill = await tx
    .withTables<PrescribingTables>()
    .selectFrom('fill')
    .select('order_id')
    .where('org_id', '=', orgId)
    .where('id', '=', fillId)
    .executeTakeFirst();
  const orderId = fill?.order_id ?? null;
  await noteChange(tx, orgId, { kind: 'desk', id, orderId });
  if (orderId !== null) await noteChange(tx, orgId, { kind: 'order', id: orderId, orderId });
}

function opened(keys: OrgKeys, row: PharmacyQuestionRow): PharmacyQuestion {
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
  const { id, sealed_answer: sealed } = row;
  return {
    id,
    fillId: row.fill_id,
    pharmacyId: row.pharmacy_id,
    askedAt: row.asked_at,
    text: text(keys.open(columnAddress('question', id), row.sealed_question)),
    answer:
      sealed === null
        ? null
        : {
            text: text(keys.open(columnAddress('questionAnswer', id), sealed)),
            by: row.answered_by ?? '',
            at: row.answered_at ?? row.asked_at,
          },
  };
}
