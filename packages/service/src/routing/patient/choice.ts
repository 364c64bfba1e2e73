// The patient's choice of a pharmacy: found near a place or by mail, confirmed, and made once.
import { isId } from '@pestle/rules/ids';
import { findPharmacy } from '../../directory/pharmacies.ts';
import { Failure } from '../../kernel/errors.ts';
import { type Answer, formOf, goingTo, type Opening, showing } from '../../link-pages/form-pages.ts';
import { ROUTING_LIMITS as LIMITS } from '../limits.ts';
import { selectInTransaction } from '../select.ts';
import type { OrderFacts } from './facts.ts';
import { orderFacts } from './facts.ts';
import type { PatientLinkRow } from './links.ts';
import type { Opened, Pages, VisitRequest } from './opened.ts';
import { audit, openProven, seen } from './opened.ts';
import { typedPlace } from './place.ts';
import type { Found, Way } from './view/choice-pages.ts';
import { choosePage, confirmPage } from './view/choice-pages.ts';
import type { Speaker } from './view/layout.ts';
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
  if (facts.stands !== 'choose') return { ended: goingTo(visitPath(opened.link.id)) };
  return { opened: { ...opened, facts } };
}

export async function find(pages: Pages, request: VisitRequest): Promise<Answer> {
  const opening = await openChoosing(pages, request);
  if ('ended' in opening) return opening.ended;
  const { link, visit, speaker, facts } = opening.opened;
  const form = formOf(request);
  const way: Way = form.get('way') === 'mail' ? 'mail' : 'pickup';
  const place = (form.get('place') ?? '').slice(0, LIMITS.patientPlaceCharactersMax).trim();
  const found = await lookFor(pages, link, { way, place, after: form.get('after') }, speaker);
  return showing(200, choosePage(speaker, visit, facts, found, pages.ports.clock.now()));
}

interface Wanted {
  readonly way: Way;
  readonly place: string;
  readonly after: string | null;
}

export async function lookFor(
  { directory }: Pages,
  link: PatientLinkRow,
  { way, place, after }: Wanted,
  { texts }: Speaker,
): Promise<Found> {
  const near = way === 'mail' ? null : typedPlace(place);
  if (near === undefined) return { way, place, hits: undefined, problem: texts.placeUnknown };
  try {
    const hits = await directory.pharmaciesForPublic(link.org_id, {
      near,
      kinds: [way === 'mail' ? 'MAIL_ORDER' : 'LOCAL_PICKUP'],
      first: LIMITS.patientPharmaciesShown,
      ...(after === null || after === '' ? {} : { after }),
    });
    return { way, place, hits };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'INVALID_INPUT') throw error;
    return { way, place, hits: undefined, problem: texts.placeUnknown };
  }
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
  return showing(200, confirmPage(speaker, visit, facts, pharmacy, nowMs));
}

/** The choice. Sent twice, it is made once: the second finds the order with its pharmacy. */
export async function choose(pages: Pages, request: VisitRequest): Promise<Answer> {
  const opening = await openProven(pages, request);
  if ('ended' in opening) return opening.ended;
  const { link, visit, speaker } = opening.opened;
  const id = formOf(request).get('pharmacy') ?? '';
  const path = visitPath(link.id);
  try {
    const departures = await pages.store.withOrg(link.org_id, async (tx) => {
      const facts = await orderFacts(tx, link, pages.ports.clock.now());
      if (facts.stands !== 'choose') return facts.order.pharmacy_id === id ? 'just' : 'already';
      if (!isId('phr', id)) throw notSelectable();
      const rows = await selectInTransaction(tx, pages.ports, {
        orgId: link.org_id,
        orderId: link.order_id,
        pharmacyId: id,
        selectedBy: 'patient',
      });
      const detail = { pharmacyId: id };
      await audit(tx, pages, link, {
        action: 'order.select-pharmacy',
        outcome: 'success',
        request,
        facts,
        detail,
      });
      return rows;
    });
    if (typeof departures === 'string') return goingTo(`${path}?done=${departures}`);
    pages.departures(departures);
    return goingTo(`${path}?done=just`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // Two taps at once: the other one was first.
    if (error.code === 'ORDER_NOT_ROUTING' || error.code === 'PRESCRIPTION_TOO_OLD')
      return goingTo(`${path}?done=already`);
    if (error.code !== 'PHARMACY_NOT_SELECTABLE' && error.code !== 'NOT_FOUND') throw error;
    const facts = await seen(pages, link, request);
    const nothing: Found = { way: 'pickup', place: '', hits: undefined };
    const nowMs = pages.ports.clock.now();
    return showing(422, choosePage(speaker, visit, facts, nothing, nowMs, speaker.texts.goneElsewhere));
  }
}

function notSelectable(): Failure {
  return new Failure('PHARMACY_NOT_SELECTABLE', 'This pharmacy cannot be chosen.');
}
