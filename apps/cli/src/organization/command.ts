// `pestle organization create|settings`: the organizations of a deployment.
import { Command, Option } from 'commander';
import { collect, JSON_OPTION } from '../options.ts';
import type { OrganizationOptions, SettingsOptions } from './run.ts';

export function organizationCommand(): Command {
  const command = new Command('organization').description('organizations of this deployment');
  command
    .command('create')
    .description('create an organization, its first administrator and the application of its clinical tool')
    .requiredOption('--name <name>', 'name of the practice or company')
    .requiredOption('--admin-email <email>', 'how the first administrator signs in')
    .requiredOption('--admin-name <first last>', 'first and last name of the administrator')
    .option(
      '--time-zone <zone>',
      'IANA name; decides "today" where a patient has no address',
      'America/New_York',
    )
    .option('--phone <number>', 'ten digits: where patients and pharmacies may call')
    .option(
      '--callback <url>',
      'where a sign-in may return to, exactly; may be given several times',
      collect,
      [],
    )
    .option('--origin <origin>', 'web origin that may call the API; may be given several times', collect, [])
    .option(...JSON_OPTION)
    .action(async (options: OrganizationOptions) => {
      const { createOrganization } = await import('./run.ts');
      await createOrganization(process.env, options);
    });
  command
    .command('settings')
    .description('change what an organization asks of its people')
    .argument('<id>', 'org_…')
    .addOption(
      new Option(
        '--patient-reentry <on|off>',
        'prescribers enter the initials and the year of birth of the patient again before they sign',
      ).choices(['on', 'off']),
    )
    .addOption(
      new Option(
        '--staff-choose-pharmacy <on|off>',
        'staff choose the pharmacy of an order, and another one later; otherwise prescribers do',
      ).choices(['on', 'off']),
    )
    .option(...JSON_OPTION)
    .action(async (id: string, options: SettingsOptions) => {
      const { changeSettings } = await import('./run.ts');
      await changeSettings(process.env, id, options);
    });
  return command;
}
