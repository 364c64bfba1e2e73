// One order as a host makes it: drafts, review, signature by hash, createOrder with its key; what the API refuses is counted and leaves nothing behind.
import { randomUUID } from 'node:crypto';
import { ApiError } from '../../sandbox/api-client.ts';
import { chance } from '../random.ts';
import { DEMO_SHARES } from '../settings.ts';
import type { AcknowledgementLog } from './acknowledgements.ts';
import type { Candidate, Item } from './candidates.ts';
import type { CoverageChecks } from './coverage.ts';
import {
  CREATE_DRAFT,
  CREATE_ORDER,
  type CreateDraftAnswer,
  type CreateOrderAnswer,
  DELETE_DRAFT,
  REVIEW,
  type ReviewAnswer,
} from './documents.ts';
import type { Host } from './host.ts';

/** An order that the service acknowledged. */
export interface SentOrder {
  readonly orderId: string;
  readonly pharmacyId: string;
  readonly requestedAtMs: number;
  readonly acceptMs: number;
  readonly fills: readonly { readonly fillId: string; readonly prescriberOrderNumber: string }[];
  /** Ids in the file of what was sent. */
  readonly prescriptionIds: readonly string[];
  /** How many of them got quantity or directions by rule. */
  readonly synthetic: number;
}

export interface PrescribeDeps {
  readonly host: Host;
  readonly acknowledgements: AcknowledgementLog;
  readonly seed: number;
  /** The nearest public pharmacy to a place, or undefined. */
  readonly nearest: (host: Host, place: Candidate['place']) => Promise<string | undefined>;
  /** Before an order goes to it. */
  readonly prepare: (pharmacyId: string) => Promise<void>;
  readonly refuse: (prescriptionId: string, reason: string) => void;
  /** Null where no plans are on file. */
  readonly coverage: CoverageChecks | null;
}

interface Reviewed {
  readonly item: Item;
  readonly draftId: string;
  readonly contentHash: string;
}

/** Undefined when every medication of the candidate was refused. */
export async function prescribe(deps: PrescribeDeps, candidate: Candidate): Promise<SentOrder | undefined> {
  const { host } = deps;
  const drafted: { item: Item; draftId: string }[] = [];
  for (const item of candidate.items) {
    const draftId = await draft(deps, candidate, item);
    if (draftId !== undefined) drafted.push({ item, draftId });
  }
  if (drafted.length === 0) return undefined;
  const pharmacyId = await deps.nearest(host, candidate.place);
  if (pharmacyId === undefined) {
    for (const { item, draftId } of drafted) {
      await host.ask(DELETE_DRAFT, { id: draftId });
      deps.refuse(item.prescriptionId, 'no pharmacy near the patient (the ZIP code is unknown)');
    }
    return undefined;
  }
  const draftIds = drafted.map(({ draftId }) => draftId);
  await deps.coverage?.check(host, candidate.patientId, draftIds, pharmacyId);
  const reviewed = await review(deps, drafted, pharmacyId);
  if (reviewed.length === 0) return undefined;
  await deps.prepare(pharmacyId);
  return await send(deps, reviewed, pharmacyId);
}

async function draft(
  { host, refuse }: PrescribeDeps,
  { patientId }: Candidate,
  { prescriptionId, treatmentId, directions, source }: Item,
): Promise<string | undefined> {
  const { dispenseQuantity, daysSupply, fillsAllowed, instructions } = directions;
  const input = {
    patientId,
    treatmentId,
    dispenseQuantity,
    daysSupply,
    fillsAllowed,
    instructions,
    source,
    dispenseUnit: directions.unitCode,
    // Quantity, days and directions come from a file of invented people, and need not fit each other, nor what was prescribed before.
    amountsReason: 'Synthetic data, as its file says',
    duplicateReason: 'Synthetic data, as its file says',
  };
  try {
    return (await host.ask<CreateDraftAnswer>(CREATE_DRAFT, { input })).createDraft.id;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refuse(prescriptionId, error.code);
    return undefined;
  }
}

/** The drafts that may be signed; the others are deleted and counted with what is missing. */
async function review(
  { host, refuse }: PrescribeDeps,
  drafted: readonly { item: Item; draftId: string }[],
  pharmacyId: string,
): Promise<readonly Reviewed[]> {
  const { reviewDrafts } = await host.ask<ReviewAnswer>(REVIEW, {
    ids: drafted.map(({ draftId }) => draftId),
    pharmacy: pharmacyId,
  });
  const reviewed: Reviewed[] = [];
  for (const { item, draftId } of drafted) {
    const result = reviewDrafts.drafts.find((one) => one.draftId === draftId);
    if (result !== undefined && result.contentHash !== null) {
      reviewed.push({ item, draftId, contentHash: result.contentHash });
      continue;
    }
    const error = result?.problems.find(({ severity }) => severity === 'ERROR');
    refuse(
      item.prescriptionId,
      error === undefined ? 'no certain drug description' : `review: ${error.path} ${error.code}`,
    );
    await host.ask(DELETE_DRAFT, { id: draftId });
  }
  return reviewed;
}

async function send(
  { host, acknowledgements, seed }: PrescribeDeps,
  reviewed: readonly Reviewed[],
  pharmacyId: string,
): Promise<SentOrder> {
  const key = randomUUID();
  const input = {
    pharmacyId,
    drafts: reviewed.map(({ draftId, contentHash }) => ({ draftId, contentHash })),
  };
  const submit = async (): Promise<SentOrder> => {
    const requestedAtMs = Date.now();
    const startedAt = performance.now();
    const { createOrder: order } = await host.ask<CreateOrderAnswer>(CREATE_ORDER, { input }, key);
    const acceptMs = performance.now() - startedAt;
    acknowledgements.add({
      operation: 'createOrder',
      organizationId: host.organizationId,
      idempotencyKey: key,
      requestedAt: new Date(requestedAtMs).toISOString(),
      answeredAt: new Date().toISOString(),
      orderId: order.id,
      fills: order.fills.map((fill, index) => ({
        fillId: fill.id,
        prescriptionId: fill.prescription.id,
        // What was signed, not what the answer says of it: the lines are in the order of the drafts.
        contentHash: reviewed[index]?.contentHash ?? '',
      })),
    });
    return {
      orderId: order.id,
      pharmacyId,
      requestedAtMs,
      acceptMs,
      fills: order.fills.map(({ id, prescriberOrderNumber }) => ({ fillId: id, prescriberOrderNumber })),
      prescriptionIds: reviewed.map(({ item }) => item.prescriptionId),
      synthetic: reviewed.filter(({ item }) => item.directions.synthetic.length > 0).length,
    };
  };
  // W5: a double click, or a retry after a lost answer, makes one order.
  const twice = chance(seed, 'twice', reviewed[0]?.item.source ?? '') < DEMO_SHARES.sentTwice;
  const [sent] = twice ? await Promise.all([submit(), submit()]) : [await submit()];
  return sent;
}
