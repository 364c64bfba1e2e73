// The pages on which a patient finds and confirms a pharmacy.

import { liquidText } from '@pestle/rules/liquid';
import { formatMedicationLine, formatQuantity, writtenMark } from '@pestle/rules/medication-line';
import { formatCents } from '@pestle/rules/money';
import { formatPhone } from '@pestle/rules/phone';
import { printSigEs } from '@pestle/rules/sig-print-es';
import { UNITS_ES } from '@pestle/rules/units-es';
import { html, type SafeHtml } from '@remix-run/html-template';
import type { PharmacyPrice } from '../../../coverage/inside.ts';
import type { PharmacyHit, PharmacyRow } from '../../../directory/inside.ts';
import type { Page } from '../../../kernel/paging.ts';
import { describedBy, page, problemNotice } from '../../../kernel/web/pages/frame.ts';
import type { ClinicalContent } from '../../../prescribing/inside.ts';
import { ROUTING_LIMITS } from '../../limits.ts';
import type { OrderFacts, OrderLine, Prices } from '../facts.ts';
import type { PatientVisit } from '../visits.ts';
import { visitPath } from '../visits.ts';
import { clockText, hoursOf, localeOf, oneLine } from './hours.ts';
import type { Speaker } from './layout.ts';
import { frameOf, visitForm } from './layout.ts';

/** How the patient wants to get it. */
export type Way = 'pickup' | 'mail';

/** Open at this moment, or always. */
export type OpenFilter = 'now' | 'all-night';

export interface Found {
  readonly way: Way;
  /** As typed; empty for mail order. */
  readonly place: string;
  readonly hits: Page<PharmacyHit> | undefined;
  readonly open?: OpenFilter | undefined;
  /** The device's own place, rounded; empty where none was given. */
  readonly near?: string | undefined;
  readonly problem?: string;
  /** Of those whose lists have one. */
  readonly prices?: Prices;
}

const KM_PER_MILE = 1.609_344;

/** What was prescribed, and the pharmacies that were found. */
export function choosePage(
  speaker: Speaker,
  visit: PatientVisit,
  facts: OrderFacts,
  found: Found,
  nowMs: number,
  refused?: string,
): string {
  const { texts } = speaker;
  const { way, place, problem } = found;
  const radio = (value: Way, label: string): SafeHtml =>
    html`<label class="choice"><input type="radio" name="way" value="${value}"${value === way ? html.raw` checked` : ''}> ${label}</label>`;
  const check = (value: OpenFilter, label: string): SafeHtml =>
    html`<label class="choice"><input type="checkbox" name="open" value="${value}"${value === found.open ? html.raw` checked` : ''}> ${label}</label>`;
  const now = facts.pharmacy;
  const until = momentText(facts.chooseUntilMs, facts, speaker);
  return page(
    frameOf(speaker),
    html`<h1>${now === undefined ? texts.chooseTitle : texts.changeTitle}</h1>
${now === undefined ? '' : html`<p>${texts.changeIntro(now.name)}</p><p><a class="button" href="${visitPath(visit.linkId)}">${texts.keep(now.name)}</a></p>`}
${problemNotice(refused)}
${prescribed(speaker, facts)}
<p>${now === undefined ? texts.until(until) : texts.changeUntil(until)} ${timesLine(facts, nowMs, speaker)}</p>
${facts.preferred === undefined || facts.preferredAtMs === undefined ? '' : html`<p class="card">${texts.otherwise(facts.preferred.name, momentText(facts.preferredAtMs, facts, speaker))}</p>`}
${facts.preferred === undefined || found.hits?.items[0]?.pharmacy.id === facts.preferred.id ? '' : html`<h2>${texts.yours}</h2><ul class="list">${pharmacyItem(speaker, visit, { pharmacy: facts.preferred, distanceKm: null }, { nowMs, prices: found.prices })}</ul>`}
<h2 id="find">${texts.findTitle}</h2>
${visitForm(
  visit,
  'find',
  html`<fieldset><legend>${texts.how}</legend>
${radio('pickup', texts.pickup)}
${radio('mail', texts.mail)}
</fieldset>
<label for="place">${texts.place}</label>
<input type="text" id="place" name="place" value="${place}" maxlength="${ROUTING_LIMITS.patientPlaceCharactersMax}"${describedBy(problem !== undefined, 'place-help')}>
<p class="small" id="place-help">${texts.placeHelp}</p>
${problemNotice(problem)}
<input type="hidden" name="near" value="">
<p><button type="button" class="quiet" hidden data-near="${texts.nearMeFailed}">${texts.nearMe}</button> <span aria-live="polite"></span></p>
${check('now', texts.openNow)}
${check('all-night', texts.allNight)}
<p><button class="main">${texts.find}</button></p>`,
)}
${found.hits === undefined ? '' : results(speaker, visit, found, found.hits, nowMs)}`,
  );
}

function results(
  speaker: Speaker,
  visit: PatientVisit,
  { way, place, open, near, prices }: Found,
  hits: Page<PharmacyHit>,
  nowMs: number,
): SafeHtml {
  const { texts } = speaker;
  const more =
    hits.hasNextPage && hits.endCursor !== null
      ? visitForm(visit, 'find#results', html`<p><button>${texts.more}</button></p>`, {
          way,
          place,
          after: hits.endCursor,
          ...(open === undefined ? {} : { open }),
          ...(near === undefined ? {} : { near }),
        })
      : '';
  return html`<h2 id="results">${way === 'mail' ? texts.byMail : near === undefined ? texts.near(place) : texts.nearHere}</h2>
${hits.items.length === 0 ? html`<p role="status">${texts.none}</p>` : html`<ul class="list">${hits.items.map((hit) => pharmacyItem(speaker, visit, hit, { nowMs, prices }))}</ul>`}
${more}`;
}

function pharmacyItem(
  speaker: Speaker,
  visit: PatientVisit,
  { pharmacy, distanceKm }: PharmacyHit,
  { nowMs, prices }: { readonly nowMs: number; readonly prices: Prices | undefined },
): SafeHtml {
  const { texts } = speaker;
  return html`<li class="card"><h3>${pharmacy.name}</h3>
${address(pharmacy)}
${distanceKm === null ? '' : html`<p class="small">${texts.miles((distanceKm / KM_PER_MILE).toFixed(1))}</p>`}
${hoursLine(speaker, pharmacy, nowMs)}
${priceLine(speaker, prices?.get(pharmacy.id))}
${visitForm(visit, 'confirm', html`<button aria-label="${texts.chooseThis(pharmacy.name)}">${texts.choose}</button>`, { pharmacy: pharmacy.id })}</li>`;
}

/** One question: this one? */
export function confirmPage(
  speaker: Speaker,
  visit: PatientVisit,
  facts: OrderFacts,
  { pharmacy, price }: { readonly pharmacy: PharmacyRow; readonly price: PharmacyPrice | undefined },
  nowMs: number,
): string {
  const { texts } = speaker;
  return page(
    frameOf(speaker),
    html`<h1>${texts.confirmTitle}</h1>
<div class="card"><h2>${pharmacy.name}</h2>${address(pharmacy)}${hoursLine(speaker, pharmacy, nowMs)}${priceLine(speaker, price)}</div>
${prescribed(speaker, facts)}
<p>${facts.pharmacy === undefined ? texts.confirmNote : texts.confirmChange(facts.pharmacy.name)}</p>
${visitForm(visit, 'choose', html`<p><button class="main">${texts.confirm}</button></p>`, {
  pharmacy: pharmacy.id,
  turn: String(facts.order.pharmacy_count),
})}
<p><a class="button" href="${visitPath(visit.linkId)}${facts.pharmacy === undefined ? '' : '/change'}">${texts.back}</a></p>`,
  );
}

/** The lines as the prescriber saw them; directions in the patient's language where they are certain, and in the words that were signed. */
export function prescribed(speaker: Speaker, { lines }: OrderFacts): SafeHtml {
  const { texts } = speaker;
  const prescriber = lines.find(({ content }) => content !== null)?.content?.prescriber;
  return html`<h2>${texts.prescribed}</h2>
<ul class="list">${lines.map((line) => html`<li class="card">${medication(speaker, line)}</li>`)}</ul>
${prescriber === undefined ? '' : html`<p class="small">${texts.by(`${prescriber.firstName} ${prescriber.lastName}${prescriber.credentials === null ? '' : `, ${prescriber.credentials}`}`)}</p>`}`;
}

/** A medication with its directions; of one that cannot be read only that. */
export function medication(speaker: Speaker, { content, structuredSig }: OrderLine): SafeHtml {
  if (content === null) return html`<p class="drug">${speaker.texts.unreadableLine}</p>`;
  const { treatment } = content;
  const { text } = formatMedicationLine({ ...treatment, written: false });
  const mark = html` <span lang="${speaker.language}">${writtenMark(treatment, speaker.language)}</span>`;
  return html`<p class="drug" lang="en">${text}${treatment.written === true ? mark : html``}</p>
<p lang="${speaker.language}">${dispensed(speaker, content)}</p>
${directions(speaker, content, structuredSig)}
${eachDose(speaker, content, structuredSig)}`;
}

/** Of a liquid: the volume to measure with the mass that is in it, as the prescriber and the pharmacist read it (U6). */
function eachDose(
  { texts }: Speaker,
  { treatment }: ClinicalContent,
  structuredSig: OrderLine['structuredSig'],
): SafeHtml | string {
  const dose = liquidText(structuredSig, treatment.strength);
  return dose === '' ? '' : html`<p>${texts.eachDose(dose)}</p>`;
}

function directions(
  { texts, language }: Speaker,
  content: ClinicalContent,
  structuredSig: OrderLine['structuredSig'],
): SafeHtml {
  const own = html`<p lang="en">${content.instructions}</p>`;
  const spanish = language === 'es' && structuredSig !== null ? printSigEs(structuredSig) : undefined;
  return spanish === undefined
    ? own
    : html`<p>${spanish}</p><p class="small">${texts.byPrescriber}</p><div class="small">${own}</div>`;
}

function dispensed({ language }: Speaker, { dispenseQuantity, dispenseUnit }: ClinicalContent): string {
  return formatQuantity(dispenseQuantity, dispenseUnit.code, language === 'es' ? UNITS_ES : {});
}

export function address(pharmacy: PharmacyRow): SafeHtml {
  const { street1, street2, city, state, postal_code: zip, phone } = pharmacy;
  return html`<p>${street1}${street2 === null ? '' : `, ${street2}`}, ${city}, ${state} ${zip}${phone === null ? '' : html`<br>${formatPhone(phone)}`}</p>`;
}

/** What the pharmacy's own list asks for all of it, with the day and whose list it is; nothing where there is none. */
function priceLine({ texts, language }: Speaker, price: PharmacyPrice | undefined): SafeHtml | string {
  if (price === undefined) return '';
  const day = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.parse(price.day),
  );
  return html`<p>${texts.price(oneLine(formatCents(price.cents)))}<br><span class="small">${texts.priceSource(price.source, oneLine(day))}</span></p>`;
}

/** In the pharmacy's own zone; nothing where its hours are not known. */
export function hoursLine(
  { texts, language }: Speaker,
  pharmacy: PharmacyRow,
  nowMs: number,
): SafeHtml | string {
  const hours = hoursOf(pharmacy, nowMs);
  if (hours === undefined) return '';
  if (!hours.open) return html`<p class="closed">${texts.closedOpens(clockText(language, hours.opens))}</p>`;
  const text = hours.allNight ? texts.openAllNight : texts.openUntil(clockText(language, hours.until));
  return html`<p class="open">${text}</p>`;
}

/** A day and its time, in the patient's zone. */
export function momentText(
  atMs: number,
  { timeZone }: Pick<OrderFacts, 'timeZone'>,
  { language }: Speaker,
): string {
  const locale = localeOf(language);
  const day = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone,
  }).format(atMs);
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone }).format(atMs);
  // A sentence ends with one dot, also after "p. m.".
  return `${day}, ${oneLine(time).replace(/\.$/, '')}`;
}

/** In whose zone the times of a page are: the patient's, by address, wherever the telephone is. */
export function timesLine(
  { timeZone }: Pick<OrderFacts, 'timeZone'>,
  nowMs: number,
  { texts, language }: Speaker,
): SafeHtml {
  const format = new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName: 'longGeneric' });
  const zone = format.formatToParts(nowMs).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return html`<span class="small">${texts.times(zone)}</span>`;
}

/** The time alone on the same day, else day and time. */
export function shortMoment(
  at: string,
  nowMs: number,
  { timeZone }: Pick<OrderFacts, 'timeZone'>,
  { language }: Speaker,
): string {
  const locale = localeOf(language);
  const day = (ms: number): string =>
    new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone }).format(ms);
  const atMs = Date.parse(at);
  const time = oneLine(
    new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone }).format(atMs),
  );
  return day(atMs) === day(nowMs) ? time : `${oneLine(day(atMs))}, ${time}`;
}
