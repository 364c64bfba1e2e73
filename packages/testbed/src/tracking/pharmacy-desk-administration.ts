// What operators do for pharmacies that sign in, on a store of a test.
import type { Connections } from '@pestle/service/directory';
import { createPharmacyDeskAdministration } from '@pestle/service/for-tests/pharmacy-desk';
import { createIdentityKey } from '@pestle/service/identity';
import type { Ports } from '@pestle/service/kernel';
import type { PharmacyDeskAdministration } from '@pestle/service/pharmacy-desk';
import type { Store } from '@pestle/service/store';
import { BASE_URL } from '../delivery/open-delivery.ts';

export const DESK_IDENTITY_KEY = new Uint8Array(32).fill(7);

export function deskAdministration(
  store: Store,
  ports: Ports,
  connections: Connections,
): PharmacyDeskAdministration {
  const key = createIdentityKey(DESK_IDENTITY_KEY, ports);
  return createPharmacyDeskAdministration({ store, ports, key, connections, baseUrl: BASE_URL });
}
