// A visit behind a fax's link: found by its token or code, still open, slowed down where the token is not known, and with an entry in the audit trail.

import type { FastifyRequest } from 'fastify';
import { originOf, recordAudit } from '../../audit/audit.ts';
import type { SecureLinkRow } from '../../delivery/inside.ts';
import { type PresentedSecret, recognizeSecret } from '../../delivery/inside.ts';
import { findPharmacy, type PharmacyRow } from '../../directory/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import { addressKey } from '../../kernel/web/address-key.ts';
import { type Answer, type Opening, showing } from '../../kernel/web/pages/form-pages.ts';
import type { LanguageChoice } from '../../kernel/web/pages/language-choice.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { SlowDown, TryBudget, TryName } from '../../tries/tries.ts';
import { reserveTry } from '../../tries/tries.ts';
import { TRACKING_LIMITS } from '../limits.ts';
import type { DeliveryListener } from '../report/listener.ts';
import { closedBecause, findLink } from './access.ts';
import { closedLinkPage, slowDownPage, unknownLinkPage } from './entry-pages.ts';
import { type Reader, readerIn } from './frame.ts';
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
  readonly tryName: TryName;
  readonly language: LanguageChoice;
}

/** A visit to a link that is known and open. */
export interface Visit {
  readonly link: SecureLinkRow;
  readonly path: string;
  readonly session: LinkSession | undefined;
  readonly reader: Reader;
}

export function readerOf(
  { language }: Pick<Pages, 'language'>,
  request: Pick<FastifyRequest, 'headers'>,
): Reader {
  return readerIn(language.of(request));
}

export type SecretRoute = { Params: { secret: string }; Querystring: { done?: unknown } };
export type SecretRequest = FastifyRequest<SecretRoute>;

/** The visit, or the answer that ends it: unknown, replaced, expired. */
export async function open(pages: Pages, request: SecretRequest): Promise<Opening<Visit>> {
  const reader = readerOf(pages, request);
  const presented = recognizeSecret(request.params.secret);
  const link = presented === undefined ? undefined : await findLink(pages.store, presented);
  if (link === undefined || presented === undefined) return { ended: await unknown(pages, request) };
  const closed = closedBecause(link, pages.ports.clock.now());
  if (closed !== undefined) return { ended: showing(410, closedLinkPage(reader, closed)) };
  const session = pages.sessions.read(request.headers.cookie, link.id);
  return { opened: { link, path: pathOf(presented), session, reader } };
}

export const pathOf = ({ secret }: PresentedSecret): string => `/rx/${secret}`;

/** Who tries tokens waits, too; a link that is known opens meanwhile. */
async function unknown(pages: Pages, request: FastifyRequest): Promise<Answer> {
  const refused = await reserveTry(pages, triesOf(pages, request));
  const reader = readerOf(pages, request);
  return refused === null ? showing(404, unknownLinkPage(reader)) : slowedDown(reader, refused);
}

/** Slows the source down, never the link: whoever holds a fax must not be able to lock the pharmacy out. */
export function triesOf({ tryName }: Pages, request: FastifyRequest): readonly TryBudget[] {
  return [
    { name: tryName('fax link, by address', addressKey(request.ip)), ...TRACKING_LIMITS.linkSourceTries },
  ];
}

export function slowedDown(reader: Reader, { retryAfterSeconds }: SlowDown): Answer {
  return showing(429, slowDownPage(reader, retryAfterSeconds), retryAfterSeconds);
}

/** The pharmacy that the fax went to. */
export async function pharmacyIn(tx: Tx, link: SecureLinkRow): Promise<PharmacyRow> {
  const pharmacy = await findPharmacy(tx, link.pharmacy_id);
  if (pharmacy === undefined) throw new Error('a link to a pharmacy that is not there');
  return pharmacy;
}

interface Entry {
  readonly outcome: 'success' | 'refused';
  readonly request: FastifyRequest;
}

/** That somebody gave the second fact, or another one. */
export async function audit(
  tx: Tx,
  { ports }: Pages,
  link: SecureLinkRow,
  { outcome, request }: Entry,
): Promise<void> {
  await recordAudit(tx, ports, {
    orgId: link.org_id,
    // Before the second fact nobody knows who it is.
    actor: {
      kind: 'pharmacy',
      id: outcome === 'success' ? link.pharmacy_id : null,
      origin: originOf(request),
    },
    action: 'link.open',
    subject: { kind: 'link', id: link.id },
    outcome,
    detail: { fillId: link.fill_id, pharmacyId: link.pharmacy_id },
  });
}
