// The work of the commands for pharmacies that sign in, and the words that answer them.
import type { EnvironmentVariables } from '@pestle/service/config';
import type {
  ListedCorrection,
  PharmacyDeskAdministration,
  PharmacyPerson,
} from '@pestle/service/pharmacy-desk';
import { askService } from '../../ask-service.ts';
import { operator } from '../../operator.ts';
import type { JsonOption } from '../../options.ts';
import { answer, short } from '../../output.ts';
import type { Reached } from '../../with-service.ts';
import { withAdministration } from '../../with-service.ts';

export interface ActOptions extends JsonOption {
  readonly by?: string;
}
export interface InviteOptions extends ActOptions {
  readonly email: string;
  readonly name: string;
}
export interface DeclineOptions extends ActOptions {
  readonly reason: string;
}
export interface ListOptions extends JsonOption {
  readonly all: boolean;
  readonly pharmacy?: string;
}

const DESK: Reached<PharmacyDeskAdministration> = {
  inService: ({ pharmacyDesk }) => pharmacyDesk,
  throughService: (directory) => {
    const ask = async <T>(act: keyof PharmacyDeskAdministration, ...args: readonly unknown[]): Promise<T> =>
      (await askService(directory, '/pharmacy-desk', { act, args })) as T;
    return {
      accounts: (pharmacyId) => ask('accounts', pharmacyId),
      invite: (input) => ask('invite', input),
      setActive: (input) => ask('setActive', input),
      corrections: (input) => ask('corrections', input ?? {}),
      confirm: (input) => ask('confirm', input),
      decline: (input) => ask('decline', input),
      markSeen: (input) => ask('markSeen', input),
    };
  },
};

/** The options that a refusal may be of. */
const OPTIONS: Readonly<Record<string, string>> = {
  by: '--by',
  email: '--email',
  name: '--name',
  reason: '--reason',
  pharmacyId: '--pharmacy',
};

function withDesk(
  env: EnvironmentVariables,
  work: (desk: PharmacyDeskAdministration) => Promise<void>,
): Promise<void> {
  return withAdministration(env, DESK, work, OPTIONS);
}

export async function listPeople(
  env: EnvironmentVariables,
  pharmacyId: string,
  options: JsonOption,
): Promise<void> {
  await withDesk(env, async (desk) => {
    const people = await desk.accounts(pharmacyId);
    const lines = people.length === 0 ? ['Nobody of this pharmacy signs in.'] : people.map(personLine);
    answer(options, { pharmacy: pharmacyId, people }, lines);
  });
}

function personLine({ id, name, email, state, lastSignInAt }: PharmacyPerson): string {
  const last = lastSignInAt === null ? 'never signed in' : `last signed in ${short(lastSignInAt)}`;
  return `${id}  ${name}  ${email}  ${state}  ${last}`;
}

export async function invitePerson(
  env: EnvironmentVariables,
  pharmacyId: string,
  { email, name, by = operator(), ...options }: InviteOptions,
): Promise<void> {
  await withDesk(env, async (desk) => {
    const { account, url } = await desk.invite({ pharmacyId, email, name, by });
    answer(options, { account, url }, [
      personLine(account),
      `Link  ${url}`,
      '(shown this once, good once and for three days: bring it to the person by a way that nobody else reads)',
      'It asks besides for the code of a fax that came to the pharmacy in the last 30 days, or for a key of its hook.',
    ]);
  });
}

export async function switchPerson(
  env: EnvironmentVariables,
  id: string,
  { active, by = operator(), ...options }: ActOptions & { readonly active: boolean },
): Promise<void> {
  await withDesk(env, async (desk) => {
    const { account, changed } = await desk.setActive({ id, active, by });
    answer(options, { account, changed }, [
      personLine(account),
      ...(changed ? [] : ['Nothing changed: it was so already.']),
    ]);
  });
}

export async function listCorrections(
  env: EnvironmentVariables,
  { all, pharmacy, ...options }: ListOptions,
): Promise<void> {
  await withDesk(env, async (desk) => {
    const of = pharmacy === undefined ? {} : { pharmacyId: pharmacy };
    const corrections = await desk.corrections({ ...of, open: !all });
    const lines = corrections.length === 0 ? ['Nothing waits.'] : corrections.map(correctionLine);
    answer(options, { corrections }, lines);
  });
}

function correctionLine(one: ListedCorrection): string {
  const { id, pharmacyName, field, before, proposed, person, state, askedAt } = one;
  return `${id}  ${state}  ${pharmacyName}: ${field} ${before} → ${proposed}  (${person}, ${short(askedAt)})`;
}

export async function confirmCorrection(
  env: EnvironmentVariables,
  id: string,
  { by = operator(), ...options }: ActOptions,
): Promise<void> {
  await withDesk(env, async (desk) => {
    const { notices } = await desk.confirm({ id, by });
    answer(options, { id, notices }, ['It is written into the record.', ...notices]);
  });
}

export async function declineCorrection(
  env: EnvironmentVariables,
  id: string,
  { reason, by = operator(), ...options }: DeclineOptions,
): Promise<void> {
  await withDesk(env, async (desk) => {
    await desk.decline({ id, reason, by });
    answer(options, { id }, ['It is declined. The record stays as it was.']);
  });
}

export async function seeCorrection(
  env: EnvironmentVariables,
  id: string,
  { by = operator(), ...options }: ActOptions,
): Promise<void> {
  await withDesk(env, async (desk) => {
    await desk.markSeen({ id, by });
    answer(options, { id }, ['It is off the list.']);
  });
}
