// Owns how one line of the search's list looks.
import { formatDate } from '@pestle/rules/dates';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Choice } from '../../kit/combobox/combobox-model.ts';
import { icon } from '../../kit/look/icons.ts';
import {
  medicationLine,
  medicationText,
  type NamedTreatment,
  quantityText,
  strengthText,
} from '../../kit/medication.ts';
import type { WorkflowHost } from '../part.ts';
import { presetOf } from '../state/drafts/draft-fields.ts';
import { isLookAlike, markedPieces, type SearchHit, shownAs, treatmentOf, wordsOf } from './search-model.ts';

/** One line of the list: the medication with the typed letters marked, what it would be copied as, and why it cannot be picked. */
export function searchChoice(
  host: WorkflowHost,
  { value, disabledReason, row }: Choice<SearchHit>,
  typed: string,
): TemplateResult {
  const { search, kit } = host.text;
  if (row !== undefined) return strengthChoice(treatmentOf(value), disabledReason, kit.language);
  return html`${drugLine(value, shownAs(value), { typed, language: kit.language })}
      ${value.kind === 'template' ? html`<span class="small">${search.template(value.template.name)}</span>` : nothing}
      ${value.kind === 'treatment' ? nothing : html`<span class="small muted"><bdi>${presetLine(value, host)}</bdi></span>`}
      ${
        value.kind === 'prescription'
          ? html`<span class="small muted">${search.written(formatDate(value.prescription.writtenAt.slice(0, 10), kit.language))}</span>`
          : nothing
      }
      ${
        disabledReason === undefined
          ? nothing
          : html`<span class="state danger">${icon('off')}<span>${disabledReason}</span></span>`
      }`;
}

/** What stands before the strengths of a drug: its name and form, and why one of them cannot be picked. */
export function searchRow(
  choices: ReadonlyArray<Choice<SearchHit>>,
  about: { readonly typed: string; readonly language: string },
): TemplateResult {
  const [first] = choices;
  if (first === undefined) return html``;
  const refused = choices.filter(({ disabledReason }) => disabledReason !== undefined);
  // Each choice is told with its whole line: said here as well, a screen reader would read everything twice.
  return html`<span aria-hidden="true">${drugLine(first.value, { ...treatmentOf(first.value), strength: null }, about)}
    ${refused.map(
      ({ value, disabledReason }) =>
        html`<span class="state danger">${icon('off')}<span>${strengthText(treatmentOf(value))}: ${disabledReason}</span></span>`,
    )}</span>`;
}

/** A strength of its row, which a screen reader is told with the whole line. */
function strengthChoice(
  treatment: NamedTreatment,
  disabledReason: string | undefined,
  language: string,
): TemplateResult {
  return html`<span class="visually-hidden">${medicationText(treatment, language)}${
    disabledReason === undefined ? nothing : html` ${disabledReason}`
  }</span><span aria-hidden="true">${strengthText(treatment)}</span>`;
}

/** The medication with the typed letters marked, and its class where another name looks like it. */
function drugLine(
  value: SearchHit,
  shown: NamedTreatment,
  { typed, language }: { readonly typed: string; readonly language: string },
): TemplateResult {
  const words = wordsOf(typed);
  const highlight = (text: string): unknown =>
    words.length === 0
      ? text
      : markedPieces(text, words).map((piece) =>
          piece.marked ? html`<mark>${piece.text}</mark>` : piece.text,
        );
  const lookAlike =
    value.kind !== 'prescription' && isLookAlike(shown) ? value.treatment.therapeuticClass : null;
  return html`<span>${medicationLine(shown, language, highlight)}${
    lookAlike === null ? nothing : html` <span class="muted small">— ${lookAlike.toLowerCase()}</span>`
  }</span>`;
}

/** As it would be copied, with what the page sets in place of its values. */
function presetLine(hit: Exclude<SearchHit, { kind: 'treatment' }>, { config, text }: WorkflowHost): string {
  const from = hit.kind === 'template' ? hit.template : hit.prescription;
  const { instructions, dispenseQuantity, dispenseUnit } = presetOf(hit.kind, from.id, from, config);
  const amount = quantityText(dispenseQuantity ?? null, dispenseUnit ?? null, text.history);
  return [instructions ?? '', amount].filter((part) => part !== '').join(' · ');
}
