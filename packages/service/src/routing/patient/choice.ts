// The patient's choice of a pharmacy: found near a place or by mail, confirmed, and made once; another one until the first has received it.

import type { PharmacyId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { isSendObstacle } from '@pestle/rules/prescription-state';
import type { PharmacyRow } from '../../directory/inside.ts';
import { findPharmacy } from '../../directory/inside.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { type Answer, formOf, goingTo, type Opening, showing } from '../../kernel/web/pages/form-pages.ts';
import type { Departure } from '../../outbox/outbox.ts';
import { lockOrder } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import { ROUTING_LIMITS as LIMITS } from '../limits.ts';
import { selectInTransaction } from '../select.ts';
import type { OrderFacts } from './facts.ts';
import { orderFacts } from './facts.ts';
import type { PatientLinkRow } from './links.ts';
import type { Opened, Pages, VisitRequest } from './opened.ts';
import { audit, open, openProven, seen } from './opened.ts';
import { devicePlace, typedPlace } from './place.ts';
import { pricesAt } from './prices.ts';
import { birthPage } from './view/birth-page.ts';
import type { Found, OpenFilter, Way } from './view/choice-pages.ts';
import { choosePage, confirmPage } from './view/choice-pages.ts';
import { hoursOf } from './view/hours.ts';
import type { Speaker } from './view/layout.ts';
import type { Notice } from './view/status-page.ts';
import { visitPath } from './visits.ts';

/** As `openProven`, while there is something to choose; the page of the order otherwise. */
async function openChoosing(
  pages: Pages,
  request: VisitRequest,
): Promise<Opening<Opened & { readonly facts: OrderFacts }>> {
  const opening = await openProven(pages, request);
  if ('ended' in opening) return opening;
  const { opened } = opening;
  const facts = await seen(pages, opened.link, request);
  if (!mayChoose(facts)) return { ended: goingTo(visitPath(opened.link.id)) };
  return { opened: { ...opened, facts } };
}

function mayChoose({ stands, change }: OrderFacts): boolean {
  return stands === 'choose' || change === 'open';
}

/** The pharmacies near the patient, for an order that waits or that may still move. */
export async function showChoice(
  pages: Pages,
  { link, visit, speaker }: Opened,
  facts: OrderFacts,
): Promise<Answer> {
  const zip = facts.order.address?.postalCode ?? facts.patient.postal_code ?? '';
  const except = facts.order.pharmacy_id;
  const wanted = { way: 'pickup', place: zip.slice(0, 5), after: null, except } as const;
  // The patient's own ZIP code is an offer, never a mistake of the patient's.
  const { problem: _problem, ...offered } = await lookFor(pages, link, wanted, speaker);
  const found = await withPrices(pages, link, facts, offered);
  return showing(200, choosePage(speaker, visit, facts, found, pages.ports.clock.now()));
}

/** Where a patient looks for another pharmacy. */
export async function showChange(pages: Pages, request: VisitRequest): Promise<Answer> {
  const opening = await open(pages, request);
  if ('ended' in opening) return opening.ended;
  const { link, visit, speaker } = opening.opened;
  if (!visit.proven) return showing(200, birthPage(speaker, visit));
  const facts = await seen(pages, link, request);
  if (!mayChoose(facts)) return goingTo(visitPath(link.id));
  return await showChoice(pages, opening.opened, facts);
}

export async function find(pages: Pages, request: VisitRequest): Promise<Answer> {
  const opening = await openChoosing(pages, request);
  if ('ended' in opening) return opening.ended;
  const { link, visit, speaker, facts } = opening.opened;
  const form = formOf(request);
  const way: Way = form.get('way') === 'mail' ? 'mail' : 'pickup';
  const place = (form.get('place') ?? '').slice(0, LIMITS.patientPlaceCharactersMax).trim();
  const opened = form.get('open');
  const openAt: OpenFilter | undefined = opened === 'now' || opened === 'all-night' ? opened : undefined;
  const near = devicePlace(form.get('near') ?? '') === undefined ? undefined : (form.get('near') ?? '');
  const wanted = {
    way,
    place,
    open: openAt,
    near,
    after: form.get('after'),
    except: facts.order.pharmacy_id,
  };
  const found = await withPrices(pages, link, facts, await lookFor(pages, link, wanted, speaker));
  return showing(200, choosePage(speaker, visit, facts, found, pages.ports.clock.now()));
}

async function withPrices(
  pages: Pages,
  link: PatientLinkRow,
  facts: OrderFacts,
  found: Found,
): Promise<Found> {
  const shown = (found.hits?.items ?? []).map(({ pharmacy }) => pharmacy);
  const { preferred } = facts;
  const prices = await pricesAt(pages, link, facts, preferred === undefined ? shown : [...shown, preferred]);
  return { ...found, prices };
}

interface Wanted {
  readonly way: Way;
  readonly place: string;
  readonly open?: OpenFilter | undefined;
  /** The device's place, as its page rounds it. */
  readonly near?: string | undefined;
  readonly after: string | null;
  /** Where it is already. */
  readonly except: PharmacyId | null;
}

async function lookFor(
  pages: Pages,
  link: PatientLinkRow,
  { way, place, open: openAt, near: device, after, except }: Wanted,
  speaker: Speaker,
): Promise<Found> {
  const { texts } = speaker;
  const near = way === 'mail' ? null : device === undefined ? typedPlace(place) : devicePlace(device);
  if (near === undefined) return { way, place, hits: undefined, problem: texts.placeUnknown };
  try {
    const hits = await pages.directory.pharmaciesForPublic(link.org_id, {
      near,
      kinds: [way === 'mail' ? 'MAIL_ORDER' : 'LOCAL_PICKUP'],
      // Of those that are open fewer remain.
      first: openAt === undefined ? LIMITS.patientPharmaciesShown : LIMITS.patientPharmaciesLookedAt,
      ...(after === null || after === '' ? {} : { after }),
    });
    const nowMs = pages.ports.clock.now();
    const items = hits.items.filter(
      ({ pharmacy }) => pharmacy.id !== except && (openAt === undefined || isOpen(pharmacy, openAt, nowMs)),
    );
    return { way, place, open: openAt, near: way === 'mail' ? undefined : device, hits: { ...hits, items } };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'INVALID_INPUT') throw error;
    // A page that was left open while the service was changed: its list begins anew.
    if (error.detail.fields?.some(({ path }) => path === 'after') === true)
      return await lookFor(
        pages,
        link,
        { way, place, open: openAt, near: device, after: null, except },
        speaker,
      );
    return { way, place, hits: undefined, problem: texts.placeUnknown };
  }
}

function isOpen(pharmacy: PharmacyRow, openAt: OpenFilter, nowMs: number): boolean {
  const hours = hoursOf(pharmacy, nowMs);
  return hours?.open === true && (openAt === 'now' || hours.allNight);
}

export async function confirm(pages: Pages, request: VisitRequest): Promise<Answer> {
  const opening = await openChoosing(pages, request);
  if ('ended' in opening) return opening.ended;
  const { link, visit, speaker, facts } = opening.opened;
  const id = formOf(request).get('pharmacy') ?? '';
  const pharmacy = await pages.store.withOrg(link.org_id, (tx) => findPharmacy(tx, id));
  const nowMs = pages.ports.clock.now();
  if (pharmacy === undefined || !pharmacy.active || !pharmacy.serves_public) {
    const nothing: Found = { way: 'pickup', place: '', hits: undefined };
    return showing(422, choosePage(speaker, visit, facts, nothing, nowMs, speaker.texts.goneElsewhere));
  }
  const price = (await pricesAt(pages, link, facts, [pharmacy])).get(pharmacy.id);
  return showing(200, confirmPage(speaker, visit, facts, { pharmacy, price }, nowMs));
}

/** The choice. Sent twice, it is made once: the second finds the order with its pharmacy. */
export async function choose(pages: Pages, request: VisitRequest): Promise<Answer> {
  const opening = await openProven(pages, request);
  if ('ended' in opening) return opening.ended;
  const { link, visit, speaker } = opening.opened;
  const form = formOf(request);
  const wish: Wish = { pharmacyId: form.get('pharmacy') ?? '', pharmacyCount: form.get('turn') ?? '' };
  const path = visitPath(link.id);
  try {
    const { notice, departures } = await pages.store.withOrg(link.org_id, (tx) =>
      takeChoice(pages, tx, link, request, wish),
    );
    pages.departures(departures);
    return goingTo(`${path}?done=${notice}`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'CANCEL_REFUSED' || isSendObstacle(error.code)) return goingTo(`${path}?done=kept`);
    if (error.code !== 'PHARMACY_NOT_SELECTABLE' && error.code !== 'NOT_FOUND') throw error;
    const facts = await seen(pages, link, request);
    const nothing: Found = { way: 'pickup', place: '', hits: undefined };
    const nowMs = pages.ports.clock.now();
    return showing(422, choosePage(speaker, visit, facts, nothing, nowMs, speaker.texts.goneElsewhere));
  }
}

interface Wish {
  readonly pharmacyId: string;
  /** How many pharmacies the order had when the form was made: it counts for this one move. */
  readonly pharmacyCount: string;
}

interface Taken {
  readonly notice: Notice;
  readonly departures: readonly Departure[];
}

async function takeChoice(
  pages: Pages,
  tx: Tx,
  link: PatientLinkRow,
  request: VisitRequest,
  { pharmacyId, pharmacyCount }: Wish,
): Promise<Taken> {
  // Locked first: a report of the pharmacy comes before what is decided here, or after what is written.
  const locked = await lockOrder(tx, link.org_id, link.order_id);
  if (locked === undefined) throw notFound('order');
  const facts = await orderFacts(pages, tx, link);
  const nothingLeaves = (notice: Notice): Taken => ({ notice, departures: [] });
  const waits = facts.stands === 'choose';
  if (!waits && locked.order.pharmacy_id === pharmacyId) return nothingLeaves('just');
  if (!waits && pharmacyCount !== String(locked.order.pharmacy_count)) return nothingLeaves('already');
  if (!mayChoose(facts)) return nothingLeaves('kept');
  if (!isId('phr', pharmacyId)) throw notSelectable();
  if (waits) {
    const { org_id: orgId, order_id: orderId } = link;
    const departures = await selectInTransaction(pages, tx, {
      orgId,
      orderId,
      pharmacyId,
      selectedBy: 'patient',
    });
    const action = 'order.select-pharmacy';
    await audit(tx, pages, link, { action, outcome: 'success', request, facts, detail: { pharmacyId } });
    return { notice: 'just', departures };
  }
  const { from, departures } = await pages.move(tx, locked, pharmacyId);
  const detail: Readonly<Record<string, PharmacyId>> = { fromPharmacyId: from, pharmacyId };
  await audit(tx, pages, link, { action: 'order.reroute', outcome: 'success', request, facts, detail });
  return { notice: 'just', departures };
}

function notSelectable(): Failure {
  return new Failure('PHARMACY_NOT_SELECTABLE', 'This pharmacy cannot be chosen.');
}
