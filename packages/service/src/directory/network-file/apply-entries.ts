// Writes some entries of a file of pharmacies and partners, each by itself: nothing of a refused one is written, and the others are.
import * as v from 'valibot';
import { operatorName } from '../../audit/inside.ts';
import { Failure, type FieldProblem } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import type { Store } from '../../store/store.ts';
import { identifiersGuarded } from '../administration/network-writes.ts';
import { act, changeRequest, type Written } from '../connections/act.ts';
import { isRecord } from '../connections/changes.ts';
import { writePartner } from '../connections/write-partner.ts';
import { putPharmacies, tryPartners } from '../connections/write-pharmacy.ts';
import { DIRECTORY_LIMITS as LIMITS } from '../limits.ts';

const entriesRequest = v.strictObject({
  part: v.picklist(['partners', 'pharmacies']),
  entries: v.pipe(
    v.array(v.unknown()),
    v.maxLength(LIMITS.fileEntriesPerBatch, `At most ${LIMITS.fileEntriesPerBatch} entries.`),
  ),
  by: operatorName,
  /** Says what would change, and changes nothing. */
  dryRun: v.optional(v.boolean(), false),
  /** With a dry run: partners that the file would write before, as its entries. */
  partners: v.optional(v.array(v.custom<Readonly<Record<string, unknown>>>(isRecord)), []),
});

export type EntriesRequest = v.InferInput<typeof entriesRequest>;
type CheckedEntries = v.InferOutput<typeof entriesRequest>;

export interface Refused {
  readonly outcome: 'refused';
  readonly refusal: string;
  readonly message: string;
  readonly fields: readonly FieldProblem[];
}

export type EntryOutcome = Written | Refused;

/** In the order of the entries. Throws what is no refusal of one of them; those before it are written then. */
export async function applyEntries(
  store: Store,
  ports: Ports,
  request: EntriesRequest,
): Promise<readonly EntryOutcome[]> {
  const checked = validate(entriesRequest, request);
  if (checked.part === 'pharmacies') return await applyPharmacies(store, ports, checked);
  const outcomes: EntryOutcome[] = [];
  for (const entry of checked.entries) {
    const request = { change: entry as Readonly<Record<string, unknown>>, as: 'apply' } as const;
    const { by, dryRun } = checked;
    outcomes.push(await orRefused(() => writePartner(store, ports, { ...request, by, dryRun })));
  }
  return outcomes;
}

/**
 * Many in one transaction. Where the store refuses one of them, fewer are tried, until it is alone: then its refusal is told, and the
 * number grows again.
 */
async function applyPharmacies(
  store: Store,
  ports: Ports,
  { entries, by, dryRun, partners }: CheckedEntries,
): Promise<readonly EntryOutcome[]> {
  const outcomes: EntryOutcome[] = [];
  const write = async (some: readonly unknown[]): Promise<readonly EntryOutcome[]> => {
    const objects = some.findIndex((entry) => !isRecord(entry));
    const changes = (objects === -1 ? some : some.slice(0, objects)).filter(isRecord);
    if (changes.length === 0) return [await orRefused(async () => noObject(some[0], by))];
    const found = await act(store, dryRun, async (tx, network) => {
      await tryPartners(tx, ports, network, { dryRun, partners, by });
      return await putPharmacies(tx, ports, network, { changes, by, as: 'apply' });
    });
    return found.map((one) => (one instanceof Failure ? refusedBy(one) : one));
  };
  let most = entries.length;
  while (outcomes.length < entries.length) {
    const some = entries.slice(outcomes.length, outcomes.length + most);
    try {
      if (some.length === 1) outcomes.push(await alone(() => write(some)));
      else outcomes.push(...(await write(some)));
      most = Math.min(most * 2, entries.length);
    } catch (error) {
      if (some.length === 1) throw error;
      most = Math.ceil(some.length / 2);
    }
  }
  return outcomes;
}

async function alone(write: () => Promise<readonly EntryOutcome[]>): Promise<EntryOutcome> {
  return await orRefused(() => identifiersGuarded(async () => (await write())[0] as EntryOutcome));
}

/** Throws INVALID_INPUT, in the words of a single change. */
function noObject(change: unknown, by: string): never {
  validate(changeRequest, { change, by, as: 'apply' });
  throw new Error('an entry that is no object was taken for one');
}

async function orRefused<T extends EntryOutcome>(work: () => Promise<T>): Promise<T | Refused> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) return refusedBy(error);
    throw error;
  }
}

function refusedBy({ code: refusal, message, detail }: Failure): Refused {
  return { outcome: 'refused', refusal, message, fields: detail.fields ?? [] };
}
