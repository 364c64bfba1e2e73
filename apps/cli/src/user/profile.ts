// The work of `pestle user profile`: what prescriptions show of a prescriber, from a file or single fields.
import type { EnvironmentVariables } from '@pestle/service/config';
import { Failure } from '@pestle/service/kernel';
import { readChange } from '../network/change.ts';
import { refusalOf } from '../network/store.ts';
import { operator } from '../operator.ts';
import { answer } from '../output.ts';
import { withAdministration } from '../with-service.ts';
import { IDENTITY, type IdentityForOperators } from './identity.ts';
import { type UserActOptions, userFacts, userLine } from './run.ts';

export interface ProfileOptions extends UserActOptions {
  readonly file?: string;
}

/** Throws CommandError. */
export async function setUserProfile(
  env: EnvironmentVariables,
  target: { readonly organizationId: string; readonly userId: string; readonly fields: readonly string[] },
  { file, by = operator(), ...options }: ProfileOptions,
): Promise<void> {
  const { fields, ...person } = target;
  const profile = await readChange(file, fields);
  await withAdministration(env, IDENTITY, async (identity) => {
    const { user, changed, missing } = await setProfile(identity, { ...person, by, profile });
    answer(options, { user: userFacts(user), changed, missing }, [
      userLine({ ...user, missing }),
      changed ? 'Prescriptions that are signed from now on show it.' : 'Nothing changed: it was so already.',
    ]);
  });
}

/** A refusal names every field with its place, because a profile has many. */
async function setProfile(
  identity: IdentityForOperators,
  act: Parameters<IdentityForOperators['setProfile']>[0],
): ReturnType<IdentityForOperators['setProfile']> {
  try {
    return await identity.setProfile(act);
  } catch (error) {
    throw error instanceof Failure && error.detail.fields !== undefined ? refusalOf(error) : error;
  }
}
