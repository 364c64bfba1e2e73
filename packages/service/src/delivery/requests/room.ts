// What pharmacies ask, put together: how it is kept, read, answered, and what is said of the answers.
import type { WriteKey } from '../../audit/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Page } from '../../kernel/paging.ts';
import type { Tx } from '../../store/store.ts';
import { unanswerable } from './denial.ts';
import type { DenyDeps, DenyInput } from './deny.ts';
import { denyRequest } from './deny.ts';
import type { ResponseNews } from './heard.ts';
import { onResponseAnswer } from './heard.ts';
import type { PharmacyRequestNews, Reception } from './receive.ts';
import { onRequest } from './receive.ts';
import type { PharmacyRequestRecord, RequestFilter } from './requests.ts';
import { listRequests, requestOf, requestsByIds } from './requests.ts';
import type { RequestMessage } from './tables.ts';

export interface Requests {
  /** What pharmacies ask of the organization's prescribers, newest first. */
  pharmacyRequests(actor: Actor, filter: RequestFilter): Promise<Page<PharmacyRequestRecord>>;
  pharmacyRequest(actor: Actor, id: string): Promise<PharmacyRequestRecord>;
  pharmacyRequestsByIds(
    actor: Actor,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, PharmacyRequestRecord>>;
  /** Denies one, in the name of the authorized prescriber who calls. */
  denyPharmacyRequest(actor: Actor, input: DenyInput, write: WriteKey): Promise<{ requestId: string }>;
  /** For `tracking`: what keeps a request from being answered. */
  lackOf(message: RequestMessage): string | undefined;
  /** For `tracking`, in the transaction of a pharmacy's request. */
  onRequest(tx: Tx, news: PharmacyRequestNews): Promise<Reception>;
  /** For `tracking`, in the transaction of what is said of an answer to one. */
  onResponseAnswer(tx: Tx, news: ResponseNews): Promise<void>;
}

export function createRequests(deps: DenyDeps): Requests {
  const { store, ports, scriptSender } = deps;
  return {
    pharmacyRequests: (actor, filter) => listRequests({ store, clock: ports.clock }, actor, filter),
    pharmacyRequest: (actor, id) => requestOf({ store, clock: ports.clock }, actor, id),
    pharmacyRequestsByIds: (actor, ids) => requestsByIds({ store, clock: ports.clock }, actor, ids),
    denyPharmacyRequest: (actor, input, write) => denyRequest(deps, actor, input, write),
    lackOf: (message) => unanswerable(message, scriptSender),
    onRequest: (tx, news) => onRequest(tx, ports, news),
    onResponseAnswer: (tx, news) => onResponseAnswer(tx, ports, news),
  };
}
