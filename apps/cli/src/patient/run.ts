// The work of `pestle patient import`: reads the file, adds what it says, and names what was skipped by place and reason.
import type { OrganizationId } from '@pestle/rules/ids';
import { textIn } from '../network/given-file.ts';
import type { JsonOption } from '../options.ts';
import { answer } from '../output.ts';
import { withService } from '../with-service.ts';

export interface ImportedFile {
  readonly organization: string;
  readonly patient: string;
  readonly file: string;
}

/** Stop a service on the embedded store first. */
export async function importContext(
  env: NodeJS.ProcessEnv,
  { organization, patient: patientId, file }: ImportedFile,
  options: JsonOption,
): Promise<void> {
  const bundle = await textIn(file);
  await withService(
    env,
    async ({ rooms }) => {
      const { administration } = rooms.directory;
      const report = await administration.importPatientContext(organization as OrganizationId, {
        patientId,
        bundle,
      });
      const { newAllergies, newMedications, noKnownAllergies, skipped } = report;
      answer(options, report, [
        `${newAllergies} allergies and ${newMedications} medicines added${noKnownAllergies ? '; no allergies are known, as the bundle states' : ''}.`,
        ...skipped.map(
          ({ index, resourceType, reason }) => `  entry ${index} (${resourceType}) left out: ${reason}`,
        ),
      ]);
    },
    {},
  );
}
