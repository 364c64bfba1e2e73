// Owns the choice of a pharmacy within an act: first the one that is proposed, then the whole list of the kit.
import { type ClientError, isAbort } from '@pestle/client';
import { PlaceOfOrder } from '@pestle/client/documents/acts';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { tabs } from '../kit/fields/tabs.ts';
import { focusOn } from '../kit/host.ts';
import { choiceStyles } from '../kit/look/choice-styles.ts';
import { note } from '../kit/look/icons.ts';
import { trouble } from '../kit/trouble.ts';
import { pharmacyFacts } from '../pharmacy/pharmacy-choice.ts';
import { type ListTab, PharmacyList } from '../pharmacy/pharmacy-list.ts';
import type { Listed } from '../pharmacy/pharmacy-model.ts';
import type { ActsText } from '../text/en/acts.ts';
import { pharmacy as english, type PharmacyText } from '../text/en/workflow/pharmacy.ts';
import { PartWords } from '../text/part-words.ts';
import type { ActSubject } from './act-model.ts';
import type { ActPart, ActRequest } from './act-request.ts';
import type { ActsHost } from './acts-host.ts';
import { type Proposal, proposalOf } from './proposal.ts';

/** The pharmacy that is chosen in one act. It proposes one as soon as it knows some, unless a person has chosen. */
export class PharmacyPick implements ActPart {
  /** What would be sent to; null while nothing is. */
  chosen: Proposal | null = null;
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
  #byHand = false;

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

  /** While one is looked for there is nothing to confirm; where none was found, the press says what is missing. */
  get isReady(): boolean {
    return this.chosen !== null || !this.#looking;
  }

  /** Once both are known. */
  effect({ lines }: ActSubject, words: ActsText): string | undefined {
    const { chosen, from } = this;
    if (chosen === null) return undefined;
    const { name } = chosen.listed.pharmacy;
    const sentence = from === null ? words.sends(name) : words.moves(from.name, name);
    return lines > 1 ? `${sentence} ${words.movesAll(lines)}` : sentence;
  }

  request({ orderId }: ActSubject): ActRequest | string {
    const pharmacy = this.chosen?.listed.pharmacy;
    if (pharmacy === undefined) return 'pick-another';
    const act = this.from === null ? 'CHOOSE_PHARMACY' : 'OTHER_PHARMACY';
    return { act, orderId, pharmacyId: pharmacy.id, pharmacyName: pharmacy.name };
  }

  render(_subject: ActSubject, { pick }: { readonly pick: ActsPickText }): unknown {
    if (this.#status === 'failed')
      return note(
        'danger',
        trouble(this.#host, pick.failed, this.#error, () => void this.#begin()),
      );
    const open = this.#listed || (this.chosen === null && !this.#looking);
    return html`${this.#proposal(pick)}${open ? this.#tabs() : nothing}${
      open || this.chosen === null
        ? nothing
        : html`<div><button type="button" id=${this.#host.id('pick-another')} @click=${() => this.#open()}
          >${pick.another}</button></div>`
    }`;
  }

  get #looking(): boolean {
    return this.#status === 'asking' || this.#list.isAsking(this.#tab);
  }

  #proposal(pick: ActsPickText): unknown {
    const { chosen } = this;
    if (chosen === null)
      return this.#looking && !this.#listed
        ? html`<p class="muted"><span class="spinner" aria-hidden="true"></span> ${pick.asking}</p>`
        : html`<p>${pick.none}</p>`;
    const { pharmacy, distanceKm } = chosen.listed;
    const text = { words: this.#words, language: this.#host.text.kit.language };
    return html`<div class="proposed"><div class="small muted">${pick[chosen.why]}</div>
      <div class="name">${pharmacy.name}</div>${pharmacyFacts(pharmacy, text, distanceKm)}</div>`;
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
        chosenId: this.chosen?.listed.pharmacy.id,
        choose: (choice) => this.#choose(choice),
      }),
    });
  }

  #open(): void {
    this.#listed = true;
    this.#host.update();
    void focusOn(this.#host, this.#tab === 'mail-order' ? 'mail-order-name' : 'local-pickup-place');
  }

  #choose(listed: Listed): void {
    this.#byHand = true;
    this.chosen = { listed, why: 'chosen' };
    this.#host.announce(this.#words.selected(listed.pharmacy.name));
    this.#host.update();
  }

  /** Of one kind, without the pharmacy that has it. */
  #choicesOf(tab: ListTab): readonly Listed[] {
    return this.#list.choices(tab).filter(({ pharmacy }) => pharmacy.id !== this.from?.id);
  }

  #found(): void {
    if (!this.#byHand && !this.#listed) this.chosen = proposalOf(this.#choicesOf(this.#tab));
    this.#host.update();
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

type ActsPickText = Readonly<Record<Proposal['why'] | 'asking' | 'none' | 'another' | 'failed', string>>;
