// Owns the note under the numbers of the form that contradict its directions: it comes with the rules that find the contradiction.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { textField } from '../../../kit/fields/field.ts';
import { keyed } from '../../../kit/keyed.ts';
import { note } from '../../../kit/look/icons.ts';
import { quantityText } from '../../../kit/medication.ts';
import type { ReadingText } from '../../../text/en/workflow/card/reading.ts';
import type { WorkflowHost } from '../../part.ts';
import type { Amounts, Misfit, Provenance } from '../provenance.ts';

export type MisfitView = {
  readonly reason: string;
  readonly error: string | undefined;
  readonly change: (changes: Partial<Amounts & { refills: string } & Provenance>) => void;
  readonly explain: (reason: string) => void;
  readonly rewrite: (directions: string) => void;
};

/** What contradicts what, the numbers and words that would mend it, and a reason for who knows better. */
export class MisfitNote {
  readonly #host: WorkflowHost;
  readonly #words: () => ReadingText;

  constructor(host: WorkflowHost, words: () => ReadingText) {
    this.#host = host;
    this.#words = words;
  }

  render(view: MisfitView, misfit: Misfit): TemplateResult {
    const words = this.#words();
    return html`${note(
      'warn',
      html`<p><strong>${words.mismatch}</strong></p>
      <ul class="problems">${this.#sentences(words, misfit).map((one) => html`<li>${one}</li>`)}</ul>
      <p>${offers(words, view, misfit, (quantity) => this.#amount(misfit, quantity))}</p>`,
    )}
    ${textField(this.#host, {
      name: 'amountsReason',
      label: words.amountsReason,
      hint: words.amountsReasonHint,
      error: view.error,
      value: view.reason,
      change: view.explain,
    })}`;
  }

  #sentences(words: ReadingText, misfit: Misfit): readonly string[] {
    const { days, quantity, dose } = misfit.found;
    const ofDose = [
      ...(dose === undefined ? [] : [words.mismatchDose(dose.max ?? dose.amount)]),
      ...(misfit.over === undefined ? [] : [words.mismatchOver(misfit.over)]),
      ...(misfit.repeats === undefined ? [] : [words.mismatchRefills(misfit.repeats)]),
    ];
    const ofDays =
      days === undefined
        ? ofDose
        : [...ofDose, words.mismatchDays(words.days(days.directions), words.days(days.supply))];
    if (quantity === undefined) return ofDays;
    const { needed, written, days: time, atMost, dropsPerMl } = quantity;
    return [
      ...ofDays,
      words.mismatchQuantity(
        this.#amount(misfit, needed),
        time === null ? null : words.days(time),
        this.#amount(misfit, written),
        atMost,
        dropsPerMl,
      ),
    ];
  }

  #amount({ unit }: Misfit, quantity: string): string {
    if (unit === undefined) return quantity;
    return quantityText(quantity, unit.code, this.#host.text.history);
  }
}

function offers(
  words: ReadingText,
  { change, rewrite }: MisfitView,
  { found, directions, lasts, ends, repeats }: Misfit,
  amount: (quantity: string) => string,
): unknown {
  const { quantity, daysSupply } = found.fits;
  const days = found.days === undefined ? undefined : daysSupply;
  // What it says is what it writes: a press under which it would say something else writes nothing.
  const offer = (text: string, take: () => void): unknown =>
    keyed(text, html`<button type="button" class="inline" @click=${take}>${text}</button>`);
  const numbers = [
    ...(days === undefined ? [] : [words.days(days)]),
    ...(quantity === undefined ? [] : [amount(quantity)]),
  ];
  return html`${
    numbers.length === 0
      ? nothing
      : offer(words.use(numbers), () =>
          change({
            ...(days === undefined ? {} : { daysSupply: String(days), daysByHand: !ends }),
            ...(quantity === undefined ? {} : { dispenseQuantity: quantity, quantityByHand: false }),
          }),
        )
  }
    ${repeats === undefined ? nothing : offer(words.noRefills, () => change({ refills: '0' }))}
    ${directions === undefined ? nothing : offer(words.writeCourse(found.days?.supply ?? 0), () => rewrite(directions))}
    ${
      lasts === undefined
        ? nothing
        : offer(words.use([words.days(lasts)]), () => change({ daysSupply: String(lasts), daysByHand: true }))
    }`;
}
