// Opens the real delivery with the settings that all tests share; a test names only what it is about.
import { createDelivery, type Delivery, type DeliveryDeps } from '@pestle/service/for-tests/delivery';
import { systemPorts } from '@pestle/service/kernel';

export const BASE_URL = 'http://127.0.0.1:8080';
export const LINK_KEY = new Uint8Array(32).fill(7);
export const SCRIPT_SENDER = { id: 'PESTLE01', tertiaryId: 'PESTLE', softwareVersion: '0.1.0' };

/** Everything goes through at once, and nothing leaves. */
export const WORKING_CARRIERS: Pick<DeliveryDeps, 'faxCarrier' | 'textCarrier'> = {
  faxCarrier: { sendFax: async () => ({ state: 'delivered' }), close: async () => undefined },
  textCarrier: { sendText: async () => ({ state: 'taken' }), close: async () => undefined },
};

type Named = Pick<DeliveryDeps, 'store' | 'authorizedPrescriber' | 'requireFreshProof' | 'onError'>;

/** Without carriers: no fax and no text goes through. Its dispatcher begins when it is started. */
export function openDelivery(deps: Named & Partial<DeliveryDeps>): Delivery {
  return createDelivery({
    ports: systemPorts,
    baseUrl: BASE_URL,
    linkKey: LINK_KEY,
    networkPolicy: { loopbackOnly: true },
    scriptSender: SCRIPT_SENDER,
    faxCarrier: {
      sendFax: async () => ({ state: 'failed', reason: 'no-carrier' }),
      close: async () => undefined,
    },
    textCarrier: {
      sendText: async () => ({ state: 'failed', reason: 'no-carrier' }),
      close: async () => undefined,
    },
    senderFax: '6175550199',
    ...deps,
  });
}
