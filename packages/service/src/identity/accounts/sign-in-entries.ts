// The audit entries of sign-ins: who came in, who was refused and in which application, and from where.
import type { ApplicationId, OrganizationId } from '@pestle/rules/ids';
import { recordAudit } from '../../audit/audit.ts';
import type { Origin } from '../../kernel/actor.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import type { Membership } from './accounts.ts';
import { membershipsOf } from './accounts.ts';

export interface EntryDeps {
  readonly store: Store;
  readonly ports: Ports;
}

/** Where somebody signs in, and from where. */
export interface SignInSource {
  readonly clientId: ApplicationId;
  /** The organization that the application belongs to; null for our own account pages. */
  readonly homeOrganizationId: OrganizationId | null;
  readonly origin: Origin;
}

/** Somebody came in; `methods` is how, `session` when the browser's session stood for them. */
export async function recordSignIn(
  { store, ports }: EntryDeps,
  source: Pick<SignInSource, 'clientId'> & { readonly origin?: Origin },
  membership: Pick<Membership, 'orgId' | 'userId' | 'roles'>,
  proof: { readonly methods: readonly string[]; readonly authTimeSeconds: number | null },
): Promise<void> {
  await store.withOrg(membership.orgId, (tx) =>
    recordAudit(tx, ports, {
      orgId: membership.orgId,
      actor: {
        kind: 'user',
        orgId: membership.orgId,
        id: membership.userId,
        clientId: source.clientId,
        scopes: new Set(),
        roles: new Set(membership.roles),
        authTimeSeconds: proof.authTimeSeconds ?? 0,
        methods: proof.methods,
        ...(source.origin === undefined ? {} : { origin: source.origin }),
      },
      action: 'user.sign-in',
      subject: { kind: 'user', id: membership.userId },
      detail: { methods: proof.methods.join(' ') },
    }),
  );
}

export interface AccountEntry {
  readonly action: string;
  readonly outcome: 'success' | 'refused';
  readonly detail: Readonly<Record<string, string>>;
  readonly origin?: Origin;
}

/** An entry in every organization of the account. Who it was is not proved, so the service itself states it. */
export async function recordForAccount(
  { store, ports }: EntryDeps,
  accountId: string,
  { action, outcome, detail, origin }: AccountEntry,
): Promise<void> {
  const memberships = await store.asDoor((tx) => membershipsOf(tx, accountId));
  for (const membership of memberships) {
    await store.withOrg(membership.orgId, (tx) =>
      recordAudit(tx, ports, {
        orgId: membership.orgId,
        actor: { kind: 'service', id: null, ...(origin === undefined ? {} : { origin }) },
        action,
        subject: { kind: 'user', id: membership.userId },
        outcome,
        detail,
      }),
    );
  }
}

/**
 * Somebody was refused whom nobody knows: an entry in the organization whose application they came to. What they typed
 * is not kept; it may be anybody's address.
 */
export async function recordStranger(
  { store, ports }: EntryDeps,
  { clientId, homeOrganizationId: orgId, origin }: SignInSource,
  reason: string,
): Promise<void> {
  if (orgId === null) return;
  await store.withOrg(orgId, (tx) =>
    recordAudit(tx, ports, {
      orgId,
      actor: { kind: 'service', id: null, origin },
      action: 'user.sign-in',
      subject: { kind: 'application', id: clientId },
      outcome: 'refused',
      detail: { reason },
    }),
  );
}
