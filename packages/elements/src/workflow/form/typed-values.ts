// Owns what is typed in the card of a medication: its values and where each came from, taken over together (W1).

import type { WorkflowHost } from '../part.ts';
import type { FormValues } from '../state/drafts/draft-fields.ts';
import { type Provenance, provenanceOf } from './provenance.ts';
import type { SigRules } from './sig-rules.ts';

/** The sentence is said when typing pauses; every letter would be a chatter. */
const SAY_AFTER_MS = 1_200;

export class TypedValues {
  readonly #host: WorkflowHost;
  readonly #sig: SigRules;
  readonly #replaced: () => void;
  /** The values that the provenance belongs to; others were put there by a pick, an edit or a clear. */
  #known: FormValues;
  #provenance: Provenance;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `replaced` hears that others were put there, whose text somebody wrote before. */
  constructor(host: WorkflowHost, sig: SigRules, replaced: () => void) {
    this.#host = host;
    this.#sig = sig;
    this.#replaced = replaced;
    this.#known = host.state.form.values;
    this.#provenance = provenanceOf(this.#known);
  }

  get provenance(): Provenance {
    return this.#provenance;
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  /** Where the text came from belongs to one set of values: a pick, an edit or a clear brings others. */
  sync(): void {
    const { values } = this.#host.state.form;
    if (values === this.#known) return;
    const before = this.#known;
    this.#known = values;
    const sameText =
      values.instructions === before.instructions && values.dispenseQuantity === before.dispenseQuantity;
    if (sameText && values.daysSupply === before.daysSupply && values.treatment?.id === before.treatment?.id)
      return;
    // A treatment that was changed under the same text keeps what was typed.
    if (sameText && this.#provenance.sent === values.instructions && values.instructions !== '') return;
    this.#provenance = provenanceOf(values);
    this.#replaced();
  }

  /** Sets values and their provenance together. */
  put(values: Partial<FormValues>, provenance: Partial<Provenance>): void {
    const { form } = this.#host.state;
    this.#provenance = { ...this.#provenance, ...provenance };
    this.#known = { ...form.values, ...values };
    form.set(values);
    this.#known = form.values;
  }

  typeDirections(typed: string): void {
    const { values } = this.#host.state.form;
    const { treatment } = values;
    const sent = this.#sig.sent(typed, treatment);
    const provenance = { ...this.#provenance, typed, sent, asWritten: false };
    this.put({ instructions: sent, ...this.#sig.derived(values, provenance, treatment).amounts }, provenance);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // What was added meanwhile is said already, and the form is empty.
      this.sync();
      const words = this.#sig.spoken(this.#provenance.typed, treatment);
      if (words !== undefined) this.#host.announce(words);
    }, SAY_AFTER_MS);
  }

  /** What was typed before the rules were there is read now. */
  readAgain(): void {
    this.sync();
    const { typed, asWritten } = this.#provenance;
    if (typed !== '' && !asWritten) this.typeDirections(typed);
    else this.#host.update();
  }

  changeAmounts(changes: Partial<FormValues & Provenance>): void {
    const { values } = this.#host.state.form;
    const {
      quantityByHand = this.#provenance.quantityByHand,
      daysByHand = this.#provenance.daysByHand,
      ...fields
    } = changes;
    const provenance = { ...this.#provenance, quantityByHand, daysByHand };
    const amounts = { ...values, ...fields };
    this.put({ ...fields, ...this.#sig.derived(amounts, provenance, values.treatment).amounts }, provenance);
  }
}
