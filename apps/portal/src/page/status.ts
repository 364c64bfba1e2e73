// Owns how a situation stands in a list: icon and word, in the color of its tone; and the time and place of the practice.
import type { Session } from '@pestle/client';
import type { Clock } from '@pestle/elements/views';
import { clockOf, situationIcon } from '@pestle/elements/views';
import { SITUATIONS, type Situation, type SituationCode, situationOfCode } from '@pestle/rules/situations';
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import type { SharedWords } from './words.ts';

export function statusChip(key: Situation, { situation }: SharedWords): TemplateResult {
  const { icon, tone } = SITUATIONS[key];
  return html`<span class="state chip ${tone}">${situationIcon(icon)}<span>${situation.situations[key].word}</span></span>`;
}

export function statusOfCode(code: SituationCode, words: SharedWords): TemplateResult {
  return statusChip(situationOfCode(code), words);
}

export function practiceClock(session: Session, words: SharedWords): Clock {
  return clockOf(session, words.situation);
}
