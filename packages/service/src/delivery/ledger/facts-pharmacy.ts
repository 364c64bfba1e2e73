// The pharmacy of an attempt and how it is reached, from a row of facts.

import type { PharmacyId } from '@pestle/rules/ids';
import type { Endpoint, Integration, StoredEndpoint, StoredIntegration } from '../../directory/inside.ts';
import { openIntegration, openPartnerEndpoint, takesPrescriptions } from '../../directory/inside.ts';
import type { MessagePharmacy } from '../../prescribing/inside.ts';
import type { Row } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';

export interface FactsPharmacy extends MessagePharmacy {
  readonly id: PharmacyId;
  readonly state: string;
  readonly timeZone: string | null;
  readonly partner: { readonly id: string; readonly endpoint: Endpoint } | null;
  readonly integration: Integration | null;
  /** D6, as `takesPrescriptions` judges it. */
  readonly integrated: boolean;
}

/** How the pharmacy is reached, with what proves who we are. */
type Reached = Pick<FactsPharmacy, 'integration' | 'partner'>;

export function reachedBy(network: OrgKeys, row: Row): Reached {
  const integration = row['integration'] as StoredIntegration | null;
  const partnerId = row['partner_id'] as string | null;
  return {
    integration:
      integration === null
        ? null
        : openIntegration(network, row['pharmacy_id'] as string, {
            plain: integration,
            sealed: row['integration_sealed'] as Uint8Array | null,
          }),
    partner:
      partnerId === null
        ? null
        : {
            id: partnerId,
            endpoint: openPartnerEndpoint(network, partnerId, {
              plain: row['partner_endpoint'] as StoredEndpoint,
              sealed: row['partner_sealed'] as Uint8Array | null,
            }),
          },
  };
}

export function pharmacyOf(row: Row, { integration, partner }: Reached): FactsPharmacy {
  const street2 = row['street2'] as string | null;
  return {
    id: row['pharmacy_id'] as PharmacyId,
    ncpdpId: (row['ncpdp_id'] as string | null) ?? '',
    npi: row['npi'] as string | null,
    name: row['name'] as string,
    address: {
      street1: row['street1'] as string,
      ...(street2 === null ? {} : { street2 }),
      city: row['city'] as string,
      state: row['state'] as string,
      postalCode: row['postal_code'] as string,
      country: row['country'] as string,
    },
    phone: row['phone'] as string | null,
    fax: row['fax'] as string | null,
    state: row['state'] as string,
    timeZone: row['time_zone'] as string | null,
    partner,
    integration,
    integrated: takesPrescriptions({
      active: row['active'] as boolean,
      ncpdpId: row['ncpdp_id'] as string | null,
      integration,
      partnerActive: row['partner_active'] as boolean | null,
    }),
  };
}
