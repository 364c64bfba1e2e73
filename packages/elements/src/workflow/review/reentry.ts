// Owns what a prescriber enters again of the patient before signing, where the organization asks for it.
import { html, nothing } from 'lit/html.js';
import { textField } from '../../kit/fields/field.ts';
import { focusOn } from '../../kit/host.ts';
import type { ReviewText } from '../../text/en/workflow/review.ts';
import type { WorkflowHost } from '../part.ts';

/** Whom the fields are about: as it is written in what is signed. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string;
}

/**
 * The initials and the year of birth, from the patient in front of the prescriber: looking at them again finds an order for the wrong
 * one. Nothing is said of which of both is wrong, and what was entered never leaves the page.
 */
export class Reentry {
  readonly #host: WorkflowHost;
  readonly #words: () => ReviewText;
  #initials = '';
  #year = '';
  #differs = false;

  constructor(host: WorkflowHost, words: () => ReviewText) {
    this.#host = host;
    this.#words = words;
  }

  /** Each order is looked at anew. */
  clear(): void {
    this.#initials = '';
    this.#year = '';
    this.#differs = false;
  }

  get #asked(): boolean {
    return this.#host.session.organization?.patientReentry ?? false;
  }

  /** True when nothing is asked, or it was entered right; else the fields say so and have the focus. */
  async holds(person: Person | undefined): Promise<boolean> {
    if (!this.#asked) return true;
    this.#differs = person === undefined || !isOf(person, this.#initials, this.#year);
    this.#host.update();
    if (!this.#differs) return true;
    this.#host.announce(this.#words().reentryDiffers, 'assertive');
    await focusOn(this.#host, 'reentry-initials');
    return false;
  }

  render(): unknown {
    if (!this.#asked) return nothing;
    const words = this.#words();
    const error = this.#differs ? words.reentryDiffers : undefined;
    return html`<fieldset>
      <legend>${words.reentry}</legend>
      <div class="fields two">
        ${textField(this.#host, {
          name: 'reentry-initials',
          label: words.reentryInitials,
          hint: words.reentryHint,
          error,
          value: this.#initials,
          change: (value) => this.#take(() => (this.#initials = value)),
        })}
        ${textField(this.#host, {
          name: 'reentry-year',
          label: words.reentryYear,
          inputMode: 'numeric',
          value: this.#year,
          change: (value) => this.#take(() => (this.#year = value)),
        })}
      </div>
    </fieldset>`;
  }

  #take(change: () => void): void {
    change();
    this.#differs = false;
    this.#host.update();
  }
}

/** First letters of the given and the family name in this order, whatever their case and accents; all four digits of the year. */
export function isOf({ firstName, lastName, dateOfBirth }: Person, initials: string, year: string): boolean {
  const plain = (text: string): string =>
    text
      .normalize('NFD')
      .replaceAll(/[^\p{L}]/gu, '')
      .toUpperCase();
  const first = (text: string): string => /^./u.exec(plain(text))?.[0] ?? '';
  return plain(initials) === first(firstName) + first(lastName) && year.trim() === dateOfBirth.slice(0, 4);
}
