// A prescriber denies what a pharmacy asked: the answer is written, kept and queued in one transaction, once.
import type { PharmacyRequestId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { transliterateText } from '@pestle/script';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import type { PharmacyEndpoint } from '../../directory/inside.ts';
import { pharmacyEndpoint } from '../../directory/inside.ts';
import { type NotedChange, noteChange } from '../../events/inside.ts';
import type { Actor, UserActor } from '../../kernel/actor.ts';
import { Failure, invalidInput, notFound } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy, validate } from '../../kernel/validate.ts';
import type { Departure } from '../../outbox/outbox.ts';
import { electronicLane, enqueue, messageIdOf } from '../../outbox/outbox.ts';
import type { ActDeps } from '../../prescribing/inside.ts';
import { requireAct, requirePerson } from '../../prescribing/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import { columnAddress, keysOf } from '../../vault/vault.ts';
import type { PreparedMessage, ScriptSender } from '../channels/script.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { DENIAL_REASONS, denialMessage } from './denial.ts';
import type { NotSentReason } from './not-sent.ts';
import type { PharmacyRequestRow, RequestMessage, RequestTables, SealedResponse } from './tables.ts';

const denySchema = v.strictObject({
  id: v.custom<PharmacyRequestId>((value) => isId('prq', value), 'This must be the id of a request (prq_…).'),
  reasonCode: v.string(),
  /** For the pharmacist to read. */
  note: v.nullish(v.pipe(v.string(), parsedBy(plainText(DELIVERY_LIMITS.denialNoteCharactersMax)))),
});

export type DenyInput = v.InferInput<typeof denySchema>;

export interface DenyDeps extends ActDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly scriptSender: ScriptSender;
  readonly departures: (rows: readonly Departure[]) => void;
}

/**
 * Denies in the name of the authorized prescriber who calls. Throws NOT_FOUND, INVALID_INPUT for a code that is not of this kind of
 * request, REQUEST_ANSWERED. Where no electronic way leads to the pharmacy the denial is kept as not sent: somebody must call.
 */
export async function denyRequest(
  deps: DenyDeps,
  actor: Actor,
  input: DenyInput,
  write: WriteKey,
): Promise<{ requestId: string }> {
  const { id, reasonCode, note = null } = validate(denySchema, input);
  const written = noteForPharmacy(note);
  let departures: Departure[] = [];
  const done = await writeOnce(deps.store, actor, write, async (tx) => {
    departures = [];
    await requireAct(deps, tx, actor, 'pharmacy-request.deny');
    const row = await lockRequest(tx, actor, id);
    if (!Object.hasOwn(DENIAL_REASONS[row.kind], reasonCode)) throw unknownCode(row);
    if (row.answered_at !== null)
      throw new Failure('REQUEST_ANSWERED', 'This request has been answered before. Its answer stands.');
    departures = await answer(deps, tx, requirePerson(actor), row, { reasonCode, note: written });
    return { requestId: id };
  });
  deps.departures(departures);
  return done;
}

/** As SCRIPT carries it. Throws INVALID_INPUT where it cannot. */
function noteForPharmacy(note: string | null): string | null {
  if (note === null) return null;
  const written = transliterateText(note);
  if (/^[ -~]+$/.test(written) && written.length <= DELIVERY_LIMITS.denialNoteCharactersMax) return written;
  const message = `Write it in plain letters, in ${DELIVERY_LIMITS.denialNoteCharactersMax} characters at most.`;
  throw invalidInput([{ path: 'note', code: 'INVALID', message }]);
}

function unknownCode({ kind }: PharmacyRequestRow): Failure {
  const codes = Object.keys(DENIAL_REASONS[kind]).join(', ');
  return invalidInput([
    { path: 'reasonCode', code: 'INVALID', message: `A ${kind} is denied by one of ${codes}.` },
  ]);
}

async function lockRequest(tx: Tx, { orgId }: Actor, id: PharmacyRequestId): Promise<PharmacyRequestRow> {
  const row = await tx
    .withTables<RequestTables>()
    .selectFrom('pharmacy_request')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound('request');
  return row;
}

async function answer(
  { ports, scriptSender }: DenyDeps,
  tx: Tx,
  actor: UserActor,
  row: PharmacyRequestRow,
  { reasonCode, note }: { readonly reasonCode: string; readonly note: string | null },
): Promise<Departure[]> {
  const { org_id: orgId, pharmacy_id: pharmacyId } = row;
  const keys = keysOf(tx);
  const now = nowText(ports);
  const id = makeId(ports, 'prs');
  const messageId = messageIdOf('electronic', id);
  const request = keys.openJson(columnAddress('pharmacyRequest', row.id), row.sealed) as RequestMessage;
  const denial = { messageId, reasonCode, note, sentAt: new Date(ports.clock.now()) };
  const endpoint = await pharmacyEndpoint(tx, pharmacyId);
  const way = wayTo(endpoint, (settings) => denialMessage(request, denial, scriptSender, settings));
  const content: SealedResponse = {
    note,
    body: 'message' in way ? Buffer.from(way.message.body).toString('utf8') : null,
    contentType: 'message' in way ? way.message.contentType : null,
  };
  const tables = tx.withTables<RequestTables>();
  await tables
    .insertInto('pharmacy_response')
    .values({
      org_id: orgId,
      id,
      request_id: row.id,
      pharmacy_id: pharmacyId,
      outcome: 'denied',
      reason_code: reasonCode,
      message_id: messageId,
      state: 'message' in way ? 'queued' : 'not-sent',
      not_sent_reason: 'message' in way ? null : way.reason,
      sealed: keys.sealJson(columnAddress('pharmacyResponse', id), content),
      answered_by: actor.id,
      first_attempt_at: null,
      accepted_at: null,
      may_have_arrived: false,
      created_at: now,
    })
    .execute();
  await tables
    .updateTable('pharmacy_request')
    .set({ answered_at: now })
    .where('org_id', '=', orgId)
    .where('id', '=', row.id)
    .execute();
  await noteChange(tx, orgId, changeOf(row));
  await recordAudit(tx, ports, {
    orgId,
    actor,
    action: 'pharmacy-request.deny',
    subject: { kind: 'pharmacy-request', id: row.id },
    detail: { responseId: id, reasonCode, ...('reason' in way && { notSent: way.reason }) },
  });
  if (!('message' in way)) return [];
  const { lane } = way;
  const departure = {
    id,
    orgId,
    kind: 'response',
    subjectId: row.id,
    lane,
    runAt: 'now',
    createdAt: now,
  } as const;
  return [await enqueue(tx, departure)];
}

type Way = { readonly lane: string; readonly message: PreparedMessage } | { readonly reason: NotSentReason };

/** Only a SCRIPT endpoint takes an answer: neither a fax nor a pharmacy's own API has one. */
function wayTo(
  endpoint: PharmacyEndpoint | undefined,
  write: (settings: ScriptSettings) => PreparedMessage | undefined,
): Way {
  const { channel, script } = endpoint?.integration.plain ?? {};
  if (endpoint?.takesPrescriptions !== true || channel !== 'script' || script === undefined)
    return { reason: 'NOT_ELECTRONIC' };
  const message = write(script);
  if (message === undefined) return { reason: 'MESSAGE_REFUSED' };
  return { lane: electronicLane(endpoint.pharmacyId, endpoint.partner?.id ?? null), message };
}

type ScriptSettings = NonNullable<PharmacyEndpoint['integration']['plain']['script']>;

/** Of the practice's desk. */
function changeOf({ id, order_id: orderId, patient_id: patientId }: PharmacyRequestRow): NotedChange {
  return { kind: 'desk', id, orderId, patientId };
}
