// What a conformance run is about: one pharmacy as delivery would see it.
import type { PharmacyId } from '@pestle/rules/ids';
import { DELIVERY_LIMITS, type FactsPharmacy } from '../delivery/inside.ts';
import type { Endpoint, Integration } from '../directory/inside.ts';
import { invalidInput } from '../kernel/errors.ts';

/** A pharmacy that is integrated, with the endpoint that its messages really go to: its own, or its partner's. */
export interface Subject {
  readonly pharmacy: FactsPharmacy;
  readonly integration: Integration;
  readonly endpoint: Endpoint;
  /** How long an answer may take, in milliseconds. */
  readonly timeoutMs: number;
}

/** What is known of the pharmacy beside its integration; what is left out is invented. */
export interface PharmacyFacts {
  readonly id?: PharmacyId;
  readonly name?: string;
  readonly ncpdpId?: string | null;
  readonly npi?: string | null;
  readonly phone?: string | null;
  readonly fax?: string | null;
  readonly address?: FactsPharmacy['address'];
  readonly partner?: FactsPharmacy['partner'];
}

/** Throws INVALID_INPUT for a pharmacy without an NCPDP id that is reached by SCRIPT: no message could name it. */
export function subjectOf(integration: Integration, facts: PharmacyFacts): Subject {
  const { ncpdpId = null, partner = null } = facts;
  if (integration.channel === 'script' && ncpdpId === null)
    throw invalidInput([
      { path: 'ncpdpId', code: 'REQUIRED', message: 'A SCRIPT message names the pharmacy by its NCPDP id.' },
    ]);
  const address = facts.address ?? {
    street1: '1 Test Street',
    city: 'Boston',
    state: 'MA',
    postalCode: '02108',
    country: 'US',
  };
  return {
    integration,
    endpoint: partner?.endpoint ?? integration.endpoint,
    timeoutMs: integration.attempts?.timeoutMs ?? DELIVERY_LIMITS.electronicTimeoutMs,
    pharmacy: {
      id: facts.id ?? ('phr_00000000000000000000000000' as PharmacyId),
      ncpdpId: ncpdpId ?? '',
      npi: facts.npi ?? null,
      name: facts.name ?? 'Pharmacy under test',
      address,
      phone: facts.phone ?? null,
      fax: facts.fax ?? null,
      state: address.state,
      timeZone: null,
      partner,
      integration,
      integrated: true,
    },
  };
}
