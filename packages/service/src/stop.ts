// Stops a node in order: what is under way ends, what it wrote is chained, the store closes; each within its time.
import type { FastifyInstance } from 'fastify';
import type { Audit } from './audit/inside.ts';
import type { Delivery } from './delivery/delivery.ts';
import type { Events } from './events/events.ts';
import type { Housekeeping } from './housekeeping.ts';
import type { OperatorListener } from './http/http.ts';
import type { Identity } from './identity/identity.ts';
import { STOP_LIMITS } from './kernel/limits.ts';
import type { Log } from './kernel/log.ts';
import { endsWithin } from './kernel/within.ts';
import type { Readiness } from './readiness.ts';
import type { Store } from './store/store.ts';

export interface RunningParts {
  readonly log: Pick<Log, 'warn'>;
  readonly readiness: Pick<Readiness, 'stop'>;
  readonly app: FastifyInstance;
  /** The operators' console, where there is one. */
  readonly console: FastifyInstance | undefined;
  /** The operators' listener: it tells to the end that the node stops. */
  readonly admin: FastifyInstance | undefined;
  /** For operators' commands on this machine. */
  readonly operatorListener: OperatorListener | undefined;
  readonly delivery: Pick<Delivery, 'close'>;
  readonly events: Pick<Events, 'close'>;
  readonly housekeeping: Housekeeping;
  readonly identity: Pick<Identity, 'close'>;
  readonly closeMail: () => void;
  readonly closePayers: () => Promise<void>;
  readonly audit: Pick<Audit, 'close'>;
  readonly store: Pick<Store, 'close'>;
}

/** Requests and deliveries bound themselves; nothing of the rest can keep the store from closing. */
export async function stopInOrder(parts: RunningParts): Promise<void> {
  const { log, readiness, app, admin, delivery, events, housekeeping, identity, audit, store } = parts;
  readiness.stop();
  // At the same time: an order that is still taken leaves from another node, or from this one after its start.
  await Promise.all([parts.operatorListener?.close(), parts.console?.close(), app.close(), delivery.close()]);
  const rounds = Promise.all([housekeeping.stop(), identity.close(), events.close()]);
  if (!(await endsWithin(STOP_LIMITS.roundsMs, rounds))) log.warn('a round of housekeeping was cut off');
  parts.closeMail();
  await parts.closePayers();
  if (!(await endsWithin(STOP_LIMITS.auditMs, audit.close())))
    log.warn('audit entries wait to be chained by the next process');
  if (admin !== undefined) await endsWithin(STOP_LIMITS.adminMs, admin.close());
  await store.close();
}
