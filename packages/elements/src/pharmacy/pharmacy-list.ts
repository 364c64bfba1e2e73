// Owns the list from which a pharmacy is chosen, wherever one is: the patient's own, what the search finds, and what the search is at.
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { KitHost } from '../kit/host.ts';
import { note } from '../kit/look/icons.ts';
import { type TroubleView, trouble } from '../kit/trouble.ts';
import type { PharmacyText } from '../text/en/workflow/pharmacy.ts';
import { finderFields } from './finder-fields.ts';
import { type FactsText, pharmacyChoice } from './pharmacy-choice.ts';
import { type FinderHost, PharmacyFinder } from './pharmacy-finder.ts';
import { choicesOf, type Listed, type OwnPharmacies, ownChoices } from './pharmacy-model.ts';

/** Where a list stands. */
export type ListTab = 'local-pickup' | 'mail-order';
export const KIND_OF_TAB = { 'local-pickup': 'LOCAL_PICKUP', 'mail-order': 'MAIL_ORDER' } as const;

/** What it needs from the element around. */
export type ListHost = KitHost & TroubleView;

/** What stands in the list, and what happens to it. */
export interface ListView {
  readonly choices: readonly Listed[];
  readonly chosenId: string | undefined;
  readonly choose: (choice: Listed) => void;
  readonly keydown?: (event: KeyboardEvent) => void;
}

export class PharmacyList {
  /** The patient's own pharmacies, once they are known. */
  own: OwnPharmacies | undefined;
  readonly #host: ListHost;
  readonly #words: () => PharmacyText;
  readonly #finders: Readonly<Record<ListTab, PharmacyFinder>>;

  constructor(host: ListHost, finding: FinderHost, words: () => PharmacyText) {
    this.#host = host;
    this.#words = words;
    this.#finders = {
      'local-pickup': new PharmacyFinder(finding, KIND_OF_TAB['local-pickup'], words),
      'mail-order': new PharmacyFinder(finding, KIND_OF_TAB['mail-order'], words),
    };
  }

  /** The first list of a kind, near a place; again only when asked. */
  begin(tab: ListTab, postalCode: string | undefined): void {
    this.#finders[tab].begin(postalCode);
  }

  isAsking(tab: ListTab): boolean {
    return this.#finders[tab].status === 'asking';
  }

  /** What failed is asked for again. */
  resume(): void {
    for (const finder of Object.values(this.#finders)) if (finder.status === 'failed') void finder.ask();
  }

  dispose(): void {
    for (const finder of Object.values(this.#finders)) finder.dispose();
  }

  /** A name that is typed is looked for among the own ones as well. */
  choices(tab: ListTab): readonly Listed[] {
    const { name, hits } = this.#finders[tab];
    const wanted = name.trim().toLowerCase();
    const mine = ownChoices(this.own, KIND_OF_TAB[tab]).filter(({ pharmacy }) =>
      pharmacy.name.toLowerCase().includes(wanted),
    );
    return choicesOf(mine, hits);
  }

  /** The fields of the search, what it found, and what it is at. */
  render(tab: ListTab, view: ListView): TemplateResult {
    return html`<div class="stack">${finderFields(this.#host, tab, this.#finders[tab], this.#words())}
      ${this.group(tab, view)}${this.#searchState(tab, view.choices.length)}</div>`;
  }

  /** The choices alone. */
  group(tab: ListTab, { choices, chosenId, choose, keydown }: ListView): unknown {
    if (choices.length === 0) return nothing;
    const { id, text } = this.#host;
    const facts: FactsText = { words: this.#words(), language: text.kit.language };
    return html`<div class="choices" role="radiogroup" aria-label=${facts.words.choose} @keydown=${keydown ?? nothing}
      >${repeat(
        choices,
        ({ pharmacy }) => pharmacy.id,
        (choice) =>
          pharmacyChoice(choice, facts, {
            id: id(`choice-${choice.pharmacy.id}`),
            group: id(`choices-${tab}`),
            checked: choice.pharmacy.id === chosenId,
            choose: () => choose(choice),
          }),
      )}</div>`;
  }

  #searchState(tab: ListTab, count: number): unknown {
    const words = this.#words();
    const finder = this.#finders[tab];
    switch (finder.status) {
      case 'idle':
        return nothing;
      case 'asking':
        return html`<p class="muted"><span class="spinner" aria-hidden="true"></span> ${words.searching}</p>`;
      case 'failed':
        return note(
          'danger',
          trouble(this.#host, words.failed, finder.error, () => void finder.ask()),
        );
      case 'done':
        if (count === 0) return html`<p class="muted">${words.none}</p>`;
        return finder.hasMore
          ? html`<div><button type="button" @click=${() => void finder.ask(true)}>${words.more}</button></div>`
          : nothing;
      default:
        return finder.status satisfies never;
    }
  }
}
