// Gives a preview the pharmacy as it is stored and as a change would make it, which is taken back.
import * as v from 'valibot';
import { notFound } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import type { Store } from '../../store/store.ts';
import { identifiersGuarded } from '../administration/network-writes.ts';
import { act, refused } from './act.ts';
import { isRecord } from './changes.ts';
import { readPharmacy, type StoredPharmacy } from './records.ts';
import { putPharmacy } from './write-pharmacy.ts';

const proposal = v.strictObject({
  id: v.string(),
  /** As `set` takes it; its id is that above. */
  change: v.optional(v.custom<Readonly<Record<string, unknown>>>(isRecord, 'This must be an object.')),
});

export type Proposal = v.InferInput<typeof proposal>;

/** A pharmacy with its secrets: never an answer. */
export interface ProposedPharmacy {
  readonly stored: StoredPharmacy;
  /** With the change; undefined without one. */
  readonly proposed: StoredPharmacy | undefined;
}

/** Throws NOT_FOUND, INVALID_INPUT with a problem for each field, REVISION_CONFLICT. Changes nothing. */
export async function proposedPharmacy(
  store: Store,
  ports: Ports,
  request: Proposal,
): Promise<ProposedPharmacy> {
  const { id, change } = validate(proposal, request);
  return await identifiersGuarded(() =>
    act(store, true, async (tx, network) => {
      const stored = await readPharmacy(tx, network, id);
      if (stored === undefined) throw notFound('pharmacy');
      if (change !== undefined)
        await putPharmacy(tx, ports, network, {
          change: { ...change, id },
          by: 'preview',
          as: 'set',
          dryRun: true,
          partners: [],
        });
      const proposed = change === undefined ? undefined : await readPharmacy(tx, network, id);
      if ((proposed ?? stored).record.integration === null)
        throw refused('id', 'NOT_CONNECTED', 'This pharmacy is not connected: it gets faxes.');
      return { stored, proposed };
    }),
  );
}
