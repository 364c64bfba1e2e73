// Owns what the workflow is to the acts of its cards.
import type { ActsHost } from '../acts/acts-host.ts';
import type { WorkflowHost } from './part.ts';

/** `signal` ends it with the card; `acted` looks again at what the card shows. */
export function actsHostOf(host: WorkflowHost, signal: AbortSignal, acted: ActsHost['acted']): ActsHost {
  const { session, dress, id, find, update, updated, announce } = host;
  return {
    session,
    signal,
    dress,
    get text() {
      return host.text;
    },
    id,
    find,
    update,
    updated,
    announce,
    acted,
  };
}
