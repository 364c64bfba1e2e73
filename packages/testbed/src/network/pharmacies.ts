// A directory in a test store with the sandbox's partners and a few ZIP codes, and a pharmacy to write.

import { magicPartners, magicPharmacies } from '@pestle/sandbox/pharmacies/magic/magic';
import type { SimulatedPharmacy } from '@pestle/sandbox/pharmacies/types';
import { createDirectory, type Directory, newImportSession } from '@pestle/service/directory';
import type { PharmacyInput } from '@pestle/service/for-tests/directory';
import { systemPorts } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import { addOrganizations } from '../practice/people.ts';

const baseUrl = 'http://127.0.0.1:8081';
export const MAGIC_PHARMACIES = magicPharmacies({ baseUrl });
export const MAGIC_PARTNERS = magicPartners({ baseUrl });

export const BEACON: PharmacyInput = {
  npi: '1003000258',
  ncpdpId: '9900901',
  name: 'Beacon Pharmacy',
  kind: 'LOCAL_PICKUP',
  address: { street1: '1 Charles St', city: 'Boston', state: 'MA', postalCode: '02108' },
  latitude: 42.3576,
  longitude: -71.0684,
  phone: '617-555-0100',
  fax: '617-555-0101',
  integration: null,
};

/** A sandbox pharmacy as the administration of the directory takes it. */
export function recordOf(pharmacy: SimulatedPharmacy): PharmacyInput {
  const { id, npi, ncpdpId, name, kind, address, latitude, longitude, timeZone, phone, fax } = pharmacy;
  return {
    id: id as `phr_${string}`,
    npi,
    ncpdpId,
    name,
    kind,
    address,
    latitude,
    longitude,
    timeZone,
    phone,
    fax,
    openingHours: pharmacy.openingHours ?? null,
    integration: pharmacy.integration,
  };
}

/** Two organizations, three ZIP codes and the sandbox's partners; no pharmacies yet. */
export async function fillDirectory(store: Store): Promise<Directory> {
  await addOrganizations(store);
  const directory = createDirectory({ store, ports: systemPorts });
  await directory.administration.importZips(newImportSession(), [
    { zip: '02108', city: 'Boston', state: 'MA', county: 'Suffolk', lat: '42.3576', lon: '-71.0684' },
    { zip: '02139', city: 'Cambridge', state: 'MA', county: 'Middlesex', lat: '42.3647', lon: '-71.1042' },
    { zip: '00601', city: '', state: 'PR', county: '', lat: '18.18', lon: '-66.75' },
  ]);
  for (const { id, name, endpoint } of MAGIC_PARTNERS) {
    await directory.administration.upsertPartner({ id: id as `ptn_${string}`, name, endpoint });
  }
  return directory;
}
