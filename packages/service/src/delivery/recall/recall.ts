// Recalls: operators select every order of a medicine, of a list of prescriptions or of a pharmacy, see what that is, and hold what has not left. Nothing is canceled in a prescriber's name.
import { recordNetworkAct } from '../../audit/inside.ts';
import { Failure, invalidInput } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import { runStatement } from '../../store/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import { RECALL_LIMITS } from '../limits.ts';
import type { RecalledPage } from './export.ts';
import { recalledPage } from './export.ts';
import { LOCK_RECALLS } from './in-force-sql.ts';
import type { EndInput, PreviewInput, ReadPreview, StartInput } from './recall-input.ts';
import { RECALL_INPUTS } from './recall-input.ts';
import type { Recall } from './recall-rows.ts';
import {
  changeAndWalk,
  findRecall,
  insertRecall,
  listRecalls,
  openRecalls,
  recallOf,
} from './recall-rows.ts';
import type { RecallSummary } from './summary.ts';
import { recallSummary } from './summary.ts';
import type { RecallKind, RecallRow } from './tables.ts';
import { putInForce, targetsOf, writeTargets } from './targets.ts';
import type { WalkProgress } from './walk.ts';
import { advanceWalk } from './walk.ts';

export interface RecallAdministration {
  /** The latest first. */
  list(): Promise<readonly Recall[]>;
  /** Throws NOT_FOUND. */
  show(id: string): Promise<RecallSummary>;
  /** Selects, and changes nothing else; `advance` finds what it is of. Throws INVALID_INPUT. */
  preview(input: PreviewInput): Promise<Recall>;
  /**
   * From this moment on nothing that matches leaves, on any node and whenever it was signed; `advance` marks what waits, and what has appeared since the preview. Repeated, it
   * looks again for what has appeared since. Throws INVALID_INPUT, NOT_FOUND.
   */
  start(input: StartInput): Promise<Recall>;
  /** Nothing is held for it any more; `advance` releases what it held. May be repeated. Throws INVALID_INPUT, NOT_FOUND. */
  end(input: EndInput): Promise<Recall>;
  /** Goes on with the walk over all organizations that an act began, for a few seconds. Throws NOT_FOUND. */
  advance(id: string): Promise<WalkProgress>;
  /** What it is of, for whoever calls the pharmacies; `after` is the `next` of the page before. Throws NOT_FOUND. */
  fills(id: string, after?: string): Promise<RecalledPage>;
}

export function createRecallAdministration(store: Store, ports: Ports): RecallAdministration {
  return {
    list: () => store.asKeeper(async (tx) => (await listRecalls(tx, RECALL_LIMITS.listedMax)).map(recallOf)),
    show: (id) => recallSummary(store, id),
    preview: (input) => previewRecall(store, ports, input),
    start: (input) => startRecall(store, ports, input),
    end: (input) => endRecall(store, ports, input),
    advance: (id) => advanceWalk(store, ports, id, RECALL_LIMITS.advanceMs),
    fills: (id, after) => recalledPage(store, id, after),
  };
}

async function previewRecall(store: Store, ports: Ports, input: PreviewInput): Promise<Recall> {
  const read = validate(RECALL_INPUTS.preview, input);
  const { kind, named } = subjectOf(read);
  const id = makeId(ports, 'rcl');
  // Treatments are read by the role of organizations and of the keeper alike.
  return await store.asKeeper(async (tx) => {
    const keys = await targetsOf(tx, kind, named);
    await insertRecall(tx, {
      id,
      kind,
      named,
      signed_from: read.from ?? null,
      signed_until: read.until ?? null,
      states: read.states ?? [],
      previewed_by: read.by,
    });
    await writeTargets(tx, id, keys, false);
    await record(tx, ports, 'recall.preview', id, read.by, {
      kind,
      // The ids themselves stand with the recall, which is never removed.
      named: named.length,
      targets: keys.length,
      signedFrom: read.from ?? null,
      signedUntil: read.until ?? null,
    });
    return recallOf(await findRecall(tx, id));
  });
}

function subjectOf({ medicines, prescriptions, pharmacies = [] }: ReadPreview): {
  readonly kind: RecallKind;
  readonly named: readonly string[];
} {
  if (medicines !== undefined) return { kind: 'medicine', named: medicines };
  if (prescriptions !== undefined) return { kind: 'prescriptions', named: prescriptions };
  return { kind: 'pharmacy', named: pharmacies };
}

async function startRecall(store: Store, ports: Ports, input: StartInput): Promise<Recall> {
  const { id, reason, action, by } = validate(RECALL_INPUTS.start, input);
  return await store.asKeeper(async (tx) => {
    await runStatement(tx, LOCK_RECALLS, []);
    const recall = await findRecall(tx, id);
    requireStartable(recall, reason, action);
    const again = recall.state === 'STARTED';
    const started = { state: 'STARTED', action, reason, started_at: nowText(ports), started_by: by };
    // A walk that is not over yet looks at what has appeared, too.
    if (!again) await changeAndWalk(tx, id, started);
    else if (recall.walked_at !== null) await changeAndWalk(tx, id, {});
    await addNewTargets(tx, recall, action === 'hold' && holdsWaiting(recall));
    if (!again && action === 'hold' && holdsWaiting(recall)) await putInForce(tx, id, true);
    await record(tx, ports, 'recall.start', id, by, { action, again });
    return recallOf(await findRecall(tx, id));
  });
}

function requireStartable(recall: RecallRow, reason: string, action: string): void {
  if (recall.state === 'ENDED')
    throw refused('OVER', 'This recall is over. Preview a new one: what has appeared since is in it.');
  if (recall.state === 'STARTED') {
    if (recall.reason !== reason || recall.action !== action)
      throw refused(
        'STARTED',
        'This recall has been started with another reason or action. End it and start a new one to change that.',
      );
    return;
  }
  if (recall.walked_at === null)
    throw refused('NOT_COMPLETE', 'Its preview is not complete yet: go on with it first, then look at it.');
}

/** A recall of what is, say, DELIVERED has nothing to hold. */
function holdsWaiting({ states }: RecallRow): boolean {
  return states.length === 0 || states.includes('QUEUED') || states.includes('SENDING');
}

/** A medicine may have come to the catalog in another strength since. */
async function addNewTargets(tx: Tx, { id, kind, named }: RecallRow, inForce: boolean): Promise<void> {
  if (kind === 'medicine') await writeTargets(tx, id, await targetsOf(tx, kind, named), inForce);
}

async function endRecall(store: Store, ports: Ports, input: EndInput): Promise<Recall> {
  const { id, by } = validate(RECALL_INPUTS.end, input);
  return await store.asKeeper(async (tx) => {
    await runStatement(tx, LOCK_RECALLS, []);
    const { state } = await findRecall(tx, id);
    if (state !== 'ENDED') {
      await changeAndWalk(tx, id, { state: 'ENDED', ended_at: nowText(ports), ended_by: by });
      await putInForce(tx, id, false);
      await record(tx, ports, 'recall.end', id, by, { was: state });
    }
    return recallOf(await findRecall(tx, id));
  });
}

/** In the background of every node: finishes walks that were cut off, and keeps to new treatments of a recalled medicine. */
export async function recallRound(store: Store, ports: Ports): Promise<void> {
  for (const recall of await store.asKeeper(openRecalls)) {
    if (recall.state === 'STARTED')
      await store.asKeeper(async (tx) => {
        await runStatement(tx, LOCK_RECALLS, []);
        const now = await findRecall(tx, recall.id);
        if (now.state === 'STARTED') await addNewTargets(tx, now, now.action === 'hold' && holdsWaiting(now));
      });
    if (recall.walked_at === null) await advanceWalk(store, ports, recall.id, RECALL_LIMITS.roundMs);
  }
}

function refused(code: string, message: string): Failure {
  return invalidInput([{ path: 'id', code, message }]);
}

async function record(
  tx: Tx,
  ports: Ports,
  action: string,
  id: string,
  operator: string,
  detail: Readonly<Record<string, string | number | boolean | null>>,
): Promise<void> {
  await recordNetworkAct(tx, ports, { operator, action, subject: { kind: 'recall', id }, detail });
}

/** An act as a command sends it to the service that holds the store: a method of the administration and its arguments. */
export interface RecallAct {
  readonly act: keyof RecallAdministration;
  readonly id?: string;
  readonly after?: string;
  readonly input?: unknown;
}

/** Performs what a command sent. What one of another version sends is checked where it is used. */
export async function performRecallAct(recalls: RecallAdministration, body: unknown): Promise<unknown> {
  const { act, id = '', after, input } = (body ?? {}) as Partial<RecallAct>;
  switch (act) {
    case 'list':
      return await recalls.list();
    case 'show':
    case 'advance':
      return await recalls[act](id);
    case 'fills':
      return await recalls.fills(id, after);
    case 'preview':
      return await recalls.preview(input as PreviewInput);
    case 'start':
      return await recalls.start(input as StartInput);
    case 'end':
      return await recalls.end(input as EndInput);
    case undefined:
    default:
      throw new Failure(
        'INVALID_INPUT',
        'act: this must be list, show, advance, fills, preview, start or end.',
      );
  }
}
