// What every part of the seed knows: the practice that it fills, and its people before anybody can sign in.
import type { ApplicationId, OrganizationId, UserId } from '@pestle/rules/ids';
import type { Peers } from '@pestle/sandbox/peers';
import { applications, organization, users } from '@pestle/sandbox/seed';
import type { Service } from '@pestle/service';
import { PERSON_SCOPES } from '@pestle/service/identity';
import type { UserActor } from '@pestle/service/kernel';

export interface SeedOptions {
  readonly service: Pick<Service, 'rooms' | 'store'>;
  readonly peers: Pick<Peers, 'pharmacies' | 'partners'>;
  /** The service's address: sign-ins return to it. */
  readonly baseUrl: string;
  /** The demo clinic's: its pages may call the service, and sign-ins return to them. */
  readonly clinicUrl?: string | null;
}

export const ORGANIZATION = organization.id as OrganizationId;

/** A person of the seed before anybody can sign in. */
export function seedActor(userId: string): UserActor {
  const user = users.find(({ id }) => id === userId);
  if (user === undefined) throw new Error(`the seed has no user ${userId}`);
  return {
    kind: 'user',
    id: user.id as UserId,
    orgId: ORGANIZATION,
    clientId: applications.public.id as ApplicationId,
    scopes: new Set(PERSON_SCOPES),
    roles: new Set([user.role]),
    authTimeSeconds: Math.floor(Date.now() / 1000),
    methods: ['pwd'],
  };
}
