// Who is asking: the user or machine client behind a request, as the rooms see it.
import type { ApplicationId, OrganizationId, UserId } from '@pestle/rules/ids';

export type Role = 'prescriber' | 'staff' | 'admin' | 'operator';

/** Where a request came from, as its audit entries state it. */
export interface Origin {
  /** The network address of the caller. */
  readonly address: string;
  /** As the log and the answer name the request. */
  readonly requestId: string;
}

interface ActorBase {
  readonly orgId: OrganizationId;
  readonly clientId: ApplicationId;
  /** What the token was given for, such as `read:patient`. */
  readonly scopes: ReadonlySet<string>;
  /** Left out where nobody asked over the network. */
  readonly origin?: Origin;
}

export interface UserActor extends ActorBase {
  readonly kind: 'user';
  readonly id: UserId;
  readonly roles: ReadonlySet<Role>;
  /** Seconds since 1970 when the person last proved who they are. */
  readonly authTimeSeconds: number;
  /** How they proved it (RFC 8176). */
  readonly methods: readonly string[];
}

/** A confidential client acting for itself: it reads and prepares, and never signs (A2). */
export interface MachineActor extends ActorBase {
  readonly kind: 'machine';
  readonly id: ApplicationId;
}

export type Actor = UserActor | MachineActor;
