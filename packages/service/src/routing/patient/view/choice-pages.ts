// The pages on which a patient finds and confirms a pharmacy.

import { localTime } from '@pestle/rules/local-time';
import { formatMedicationLine } from '@pestle/rules/medication-line';
import { formatPhone } from '@pestle/rules/phone';
import { html, type SafeHtml } from '@remix-run/html-template';
import type { PharmacyHit, PharmacyRow, Weekday } from '../../../directory/inside.ts';
import type { Page } from '../../../kernel/paging.ts';
import { describedBy, page, problemNotice } from '../../../kernel/web/pages/frame.ts';
import type { ClinicalContent } from '../../../prescribing/inside.ts';
import { ROUTING_LIMITS } from '../../limits.ts';
import type { OrderFacts } from '../facts.ts';
import type { PatientVisit } from '../visits.ts';
import { visitPath } from '../visits.ts';
import type { Speaker } from './layout.ts';
import { frameOf, visitForm } from './layout.ts';
import type { PatientTexts } from './texts.ts';

/** How the patient wants to get it. */
export type Way = 'pickup' | 'mail';

export interface Found {
  readonly way: Way;
  /** As typed; empty for mail order. */
  readonly place: string;
  readonly hits: Page<PharmacyHit> | undefined;
  readonly problem?: string;
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
  const now = facts.pharmacy;
  const until = momentText(facts.chooseUntilMs, facts.organization, speaker);
  return page(
    frameOf(speaker),
    html`<h1>${now === undefined ? texts.chooseTitle : texts.changeTitle}</h1>
${now === undefined ? '' : html`<p>${texts.changeIntro(now.name)}</p><p><a class="button" href="${visitPath(visit.linkId)}">${texts.keep(now.name)}</a></p>`}
${problemNotice(refused)}
${prescribed(texts, facts)}
<p>${now === undefined ? texts.until(until) : texts.changeUntil(until)}</p>
${facts.preferred === undefined || found.hits?.items[0]?.pharmacy.id === facts.preferred.id ? '' : html`<h2>${texts.yours}</h2><ul class="list">${pharmacyItem(speaker, visit, { pharmacy: facts.preferred, distanceKm: null }, nowMs)}</ul>`}
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
<p><button class="main">${texts.find}</button></p>`,
)}
${found.hits === undefined ? '' : results(speaker, visit, found, found.hits, nowMs)}`,
  );
}

function results(
  speaker: Speaker,
  visit: PatientVisit,
  { way, place }: Found,
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
        })
      : '';
  return html`<h2 id="results">${way === 'mail' ? texts.byMail : texts.near(place)}</h2>
${hits.items.length === 0 ? html`<p role="status">${texts.none}</p>` : html`<ul class="list">${hits.items.map((hit) => pharmacyItem(speaker, visit, hit, nowMs))}</ul>`}
${more}`;
}

function pharmacyItem(
  speaker: Speaker,
  visit: PatientVisit,
  { pharmacy, distanceKm }: PharmacyHit,
  nowMs: number,
): SafeHtml {
  const { texts } = speaker;
  return html`<li class="card"><h3>${pharmacy.name}</h3>
${address(pharmacy)}
${distanceKm === null ? '' : html`<p class="small">${texts.miles((distanceKm / KM_PER_MILE).toFixed(1))}</p>`}
${hoursToday(speaker, pharmacy, nowMs)}
${visitForm(visit, 'confirm', html`<button aria-label="${texts.chooseThis(pharmacy.name)}">${texts.choose}</button>`, { pharmacy: pharmacy.id })}</li>`;
}

/** One question: this one? */
export function confirmPage(
  speaker: Speaker,
  visit: PatientVisit,
  facts: OrderFacts,
  pharmacy: PharmacyRow,
  nowMs: number,
): string {
  const { texts } = speaker;
  return page(
    frameOf(speaker),
    html`<h1>${texts.confirmTitle}</h1>
<div class="card"><h2>${pharmacy.name}</h2>${address(pharmacy)}${hoursToday(speaker, pharmacy, nowMs)}</div>
${prescribed(texts, facts)}
<p>${facts.pharmacy === undefined ? texts.confirmNote : texts.confirmChange(facts.pharmacy.name)}</p>
${visitForm(visit, 'choose', html`<p><button class="main">${texts.confirm}</button></p>`, {
  pharmacy: pharmacy.id,
  turn: String(facts.order.pharmacy_count),
})}
<p><a class="button" href="${visitPath(visit.linkId)}${facts.pharmacy === undefined ? '' : '/change'}">${texts.back}</a></p>`,
  );
}

/** The lines as the prescriber saw them; the sig in the words that were signed. */
export function prescribed(texts: PatientTexts, { lines }: OrderFacts): SafeHtml {
  const prescriber = lines[0]?.content.prescriber;
  return html`<h2>${texts.prescribed}</h2>
<ul class="list">${lines.map(({ content }) => html`<li class="card"><p class="drug" lang="en">${lineOf(content)}</p><p lang="en">${content.instructions}</p></li>`)}</ul>
${prescriber === undefined ? '' : html`<p class="small">${texts.by(`${prescriber.firstName} ${prescriber.lastName}${prescriber.credentials === null ? '' : `, ${prescriber.credentials}`}`)}</p>`}`;
}

export function lineOf({ treatment }: ClinicalContent): string {
  return formatMedicationLine({
    ingredients: treatment.ingredients,
    brandName: treatment.brandName,
    name: treatment.name,
    strength: treatment.strength ?? '',
    doseForm: treatment.doseForm ?? '',
  }).text;
}

export function address(pharmacy: PharmacyRow): SafeHtml {
  const { street1, street2, city, state, postal_code: zip, phone } = pharmacy;
  return html`<p>${street1}${street2 === null ? '' : `, ${street2}`}, ${city}, ${state} ${zip}${phone === null ? '' : html`<br>${formatPhone(phone)}`}</p>`;
}

const DAYS: readonly Weekday[] = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** In the pharmacy's own zone; nothing where its hours are not known. */
function hoursToday({ texts, language }: Speaker, pharmacy: PharmacyRow, nowMs: number): SafeHtml | string {
  const { opening_hours: hours, time_zone: zone } = pharmacy;
  if (hours === null || zone === null) return '';
  const weekday = DAYS[new Date(`${localTime(zone, nowMs).date}T12:00:00Z`).getUTCDay()];
  const today = hours.filter(({ days }) => weekday !== undefined && days.includes(weekday));
  const spans = today
    .map(({ opens, closes }) => `${clock(language, opens)} – ${clock(language, closes)}`)
    .join(', ');
  return html`<p class="small">${spans === '' ? texts.closedToday : texts.openToday(spans)}</p>`;
}

/** `09:00` as people of the country read it. */
function clock(language: Speaker['language'], time: string): string {
  const format = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(localeOf(language), format).format(new Date(`2026-01-01T${time}:00Z`));
}

function localeOf(language: Speaker['language']): string {
  return language === 'es' ? 'es-US' : 'en-US';
}

/** A day and its time, in the practice's zone. */
export function momentText(
  atMs: number,
  { time_zone: timeZone }: OrderFacts['organization'],
  { language }: Speaker,
): string {
  const format = { dateStyle: 'full', timeStyle: 'short', timeZone } as const;
  return new Intl.DateTimeFormat(localeOf(language), format).format(atMs);
}
