// Owns whose the open item is and what is noted on it: take, hand over, note, each confirmed where it stands.
import type { Session } from '@pestle/client';
import { note } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { PORTAL_LIMITS } from '../limits.ts';
import type { SharedWords } from '../page/words.ts';
import type { DeskText } from '../text/en/desk.ts';
import { type DeskItem, patientOf } from './desk-item.ts';
import { type DeskAct, DeskWrite } from './desk-write.ts';

export type Kind = DeskAct['kind'];

/** Somebody to whom it can be handed over. */
export interface Colleague {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** What was done; else what is said of something that lies there no more, and '' where it still does. */
export type ActDone = { readonly kind: Kind } | { readonly gone: string };

export interface Around {
  readonly session: Session;
  readonly words: DeskText;
  readonly shared: SharedWords;
  readonly people: readonly Colleague[];
}

export class DeskActs {
  readonly #draw: () => void;
  readonly #done: (what: ActDone) => void;
  readonly #write = new DeskWrite();
  /** What is being confirmed; undefined while nothing is. */
  #kind: Kind | undefined;
  #typed = '';
  #tried = false;

  /** `done` is called after something was done, or was refused. */
  constructor(draw: () => void, done: (what: ActDone) => void) {
    this.#draw = draw;
    this.#done = done;
  }

  open(kind: Kind | undefined): void {
    this.#kind = kind;
    this.#typed = '';
    this.#tried = false;
    this.#write.forget();
    this.#draw();
  }

  /** What can be done with an item; `open` is told which of it is begun, or that what was open is put away. */
  buttons(
    item: DeskItem,
    isOpen: boolean,
    { words, session }: Around,
    open: (kind: Kind | undefined) => void,
  ): TemplateResult {
    // Taking is last: when somebody takes it meanwhile, no other button moves under whoever is about to press one.
    const kinds: readonly Kind[] = [
      ...(item.situation === 'WRONG_NUMBER' ? (['right'] as const) : []),
      'hand',
      'note',
      ...(item.owner.id === session.me?.id ? [] : (['take'] as const)),
    ];
    const name = patientOf(item, words);
    const opened = isOpen ? this.#kind : undefined;
    return html`<div class="row acts" role="group" aria-label=${words.whose(name)}>${kinds.map((kind) => {
      const said =
        kind === 'take' && item.takenAt !== null ? words.acts.takeFrom(item.owner.name) : words.acts[kind];
      return html`<button type="button" data-act=${kind} aria-expanded=${String(opened === kind)} aria-label=${words.nextOf(said, name)}
        @click=${() => open(opened === kind ? undefined : kind)}>${said}</button>`;
    })}</div>`;
  }

  /** What is being confirmed of the open item. */
  render(item: DeskItem, around: Around): unknown {
    return this.#kind === undefined ? nothing : this.#form(this.#kind, item, around);
  }

  #form(kind: Kind, item: DeskItem, around: Around): TemplateResult {
    const { words } = around;
    const { busy, problem, takenBy } = this.#write;
    const isMissing = this.#tried && kind !== 'take' && this.#typed.trim() === '';
    const wrong = isMissing ? words.missing[kind] : problem;
    // Whoever was faster is asked about by name before it is taken from them.
    const from = kind !== 'take' ? undefined : (takenBy ?? (item.takenAt === null ? undefined : item.owner));
    return html`<form class="card" novalidate @submit=${(event: Event) => {
      event.preventDefault();
      void this.#send(kind, item, around, from?.id ?? null);
    }}>
      ${this.#field(kind, isMissing, around, item)}
      ${kind === 'take' ? html`<p>${from === undefined ? words.asks.take : words.asks.takeFrom(from.name)}</p>` : nothing}
      ${wrong === '' ? nothing : note('danger', wrong, { role: 'alert' })}
      <div class="row"><button class="primary" ?disabled=${busy}>${from === undefined ? words.acts[kind] : words.acts.takeFrom(from.name)}</button>
        <button type="button" class="quiet" @click=${() => this.open(undefined)}>${words.back}</button></div>
    </form>`;
  }

  #field(kind: Kind, isMissing: boolean, { words, people, session }: Around, item: DeskItem): unknown {
    if (kind === 'take') return nothing;
    const typed = (event: Event): void => {
      this.#typed = (event.target as HTMLInputElement | HTMLSelectElement).value;
      this.#draw();
    };
    const label = html`<label for="desk-field">${words.asks[kind]}</label>`;
    if (kind !== 'hand')
      return html`<div>${label}<input id="desk-field" required maxlength=${
        kind === 'right' ? PORTAL_LIMITS.deskReasonCharactersMax : PORTAL_LIMITS.deskNoteCharactersMax
      } autocomplete="off" aria-invalid=${String(isMissing)} .value=${this.#typed} @input=${typed}></div>`;
    return html`<div>${label}<select id="desk-field" required aria-invalid=${String(isMissing)} @change=${typed}>
      <option value="" .selected=${this.#typed === ''}>${words.choose}</option>
      ${people
        .filter(({ id }) => id !== item.owner.id)
        .map(
          ({ id, firstName, lastName }) =>
            html`<option value=${id} .selected=${this.#typed === id}>${firstName} ${lastName}${id === session.me?.id ? ` (${words.you})` : ''}</option>`,
        )}</select></div>`;
  }

  async #send(kind: Kind, { id }: DeskItem, around: Around, from: string | null): Promise<void> {
    const typed = this.#typed.trim();
    this.#tried = true;
    if (kind !== 'take' && typed === '') return this.#draw();
    const sending = this.#write.send(around.session, actOf(kind, id, typed, from), around);
    this.#draw();
    if (await sending) {
      this.open(undefined);
      this.#done({ kind });
      return;
    }
    this.#draw();
    this.#done({ gone: this.#write.isGone ? this.#write.problem : '' });
  }
}

function actOf(kind: Kind, id: string, typed: string, from: string | null): DeskAct {
  switch (kind) {
    case 'take':
      return { kind, id, from };
    case 'hand':
      return { kind, id, userId: typed };
    case 'note':
    case 'right':
      return { kind, id, text: typed };
    default:
      throw new Error(`unknown act ${String(kind satisfies never)}`);
  }
}
