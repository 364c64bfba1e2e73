// `pestle patient import`: what a patient does not tolerate and takes, from a FHIR bundle.
import { Command } from 'commander';
import { JSON_OPTION, type JsonOption } from '../options.ts';

export function patientCommand(): Command {
  const patient = new Command('patient').description("what is on an organization's patients' records");
  patient
    .command('import')
    .description(
      'add allergies and medicines from a FHIR R4 Bundle of AllergyIntolerance and MedicationStatement (JSON); nothing on record is taken away',
    )
    .argument('<organization>', 'org_…')
    .argument('<patient>', 'pat_… or the external id')
    .argument('<file>', 'the bundle')
    .option(...JSON_OPTION)
    .action(async (organization: string, id: string, file: string, options: JsonOption) => {
      const { importContext } = await import('./run.ts');
      await importContext(process.env, { organization, patient: id, file }, options);
    });
  return patient;
}
