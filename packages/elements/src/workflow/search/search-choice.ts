// Owns how one line of the search's list looks.
import { formatDate } from '@pestle/rules/dates';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Choice } from '../../kit/combobox/combobox-model.ts';
import { icon } from '../../kit/look/icons.ts';
import { medicationLine, quantityText } from '../../kit/medication.ts';
import type { WorkflowHost } from '../part.ts';
import { presetOf } from '../state/drafts/draft-fields.ts';
import { isLookAlike, markedPieces, type SearchHit, treatmentOf, wordsOf } from './search-model.ts';

/** One line of the list: the medication with the typed letters marked, what it would be copied as, and why it cannot be picked. */
export function searchChoice(
  host: WorkflowHost,
  { value, disabledReason }: Choice<SearchHit>,
  typed: string,
): TemplateResult {
  const { search } = host.text;
  const words = wordsOf(typed);
  const highlight = (text: string): unknown =>
    words.length === 0
      ? text
      : markedPieces(text, words).map((piece) =>
          piece.marked ? html`<mark>${piece.text}</mark>` : piece.text,
        );
  const treatment = treatmentOf(value);
  const lookAlike =
    value.kind !== 'prescription' && isLookAlike(treatment) ? value.treatment.therapeuticClass : null;
  return html`<span>${medicationLine(treatment, highlight)}${
    lookAlike === null ? nothing : html` <span class="muted small">— ${lookAlike.toLowerCase()}</span>`
  }</span>
      ${value.kind === 'template' ? html`<span class="small">${search.template(value.template.name)}</span>` : nothing}
      ${value.kind === 'treatment' ? nothing : html`<span class="small muted"><bdi>${presetLine(value, host)}</bdi></span>`}
      ${
        value.kind === 'prescription'
          ? html`<span class="small muted">${search.written(formatDate(value.prescription.writtenAt.slice(0, 10)))}</span>`
          : nothing
      }
      ${
        disabledReason === undefined
          ? nothing
          : html`<span class="state danger">${icon('off')}<span>${disabledReason}</span></span>`
      }`;
}

/** As it would be copied, with what the page sets in place of its values. */
function presetLine(hit: Exclude<SearchHit, { kind: 'treatment' }>, { config, text }: WorkflowHost): string {
  const from = hit.kind === 'template' ? hit.template : hit.prescription;
  const { instructions, dispenseQuantity, dispenseUnit } = presetOf(hit.kind, from.id, from, config);
  const amount = quantityText(dispenseQuantity ?? null, dispenseUnit ?? null, text.history);
  return [instructions ?? '', amount].filter((part) => part !== '').join(' · ');
}
