// Owns the combobox: a text input with a list of grouped choices, by keyboard, pointer and screen reader.
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { FieldControl } from '../fields/field.ts';
import { inputValue } from '../fields/field.ts';
import type { KitHost } from '../host.ts';
import {
  type Choice,
  CLOSED,
  type ComboboxState,
  grouped,
  type Placed,
  pressKey,
  typed,
  withChoices,
} from './combobox-model.ts';

/** A spinner that comes sooner makes a fast answer look slow. */
const SPINNER_AFTER_MS = 400;
/** Typing is not interrupted by the number of results. */
const ANNOUNCE_AFTER_MS = 700;
/** The list takes at most this part of what the on-screen keyboard leaves free. */
const PART_OF_VIEW = 0.6;
const MOST = '--_popup-max';
/** Lines of choices that come again are not made again; what the service has found goes some time. */
const KEPT_MAX = 50;

export type ComboboxSettings<T> = {
  readonly name: string;
  /** The name of the list for screen readers. */
  readonly listLabel: () => string;
  readonly placeholder?: () => string;
  /** A full-width sheet where the element is narrow; the card around it has the class `sheet-frame`. */
  readonly sheet?: boolean;
  /** How a choice looks. */
  readonly render: (choice: Choice<T>, text: string) => unknown;
  /** What stands before the choices of a row of several. */
  readonly renderRow?: (choices: ReadonlyArray<Choice<T>>, text: string) => unknown;
  /** The heading of a group; undefined for none. */
  readonly heading: (group: string) => string | undefined;
  /** The text changed, by typing or by clearing. */
  readonly change: (text: string) => void;
  readonly pick: (value: T, choice: Choice<T>) => void;
  /** A key that the list has no use for, such as Control and Enter. */
  readonly otherKey?: (event: KeyboardEvent) => void;
  /** What is said after the list changed, such as "12 results". */
  readonly counted: (choices: ReadonlyArray<Choice<T>>, text: string) => string;
  /** What stands in the open list where there is nothing to choose; undefined shows no list then. */
  readonly emptyNote: (text: string) => string | undefined;
};

/** One combobox in the shadow root of a host. It keeps the text and the highlight; the owner keeps the choices. */
export class Combobox<T> {
  readonly #host: KitHost;
  readonly #settings: ComboboxSettings<T>;
  #state: ComboboxState = CLOSED;
  #choices: ReadonlyArray<Choice<T>> = [];
  #loading = false;
  #spinning = false;
  #spinnerTimer: ReturnType<typeof setTimeout> | undefined;
  #announceTimer: ReturnType<typeof setTimeout> | undefined;
  #said = '';
  /** Where the choices were drawn, by their keys. */
  readonly #drawn = new Map<string, readonly [place: DocumentFragment, option: Element | null]>();

  constructor(host: KitHost, settings: ComboboxSettings<T>) {
    this.#host = host;
    this.#settings = settings;
  }

  get text(): string {
    return this.#state.text;
  }

  get open(): boolean {
    return this.#state.open;
  }

  /** Sets the text without opening the list. */
  setText(text: string): void {
    this.#state = { open: false, active: -1, text };
    this.#host.update();
  }

  /** Shows these choices; `loading`: more are on their way, and what stands there is dimmed until they come. */
  setChoices(choices: ReadonlyArray<Choice<T>>, loading = false): void {
    this.#state = withChoices(this.#state, this.#choices, choices);
    this.#choices = choices;
    this.setLoading(loading);
    this.#announceLater();
    this.#host.update();
  }

  /** What stands in the list is old: dimmed at once, with a spinner when it takes long. */
  setLoading(loading: boolean): void {
    if (loading === this.#loading) return;
    this.#loading = loading;
    this.#spinning = false;
    clearTimeout(this.#spinnerTimer);
    if (!loading) return;
    this.#spinnerTimer = setTimeout(() => {
      this.#spinning = this.#loading;
      this.#host.update();
    }, SPINNER_AFTER_MS);
  }

  close(): void {
    this.#state = { ...this.#state, open: false, active: -1 };
    this.#host.update();
  }

  focus(): void {
    this.#host.find(this.#settings.name)?.focus();
  }

  /** Stops the timers, when the element goes. */
  stop(): void {
    clearTimeout(this.#spinnerTimer);
    clearTimeout(this.#announceTimer);
  }

  /** Draws it as the control of a field. */
  render(bound: FieldControl): TemplateResult {
    const { open, active, text } = this.#state;
    const list = open && this.#choices.length > 0;
    return html`<div class="combobox ${this.#settings.sheet === true ? 'sheet' : ''}">
      <input part="input" id=${bound.id} type="text" role="combobox" autocomplete="off" autocapitalize="none" autocorrect="off"
        spellcheck="false" enterkeyhint="search" placeholder=${this.#settings.placeholder?.() ?? nothing}
        aria-autocomplete="list" aria-expanded=${list ? 'true' : 'false'} aria-controls=${list ? `${bound.id}-list` : nothing}
        aria-activedescendant=${list && active >= 0 ? `${bound.id}-${active}` : nothing}
        aria-describedby=${bound.describedBy} aria-invalid=${bound.invalid} aria-required=${bound.required}
        .value=${text} @input=${this.#typed} @keydown=${this.#pressed} @click=${this.#clicked} @blur=${this.#left} />
      ${this.#spinning ? html`<span class="spinner" aria-hidden="true"></span>` : nothing}
      ${open ? this.#renderPopup(bound.id) : nothing}
    </div>`;
  }

  #renderPopup(id: string): unknown {
    if (this.#choices.length === 0) {
      const note = this.#loading ? undefined : this.#settings.emptyNote(this.#state.text);
      return note === undefined
        ? nothing
        : html`<div class="popup" part="popup"><p class="popup-note">${note}</p></div>`;
    }
    if (this.#drawn.size > KEPT_MAX) this.#drawn.clear();
    // A press on the list must not take focus from the input: a list that lost its input would close before the click.
    return html`<div class="popup ${this.#loading ? 'old' : ''}" part="popup" role="listbox" id="${id}-list"
      aria-label=${this.#settings.listLabel()} aria-busy=${this.#loading ? 'true' : 'false'}
      @pointerdown=${keepFocus} @mousedown=${keepFocus}>${grouped(this.#choices).map(({ group, rows }) => {
        const heading = this.#settings.heading(group);
        const options = repeat(
          rows,
          ([first]) => first?.choice.key,
          (row) => this.#renderRow(id, row),
        );
        return heading === undefined
          ? options
          : html`<div role="group" aria-labelledby="${id}-g-${group}">
              <div class="group-title" role="presentation" id="${id}-g-${group}">${heading}</div>${options}
            </div>`;
      })}</div>`;
  }

  #renderRow(id: string, row: ReadonlyArray<Placed<T>>): unknown {
    const options = row.map(({ choice, index }) => this.#renderChoice(id, choice, index));
    if (row.length === 1) return options[0];
    const choices = row.map(({ choice }) => choice);
    return html`<div class="several ${choices[0]?.apart === true ? 'apart' : ''}" role="presentation">${this.#settings.renderRow?.(choices, this.#state.text)}
      <div class="beside" role="presentation">${options}</div></div>`;
  }

  /**
   * The line of a choice, as it is now: its nodes stay where only what is marked in it has changed, or where it comes again. They are never those of
   * another choice: a press under which the list becomes another takes nothing.
   */
  #renderChoice(id: string, choice: Choice<T>, index: number): unknown {
    const active = index === this.#state.active;
    const known = this.#drawn.get(choice.key);
    const place = known?.[0] ?? new DocumentFragment();
    render(
      html`<div role="option" part="option" id="${id}-${index}" class="${active ? 'active' : ''} ${choice.apart === true ? 'apart' : ''}"
      aria-selected=${active ? 'true' : 'false'} aria-disabled=${choice.disabledReason === undefined ? nothing : 'true'}
      @click=${() => this.#take(choice)}>${this.#settings.render(choice, this.#state.text)}</div>`,
      place,
    );
    const option = known?.[1] ?? place.lastElementChild;
    this.#drawn.set(choice.key, [place, option]);
    return option;
  }

  readonly #typed = (event: InputEvent): void => {
    this.#state = typed(inputValue(event));
    this.#settings.change(this.#state.text);
    this.#host.update();
    this.#fit();
  };

  readonly #pressed = (event: KeyboardEvent): void => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.isComposing || (!plain && event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) {
      this.#settings.otherKey?.(event);
      return;
    }
    const highlighted = this.#choices[this.#state.active];
    const before = this.#state;
    const { state, act, handled } = pressKey(before, this.#choices, event.key);
    if (handled) event.preventDefault();
    if (handled && event.key === 'Escape') event.stopPropagation();
    this.#state = state;
    if (act === 'clear') this.#settings.change('');
    if ((act === 'pick' || act === 'refuse') && highlighted !== undefined) this.#take(highlighted);
    if (!handled) this.#settings.otherKey?.(event);
    // A letter is drawn when it is in the input: drawn here as well, every key would cost twice.
    if (handled || this.#state !== before) this.#host.update();
    if (handled) void this.#showActive();
  };

  readonly #clicked = (): void => {
    if (this.#state.open) return;
    this.#state = { ...this.#state, open: true };
    this.#host.update();
    this.#fit();
  };

  readonly #left = (): void => {
    if (this.#state.open) this.close();
  };

  #take(choice: Choice<T>): void {
    if (choice.disabledReason !== undefined) {
      this.#host.announce(`${choice.label}: ${choice.disabledReason}`, 'assertive');
      return;
    }
    this.#state = { ...this.#state, open: false, active: -1 };
    this.#host.update();
    this.#settings.pick(choice.value, choice);
  }

  #announceLater(): void {
    clearTimeout(this.#announceTimer);
    if (!this.#state.open || this.#loading) return;
    this.#announceTimer = setTimeout(() => {
      const words = this.#settings.counted(this.#choices, this.#state.text);
      const key = `${this.#state.text}\n${words}`;
      if (!this.#state.open || key === this.#said) return;
      this.#said = key;
      this.#host.announce(words);
    }, ANNOUNCE_AFTER_MS);
  }

  async #showActive(): Promise<void> {
    await this.#host.updated();
    this.#fit();
    this.#host.find(`${this.#settings.name}-${this.#state.active}`)?.scrollIntoView({ block: 'nearest' });
  }

  /** The on-screen keyboard covers the page without changing its size: only the visual viewport knows. */
  #fit(): void {
    const { visualViewport: view } = globalThis;
    const style = this.#host.find(this.#settings.name)?.parentElement?.style;
    if (view === null || view === undefined || style === undefined) return;
    const most = `${Math.round(view.height * PART_OF_VIEW)}px`;
    // Written anew at every key, it would have the whole list styled anew.
    if (style.getPropertyValue(MOST) !== most) style.setProperty(MOST, most);
  }
}

function keepFocus(event: Event): void {
  event.preventDefault();
}
