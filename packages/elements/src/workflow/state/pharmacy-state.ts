// Owns where the order goes: the tab, the pharmacy chosen in it, and the one that the page preselected.
import type { ClientError } from '@pestle/client';
import { PharmacyOfOrder } from '@pestle/client/documents/workflow';
import type { PharmacyTab } from '../../attributes/workflow-config.ts';
import { asClientError } from '../../kit/client-error.ts';
import type { PharmacyChoiceRecord } from '../../records.ts';
import type { Problem } from './problem.ts';
import { ownProblem } from './problem.ts';
import type { Scope } from './scope.ts';
import { within } from './scope.ts';

/** How the preselected pharmacy is doing. */
export type Preselection = 'none' | 'loading' | 'ready' | 'unknown' | 'failed';

/** What the service answers about an id that is none. Anything else says nothing of the pharmacy. */
const NO_SUCH: ReadonlySet<string> = new Set(['NOT_FOUND', 'INVALID_INPUT']);

export class PharmacyState {
  preselection: Preselection = 'none';
  /** Why it could not be loaded. */
  error: ClientError | null = null;
  readonly #scope: Scope;
  /** Each tab keeps its own choice, so that looking into another loses nothing. */
  readonly #chosen = new Map<PharmacyTab, PharmacyChoiceRecord>();
  #preselected: PharmacyChoiceRecord | null = null;
  #preselectedId: string | null = null;
  /** Null: the preselected pharmacy stands, outside of the tabs. */
  #tab: PharmacyTab | null = null;
  #touched = false;
  #fallback: PharmacyChoiceRecord | null = null;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  get tabs(): readonly PharmacyTab[] {
    return this.#scope.config().tabs;
  }

  /** The tab that is open; null where there is none, or while the preselected pharmacy stands that belongs to none of them. */
  get tab(): PharmacyTab | null {
    const { tabs } = this;
    if (this.#tab !== null && tabs.includes(this.#tab)) return this.#tab;
    if (this.preselection !== 'none' && this.preselection !== 'unknown') return null;
    return tabs[0] ?? null;
  }

  /** Where the order goes; null: nothing is chosen, or the patient chooses. */
  get selected(): PharmacyChoiceRecord | null {
    const { tab } = this;
    return tab === null ? this.#preselected : (this.#chosen.get(tab) ?? null);
  }

  /** The page's own choice, to be offered beside the tabs. */
  get preselected(): PharmacyChoiceRecord | null {
    return this.#preselected;
  }

  /** True when the page chose the pharmacy and there is nothing to change it with. */
  get fixed(): boolean {
    return this.#scope.config().pharmacyId !== null && this.tabs.length === 0;
  }

  /** Where it goes by itself when the patient, who is to choose, has chosen none for 15 minutes; null: nowhere. */
  get fallback(): PharmacyChoiceRecord | null {
    return this.tab === 'send-to-patient' ? this.#fallback : null;
  }

  set fallback(pharmacy: PharmacyChoiceRecord | null) {
    this.#fallback = pharmacy;
    this.#scope.changed();
  }

  /** Opens a tab; null goes back to the preselected pharmacy. */
  chooseTab(tab: PharmacyTab | null): void {
    this.#touched = true;
    this.#tab = tab;
    this.#scope.changed();
  }

  /** Chooses a pharmacy in a tab (the open one when left out); null takes the choice back. */
  select(pharmacy: PharmacyChoiceRecord | null, tab: PharmacyTab | null = this.tab): void {
    if (tab === null || !this.tabs.includes(tab)) return;
    this.#touched = true;
    this.#tab = tab;
    if (pharmacy === null) this.#chosen.delete(tab);
    else this.#chosen.set(tab, pharmacy);
    this.#scope.changed();
  }

  /** A suggestion, such as the preferred pharmacy: taken only while the person has chosen nothing. */
  suggest(pharmacy: PharmacyChoiceRecord, tab: PharmacyTab): void {
    if (this.#touched || this.#preselectedId !== null || this.#chosen.has(tab)) return;
    if (!this.tabs.includes(tab)) return;
    this.#chosen.set(tab, pharmacy);
    this.#scope.changed();
  }

  /** Loads what `pharmacy-id` names, after it was set or changed, and again after a failure. */
  async loadPreselected(): Promise<void> {
    const id = this.#scope.config().pharmacyId;
    if (id === this.#preselectedId && this.preselection !== 'failed') return;
    this.#preselectedId = id;
    this.#preselected = null;
    this.preselection = id === null ? 'none' : 'loading';
    this.#scope.changed();
    if (id === null) return;
    try {
      const { session, signal } = this.#scope;
      const data = await within(this.#scope, () => session.query(PharmacyOfOrder, { ids: [id] }, { signal }));
      // Another id was set meanwhile: this answer is about a choice that is gone.
      if (data === undefined || this.#preselectedId !== id) return;
      this.#take(data.pharmaciesById.pharmacies[0] ?? null);
    } catch (error) {
      if (this.#preselectedId !== id) return;
      this.error = asClientError(error);
      this.preselection = NO_SUCH.has(this.error.code) ? 'unknown' : 'failed';
    }
    if (this.preselection === 'unknown') this.#sayUnknown();
    this.#scope.changed();
  }

  /** What is still missing for an order to be sent. */
  problems(): readonly Problem[] {
    if (!this.#scope.config().enableOrder) return [];
    if (this.preselection === 'unknown' && this.tabs.length === 0)
      return [ownProblem('PHARMACY_UNKNOWN', { in: 'page' })];
    if (this.tab === null && this.#preselected === null)
      return [ownProblem('PHARMACY_LOADING', { in: 'again' })];
    if (this.tab === 'send-to-patient' || this.selected !== null) return [];
    return [ownProblem('NO_PHARMACY', { in: 'pharmacy' })];
  }

  #take(pharmacy: PharmacyChoiceRecord | null): void {
    this.preselection = pharmacy === null ? 'unknown' : 'ready';
    this.#preselected = pharmacy;
    if (pharmacy === null) return;
    const tab = pharmacy.kind === 'MAIL_ORDER' ? 'mail-order' : 'local-pickup';
    if (!this.tabs.includes(tab)) return;
    if (!this.#chosen.has(tab)) this.#chosen.set(tab, pharmacy);
    if (!this.#touched) this.#tab = tab;
  }

  #sayUnknown(): void {
    const message = `pharmacy-id: there is no pharmacy with this id. Set the id of a pharmacy of this service (phr_…)${
      this.fixed ? ', or add a tab, such as enable-local-pickup, in which another can be chosen' : ''
    }.`;
    this.#scope.emit('svc-error', {
      errors: [{ message, path: ['pharmacy-id'], extensions: { code: 'NOT_FOUND' } }],
    });
  }
}
