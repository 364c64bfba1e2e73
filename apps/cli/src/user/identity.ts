// How commands reach identity for operators: in the configured service, or through the running one that holds the embedded store.
import type { UserAdministration } from '@pestle/service/identity';
import { askService } from '../ask-service.ts';
import type { Reached } from '../with-service.ts';

export interface IdentityForOperators extends UserAdministration {
  /** Makes the next signing key the current one. */
  rotateSigningKeys(by: string): Promise<void>;
}

export const IDENTITY: Reached<IdentityForOperators> = {
  inService: ({ rooms: { identity } }) => ({
    ...identity.administration,
    rotateSigningKeys: (by) => identity.rotateSigningKeys(by),
  }),
  throughService: (directory) => {
    const ask = async <T>(act: keyof IdentityForOperators, ...args: readonly unknown[]): Promise<T> =>
      (await askService(directory, '/identity', { act, args })) as T;
    return {
      list: (organizationId) => ask('list', organizationId),
      invite: (act, input) => ask('invite', act, input),
      setProfile: (act) => ask('setProfile', act),
      recover: (act) => ask('recover', act),
      setActive: (act) => ask('setActive', act),
      setOperator: (act) => ask('setOperator', act),
      rotateSigningKeys: (by) => ask('rotateSigningKeys', by),
    };
  },
};
