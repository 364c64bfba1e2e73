// Brings what is published as files: treatments and places, plans, interactions and allergens, and what pharmacies ask. By the same imports as public files.
import { planFiles, priceFile, SCREENING_ORIGIN, screeningFiles } from '@pestle/sandbox/seed';
import { curatedTreatments } from '@pestle/sandbox/treatments';
import { createCoverage } from '@pestle/service/coverage';
import { newImportSession } from '@pestle/service/directory';
import { createScreening } from '@pestle/service/screening';
import type { Store } from '@pestle/service/store';
import type { SeedOptions } from './practice.ts';
import { SANDBOX_ZIPS } from './zips.ts';

const DAY_MS = 24 * 3_600_000;

export async function seedTreatments({ service }: SeedOptions): Promise<void> {
  const verdicts = await service.rooms.catalog.administration.putTreatments(
    newImportSession(),
    curatedTreatments(),
  );
  const refused = verdicts.filter((verdict) => verdict.outcome === 'refused').length;
  if (refused > 0) throw new Error(`${refused} of the sandbox's treatments were refused`);
  await service.rooms.directory.administration.importZips(newImportSession(), SANDBOX_ZIPS);
}

/** The invented plans, by the same import as public files. */
export async function seedCoverage(store: Store): Promise<void> {
  const { administration } = createCoverage({ store });
  for (const file of ['plans', 'drugs', 'costs'] as const) {
    await administration.importFormulary(file, async (write) => {
      const verdicts = await write(newImportSession(), planFiles[file]);
      const refused = verdicts.flatMap((verdict) => (verdict.outcome === 'refused' ? [verdict.message] : []));
      if (refused.length > 0) throw new Error(`the sandbox's ${file} were refused: ${refused.join(' ')}`);
    });
  }
}

/** The sandbox's own interactions and allergens, by the same import as public files, which takes none of a day to come: in the past that is laid first they are not there yet. */
export async function seedScreening(store: Store): Promise<void> {
  if (Date.now() < Date.parse(SCREENING_ORIGIN.datedOn)) return;
  const { administration } = createScreening({ store });
  for (const file of ['interactions', 'classes', 'allergens'] as const) {
    await administration.importScreening(file, SCREENING_ORIGIN, async (write) => {
      const verdicts = await write(newImportSession(), screeningFiles[file]);
      const refused = verdicts.flatMap((verdict) => (verdict.outcome === 'refused' ? [verdict.message] : []));
      if (refused.length > 0) throw new Error(`the sandbox's ${file} were refused: ${refused.join(' ')}`);
    });
  }
}

/** What the pharmacies ask, as of yesterday: a list of a day to come, or of three months ago, counts for nobody. */
export async function seedPrices({ service, peers }: SeedOptions): Promise<void> {
  const day = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
  await createCoverage({ store: service.store }).administration.importPharmacyPrices(async (write) => {
    const verdicts = await write(newImportSession(), priceFile(day, peers.pharmacies));
    const refused = verdicts.flatMap((verdict) => (verdict.outcome === 'refused' ? [verdict.message] : []));
    if (refused.length > 0) throw new Error(`the sandbox's prices were refused: ${refused.join(' ')}`);
  });
}
