// The work of `pestle user`: an operator's acts on the people of an organization, and the words that answer them.
import type { EnvironmentVariables } from '@pestle/service/config';
import type { ListedUser, Recovered, User } from '@pestle/service/identity';
import { operator } from '../operator.ts';
import type { JsonOption } from '../options.ts';
import { answer, short, UsageError } from '../output.ts';
import { withAdministration } from '../with-service.ts';
import { IDENTITY } from './identity.ts';

export interface UserActOptions extends JsonOption {
  readonly by?: string;
}

export interface InviteOptions extends UserActOptions {
  readonly email: string;
  readonly name: string;
  readonly role: readonly string[];
}

export interface RecoverOptions extends UserActOptions {
  readonly secondFactor: boolean;
}

/** The options that a refusal may be of. */
const OPTIONS: Readonly<Record<string, string>> = {
  by: '--by',
  email: '--email',
  firstName: '--name',
  lastName: '--name',
  roles: '--role',
  organizationId: 'the organization',
};

export async function listUsers(
  env: EnvironmentVariables,
  organizationId: string,
  options: JsonOption,
): Promise<void> {
  await withAdministration(
    env,
    IDENTITY,
    async (identity) => {
      const users = await identity.list(organizationId);
      answer(
        options,
        {
          organization: organizationId,
          users: users.map(({ missing, ...user }) => ({ ...userFacts(user), missing })),
        },
        users.length === 0 ? ['This organization has no users.'] : users.map(userLine),
      );
    },
    OPTIONS,
  );
}

export async function inviteUser(
  env: EnvironmentVariables,
  organizationId: string,
  { email, name, role, by = operator(), ...options }: InviteOptions,
): Promise<void> {
  const [firstName, ...rest] = name.trim().split(/\s+/);
  const lastName = rest.join(' ');
  if (firstName === undefined || lastName === '')
    throw new UsageError('--name: write a first and a last name.');
  await withAdministration(
    env,
    IDENTITY,
    async (identity) => {
      const roles = role as User['roles'][number][];
      const { user, invitationUrl } = await identity.invite(
        { organizationId, by, givesOperator: true },
        { email, firstName, lastName, roles },
      );
      const how =
        invitationUrl === null
          ? ['An e-mail says how to sign in; somebody with an account keeps the password.']
          : [
              `Link  ${invitationUrl}`,
              '(shown this once, good once within 7 days: pass it on to the person alone)',
            ];
      answer(options, { user: userFacts(user), link: invitationUrl }, [userLine(user), ...how]);
    },
    OPTIONS,
  );
}

export async function recoverUser(
  env: EnvironmentVariables,
  organizationId: string,
  userId: string,
  { secondFactor: removeSecondFactor, by = operator(), ...options }: RecoverOptions,
): Promise<void> {
  await withAdministration(
    env,
    IDENTITY,
    async (identity) => {
      const act = { organizationId, userId, removeSecondFactor, by };
      const recovered = await identity.recover(act);
      const { user, url, expiresAt, secondFactor, endedIn } = recovered;
      answer(
        options,
        {
          user: userFacts(user),
          link: url,
          expiresAt,
          secondFactor,
          endedIn: endedIn.map((place) => ({ organization: place.orgId, user: place.userId })),
        },
        recoveredLines(recovered),
      );
    },
    OPTIONS,
  );
}

function recoveredLines({ user, url, expiresAt, secondFactor, endedIn }: Recovered): readonly string[] {
  return [
    userLine(user),
    `Ended: the password, and all sessions, tokens and links, within a minute, in ${endedIn.map((place) => `${place.orgId} (${place.organizationName})`).join(', ')}.`,
    secondFactor
      ? 'The second factor stays: the person needs it to sign in. If it is lost too, run this again with --second-factor.'
      : 'The account has no second factor; a prescriber enrols one at the next sign-in.',
    `Link  ${url}`,
    `(shown this once, good once until ${short(expiresAt)}: pass it on to the person alone, whom you know by voice or face)`,
  ];
}

export async function setUserActive(
  env: EnvironmentVariables,
  organizationId: string,
  userId: string,
  { active, by = operator(), ...options }: UserActOptions & { readonly active: boolean },
): Promise<void> {
  await withAdministration(
    env,
    IDENTITY,
    async (identity) => {
      const { user, changed } = await identity.setActive({
        organizationId,
        userId,
        active,
        by,
      });
      const ended =
        'Sessions and tokens in this organization end within a minute; other organizations are not touched.';
      answer(options, { user: userFacts(user), changed }, [
        userLine(user),
        ...(changed ? [] : ['Nothing changed: it was so already.']),
        ...(changed && !active ? [ended] : []),
      ]);
    },
    { ...OPTIONS, roles: 'the user' },
  );
}

export interface RoleOptions extends UserActOptions {
  readonly add: boolean;
}

/** Gives a user the role `operator`, or takes it away. */
export async function setUserOperator(
  env: EnvironmentVariables,
  organizationId: string,
  userId: string,
  { add, by = operator(), ...options }: RoleOptions,
): Promise<void> {
  await withAdministration(
    env,
    IDENTITY,
    async (identity) => {
      const { user, changed } = await identity.setOperator({ organizationId, userId, operator: add, by });
      const what = add
        ? 'An operator of the network from now on: they sign in to the console with a second factor.'
        : 'No operator any more: sessions and tokens of the console have ended.';
      answer(options, { user: userFacts(user), changed }, [
        userLine(user),
        changed ? what : 'Nothing changed: it was so already.',
      ]);
    },
    { ...OPTIONS, roles: 'the user' },
  );
}

export function userFacts({ id, email, firstName, lastName, roles, active, secondFactor }: User) {
  return { id, email, firstName, lastName, roles, active, secondFactor };
}

export function userLine({
  id,
  email,
  firstName,
  lastName,
  roles,
  active,
  secondFactor,
  missing = [],
}: User & Partial<Pick<ListedUser, 'missing'>>): string {
  const facts = [
    roles.join(', '),
    ...(active ? [] : ['deactivated']),
    ...(secondFactor ? ['second factor'] : []),
    ...(missing.length === 0 ? [] : [`to sign: ${missing.join(', ')}`]),
  ];
  return `${id}  ${firstName} ${lastName}  <${email}>  ${facts.join('; ')}`;
}
