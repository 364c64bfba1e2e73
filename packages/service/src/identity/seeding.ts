// Makes accounts, users and applications without an actor: for the sandbox's seed and the command line, before anybody can sign in.
import type { ApplicationId, OrganizationId, UserId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { invalidInput } from '../kernel/errors.ts';
import type { Ports } from '../kernel/ports.ts';
import { makeId } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import { ensureAccount, findAccountByEmail } from './accounts/accounts.ts';
import { hashPassword } from './accounts/password.ts';
import { lengthProblem } from './accounts/password-rules.ts';
import type { ApplicationInput } from './applications/application-input.ts';
import { checkApplication } from './applications/application-input.ts';
import { insertApplication, selectApplication } from './applications/application-rows.ts';
import { addSecret, makeSecret } from './applications/application-secrets.ts';
import { TEXTS } from './pages/texts.ts';
import type { NewUserInput } from './users/user-input.ts';
import { checkNewUser, profileColumns } from './users/user-input.ts';
import { insertUser, selectUser } from './users/user-rows.ts';

export interface NewAccount {
  readonly email: string;
  /** Without one the person gets it by an invitation. */
  readonly password?: string;
}

export type SeedUser = NewUserInput & { readonly id?: string; readonly password?: string };

export type SeedApplication = ApplicationInput & {
  readonly id?: string;
  /** Of a confidential client; made when left out. */
  readonly secret?: string;
};

export interface Seeding {
  /**
   * Before anything is written: throws INVALID_INPUT for what making these would refuse. Answers whether the person has chosen a password
   * already, which stays.
   */
  foresee(
    user: SeedUser,
    applications: readonly SeedApplication[],
  ): Promise<{ readonly hasPassword: boolean }>;
  /** The account with this e-mail address, made when there is none; an existing one keeps its password. Throws INVALID_INPUT for a password that is too short or too long. */
  createAccount(account: NewAccount): Promise<string>;
  /** A user of the organization with an account; given an id that exists already, does nothing. Throws INVALID_INPUT. */
  createUser(orgId: OrganizationId, user: SeedUser): Promise<UserId>;
  /** An application; given an id that exists already, does nothing. A confidential one answers its secret, once. Throws INVALID_INPUT. */
  createApplication(
    orgId: OrganizationId,
    application: SeedApplication,
  ): Promise<{ readonly id: ApplicationId; readonly secret?: string }>;
}

export function createSeeding({ store, ports }: { readonly store: Store; readonly ports: Ports }): Seeding {
  const createAccount = async ({ email, password }: NewAccount): Promise<string> => {
    const hash =
      password === undefined
        ? null
        : await hashPassword(asChosen(password), ports.random, { source: 'seeding', known: true });
    return await store.asDoor((tx) => ensureAccount(tx, ports, email, hash));
  };
  return {
    foresee: async ({ id: _id, password: _password, ...input }, applications) => {
      const { email } = checkNewUser(input);
      for (const application of applications) checkApplication(application);
      const account = await store.asDoor((tx) => findAccountByEmail(tx, email));
      return { hasPassword: account !== undefined && account.passwordHash !== null };
    },
    createAccount,
    createUser: async (orgId, { id: wantedId, password, ...input }) => {
      const checked = checkNewUser(input);
      const id = idOrNew(ports, 'usr', wantedId);
      const existing = await store.withOrg(orgId, (tx) => selectUser(tx, orgId, id));
      if (existing !== undefined) return existing.id;
      const accountId = await createAccount({
        email: checked.email,
        ...(password === undefined ? {} : { password }),
      });
      await store.withOrg(orgId, (tx) =>
        insertUser(tx, {
          org_id: orgId,
          id,
          account_id: accountId,
          email: checked.email,
          ...profileColumns(checked),
        }),
      );
      return id;
    },
    createApplication: async (orgId, { id: wantedId, secret: wantedSecret, ...input }) => {
      const checked = checkApplication(input);
      const id = idOrNew(ports, 'app', wantedId);
      const secret = checked.kind === 'confidential' ? (wantedSecret ?? makeSecret(ports)) : undefined;
      const made = await store.withOrg(orgId, async (tx) => {
        if ((await selectApplication(tx, orgId, id)) !== undefined) return false;
        await insertApplication(tx, { orgId, id }, checked);
        if (secret !== undefined) await addSecret(tx, ports, { orgId, id }, secret, 0);
        return true;
      });
      return { id, ...(made && secret !== undefined ? { secret } : {}) };
    },
  };
}

/** A program makes these passwords, or publishes them for a demonstration: only what people choose is judged by how soon it is guessed. */
function asChosen(password: string): string {
  const normal = password.normalize('NFKC');
  const problem = lengthProblem(normal);
  if (problem === null) return normal;
  const message = TEXTS.en.unfitPassword[problem];
  throw invalidInput([{ path: 'password', code: 'INVALID_INPUT', message }]);
}

function idOrNew<P extends 'usr' | 'app'>(ports: Ports, prefix: P, wanted: string | undefined) {
  if (wanted === undefined) return makeId(ports, prefix);
  if (isId(prefix, wanted)) return wanted;
  throw invalidInput([
    { path: 'id', code: 'INVALID_INPUT', message: `An id here begins with ${prefix}_ and a ULID follows.` },
  ]);
}
