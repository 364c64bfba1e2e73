// `pestle organization`: makes one with its first administrator and its application, and changes its settings, in the configured store.
import { randomBytes } from 'node:crypto';
import { isTimeZone } from '@pestle/rules/time-zone';
import type { Config } from '@pestle/service/config/config';
import { ConfigError, readConfig } from '@pestle/service/config/config';
import { Failure } from '@pestle/service/kernel/errors';
import { createLog } from '@pestle/service/kernel/log';
import { makeId, systemPorts } from '@pestle/service/kernel/ports';
import type { Service } from '@pestle/service/main';
import { createService } from '@pestle/service/main';
import { Command, Option } from 'commander';
import { portalCallback } from './browser-files.ts';
import { CommandError, say } from './output.ts';

const PASSWORD_BYTES = 15;

interface OrganizationOptions {
  readonly name: string;
  readonly adminEmail: string;
  readonly adminName: string;
  readonly timeZone: string;
  readonly phone?: string;
  readonly callback: readonly string[];
  readonly origin: readonly string[];
}

interface SettingsOptions {
  readonly patientReentry?: 'on' | 'off';
  readonly staffChoosePharmacy?: 'on' | 'off';
}

export function organizationCommand(): Command {
  const collect = (value: string, earlier: readonly string[]): string[] => [...earlier, value];
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
    .action((options: OrganizationOptions) => createOrganization(process.env, options));
  command
    .command('settings <id>')
    .description('change what an organization asks of its people')
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
    .action((id: string, options: SettingsOptions) => changeSettings(process.env, id, options));
  return command;
}

/** Prints the ids for `svc-client` and a password that is shown this once. Stop a service on the embedded store first. */
export async function createOrganization(
  env: NodeJS.ProcessEnv,
  options: OrganizationOptions,
): Promise<void> {
  const [firstName, ...rest] = options.adminName.trim().split(/\s+/);
  const lastName = rest.join(' ');
  if (firstName === undefined || lastName === '')
    throw new CommandError('--admin-name: write a first and a last name.');
  if (!isTimeZone(options.timeZone))
    throw new CommandError('--time-zone: write an IANA name, such as America/Chicago.');
  const config = configOf(env);
  await withService(config, async (service) => {
    const id = makeId(systemPorts, 'org');
    const { identity, directory } = service.rooms;
    await directory.keeper.upsertOrganization({
      id,
      name: options.name,
      ...(options.phone === undefined ? {} : { phone: options.phone }),
      timeZone: options.timeZone,
      environment: 'production',
    });
    const password = randomBytes(PASSWORD_BYTES).toString('base64url');
    await identity.createUser(id, {
      email: options.adminEmail,
      password,
      firstName,
      lastName,
      roles: ['admin'],
    });
    const application = await identity.createApplication(id, {
      name: `${options.name}: clinical tool`,
      kind: 'public',
      callbackUrls: options.callback,
      origins: options.origin,
    });
    const { baseUrl } = config;
    const portal = await identity.createApplication(id, {
      name: 'Prescriber portal',
      kind: 'public',
      callbackUrls: [portalCallback(baseUrl)],
      origins: [baseUrl],
    });
    say(
      `Organization  ${id}`,
      `Application   ${application.id}`,
      `Portal        ${portalCallback(baseUrl)}   (application ${portal.id})`,
      `Administrator ${options.adminEmail}`,
      `Password      ${password}   (shown this once; change it after the first sign-in at /account)`,
      '',
      'The administrator invites prescribers and staff over the API (docs/reference/api.md).',
    );
  });
}

/** What is not named stays. Stop a service on the embedded store first. */
export async function changeSettings(
  env: NodeJS.ProcessEnv,
  id: string,
  { patientReentry, staffChoosePharmacy }: SettingsOptions,
): Promise<void> {
  if (patientReentry === undefined && staffChoosePharmacy === undefined)
    throw new CommandError('Name a setting: --patient-reentry or --staff-choose-pharmacy.');
  await withService(configOf(env), async ({ rooms }) => {
    await rooms.directory.keeper.changeSettings(id, {
      ...(patientReentry === undefined ? {} : { patientReentry: patientReentry === 'on' }),
      ...(staffChoosePharmacy === undefined ? {} : { staffMayChoosePharmacy: staffChoosePharmacy === 'on' }),
    });
    if (patientReentry !== undefined) say(`${id}: patient re-entry is ${patientReentry}.`);
    if (staffChoosePharmacy !== undefined)
      say(`${id}: the choice of a pharmacy by staff is ${staffChoosePharmacy}.`);
  });
}

async function withService(config: Config, work: (service: Service) => Promise<void>): Promise<void> {
  const service = await createService(config, { log: createLog({ level: 'silent' }) });
  try {
    await work(service);
  } catch (error) {
    if (error instanceof Failure) throw new CommandError(error.message);
    throw error;
  } finally {
    await service.close();
  }
}

function configOf(env: NodeJS.ProcessEnv): ReturnType<typeof readConfig> {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandError(error.message);
    throw error;
  }
}
