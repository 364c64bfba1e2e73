// Owns the card that chooses where the order goes: its tabs, the pharmacy that the page fixed, and the lists.
import { isAbort } from '@pestle/client';
import { PatientPharmacies, PharmaciesById } from '@pestle/client/documents/pharmacies';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PharmacyTab } from '../../attributes/workflow-config.ts';
import { checkField } from '../../kit/fields/field.ts';
import { tabs } from '../../kit/fields/tabs.ts';
import { focusOn } from '../../kit/host.ts';
import { choiceStyles } from '../../kit/look/choice-styles.ts';
import { note } from '../../kit/look/icons.ts';
import { pharmacyFacts } from '../../pharmacy/pharmacy-choice.ts';
import { type ListTab, PharmacyList } from '../../pharmacy/pharmacy-list.ts';
import { type Listed, listed, maskedPhone, type OwnPharmacies } from '../../pharmacy/pharmacy-model.ts';
import { pharmacy as english, type PharmacyText } from '../../text/en/workflow/pharmacy.ts';
import { PartWords } from '../../text/part-words.ts';
import type { Part, WorkflowHost } from '../part.ts';
import { preselectedPharmacy } from './preselected.ts';

/** The pharmacies that `mail-order-ids` names. */
type Named = {
  readonly key: string;
  readonly status: 'asking' | 'done' | 'failed';
  readonly pharmacies: readonly Listed[];
};

export class PharmacyPart implements Part {
  readonly #host: WorkflowHost;
  readonly #text: PartWords<PharmacyText>;
  readonly #list: PharmacyList;
  #own: 'asked' | 'failed' | undefined;
  #named: Named | undefined;
  /** The list is open although something is chosen. */
  #changing: PharmacyTab | null = null;

  constructor(host: WorkflowHost) {
    this.#host = host;
    this.#text = new PartWords(
      english,
      async () => (await import('../../text/es/workflow/pharmacy.ts')).pharmacy,
      host.update,
    );
    const words = (): PharmacyText => this.#words;
    host.dress(choiceStyles);
    const { session, update, announce } = host;
    this.#list = new PharmacyList(host, { session, signal: host.state.signal, update, announce }, words);
  }

  /** The pharmacy that the patient prefers, where it can be chosen. */
  get #usual(): NonNullable<OwnPharmacies['preferredPharmacy']> | null {
    const usual = this.#list.own?.preferredPharmacy;
    return usual?.active === true && usual.servesPublic ? usual : null;
  }

  get #words(): PharmacyText {
    return this.#text.of(this.#host.text.kit.language);
  }

  /** Moves focus to where a pharmacy is chosen. */
  focus(): void {
    const { tab } = this.#host.state.pharmacy;
    const first =
      this.#host.state.pharmacy.selected !== null || tab === null ? 'pharmacy-change' : this.#firstOf(tab);
    void focusOn(this.#host, this.#host.find(first) === null ? `pharmacy-tab-${tab}` : first);
  }

  render(): unknown {
    const { config, state, id } = this.#host;
    if (!config.enableOrder || state.patient.record === null) return nothing;
    const { pharmacy } = state;
    return html`<section class="card" part="pharmacy" aria-labelledby=${id('pharmacy')}>
      <h2 id=${id('pharmacy')} tabindex="-1">${this.#words.title}</h2>
      <div class="stack">
        ${preselectedPharmacy(this.#host, this.#factsText())}
        ${pharmacy.fixed || pharmacy.tabs.length === 0 ? nothing : this.#renderTabs(pharmacy.tabs)}
      </div>
    </section>`;
  }

  updated(): void {
    const { config, state, session } = this.#host;
    const { record } = state.patient;
    if (!config.enableOrder || session.state !== 'ready' || record === null) return;
    if (this.#own === undefined && config.tabs.length > 0) void this.#loadOwn(record.id);
    const key = config.mailOrderIds.join(',');
    if (key !== '' && this.#named?.key !== key) void this.#loadNamed(key, config.mailOrderIds);
    const { tab } = state.pharmacy;
    if (tab === 'local-pickup' || (tab === 'mail-order' && key === ''))
      this.#list.begin(tab, (config.address ?? record.address)?.postalCode);
  }

  resume(): void {
    if (this.#own === 'failed') this.#own = undefined;
    if (this.#named?.status === 'failed') this.#named = undefined;
    this.#list.resume();
    this.#host.update();
  }

  dispose(): void {
    this.#list.dispose();
  }

  #renderTabs(keys: readonly PharmacyTab[]): TemplateResult {
    const { state } = this.#host;
    const words = this.#words;
    const labels = {
      'send-to-patient': words.sendToPatient,
      'local-pickup': words.localPickup,
      'mail-order': words.mailOrder,
    };
    const chosen = state.pharmacy.tab;
    return tabs(this.#host, {
      name: 'pharmacy',
      label: words.tabs,
      tabs: keys.map((key) => ({ key, label: labels[key] })),
      chosen,
      choose: (key) => {
        this.#changing = null;
        state.pharmacy.chooseTab(key);
      },
      panel:
        chosen === null
          ? nothing
          : chosen === 'send-to-patient'
            ? this.#renderSend()
            : this.#renderList(chosen),
    });
  }

  #renderSend(): TemplateResult {
    const { state } = this.#host;
    const phone = state.patient.record?.phone ?? null;
    const words = this.#words;
    if (phone === null) return note('warn', html`<p>${words.noPhone}</p><p>${words.addPhone}</p>`);
    const usual = this.#usual;
    return html`<p>${words.linkGoesTo(maskedPhone(phone))}</p>${
      usual === null
        ? nothing
        : checkField(this.#host, {
            name: 'pharmacy-fallback',
            label: words.fallback(usual.name),
            checked: state.pharmacy.fallback !== null,
            change: (checked) => {
              state.pharmacy.fallback = checked ? usual : null;
            },
          })
    }`;
  }

  #renderList(tab: ListTab): TemplateResult {
    const { state, id } = this.#host;
    const words = this.#words;
    const { selected } = state.pharmacy;
    if (selected !== null && this.#changing !== tab)
      return html`<div class="treatment" role="group" aria-label=${words.chosen}><div>
          <div class="name">${selected.name}</div>
          ${pharmacyFacts(selected as Parameters<typeof pharmacyFacts>[0], this.#factsText())}
        </div><button type="button" id=${id('pharmacy-change')} aria-label=${words.changeOf(selected.name)} @click=${() => {
          this.#changing = tab;
          this.#host.update();
          void focusOn(this.#host, this.#firstOf(tab));
        }}>${words.change}</button></div>`;
    const view = {
      choices: this.#choicesOf(tab),
      chosenId: selected?.id,
      choose: (choice: Listed) => this.#choose(choice, tab),
      keydown: (event: KeyboardEvent) => {
        if (event.key === 'Enter' && selected !== null) this.#close(event);
      },
    };
    if (!this.#hasNamed(tab)) return this.#list.render(tab, view);
    return html`<div class="stack">${this.#list.group(tab, view)}${this.#namedState(view.choices.length)}</div>`;
  }

  #namedState(count: number): unknown {
    const words = this.#words;
    if (this.#named?.status === 'failed')
      return note(
        'danger',
        html`${words.failed} ${this.#retryButton(() => {
          this.#named = undefined;
        })}`,
      );
    return this.#named?.status === 'done' && count === 0 ? note('warn', words.mailNone) : nothing;
  }

  #retryButton(act: () => void): TemplateResult {
    return html`<button type="button" class="inline" @click=${() => {
      act();
      this.#host.update();
    }}>${this.#host.text.kit.tryAgain}</button>`;
  }

  #choose({ pharmacy }: Listed, tab: ListTab): void {
    this.#host.state.pharmacy.select(pharmacy, tab);
    this.#host.announce(this.#words.selected(pharmacy.name));
    // The list stays until the choice is left, so that arrow keys can go on to the next.
    this.#changing = tab;
  }

  /** Enter is done with choosing: the list gives way to the choice. */
  #close(event: KeyboardEvent): void {
    event.preventDefault();
    this.#changing = null;
    this.#host.update();
    void focusOn(this.#host, 'pharmacy-change');
  }

  #choicesOf(tab: ListTab): readonly Listed[] {
    return this.#hasNamed(tab) ? (this.#named?.pharmacies ?? []) : this.#list.choices(tab);
  }

  #firstOf(tab: PharmacyTab): string {
    if (tab === 'local-pickup') return 'local-pickup-place';
    return tab === 'mail-order' && !this.#hasNamed(tab) ? 'mail-order-name' : 'pharmacy';
  }

  #hasNamed(tab: ListTab): boolean {
    return tab === 'mail-order' && this.#host.config.mailOrderIds.length > 0;
  }

  #factsText(): Parameters<typeof pharmacyFacts>[1] {
    const { text } = this.#host;
    return { words: this.#words, language: text.kit.language };
  }

  async #loadOwn(patientId: string): Promise<void> {
    const { session, state, config } = this.#host;
    this.#own = 'asked';
    try {
      const { patient } = await session.query(PatientPharmacies, { patientId }, { signal: state.signal });
      this.#list.own = patient;
      const preferred = this.#usual;
      if (preferred === null) return;
      const tab = preferred.kind === 'MAIL_ORDER' ? 'mail-order' : 'local-pickup';
      if (tab === 'local-pickup' || config.mailOrderIds.length === 0) state.pharmacy.suggest(preferred, tab);
    } catch (error) {
      // The search below finds them all the same.
      if (!isAbort(error)) this.#own = 'failed';
    } finally {
      this.#host.update();
    }
  }

  async #loadNamed(key: string, ids: readonly string[]): Promise<void> {
    const { session, state } = this.#host;
    this.#named = { key, status: 'asking', pharmacies: [] };
    try {
      const { pharmaciesById } = await session.query(
        PharmaciesById,
        { ids: [...ids] },
        { signal: state.signal },
      );
      if (this.#named.key !== key) return;
      const { pharmacies, unknownIds } = pharmaciesById;
      const mail = pharmacies.filter(({ kind }) => kind === 'MAIL_ORDER');
      this.#named = { key, status: 'done', pharmacies: mail.map((pharmacy) => listed(pharmacy, null)) };
      for (const id of unknownIds)
        this.#host.warn(`mail-order-ids: there is no pharmacy ${id}; it is skipped.`);
      for (const { id, kind } of pharmacies)
        if (kind !== 'MAIL_ORDER')
          this.#host.warn(`mail-order-ids: ${id} is not a mail order pharmacy; it is skipped.`);
    } catch (error) {
      if (isAbort(error) || this.#named.key !== key) return;
      this.#named = { key, status: 'failed', pharmacies: [] };
    }
    this.#host.update();
  }
}
