// Owns what every store of one workflow state shares: the session, the configuration, and the end of it all.
import type { Session } from '@pestle/client';
import { isAbort } from '@pestle/client';
import type { WorkflowConfig } from '../../attributes/workflow-config.ts';
import type { WorkflowEvents } from '../../events/events.ts';

/** What a state needs from outside; tests give their own clock. */
export interface StateDeps {
  readonly session: Session;
  /** What the page has set, as it is now. */
  readonly config: () => WorkflowConfig;
  /** Fires an event on the element. */
  readonly emit: <Name extends keyof WorkflowEvents>(name: Name, detail: WorkflowEvents[Name]) => void;
  readonly now: () => number;
  /** Resolves after a time, or at once when the signal ends it. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Whether the page is seen; nothing is polled while it is not. */
  readonly visible: () => boolean;
  /** Where the browser keeps what survives a reload; null where it keeps nothing. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'> | null;
  /** The public element: its page may have a check of its own on it, `beforeSubmit`. */
  readonly owner: () => object;
}

/** The dependencies with what belongs to one patient: `signal` ends when the patient changes, and nothing is emitted after it. */
export interface Scope extends StateDeps {
  /** What the page has set; its weight only for a child, because no note tells the pharmacy what an adult weighs (W1). */
  readonly config: () => WorkflowConfig;
  readonly signal: AbortSignal;
  /** Something of the state changed: draw again. */
  readonly changed: () => void;
}

/**
 * Runs work whose outcome belongs to this state only: what ends after the state does has nowhere to go (E5). Undefined then.
 * Other errors are thrown on.
 */
export async function within<T>({ signal }: Scope, work: () => Promise<T>): Promise<T | undefined> {
  try {
    const value = await work();
    return signal.aborted ? undefined : value;
  } catch (error) {
    if (signal.aborted || isAbort(error)) return undefined;
    throw error;
  }
}
