// Owns how an order of the patient is named where it stands in a list: its medications, where it goes, who signed it and when.

import type { Clock } from '@pestle/rules/moment';
import { momentText } from '@pestle/rules/moment';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { medicationLine, medicationText } from '../../kit/medication.ts';
import type { OrdersText } from '../../text/en/workflow/orders.ts';
import type { CombinableOrder } from '../state/signing/combining.ts';

/** Its medications, one under the other. */
export function orderMedications({ fills }: CombinableOrder, language: string): TemplateResult {
  return html`<ul class="plain">${fills.map(({ prescription }) =>
    prescription === null ? nothing : html`<li>${medicationLine(prescription.treatment, language)}</li>`,
  )}</ul>`;
}

/** The same as text. */
export function orderText({ fills }: CombinableOrder, language: string): string {
  return fills
    .flatMap(({ prescription }) =>
      prescription === null ? [] : [medicationText(prescription.treatment, language)],
    )
    .join(', ');
}

/** Who signed it; where several did, all of them. */
export function signersOf({ fills }: CombinableOrder): string {
  const names = fills.flatMap(({ prescription }) =>
    prescription === null ? [] : [`${prescription.prescriber.firstName} ${prescription.prescriber.lastName}`],
  );
  return [...new Set(names)].join(', ');
}

/** `Add to the order for Beacon Hill Apothecary of 2:42 PM`. */
export function addToText(order: CombinableOrder, words: OrdersText, clock: Clock): string {
  const when = momentText(order.createdAt, clock);
  return order.pharmacy === null ? words.addToOpen(when) : words.addTo(order.pharmacy.name, when);
}
