// What a carrier's receipt does: it is kept, and what it says of a fax or a text moves its transmission or text by the rules of any attempt.
import { isId } from '@pestle/rules/ids';
import type { Store } from '../../store/store.ts';
import type { CarrierTables, HandOverName } from '../carriers/common/hand-overs.ts';
import type { ReadReceipt, Receipt, ReceiptRequest } from '../carriers/common/receipt.ts';
import { takeReply } from '../texts/stops.ts';
import type { CarrierOf, ReceiptOutcome, ReceiptsDeps } from './outcome.ts';
import { settleFax } from './settle-fax.ts';
import { settleText } from './settle-text.ts';

export interface CarrierReceipts {
  /** Media types of what the carrier posts; undefined where it posts nothing that is taken. */
  types(of: CarrierOf): readonly string[] | undefined;
  /** Takes what was posted. All of it is committed when this resolves. */
  take(of: CarrierOf, request: Omit<ReceiptRequest, 'nowMs'>): Promise<ReceiptOutcome>;
}

export function createCarrierReceipts(deps: ReceiptsDeps): CarrierReceipts {
  const { readers, ports, onReceipt } = deps;
  return {
    types: (of) => readers[of]?.types,
    take: async (of, request) => {
      const read = readers[of]?.read({ ...request, nowMs: ports.clock.now() }) ?? 'not-taken';
      const receipt = typeof read === 'object' && !('reply' in read) ? read : undefined;
      const outcome = await outcomeOf(deps, of, read);
      onReceipt?.({
        of,
        outcome,
        state: receipt?.state ?? null,
        // What a stranger called it is not written down.
        reference: outcome === 'unknown' ? null : (receipt?.reference ?? null),
        reason: receipt?.reason ?? null,
      });
      return outcome;
    },
  };
}

async function outcomeOf(
  deps: ReceiptsDeps,
  of: CarrierOf,
  read: ReadReceipt | 'not-taken',
): Promise<ReceiptOutcome> {
  if (typeof read === 'string') return read;
  return 'reply' in read
    ? await takeReply({ ...deps, ...deps.links }, read.reply)
    : await apply(deps, of, read);
}

async function apply(deps: ReceiptsDeps, of: CarrierOf, receipt: Receipt): Promise<ReceiptOutcome> {
  const found = await locate(deps.store, receipt);
  if (found === undefined) return 'unknown';
  const { name, subjectId } = found;
  if (of === 'fax')
    return isId('trm', subjectId) ? await settleFax(deps, name, subjectId, receipt) : 'unknown';
  if (!isId('txt', subjectId)) return 'unknown';
  return await deps.store.withOrg(name.orgId, (tx) => settleText(tx, deps.ports, name, subjectId, receipt));
}

/** By our id where the carrier gave it back, else by the carrier's. */
async function locate(
  store: Pick<Store, 'asDoor'>,
  { reference, carrierId }: Receipt,
): Promise<{ readonly name: HandOverName; readonly subjectId: string } | undefined> {
  const row = await store.asDoor(async (tx) => {
    const rows = tx
      .withTables<CarrierTables>()
      .selectFrom('carrier_message')
      .select(['org_id', 'reference', 'subject_id']);
    return reference === undefined
      ? await rows.where('carrier_id', '=', carrierId ?? '').executeTakeFirst()
      : await rows.where('reference', '=', reference).executeTakeFirst();
  });
  if (row === undefined) return undefined;
  return { name: { orgId: row.org_id, reference: row.reference }, subjectId: row.subject_id };
}
