// `pestle user list|invite|profile|role|recover|deactivate|reactivate`: people of an organization that cannot help itself, such as one that lost its only administrator's password, and operators of the network.
import { Command, InvalidArgumentError, Option } from 'commander';
import type { JsonOption } from '../options.ts';
import { BY_OPTION, collect, JSON_OPTION } from '../options.ts';
import { UsageError } from '../output.ts';
import type { ProfileOptions } from './profile.ts';
import type { InviteOptions, RecoverOptions, RoleOptions, UserActOptions } from './run.ts';

const ROLES = ['prescriber', 'staff', 'admin', 'operator'] as const;

export function userCommand(): Command {
  const user = new Command('user').description(
    'people of an organization; each act leaves an entry in its audit trail (docs/guides/running.md)',
  );
  user
    .command('list')
    .description('the people of an organization, by name')
    .argument('<organization>', 'org_…')
    .option(...JSON_OPTION)
    .action(async (organization: string, options: JsonOption) => {
      // Loaded when it is asked for, so that the other commands start quickly.
      const { listUsers } = await import('./run.ts');
      await listUsers(process.env, organization, options);
    });
  inviting(user);
  profiling(user);
  givingRole(user);
  recovering(user);
  switching(user);
  return user;
}

function inviting(user: Command): void {
  user
    .command('invite')
    .description(
      'make a user and send the invitation; where no e-mail can be sent, the link is shown this once. Again for one who has chosen no password yet: a new link',
    )
    .argument('<organization>', 'org_…')
    .requiredOption('--email <address>', 'how the person signs in')
    .requiredOption('--name <first last>', 'first and last name')
    .addOption(
      new Option('--role <role>', 'may be given several times')
        .choices(ROLES)
        .argParser(toRoles)
        .makeOptionMandatory(),
    )
    .option(...BY_OPTION)
    .option(...JSON_OPTION)
    .action(async (organization: string, options: InviteOptions) => {
      const { inviteUser } = await import('./run.ts');
      await inviteUser(process.env, organization, options);
    });
}

function profiling(user: Command): void {
  user
    .command('profile')
    .description(
      'set what prescriptions show of a prescriber: NPI, practice, phone …; what is left out stays (docs/guides/running.md)',
    )
    .argument('<organization>', 'org_…')
    .argument('<user>', 'usr_…')
    .argument(
      '[fields...]',
      'path=value: npi, credentials, phone, phoneExtension, fax, licenceStates, and practice as a whole; nothing behind = takes it away',
    )
    .option('-f, --file <file>', 'the same as JSON; - for standard input')
    .option(...BY_OPTION)
    .option(...JSON_OPTION)
    .action(
      async (organizationId: string, userId: string, fields: readonly string[], options: ProfileOptions) => {
        const { setUserProfile } = await import('./profile.ts');
        await setUserProfile(process.env, { organizationId, userId, fields }, options);
      },
    );
}

function givingRole(user: Command): void {
  user
    .command('role')
    .description(
      'give a user the role operator, who runs the network on the console, or take it away; no organization can',
    )
    .argument('<organization>', 'org_…')
    .argument('<user>', 'usr_…')
    .addOption(new Option('--add <role>', 'give it').choices(['operator']).conflicts('remove'))
    .addOption(new Option('--remove <role>', 'take it away; sessions and tokens end').choices(['operator']))
    .option(...BY_OPTION)
    .option(...JSON_OPTION)
    .action(async (organization: string, id: string, options: GivenRole) => {
      if (options.add === undefined && options.remove === undefined)
        throw new UsageError('say --add operator or --remove operator');
      const { setUserOperator } = await import('./run.ts');
      await setUserOperator(process.env, organization, id, { ...options, add: options.add !== undefined });
    });
}

type GivenRole = Omit<RoleOptions, 'add'> & { readonly add?: string; readonly remove?: string };

function recovering(user: Command): void {
  user
    .command('recover')
    .description(
      'for a person who cannot sign in: end the password, all sessions, tokens and links of the account, and show a link to choose another password, this once',
    )
    .argument('<organization>', 'org_…')
    .argument('<user>', 'usr_…')
    .option('--second-factor', 'remove the second factors and recovery codes, too: for a lost phone', false)
    .option(...BY_OPTION)
    .option(...JSON_OPTION)
    .action(async (organization: string, id: string, options: RecoverOptions) => {
      const { recoverUser } = await import('./run.ts');
      await recoverUser(process.env, organization, id, options);
    });
}

function switching(user: Command): void {
  for (const [name, active, description] of [
    ['deactivate', false, 'let a person no longer into an organization; the last active administrator stays'],
    ['reactivate', true, 'let a person into an organization again'],
  ] as const)
    user
      .command(name)
      .description(description)
      .argument('<organization>', 'org_…')
      .argument('<user>', 'usr_…')
      .option(...BY_OPTION)
      .option(...JSON_OPTION)
      .action(async (organization: string, id: string, options: UserActOptions) => {
        const { setUserActive } = await import('./run.ts');
        await setUserActive(process.env, organization, id, { ...options, active });
      });
}

function toRoles(value: string, before: readonly string[] | undefined): readonly string[] {
  if (!ROLES.some((role) => role === value)) throw new InvalidArgumentError(`A role is ${ROLES.join(', ')}.`);
  return collect(value, before ?? []);
}
