// Owns how one finding looks, in the card and in the review: the sentence, what a service says besides and suggests, and the reason that is chosen.
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { selectField, textField } from '../../kit/fields/field.ts';
import type { ReviewedRecord } from '../../records.ts';
import type { ScreeningText } from '../../text/en/workflow/screening.ts';
import { wholeDate } from '../drafts/moment.ts';
import type { WorkflowHost } from '../part.ts';
import type { ScreeningAnswer } from '../state/drafts/draft-fields.ts';
import { plainMarkdown } from './plain-markdown.ts';

export type Finding = ReviewedRecord['screening']['result']['findings'][number];
export type Reasons = Finding['reasons'];

/** What is chosen, before it is whole. */
export interface Chosen {
  readonly reason: string;
  readonly text: string;
}

export const NOTHING_CHOSEN: Chosen = { reason: '', text: '' };
export const NOT_CHECKED = 'not-checked';
const OTHER = 'OTHER';
/** Before a service's own reason among the choices: it is sent as words, which the service knows. */
const OWN = 'own:';

/** Longer words of a service are folded. */
const SHOWN_CHARACTERS = 160;

export function saidIn(language: string, text: { readonly en: string; readonly es: string }): string {
  return language === 'es' ? text.es : text.en;
}

/** What a service says besides, and what it suggests; `act` is what can be done with a suggestion. */
export function besideFinding(
  words: ScreeningText,
  { detail, suggestions }: Finding,
  act: (suggestion: string) => unknown = () => nothing,
): unknown {
  const plain = plainMarkdown(detail ?? '');
  const more = html`<div class="free" dir="auto">${plain}</div>`;
  return html`${
    plain === ''
      ? nothing
      : plain.length <= SHOWN_CHARACTERS
        ? more
        : html`<details><summary>${words.detail}</summary>${more}</details>`
  }${
    suggestions.length === 0
      ? nothing
      : html`<p>${words.suggests}</p><ul class="problems">${repeat(
          suggestions,
          // A service may say the same twice.
          (suggestion, at) => `${at} ${suggestion}`,
          (suggestion) => html`<li><bdi>${suggestion}</bdi> ${act(suggestion)}</li>`,
        )}</ul>`
  }`;
}

/** Asks why it is prescribed all the same. */
export function reasonFields(
  host: WorkflowHost,
  words: ScreeningText,
  view: {
    readonly name: string;
    readonly label: string;
    readonly reasons: Reasons;
    /** Reasons that a service offers. */
    readonly own: readonly string[];
    readonly chosen: Chosen;
    readonly missing: boolean;
    readonly change: (chosen: Chosen) => void;
  },
): TemplateResult {
  const { chosen, own } = view;
  const isOwn = chosen.reason === OTHER && own.includes(chosen.text);
  const { language } = host.text.kit;
  return html`${selectField(host, {
    name: view.name,
    label: view.label,
    empty: words.choose,
    choices: [
      ...own.map((reason) => [`${OWN}${reason}`, reason] as const),
      ...view.reasons.map((one) => [one.reason, saidIn(language, one.text)] as const),
    ],
    value: isOwn ? `${OWN}${chosen.text}` : chosen.reason,
    error: view.missing ? words.missing : undefined,
    change: (value) =>
      view.change(
        value.startsWith(OWN)
          ? { reason: OTHER, text: value.slice(OWN.length) }
          : { reason: value, text: isOwn ? '' : chosen.text },
      ),
  })}${
    chosen.reason === OTHER && !isOwn
      ? textField(host, {
          name: `${view.name}-other`,
          label: words.other,
          value: chosen.text,
          change: (text) => view.change({ reason: OTHER, text }),
        })
      : nothing
  }`;
}

/** How far it was checked. With allergies that nobody recorded nothing is compared. */
export function checkedText(
  words: ScreeningText,
  { state, text }: WorkflowHost,
  { source, dataDate }: { readonly source: string; readonly dataDate: string },
): string {
  const said = state.patient.record?.allergies === null ? words.checkedInteractions : words.checked;
  return said(source, wholeDate(dataDate, text.kit.language));
}

export function isWhole({ reason, text }: Chosen): boolean {
  return reason !== '' && (reason !== OTHER || text.trim() !== '');
}

export function answerOf(rule: string, { reason, text }: Chosen): ScreeningAnswer {
  return {
    rule,
    reason: reason as ScreeningAnswer['reason'],
    text: reason === OTHER ? text.trim() : null,
  };
}
