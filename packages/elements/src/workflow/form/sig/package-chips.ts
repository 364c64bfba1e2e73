// Owns the packages that a pharmacy hands out whole, each with the quantity and the days that it comes to (W1).
import { type PackageOffer, packageOffer } from '@pestle/rules/package-offers';
import type { StructuredSig } from '@pestle/rules/sig-model';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing } from 'lit/html.js';
import { quantityText } from '../../../kit/medication.ts';
import type { ReadingText } from '../../../text/en/workflow/card/reading.ts';
import type { WorkflowHost } from '../../part.ts';
import type { Amounts, Provenance } from '../provenance.ts';
import { wholeNumber } from '../provenance.ts';
import type { Packages } from '../treatment-facts.ts';

/** More sizes than these are a list to read. */
const SHOWN_MAX = 4;

export type PackagesView = {
  readonly packages: Packages;
  /** The unit in which packages are counted. */
  readonly unit: string;
  readonly sig: StructuredSig | undefined;
  readonly amounts: Amounts;
  readonly change: (changes: Partial<Amounts & Provenance>) => void;
};

/** A chip for each; pressing it writes its quantity, and the days that it lasts where the directions leave them open. */
export function packageChips(host: WorkflowHost, words: ReadingText, view: PackagesView): unknown {
  const { packages, unit, sig, amounts, change } = view;
  if (packages.length === 0) return nothing;
  const days = wholeNumber(amounts.daysSupply) ?? 0;
  const { opened } = host.state.form;
  const chips = packages.slice(0, SHOWN_MAX).flatMap((one, at) => {
    const offer = packageOffer(sig, one, days);
    if (offer === undefined) return [];
    const name = words.packages(one.container, offer.cartons * one.count, one.doses ?? null);
    const counts = one.quantity !== '1' || one.count > 1;
    const said = [
      name,
      ...(counts ? [quantityText(offer.quantity, unit, host.text.history)] : []),
      ...(offer.days === undefined ? [] : [words.days(offer.days)]),
    ];
    return [{ at, offer, said: said.join(', ') }];
  });
  const take = ({ quantity, days: lasts }: PackageOffer): void =>
    change({
      dispenseQuantity: quantity,
      dispenseUnit: unit,
      quantityByHand: true,
      ...(lasts === undefined || sig?.duration !== undefined
        ? {}
        : { daysSupply: String(lasts), daysByHand: true }),
    });
  return html`<div class="chips" role="group" aria-label=${words.packed}><span class="small muted" aria-hidden="true">${words.packed}</span>${repeat(
    chips,
    // What a chip says is what it writes: a press under which it would say something else writes nothing.
    ({ at, said }) => `${opened} ${at} ${said}`,
    ({ offer, said }) =>
      html`<button type="button" aria-pressed=${amounts.dispenseQuantity === offer.quantity && amounts.dispenseUnit === unit}
        @click=${() => take(offer)}>${said}</button>`,
  )}</div>`;
}
