// Fills a store with the sandbox's practice, people, patients, treatments, templates and pharmacies, through the rooms. Repeatable.
import { network, organization } from '@pestle/sandbox/seed';
import { systemPorts } from '@pestle/service/kernel';
import { seedPatients, seedTemplates } from './charts.ts';
import { seedCoverage, seedPrices, seedScreening, seedTreatments } from './files.ts';
import { allowPages, seedPeople } from './people.ts';
import { seedPharmacies } from './pharmacies.ts';
import { ORGANIZATION, type SeedOptions } from './practice.ts';

/** Brings the store to the seed; what people changed meanwhile stays. Pharmacies are written each time: their addresses move. */
export async function seed(options: SeedOptions): Promise<void> {
  const { rooms } = options.service;
  await rooms.organization.administration.upsert({
    id: ORGANIZATION,
    name: organization.name,
    phone: organization.phone,
    timeZone: organization.timeZone,
    environment: 'sandbox',
  });
  await rooms.organization.administration.upsert({
    ...network,
    timeZone: organization.timeZone,
    environment: 'sandbox',
  });
  await seedTreatments(options);
  await seedCoverage(options.service.store);
  await seedScreening(options.service.store);
  await seedPharmacies(options);
  await seedPrices(options);
  await seedPeople(options);
  await seedPatients(options, systemPorts);
  await seedTemplates(options);
}

/** What a store lacks that was seeded in this process already, on the past clock and before the clinic had an address. */
export async function seedPresent(options: SeedOptions): Promise<void> {
  await seedScreening(options.service.store);
  await allowPages(options);
}
