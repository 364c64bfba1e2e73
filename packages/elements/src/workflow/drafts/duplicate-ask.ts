// Owns how a draft says that the same was likely prescribed before, by whom and when, and asks why it is prescribed again (W2).
import { html, nothing } from 'lit/html.js';
import { inputValue, selectField, textField } from '../../kit/fields/field.ts';
import { focusOn } from '../../kit/host.ts';
import { keyed } from '../../kit/keyed.ts';
import { choiceStyles } from '../../kit/look/choice-styles.ts';
import { icon, note } from '../../kit/look/icons.ts';
import { medicationText } from '../../kit/medication.ts';
import type { DraftRecord } from '../../records.ts';
import type { DraftNotesText } from '../../text/en/workflow/draft-notes.ts';
import { errorText } from '../../text/error-text.ts';
import type { WorkflowHost } from '../part.ts';
import { keepReason } from '../state/drafts/keep-reason.ts';
import { takeBack } from '../state/take-back.ts';
import { momentText } from './moment.ts';

type Duplicates = DraftRecord['likelyDuplicates'];

/** One question: where it stands, about what, and what is chosen so far. */
type Asked = {
  readonly name: string;
  /** Another one where another medicine, or another draft, is asked about at the same place. */
  readonly question: string;
  readonly duplicates: Duplicates;
  readonly reason: string;
  readonly error: string | undefined;
  readonly change: (reason: string) => void;
};

/** Chosen, and not written yet. */
const OTHER = 'other';

export class DuplicateAsk {
  readonly #host: WorkflowHost;
  readonly #words: () => DraftNotesText;
  /** By the question: a reason of one's own is being written. */
  readonly #others = new Set<string>();
  /** By the question: what is chosen in a row and not kept yet. */
  readonly #chosen = new Map<string, string>();
  readonly #refused = new Set<string>();

  constructor(host: WorkflowHost, words: () => DraftNotesText) {
    this.#host = host;
    this.#words = words;
    // Without an order there is no list of pharmacies, which would bring them.
    host.dress(choiceStyles);
  }

  /** What is told without a question: with a reason, and in the review. */
  notes({ likelyDuplicates }: Pick<DraftRecord, 'likelyDuplicates'>): unknown {
    return likelyDuplicates.length === 0 ? nothing : note('warn', this.#sentences(likelyDuplicates));
  }

  /** The newest of them in one sentence, to be said. */
  summary([newest]: Duplicates): string {
    return newest === undefined ? '' : this.#sentence(newest);
  }

  /** Above the button of the form. */
  inForm(error: string | undefined): unknown {
    const { form } = this.#host.state;
    return this.#ask({
      name: 'duplicateReason',
      question: `form ${form.opened} ${form.values.treatment?.id}`,
      duplicates: form.duplicates,
      reason: form.values.duplicateReason,
      error,
      change: (duplicateReason) => form.set({ duplicateReason }),
    });
  }

  /** In the row of a draft that came otherwise: a prefill, a refill, a page that was loaded anew. */
  inRow(record: DraftRecord, busy: boolean): unknown {
    const { id, likelyDuplicates, duplicateReason, treatment } = record;
    if (record.unreadable) return note('danger', this.#words().unreadable);
    if (likelyDuplicates.length === 0) return nothing;
    if (duplicateReason !== null || treatment === null) return this.notes(record);
    const words = this.#words();
    const question = questionOf(record);
    const ask = {
      name: `duplicate-${id}`,
      question,
      duplicates: likelyDuplicates,
      reason: this.#chosen.get(question) ?? '',
      error: this.#refused.has(question) ? this.#host.text.order.problems['LIKELY_DUPLICATE'] : undefined,
      change: (reason: string) => {
        this.#chosen.set(question, reason);
        this.#refused.delete(question);
        this.#host.update();
      },
    };
    return this.#ask(
      ask,
      html`<div class="row"><button type="button" aria-label=${words.keepOf(medicationText(treatment, this.#host.text.kit.language))} aria-disabled=${busy}
      @click=${() => busy || void this.#keep(record)}>${words.keep}</button></div>`,
    );
  }

  /** `keep`: its own button. A press under which another question comes to stand there answers none. */
  #ask(asked: Asked, keep: unknown = nothing): unknown {
    const { id } = this.#host;
    const words = this.#words();
    const { name, question, reason, error } = asked;
    const other = this.#others.has(question) || (reason !== '' && words.reasons[reason] === undefined);
    const value = other ? OTHER : reason;
    const choices = [...Object.entries(words.reasons), [OTHER, words.other] as const];
    const choose = (chosen: string): void => {
      if (chosen === OTHER) this.#others.add(question);
      else this.#others.delete(question);
      asked.change(chosen === OTHER ? '' : chosen);
    };
    return keyed(
      question,
      html`<div class="note warn" part="note" role="group" id=${id(name)} tabindex="-1" aria-labelledby="${id(name)}-what">${icon('warn')}<div>
      <div id="${id(name)}-what">${this.#sentences(asked.duplicates)}</div>
      <fieldset class="wide" aria-describedby=${error === undefined ? nothing : `${id(name)}-missing`}><legend>${words.why}</legend>
        <div class="row">${choices.map(
          ([kept, label]) =>
            html`<label class="choice"><input type="radio" name=${id(`${name}-choice`)} value=${kept} .checked=${value === kept}
              @change=${(event: Event) => choose(inputValue(event))} /><div>${label}</div></label>`,
        )}</div></fieldset>
      <div class="narrow">${selectField(this.#host, {
        name: `${name}-select`,
        label: words.why,
        empty: words.choose,
        choices,
        value,
        change: choose,
      })}</div>
      ${
        other
          ? textField(this.#host, {
              name: `${name}-other`,
              label: words.otherReason,
              value: reason,
              change: asked.change,
            })
          : nothing
      }
      ${error === undefined ? nothing : html`<div class="message error" id="${id(name)}-missing">${icon('danger')}<span>${error}</span></div>`}
    </div></div>${keep}`,
    );
  }

  /** From the form: it is out of the order again, and what was typed stays. */
  async takeBack(): Promise<void> {
    const { state, announce } = this.#host;
    if (await takeBack(state)) announce(this.#words().wentBack);
    await focusOn(this.#host, 'add');
  }

  async #keep(record: DraftRecord): Promise<void> {
    const { id, treatment } = record;
    const { state, text, announce } = this.#host;
    const question = questionOf(record);
    const duplicateReason = (this.#chosen.get(question) ?? '').trim();
    if (duplicateReason === '' || treatment === null) {
      this.#refused.add(question);
      this.#host.update();
      announce(text.order.problems['LIKELY_DUPLICATE'] ?? '', 'assertive');
      return await focusOn(this.#host, `duplicate-${id}`);
    }
    const outcome = await keepReason(state, record, { duplicateReason });
    if (outcome.ok) {
      this.#chosen.delete(question);
      announce(this.#words().kept(medicationText(treatment, this.#host.text.kit.language)));
      await focusOn(this.#host, `draft-${id}`);
    } else if (outcome.error !== null) announce(errorText(text, outcome.error), 'assertive');
  }

  #sentences(duplicates: Duplicates): unknown {
    const [only, ...more] = duplicates;
    if (only === undefined || more.length === 0) return only === undefined ? nothing : this.#sentence(only);
    return html`<ul class="plain">${duplicates.map((one) => html`<li>${this.#sentence(one)}</li>`)}</ul>`;
  }

  /** `Already prescribed by Elena Rivera on 22-Nov-2026 at 10:03 AM.` */
  #sentence({ sameTreatment, treatment, writtenBy, writtenAt, unreadable }: Duplicates[number]): string {
    const who = writtenBy === null ? '' : `${writtenBy.firstName} ${writtenBy.lastName}`;
    const when = momentText(Date.parse(writtenAt), this.#host.text.kit.language, this.#words());
    const before = sameTreatment
      ? this.#words().prescribedBefore(who, when)
      : this.#words().similarBefore(treatment?.name ?? '', who, when);
    return unreadable ? `${before} ${this.#words().unreadableBefore}` : before;
  }
}

/** A draft that was changed to another medicine is asked about anew. */
function questionOf({ id, treatment }: DraftRecord): string {
  return `${id} ${treatment?.id}`;
}
