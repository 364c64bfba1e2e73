// Brings the simulated pharmacies and their networks, with where each listens now and the keys by which it reports.
import type { SeedOptions } from './practice.ts';

export async function seedPharmacies({ service, peers }: SeedOptions): Promise<void> {
  const { administration } = service.rooms.directory;
  for (const { id, name, endpoint, hookCredential } of peers.partners) {
    const partnerId = id as `ptn_${string}`;
    await administration.upsertPartner({ id: partnerId, name, endpoint });
    await administration.addHookCredential({ ...hookCredential, partnerId });
  }
  for (const pharmacy of peers.pharmacies) {
    const { hookCredential, openingHours, latitude, longitude, address, integration, statusWords } = pharmacy;
    const id = await administration.upsertPharmacy({
      id: pharmacy.id as `phr_${string}`,
      npi: pharmacy.npi,
      ncpdpId: pharmacy.ncpdpId,
      name: pharmacy.name,
      kind: pharmacy.kind,
      address,
      latitude,
      longitude,
      timeZone: pharmacy.timeZone,
      phone: pharmacy.phone,
      fax: pharmacy.fax,
      integration,
      ...(openingHours === undefined ? {} : { openingHours }),
      ...(statusWords === undefined ? {} : { statusWords }),
    });
    await administration.addHookCredential({ ...hookCredential, pharmacyId: id });
  }
}
