// GraphQL of the caller: who the token stands for, and whether they may sign.
import type { Actor, Role } from '../actor.ts';
import type { Identity, PrescriberNeed, User } from '../identity/identity.ts';
import type { TenantStore } from '../store/store.ts';
import { builder } from './builder.ts';

/** Who asks. A machine client has no name and never signs (A2). */
export interface Me {
  readonly actor: Actor;
  readonly user: User | null;
  /** What the caller lacks to sign; empty for an authorized prescriber. */
  readonly missing: readonly (PrescriberNeed | 'person')[];
}

/** Answers from current data, as the mutations decide it. */
export async function whoIs(store: TenantStore, identity: Identity, actor: Actor): Promise<Me> {
  if (actor.kind === 'machine') return { actor, user: null, missing: ['person'] };
  return await store.withOrg(actor.orgId, async (tx) => {
    const user = (await identity.findUser(tx, actor.orgId, actor.id)) ?? null;
    const check = await identity.authorizedPrescriber(tx, actor.orgId, actor.id);
    return { actor, user, missing: check.ok ? [] : check.missing };
  });
}

const RoleType = builder.enumType('Role', {
  values: {
    PRESCRIBER: { value: 'prescriber' },
    STAFF: { value: 'staff' },
    ADMIN: { value: 'admin' },
    OPERATOR: { value: 'operator' },
  } as const satisfies Record<string, { value: Role }>,
});

const MeType = builder.objectRef<Me>('Me').implement({
  description: 'The person or machine client behind the access token.',
  fields: (t) => ({
    id: t.id({ resolve: ({ actor }) => actor.id }),
    organizationId: t.id({ resolve: ({ actor }) => actor.orgId }),
    applicationId: t.id({ resolve: ({ actor }) => actor.clientId }),
    roles: t.field({
      type: [RoleType],
      resolve: ({ actor }) => (actor.kind === 'user' ? [...actor.roles] : []),
    }),
    scopes: t.field({ type: ['String'], resolve: ({ actor }) => [...actor.scopes].toSorted() }),
    firstName: t.string({ nullable: true, resolve: ({ user }) => user?.firstName ?? null }),
    lastName: t.string({ nullable: true, resolve: ({ user }) => user?.lastName ?? null }),
    email: t.string({ nullable: true, resolve: ({ user }) => user?.email ?? null }),
    npi: t.string({ nullable: true, resolve: ({ user }) => user?.npi ?? null }),
    mayPrescribe: t.boolean({
      description: 'Whether the caller may sign, from current data.',
      resolve: ({ missing }) => missing.length === 0,
    }),
    missingToPrescribe: t.field({
      type: ['String'],
      description: 'What is missing for that, such as `npi` or `second-factor`.',
      resolve: ({ missing }) => [...missing],
    }),
  }),
});

builder.queryField('me', (t) =>
  t.field({ type: MeType, resolve: (_root, _args, context) => context.rooms.whoIs(context.actor) }),
);
