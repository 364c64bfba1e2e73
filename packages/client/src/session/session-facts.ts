// What a session says of itself, and who is told when it changes.
import type { ClientError } from '../errors.ts';
import type { Maintenance } from '../requests/discovery.ts';
import type { Me, Organization, SessionState } from './session.ts';

/** The facts that everybody inside a session may read. Only the session writes them; its interface shows them read-only. */
export abstract class SessionFacts {
  state: SessionState = 'loading';
  me: Me | undefined;
  organization: Organization | undefined;
  problem: ClientError | undefined;
  hidden = false;
  maintenance: readonly Maintenance[] = [];
  protected readonly listeners = new Set<() => void>();

  /** Calls back after every change; the answer stops it. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  protected notify(): void {
    for (const listener of this.listeners) listener();
  }
}
