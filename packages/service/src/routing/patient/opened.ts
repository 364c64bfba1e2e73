// A visit behind a patient's link: opened with its cookie, proven by the date of birth, with an audit entry for every look at the order.

import type { PharmacyId } from '@pestle/rules/ids';
import type { FastifyRequest } from 'fastify';
import { originOf, recordAudit } from '../../audit/audit.ts';
import type { Pharmacies } from '../../directory/inside.ts';
import type { PatientStreams } from '../../events/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import { addressKey } from '../../kernel/web/address-key.ts';
import { type Answer, formOf, type Opening, showing } from '../../kernel/web/pages/form-pages.ts';
import { messagePage } from '../../kernel/web/pages/frame.ts';
import type { Departure } from '../../outbox/outbox.ts';
import type { ActDeps, LockedOrder } from '../../prescribing/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { SlowDown, TryBudget, TryName } from '../../tries/tries.ts';
import { ROUTING_LIMITS as LIMITS } from '../limits.ts';
import type { OrderFacts } from './facts.ts';
import { orderFacts, patientFacts } from './facts.ts';
import { chosenLanguage } from './language-choice.ts';
import type { PatientLinkRow } from './links.ts';
import { linkOfId } from './links.ts';
import type { PhoneHashes } from './phone-hash.ts';
import { birthPage } from './view/birth-page.ts';
import { languageOf } from './view/language.ts';
import type { Speaker } from './view/layout.ts';
import { frameOf } from './view/layout.ts';
import { patientTexts } from './view/texts.ts';
import type { PatientVisit, PatientVisits } from './visits.ts';
import { visitPath } from './visits.ts';

export interface PatientPageDeps extends ActDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly baseUrl: string;
  /** 32 secret bytes, the same from which the links derive. */
  readonly linkKey: Uint8Array;
  /** Visits that these began go on. */
  readonly linkKeysPrevious?: readonly Uint8Array[];
  readonly directory: Pick<Pharmacies, 'pharmaciesForPublic'>;
  readonly departures: (rows: readonly Departure[]) => void;
  /** Cancels a locked order at its pharmacy and sends it to another one, in the caller's transaction (D11). */
  readonly move: MoveOrder;
  /** Tells the page that its order changed. */
  readonly live: PatientStreams;
}

/** Throws CANCEL_REFUSED, NOT_FOUND, PHARMACY_NOT_SELECTABLE, and what keeps a prescription from being sent at all. */
export type MoveOrder = (
  tx: Tx,
  locked: LockedOrder,
  pharmacyId: PharmacyId,
) => Promise<{ readonly from: PharmacyId; readonly departures: readonly Departure[] }>;

/** What every page of the link works with. */
export interface Pages extends PatientPageDeps {
  readonly visits: PatientVisits;
  readonly tryName: TryName;
  readonly phoneHashes: PhoneHashes;
  /** Ends the streams of links that have ended on this node; never throws. */
  readonly judgeStreams: () => Promise<void>;
}

/** A visit to a link that is known and open. */
export interface Opened {
  readonly link: PatientLinkRow;
  readonly visit: PatientVisit;
  readonly speaker: Speaker;
}

export type VisitRoute = { Params: { linkId: string }; Querystring: { done?: unknown; language?: unknown } };
export type VisitRequest = FastifyRequest<VisitRoute>;

/** Speaks before it is known whose link it is. */
export const NOBODYS: Speaker = { language: 'en', texts: patientTexts('en'), practice: undefined };

/** The visit, or the answer that ends it: unknown, ended, or without its cookie. */
export async function open(pages: Pages, request: VisitRequest): Promise<Opening<Opened>> {
  const link = await linkOfId(pages.store, request.params.linkId);
  const visit = link === undefined ? undefined : pages.visits.read(request.headers.cookie, link.id);
  // Without the cookie nobody learns whether there is such a link.
  if (link === undefined || visit === undefined)
    return {
      ended: showing(403, messagePage(frameOf(NOBODYS), NOBODYS.texts.reopenTitle, NOBODYS.texts.reopen)),
    };
  const speaker = await pages.store.withOrg(link.org_id, async (tx) => {
    const { patient, organization } = await patientFacts(tx, link);
    const language = chosenLanguage(request.headers.cookie) ?? languageOf(patient.language);
    const { name, phone } = organization;
    return {
      language,
      texts: patientTexts(language),
      practice: { name, phone },
      visitPath: visitPath(link.id),
    };
  });
  if (link.revoked_at !== null || Date.parse(link.expires_at) <= pages.ports.clock.now())
    return {
      ended: showing(410, messagePage(frameOf(speaker), speaker.texts.endedTitle, speaker.texts.ended)),
    };
  return { opened: { link, visit, speaker } };
}

/** As `open`, for what only the patient may see or do: after the date of birth, and from a form of this visit. */
export async function openProven(pages: Pages, request: VisitRequest): Promise<Opening<Opened>> {
  const opening = await open(pages, request);
  if ('ended' in opening) return opening;
  const { visit, speaker } = opening.opened;
  if (visit.proven && pages.visits.owns(visit, formOf(request).get('form') ?? '')) return opening;
  return { ended: showing(403, birthPage(speaker, visit, speaker.texts.reopen)) };
}

/** Wrong tries slow down their source, and a link that is tried from many; neither is ever locked. */
export function triesOf({ tryName }: Pages, request: FastifyRequest, linkId?: string): readonly TryBudget[] {
  const source = tryName('patient link, by address', addressKey(request.ip));
  const budgets: TryBudget[] = [{ name: source, ...LIMITS.patientSourceTries }];
  if (linkId !== undefined)
    budgets.push({ name: tryName('patient link', linkId), ...LIMITS.patientLinkTries });
  return budgets;
}

export function slowedDown(speaker: Speaker, { retryAfterSeconds }: SlowDown): Answer {
  const page = messagePage(frameOf(speaker), speaker.texts.waitTitle, speaker.texts.wait(retryAfterSeconds));
  return showing(429, page, retryAfterSeconds);
}

/** What the order is about now, with an entry that it was looked at. */
export async function seen(pages: Pages, link: PatientLinkRow, request: VisitRequest): Promise<OrderFacts> {
  return await pages.store.withOrg(link.org_id, async (tx) => {
    const facts = await orderFacts(pages, tx, link);
    await audit(tx, pages, link, { action: 'patient-link.view', outcome: 'success', request, facts });
    return facts;
  });
}

interface Entry {
  readonly action:
    | 'patient-link.open'
    | 'patient-link.view'
    | 'patient-link.wrong-number'
    | 'order.select-pharmacy'
    | 'order.reroute';
  readonly outcome: 'success' | 'refused';
  readonly request: VisitRequest;
  readonly facts: Pick<OrderFacts, 'patient'>;
  readonly detail?: Readonly<Record<string, string>>;
}

export async function audit(
  tx: Tx,
  { ports }: Pages,
  link: PatientLinkRow,
  { action, outcome, request, facts, detail = {} }: Entry,
): Promise<void> {
  const patientId = facts.patient.id;
  await recordAudit(tx, ports, {
    orgId: link.org_id,
    // Before the date of birth nobody knows who it is.
    actor: { kind: 'patient', id: outcome === 'success' ? patientId : null, origin: originOf(request) },
    action,
    subject: { kind: 'order', id: link.order_id },
    outcome,
    detail: { linkId: link.id, patientId, ...detail },
  });
}
