// The events of a dispatcher: what it begins, what has ended, and when nothing is left to do. Tests and figures wait for them instead of asking again and again.
import type { OrganizationId } from '@pestle/rules/ids';

/** One row of the outbox, by its id: no health information. */
interface OfRow {
  readonly id: string;
  readonly orgId: OrganizationId;
  readonly lane: string;
}

export type DispatchEvent =
  /** The dispatcher has taken up a row: its attempt is prepared, and made where the row can be had. */
  | (OfRow & { readonly event: 'begun' })
  /** The work on a row is over and committed, unless it failed. */
  | (OfRow & {
      readonly event: 'ended';
      /** False: nothing was done, because somebody else has the row, its lane is full, or the work failed. */
      readonly attempted: boolean;
      /** How many rows this dispatcher still works on. */
      readonly underWay: number;
    })
  /** A look into the outbox found nothing due while nothing was under way: whatever is left waits for a later time. */
  | { readonly event: 'idle' };

export type DispatchListener = (event: DispatchEvent) => void;

export interface DispatchEvents {
  /** Calls the listener for every event from now on, in order; ends when the function returned is called. */
  readonly subscribe: (listener: DispatchListener) => () => void;
}

export interface DispatchEmitter extends DispatchEvents {
  readonly emit: DispatchListener;
}

/** A listener that throws disturbs neither the dispatcher nor other listeners. */
export function createDispatchEvents(onError: (error: unknown) => void): DispatchEmitter {
  const listeners = new Set<DispatchListener>();
  return {
    subscribe: (listener) => {
      // Wrapped, so that one function may listen twice.
      const own: DispatchListener = (event) => listener(event);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    emit: (event) => {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}
