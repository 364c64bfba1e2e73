// Owns what opens under the coverage of a draft: why, what is paid and how that was estimated, what else the plan lists, and whose data it is.

import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { medicationLine, medicationText, quantityText } from '../../kit/medication.ts';
import type { DraftRecord } from '../../records.ts';
import { unbroken } from '../../situation/situation-view.ts';
import type { CoverageText } from '../../text/en/workflow/coverage.ts';
import type { Text } from '../../text/text.ts';
import { momentText } from '../drafts/moment.ts';
import type { Alternative, Answer, Copay, PharmacyAlternative } from '../state/coverage/coverage-state.ts';
import { amount, verdict } from './coverage-words.ts';

/** What the details need of the row: its words, and what can be done in it. */
export interface DetailsView {
  readonly record: DraftRecord;
  readonly words: CoverageText;
  readonly text: Text;
  /** Those that may be prescribed here. */
  readonly alternatives: readonly Alternative[];
  /** Nothing can be replaced now: it is being done, or was. */
  readonly busy: boolean;
  readonly onReplace: ((alternative: Alternative) => void) | null;
  /** Null where this order cannot go there. */
  readonly send: (pharmacy: PharmacyAlternative) => (() => void) | null;
}

export function coverageDetails({ draft, check }: Answer, view: DetailsView): TemplateResult {
  const { words } = view;
  return html`
    ${lines([...draft.reasons, ...draft.limit])}
    ${paid(draft.copay, words)}
    ${
      view.alternatives.length === 0
        ? nothing
        : html`<h3>${words.alternatives}</h3><ul class="list">${repeat(
            view.alternatives,
            ({ treatment }) => treatment.id,
            (alternative) => html`<li>${other(alternative, view)}</li>`,
          )}</ul>`
    }
    ${
      draft.pharmacies.length === 0
        ? nothing
        : html`<h3>${words.elsewhere}</h3><ul class="list">${repeat(
            draft.pharmacies,
            ({ pharmacy, text }) => pharmacy?.id ?? text,
            (pharmacy) => html`<li>${elsewhere(pharmacy, view)}</li>`,
          )}</ul>`
    }
    <p class="small muted">${unbroken(
      [
        ...(check.plan === null ? [] : [words.plan(check.plan)]),
        ...(check.source === null ? [] : [words.source(check.source)]),
        ...draft.notes.map(({ text }) => text),
        ...(check.pharmacy === null || check.pharmacyBy === null
          ? []
          : [words.at[check.pharmacyBy](check.pharmacy.name)]),
        words.checkedAt(momentText(Date.parse(check.checkedAt), view.text.kit.language, words)),
      ].join(' '),
    )}</p>`;
}

/** Sentences of the payer, one under the other. */
export function lines(found: readonly { readonly text: string }[]): unknown {
  return found.length === 0
    ? nothing
    : html`<ul class="problems">${found.map(({ text }) => html`<li>${text}</li>`)}</ul>`;
}

function paid(copay: Copay | null, words: CoverageText): unknown {
  if (copay === null) return nothing;
  const known = copay.kind !== 'UNKNOWN';
  return html`<div>
    <p>${known ? html`${words.copay} <b>${words.about(copay.text)}</b>.` : words.notEstimated}</p>
    ${
      copay.steps.length === 0
        ? nothing
        : html`<p class="small muted">${words.computed}:</p><div class="small">${lines(copay.steps)}</div>`
    }</div>`;
}

function other(alternative: Alternative, view: DetailsView): TemplateResult {
  const { words, text, record } = view;
  const { treatment, because, keepsDirections } = alternative;
  const instead = record.treatment === null ? '' : medicationText(record.treatment, view.text.kit.language);
  return html`<div>${medicationLine(treatment, view.text.kit.language)}</div>
    <div class="small"><b>${verdict(alternative, words)}</b></div>
    <div class="small muted">${because.text}</div>
    <div class="small muted">${keepsDirections ? words.kept : words.anew} ${becomes(alternative, view)}</div>
    ${
      view.onReplace === null
        ? nothing
        : html`<div><button type="button" aria-label=${words.useOf(medicationText(treatment, view.text.kit.language), instead)}
            aria-disabled=${view.busy} @click=${() => view.onReplace?.(alternative)}>${view.busy ? words.using : words.use}</button></div>`
    }`;

  function becomes({ dispenseQuantity, daysSupply }: Alternative, { record: before }: DetailsView): string {
    if (!keepsDirections || (dispenseQuantity === null && daysSupply === null)) return '';
    const quantity = quantityText(
      dispenseQuantity ?? before.dispenseQuantity,
      before.dispenseUnit,
      text.history,
    );
    const days = daysSupply ?? before.daysSupply;
    return words.dispensed([quantity, ...(days === null ? [] : [text.history.days(days)])].join(', '));
  }
}

function elsewhere(there: PharmacyAlternative, { words, send }: DetailsView): TemplateResult {
  const act = send(there);
  const name = there.pharmacy?.name ?? '';
  const cost = amount(there.copay, words);
  return html`<div>${there.text}${cost === '' ? nothing : html` <b>${cost}</b>`}</div>
    ${name === '' ? nothing : html`<div class="small muted">${name}</div>`}
    ${
      act === null
        ? nothing
        : html`<div><button type="button" aria-label=${words.sendThereOf(name)} @click=${act}>${words.sendThere}</button></div>`
    }`;
}
