// Owns how the situation of a fill looks: the same chip, sentence and facts in the card after sending and in every history.
import type { Session } from '@pestle/client';
import type { Clock } from '@pestle/rules/moment';
import { SITUATIONS, type Situation, type SituationTone } from '@pestle/rules/situations';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { note, type Tone } from '../kit/look/icons.ts';
import type { SituationText } from '../text/en/situation.ts';
import { situationIcon } from './icons.ts';
import type { Fact, ShownSituation } from './situation-model.ts';

/** The time and the place of a session's practice. */
export function clockOf(session: Session, { halves, language }: SituationText): Clock {
  return { timeZone: session.organization?.timeZone, nowMs: Date.now(), halves, language };
}

/** A situation as shape and word, in a pill. */
export function situationChip(key: Situation, word: string): TemplateResult {
  const { icon, tone } = SITUATIONS[key];
  return html`<span class="state chip ${colorOf(tone)}" part="chip">${situationIcon(icon)}<span>${word}</span></span>`;
}

/** Sentence, facts and alert, one under the other. */
export function situationLines({ key, sentence, facts, alert }: ShownSituation): TemplateResult {
  const { tone } = SITUATIONS[key];
  return html`${sentence === '' ? nothing : html`<div class=${tone === 'danger' ? 'danger small' : 'small'} dir="auto">${unbroken(sentence)}</div>`}
    ${facts.length === 0 ? nothing : html`<dl class="facts">${facts.map(fact)}</dl>`}
    ${alert === '' ? nothing : note('warn', alert)}`;
}

/** `29-Nov-2026`, also with a time and in Spanish; `11:30 AM`; `617-555-0101`. */
const UNBROKEN =
  /(\d{2}-[A-Za-z]{3}-\d{4}(?: \d{1,2}:\d{2}\u00a0[^\s,:]+)?|\d{1,2}:\d{2}\u00a0[^\s,:]+|\d{3}-\d{3}-\d{4})/;

/** A text whose dates, times and telephone numbers each stay on one line. */
export function unbroken(text: string): unknown {
  return text
    .split(UNBROKEN)
    .map((piece, index) => (index % 2 === 0 ? piece : html`<span class="unbroken">${piece}</span>`));
}

function fact({ label, value, phone }: Fact): TemplateResult {
  return html`<div><dt>${label}:</dt>${' '}<dd><bdi>${
    phone === undefined ? unbroken(value) : html`<a href="tel:+1${phone}">${unbroken(value)}</a>`
  }</bdi></dd></div>`;
}

function colorOf(tone: SituationTone): Tone | '' {
  return tone === 'ok' || tone === 'warn' || tone === 'danger' ? tone : '';
}
