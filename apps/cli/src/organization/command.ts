// `pestle organization create|settings|screening-service`: the organizations of a deployment.
import { TEXTS_AT_NIGHT } from '@pestle/rules/patient-texts';
import { COVERAGE_POLICIES, DUPLICATE_POLICIES } from '@pestle/rules/practice-policies';
import { Command, Option } from 'commander';
import { collect, JSON_OPTION } from '../options.ts';
import type { OrganizationOptions } from './run.ts';
import type { ScreeningServiceOptions } from './screening-service.ts';
import type { SettingsOptions } from './settings.ts';

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
  settingsOf(command);
  screeningServiceOf(command);
  return command;
}

/** Who is asked what speaks against a drug, in place of the imported data. */
function screeningServiceOf(organization: Command): void {
  organization
    .command('screening-service')
    .description(
      "set the CDS Hooks 2.0 service of an organization's own that is asked before signing, show it with the keys to register there, or remove it",
    )
    .argument('<id>', 'org_…')
    .option('--url <address>', 'where it is, without /cds-services: it is asked at once what it offers')
    .option('--timeout <milliseconds>', 'from the question to the end of waiting, 500 to 20000 (5000)')
    .addOption(
      new Option(
        '--algorithm <name>',
        'how the proof of who asks is signed; another one makes a new key',
      ).choices(['ES384', 'RS384']),
    )
    .addOption(
      new Option(
        '--key <step>',
        'how its key gives way to a new one: prepare (make it known), use (it signs), end (the old one goes)',
      ).choices(['prepare', 'use', 'end']),
    )
    .option('--private-network <range>', 'the private range in which it lives, opened by DELIVERY_ALLOW')
    .option('--off', 'ask the imported data again')
    .option(...JSON_OPTION)
    .action(async (id: string, options: ScreeningServiceOptions) => {
      const { changeScreeningService } = await import('./screening-service.ts');
      await changeScreeningService(process.env, id, options);
    });
}

function settingsOf(organization: Command): void {
  const command = organization
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
    .addOption(
      new Option(
        '--staff-second-factor <on|off>',
        'staff need a second factor, as prescribers and administrators do',
      ).choices(['on', 'off']),
    )
    .option('--session-idle <minutes>', 'after how many minutes a session that nobody uses ends: 5 to 720');
  prescribingOptions(command);
  command
    .option(
      '--patient-texts <list>',
      'what patients are told of by text after sending, of sent, ready, shipped, delivered, problem, canceled, with commas between; or none',
    )
    .addOption(
      new Option(
        '--texts-at-night <which>',
        'which texts leave between 9 PM and 8 AM where the patient is: none, first (the one that asks to choose a pharmacy) or all',
      ).choices(TEXTS_AT_NIGHT),
    )
    .option(
      '--office-hours <from-to>',
      'when somebody is in the office, by its own clock, such as 08:00-18:00',
    )
    .option(
      '--office-days <list>',
      'days of the week on which it is open: 1 (Monday) to 7, with commas between',
    )
    .option(
      '--office-holidays <list>',
      'days on which it is closed all the same, such as 2026-12-25, with commas between; or none',
    )
    .option(
      '--after-hours-owner <id>',
      'usr_… of who is told of the desk outside of office hours, and stands in for who has left; or none',
    )
    .option('--desk-mail-to <address>', 'where the practice itself reads reminders of its desk; or none')
    .option(
      '--desk-reminders <list>',
      'which reminders of the desk are mailed, of entered, late, late-to-practice, after-hours, with commas between; or none',
    )
    .option(...JSON_OPTION)
    .action(async (id: string, options: SettingsOptions) => {
      const { changeSettings } = await import('./settings.ts');
      await changeSettings(process.env, id, options);
    });
}

/** How the practice prescribes. */
function prescribingOptions(command: Command): void {
  command
    .addOption(
      new Option(
        '--off-catalog <on|off>',
        'what is in no catalog and no template may be prescribed where a page allows it; otherwise nowhere',
      ).choices(['on', 'off']),
    )
    .addOption(
      new Option(
        '--written-treatments <on|off>',
        'its people may write what no drug file holds, ingredients chosen from the list, and prescribe that',
      ).choices(['on', 'off']),
    )
    .addOption(
      new Option(
        '--duplicates <policy>',
        'what happens to a likely duplicate: a reason is asked, or the very same treatment is refused besides',
      ).choices([...DUPLICATE_POLICIES]),
    )
    .addOption(
      new Option(
        '--coverage <policy>',
        'whether payers are asked what a plan pays: where a page asks for it, or nowhere',
      ).choices([...COVERAGE_POLICIES]),
    );
}
