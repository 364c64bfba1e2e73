// Owns the choice of a pharmacy within an act: first the few that are proposed, each with a button that sends it there, then the whole list of the kit.
import { type ClientError, isAbort } from '@pestle/client';
import { PlaceOfOrder } from '@pestle/client/documents/acts';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { tabs } from '../kit/fields/tabs.ts';
import { focusOn } from '../kit/host.ts';
import { choiceStyles } from '../kit/look/choice-styles.ts';
import { note } from '../kit/look/icons.ts';
import { trouble } from '../kit/trouble.ts';
import { pharmacySummary } from '../pharmacy/pharmacy-choice.ts';
import { type ListTab, PharmacyList } from '../pharmacy/pharmacy-list.ts';
import type { Listed } from '../pharmacy/pharmacy-model.ts';
import type { ActsText } from '../text/en/acts.ts';
import { pharmacy as english, type PharmacyText } from '../text/en/workflow/pharmacy.ts';
import { PartWords } from '../text/part-words.ts';
import type { ActSubject } from './act-model.ts';
import type { ActPart, ActRequest, PartWay } from './act-request.ts';
import type { ActsHost } from './acts-host.ts';
import { proposalsOf } from './proposal.ts';

/** The pharmacy that is chosen in one act. It proposes a few once it knows what is near; they stay as they are, so that no button moves under a hand. */
export class PharmacyPick implements ActPart {
  /** What a person has chosen in the list. */
  chosen: Listed | null = null;
  /** The pharmacy that has the order. */
  from: { readonly id: string; readonly name: string } | null = null;
  readonly #host: ActsHost;
  readonly #orderId: string;
  readonly #text: PartWords<PharmacyText>;
  readonly #list: PharmacyList;
  #status: 'asking' | 'ready' | 'failed' = 'asking';
  #error: ClientError | undefined;
  #tab: ListTab = 'local-pickup';
  #postalCode: string | undefined;
  /** The list is open. */
  #listed = false;
  /** Undefined until what is near is known. */
  #proposed: readonly Listed[] | undefined;
  /** What is proposed is of the other kind, because there is none of the order's own. */
  #isOtherKind = false;

  constructor(host: ActsHost, orderId: string) {
    this.#host = host;
    this.#orderId = orderId;
    this.#text = new PartWords(
      english,
      async () => (await import('../text/es/workflow/pharmacy.ts')).pharmacy,
      host.update,
    );
    const words = (): PharmacyText => this.#words;
    const { session, signal, announce } = host;
    this.#list = new PharmacyList(host, { session, signal, announce, update: () => this.#found() }, words);
    host.dress?.(choiceStyles);
    void this.#begin();
  }

  get #words(): PharmacyText {
    return this.#text.of(this.#host.text.kit.language);
  }

  dispose(): void {
    this.#list.dispose();
  }

  /** While some are looked for there is nothing to confirm; where nothing is chosen in the list, the press says what is missing. */
  get isReady(): boolean {
    return this.#isListed;
  }

  effect({ lines }: ActSubject, words: ActsText): string {
    const { from } = this;
    const name = this.chosen?.pharmacy.name ?? words.theOne;
    const sentence = from === null ? words.sends(name) : words.moves(from.name, name);
    return lines > 1 ? `${sentence} ${words.movesAll(lines)}` : sentence;
  }

  /** Each one that is proposed, until the list is open. */
  ways(words: ActsText): readonly PartWay[] | undefined {
    if (this.#status === 'failed') return [];
    if (this.#isListed) return undefined;
    const text = { words: this.#words, language: this.#host.text.kit.language };
    return (this.#proposed ?? []).map((listed) => ({
      key: listed.pharmacy.id,
      about: pharmacySummary(listed, text),
      button: (this.from === null ? words.sendTo : words.sendToInstead)(listed.pharmacy.name),
    }));
  }

  besides({ pick }: { readonly pick: ActsPickText }): unknown {
    return this.#status === 'failed' || this.#proposed === undefined || this.#isListed
      ? nothing
      : html`<button type="button" id=${this.#host.id('pick-another')} @click=${() => this.#open()}>${pick.another}</button>`;
  }

  request({ orderId }: ActSubject, key: string): ActRequest | string {
    const pharmacy =
      this.#proposed?.find((listed) => listed.pharmacy.id === key)?.pharmacy ?? this.chosen?.pharmacy;
    if (pharmacy === undefined) return this.#search;
    const act = this.from === null ? 'CHOOSE_PHARMACY' : 'OTHER_PHARMACY';
    return { act, orderId, pharmacyId: pharmacy.id, pharmacyName: pharmacy.name };
  }

  render(subject: ActSubject, words: ActsText): unknown {
    const { pick } = words;
    if (this.#status === 'failed')
      return note(
        'danger',
        trouble(this.#host, pick.failed, this.#error, () => void this.#begin()),
      );
    if (!this.#isListed)
      return this.#proposed === undefined
        ? html`<p class="muted"><span class="spinner" aria-hidden="true"></span> ${pick.asking}</p>`
        : html`${this.#isOtherKind ? html`<p>${pick.otherKind[this.#tab]}</p>` : nothing}
          <p dir="auto">${this.effect(subject, words)}</p>`;
    const text = { words: this.#words, language: this.#host.text.kit.language };
    return html`${
      this.chosen === null
        ? html`<p>${pick.none}</p>`
        : html`<div class="proposed"><div class="small muted">${pick.chosen}</div>${pharmacySummary(this.chosen, text)}</div>`
    }${this.#tabs()}`;
  }

  /** The list is open: by hand, or because nothing can be proposed. */
  get #isListed(): boolean {
    return this.#listed || this.#proposed?.length === 0;
  }

  /** The first field of the list. */
  get #search(): string {
    return this.#tab === 'mail-order' ? 'mail-order-name' : 'local-pickup-place';
  }

  #tabs(): TemplateResult {
    const words = this.#words;
    return tabs(this.#host, {
      name: 'pick',
      label: words.tabs,
      tabs: [
        { key: 'local-pickup', label: words.localPickup },
        { key: 'mail-order', label: words.mailOrder },
      ],
      chosen: this.#tab,
      choose: (tab) => {
        this.#tab = tab;
        this.#list.begin(tab, this.#postalCode);
        this.#host.update();
      },
      panel: this.#list.render(this.#tab, {
        choices: this.#choicesOf(this.#tab),
        chosenId: this.chosen?.pharmacy.id,
        choose: (choice) => this.#choose(choice),
      }),
    });
  }

  #open(): void {
    this.#listed = true;
    this.#host.update();
    void focusOn(this.#host, this.#search);
  }

  #choose(listed: Listed): void {
    this.chosen = listed;
    this.#host.announce(this.#words.selected(listed.pharmacy.name));
    this.#host.update();
  }

  /** Of one kind, without the pharmacy that has it. */
  #choicesOf(tab: ListTab): readonly Listed[] {
    return this.#list.choices(tab).filter(({ pharmacy }) => pharmacy.id !== this.from?.id);
  }

  #found(): void {
    if (this.#status === 'ready' && !this.#list.isAsking(this.#tab)) this.#proposed ??= this.#proposals();
    this.#host.update();
  }

  /** Where none of the order's own kind can take it, those of the other: nobody has to search before the second press. Undefined while they are looked for. */
  #proposals(): readonly Listed[] | undefined {
    const own = proposalsOf(this.#choicesOf(this.#tab));
    if (own.length > 0) return own;
    const other = this.#tab === 'mail-order' ? 'local-pickup' : 'mail-order';
    this.#list.begin(other, this.#postalCode);
    if (this.#list.isAsking(other)) return undefined;
    const proposed = proposalsOf(this.#choicesOf(other));
    this.#isOtherKind = proposed.length > 0;
    return proposed;
  }

  async #begin(): Promise<void> {
    const { session, signal } = this.#host;
    this.#status = 'asking';
    this.#host.update();
    try {
      const { order } = await session.query(PlaceOfOrder, { id: this.#orderId }, { signal });
      this.from = order.pharmacy;
      this.#list.own = order.patient ?? undefined;
      this.#tab = order.pharmacy?.kind === 'MAIL_ORDER' ? 'mail-order' : 'local-pickup';
      this.#postalCode = (order.address ?? order.patient?.address)?.postalCode;
      this.#status = 'ready';
      this.#list.begin(this.#tab, this.#postalCode);
      this.#found();
    } catch (error) {
      if (isAbort(error)) return;
      this.#status = 'failed';
      this.#error = error as ClientError;
      this.#host.update();
    }
  }
}

type ActsPickText = ActsText['pick'];
