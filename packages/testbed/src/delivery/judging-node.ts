// A node beside a testbed's own, on whatever store, which judges whether that is an older state: as a service starts in production.
import { FAX_MACHINE_KEY, PHONE_KEY } from '@pestle/sandbox/credentials';
import {
  createHttpFaxCarrier,
  createHttpTextCarrier,
  type Delivery,
} from '@pestle/service/for-tests/delivery';
import type { Store } from '@pestle/service/store';
import type { DeliveryTestbed } from './delivery-testbed.ts';
import { openDelivery } from './open-delivery.ts';

/** Its dispatcher is started. `witness`: the file outside of the store by which it remembers the store; null for none. */
export async function startJudgingNode(
  { deps, peers, errors }: DeliveryTestbed,
  store: Store,
  witness: string | null,
): Promise<Delivery> {
  const node = openDelivery({
    authorizedPrescriber: deps.authorizedPrescriber,
    requireFreshProof: deps.requireFreshProof,
    store,
    faxCarrier: createHttpFaxCarrier({ baseUrl: peers.faxUrl, key: FAX_MACHINE_KEY, simulated: true }),
    textCarrier: createHttpTextCarrier({ baseUrl: peers.phoneUrl, key: PHONE_KEY }),
    olderState: { judges: true, witnessFile: witness, startLabel: null },
    onError: (error) => errors.push(error),
  });
  await node.dispatcher.start();
  return node;
}
