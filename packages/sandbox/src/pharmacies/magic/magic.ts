// Owns the list of magic pharmacies: pharmacies of the sandbox whose id decides what happens to an order.
// Every id, key and secret here is public: they open a simulation only. No phone or fax number is a real one (555-01xx).

import type { SimulatedPartner, SimulatedPharmacy } from '../types.ts';
import { cancelPharmacies } from './cancels.ts';
import type { BaseUrl, MagicPharmacy } from './parts.ts';
import { hookKey } from './parts.ts';
import { failingPharmacies, faxAndOrderPharmacies, LATE_NETWORK_ID } from './troubled.ts';
import { SANDBOX_NETWORK_ID, workingPharmacies } from './working.ts';

const ALL: readonly MagicPharmacy[] = [
  ...workingPharmacies,
  ...failingPharmacies,
  ...faxAndOrderPharmacies,
  ...cancelPharmacies,
];

/**
 * Every magic pharmacy, with the endpoints of its integration at `baseUrl` (the address of the simulated peers, without a slash at
 * the end). Ids, NCPDP ids and credentials are the same at every start.
 */
export function magicPharmacies(options: { readonly baseUrl: BaseUrl }): SimulatedPharmacy[] {
  return ALL.map(({ integrate, ...pharmacy }) => ({
    ...pharmacy,
    integration: integrate === null ? null : integrate(options.baseUrl),
  }));
}

/** The network partners that some magic pharmacies are reached through. */
export function magicPartners(options: { readonly baseUrl: BaseUrl }): SimulatedPartner[] {
  const endpointOf = (id: string, token: string) => ({
    url: `${options.baseUrl}/partners/${id}/script`,
    auth: { kind: 'bearer', token } as const,
  });
  return [
    {
      id: SANDBOX_NETWORK_ID,
      name: 'Sandbox Network',
      endpoint: endpointOf(SANDBOX_NETWORK_ID, 'sandbox-network'),
      hookCredential: hookKey('sandbox-network'),
      does: 'Takes messages for its pharmacies and answers Status 000.',
    },
    {
      id: LATE_NETWORK_ID,
      name: 'Late Network',
      endpoint: endpointOf(LATE_NETWORK_ID, 'sandbox-late-network'),
      hookCredential: hookKey('late-network'),
      does: 'Answers Status 000 and reports later that it could not deliver.',
    },
  ];
}
