// Owns how one pharmacy looks as a choice: name, place, way of delivery, whether it is open now.
import { formatPhone } from '@pestle/rules/phone';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { chip } from '../kit/look/icons.ts';
import type { PharmacyText } from '../text/en/workflow/pharmacy.ts';
import { clockText, type Hours, openness } from './hours.ts';
import { addressText, type Listed, milesText } from './pharmacy-model.ts';

/** What the state keeps of a chosen pharmacy; a record of the search has more. */
export type Facts = {
  readonly name: string;
  readonly phone?: string | null;
  readonly electronic?: boolean;
  readonly timeZone?: string | null;
  readonly openingHours?: readonly Hours[] | null;
  readonly address?: Listed['pharmacy']['address'] | undefined;
};

export type FactsText = { readonly words: PharmacyText; readonly language: string };

/** The lines under the name. */
export function pharmacyFacts(
  pharmacy: Facts,
  { words, language }: FactsText,
  distanceKm: number | null = null,
): TemplateResult {
  const { phone, electronic } = pharmacy;
  return html`<div dir="auto">${addressText(pharmacy.address)}</div>
    <div class="facts">
      ${distanceKm === null ? nothing : html`<span>${words.distance(milesText(distanceKm))}</span>`}
      ${pharmacy.openingHours === undefined ? nothing : html`<span>${hoursText(pharmacy, words, language)}</span>`}
      ${electronic === undefined ? nothing : html`<span>${electronic ? words.electronic : words.fax}</span>`}
      ${phone === null || phone === undefined ? nothing : html`<span><bdi dir="ltr">${formatPhone(phone)}</bdi></span>`}
    </div>`;
}

/** Name, whose it is, and the lines under the name. */
export function pharmacySummary(
  { pharmacy, distanceKm, preferred, previous }: Listed,
  text: FactsText,
): TemplateResult {
  const { words } = text;
  return html`<div class="top"><span class="name">${pharmacy.name}</span>
      ${preferred ? chip('ok', words.preferred) : previous ? chip('info', words.previous) : nothing}</div>
    ${pharmacyFacts(pharmacy, text, distanceKm)}`;
}

/** One of a group of radio buttons. */
export function pharmacyChoice(
  listed: Listed,
  text: FactsText,
  bound: {
    readonly id: string;
    readonly group: string;
    readonly checked: boolean;
    readonly choose: () => void;
  },
): TemplateResult {
  const { unfit } = listed;
  return html`<label class="choice" part="pharmacy">
    <input type="radio" id=${bound.id} name=${bound.group} .checked=${bound.checked} ?disabled=${unfit !== undefined}
      @change=${bound.choose} />
    <div>
      ${pharmacySummary(listed, text)}
      ${unfit === undefined ? nothing : html`<div class="small danger">${text.words[unfit]}</div>`}
    </div>
  </label>`;
}

const MINUTE_MS = 60_000;
/** What was said of a pharmacy's hours in this minute: clocks are slow, and a list is drawn often. */
const said = new WeakMap<
  readonly Hours[],
  { readonly minute: number; readonly words: PharmacyText; readonly text: string }
>();

function hoursText(pharmacy: Facts, words: PharmacyText, language: string): string {
  const { openingHours } = pharmacy;
  if (openingHours === null || openingHours === undefined) return words.hoursUnknown;
  const minute = Math.floor(Date.now() / MINUTE_MS);
  const known = said.get(openingHours);
  if (known?.minute === minute && known.words === words) return known.text;
  const text = hoursTextAt(Date.now(), pharmacy, words, language);
  said.set(openingHours, { minute, words, text });
  return text;
}

function hoursTextAt(
  nowMs: number,
  { openingHours, timeZone }: Facts,
  words: PharmacyText,
  language: string,
): string {
  const now = openness(openingHours, timeZone, nowMs);
  switch (now.state) {
    case 'unknown':
      return words.hoursUnknown;
    case 'always':
      return words.openAllDay;
    case 'open':
      return words.open(clockText(now.until, language));
    case 'closed': {
      if (now.opens === undefined) return words.closed;
      const at = clockText(now.opens.at, language);
      return words.closedUntil(now.opens.day === undefined ? at : `${words.days[now.opens.day] ?? ''} ${at}`);
    }
    default:
      return now satisfies never;
  }
}
