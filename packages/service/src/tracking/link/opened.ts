// A visit behind a fax's link: found by its token or code, still open, paced where it is not known, and in the trail.

import type { FastifyRequest } from 'fastify';
import { originOf, recordAudit } from '../../audit/audit.ts';
import { type PresentedSecret, recognizeSecret } from '../../delivery/fax/link.ts';
import type { SecureLinkRow } from '../../delivery/fax/secure-links.ts';
import { findPharmacy, type PharmacyRow } from '../../directory/pharmacies.ts';
import type { Buckets } from '../../kernel/buckets.ts';
import type { Ports } from '../../kernel/ports.ts';
import { addressKey } from '../../kernel/web/address-key.ts';
import { type Answer, type Opening, showing } from '../../link-pages/form-pages.ts';
import type { Store, Tx } from '../../store/store.ts';
import { TRACKING_LIMITS } from '../limits.ts';
import type { DeliveryListener } from '../report/listener.ts';
import { closedBecause, findLink } from './access.ts';
import { closedLinkPage, slowDownPage, unknownLinkPage } from './entry-pages.ts';
import type { LinkSession, LinkSessions } from './session.ts';

export interface LinkPageDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly baseUrl: string;
  readonly linkKey: Uint8Array;
  readonly linkKeysPrevious: readonly Uint8Array[];
  readonly delivery: DeliveryListener;
  readonly operatorContact: string | undefined;
}

/** What every page of the link works with. */
export interface Pages extends LinkPageDeps {
  readonly sessions: LinkSessions;
  readonly wrongTries: Buckets;
}

/** A visit to a link that is known and open. */
export interface Visit {
  readonly link: SecureLinkRow;
  readonly path: string;
  readonly session: LinkSession | undefined;
}

export type SecretRoute = { Params: { secret: string }; Querystring: { done?: unknown } };
export type SecretRequest = FastifyRequest<SecretRoute>;

/** The visit, or the answer that ends it: unknown, replaced, expired. */
export async function open(pages: Pages, request: SecretRequest): Promise<Opening<Visit>> {
  const presented = recognizeSecret(request.params.secret);
  const link = presented === undefined ? undefined : await findLink(pages.store, presented);
  if (link === undefined || presented === undefined) return { ended: unknown(pages, request) };
  const closed = closedBecause(link, pages.ports.clock.now());
  if (closed !== undefined) return { ended: showing(410, closedLinkPage(closed)) };
  const session = pages.sessions.read(request.headers.cookie, link.id);
  return { opened: { link, path: pathOf(presented), session } };
}

export const pathOf = ({ secret }: PresentedSecret): string => `/rx/${secret}`;

/** Who tries tokens and codes waits, too. */
export function unknown(pages: Pages, request: FastifyRequest): Answer {
  const waiting = mustWait(pages, request);
  if (waiting > 0) return slowDown(waiting);
  countWrongTry(pages, request);
  return showing(404, unknownLinkPage());
}

export function mustWait({ wrongTries }: Pages, request: FastifyRequest): number {
  const { linkWrongTries: size, linkTryIntervalMs } = TRACKING_LIMITS;
  return wrongTries.look(addressKey(request.ip), size, size * linkTryIntervalMs).waitSeconds;
}

/** Slows the source down, never the link: whoever holds a fax must not be able to lock the pharmacy out. */
export function countWrongTry({ wrongTries }: Pages, request: FastifyRequest): void {
  const { linkWrongTries: size, linkTryIntervalMs } = TRACKING_LIMITS;
  wrongTries.take(addressKey(request.ip), size, size * linkTryIntervalMs);
}

export function slowDown(seconds: number): Answer {
  return showing(429, slowDownPage(seconds), seconds);
}

export async function pharmacyOf({ store }: Pages, link: SecureLinkRow): Promise<PharmacyRow> {
  const pharmacy = await store.withOrg(link.org_id, (tx) => findPharmacy(tx, link.pharmacy_id));
  if (pharmacy === undefined) throw new Error('a link to a pharmacy that is not there');
  return pharmacy;
}

interface Entry {
  readonly action: 'link.open' | 'link.view';
  readonly outcome: 'success' | 'refused';
  readonly request: FastifyRequest;
}

export async function audit(
  tx: Tx,
  { ports }: Pages,
  link: SecureLinkRow,
  { action, outcome, request }: Entry,
): Promise<void> {
  await recordAudit(tx, ports, {
    orgId: link.org_id,
    // Before the second fact nobody knows who it is.
    actor: {
      kind: 'pharmacy',
      id: outcome === 'success' ? link.pharmacy_id : null,
      origin: originOf(request),
    },
    action,
    subject: { kind: 'link', id: link.id },
    outcome,
    detail: { fillId: link.fill_id, pharmacyId: link.pharmacy_id },
  });
}
