// Who the access token stands for, and whether they may sign, from current data.

import type { Identity, PrescriberNeed, User } from '../identity/identity.ts';
import type { Actor } from '../kernel/actor.ts';
import type { TenantStore } from '../store/store.ts';

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
