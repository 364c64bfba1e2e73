// Owns the card of the medication history in the workflow, with links to the portal and the refill button.
import { html, nothing } from 'lit/html.js';
import { announcedRows, historyList } from '../../history/history-list.ts';
import type { HistoryRecord } from '../../history/history-model.ts';
import { HistoryStore } from '../../history/history-store.ts';
import { lazyActs } from '../../history/lazy-acts.ts';
import { medicationText } from '../../kit/medication.ts';
import { News } from '../../situation/news.ts';
import { situation as english } from '../../text/en/situation.ts';
import { PartWords } from '../../text/part-words.ts';
import { actsHostOf } from '../acts-host.ts';
import type { Part, WorkflowHost } from '../part.ts';

/** Shown while `enable-med-history` is set and the patient is known. */
export class HistoryCard implements Part {
  readonly #host: WorkflowHost;
  #store: HistoryStore | undefined;
  #acts: ReturnType<typeof lazyActs> | undefined;
  readonly #busy = new Set<string>();
  readonly #words: PartWords<typeof english>;
  readonly #news = new News();

  constructor(host: WorkflowHost) {
    this.#host = host;
    this.#words = new PartWords(
      english,
      async () => (await import('../../text/es/situation.ts')).situation,
      () => host.update(),
    );
  }

  render(): unknown {
    const { config, text, id, session } = this.#host;
    if (!config.enableMedHistory || this.#store === undefined) return nothing;
    return html`<section class="card" part="history" aria-labelledby=${id('history')}>
      <h2 id=${id('history')}>${text.history.title}</h2>
      <div class="stack">${historyList({
        store: this.#store,
        session,
        text: { ...text, situation: this.#words.of(text.kit.language) },
        portal: config.enableMedHistoryLinks ? session.apiUrl : null,
        // First, because the others come later: it must not move under the pointer.
        action: (record) =>
          config.enableMedHistoryRefillButton
            ? html`<div class="row again">${this.#refillButton(record)}${this.#acts?.(record)}</div>`
            : this.#acts?.(record),
      })}</div>
    </section>`;
  }

  updated(): void {
    const { config, state, session } = this.#host;
    const { record } = state.patient;
    if (!config.enableMedHistory) this.dispose();
    else if (this.#store === undefined && record !== null && session.state === 'ready') {
      const store = new HistoryStore(session, record.id, () => this.#changed());
      this.#store = store;
      this.#acts = lazyActs(
        actsHostOf(this.#host, store.signal, () => void store.look()),
        store,
      );
      state.signal.addEventListener('abort', () => store.stop(), { once: true });
      this.#host.update();
    }
  }

  /** Looks again at once, after something was signed here. */
  refresh(): void {
    void this.#store?.look();
  }

  resume(): void {
    this.refresh();
  }

  dispose(): void {
    this.#store?.stop();
    this.#store = undefined;
  }

  #refillButton(record: HistoryRecord): unknown {
    const { text, state } = this.#host;
    const { forbidden } = state;
    const line = medicationText(record.treatment, text.kit.language);
    const disabled = forbidden.blocked || forbidden.has(record.treatment.id) || !state.signer.mayPrepare;
    // Staff have yet to name who signs: nothing is wrong with the medicine.
    const [unable] = forbidden.has(record.treatment.id) ? [] : state.signer.problems('prepare');
    const reason =
      forbidden.treatments.get(record.treatment.id) ??
      text.order.problems[unable?.code ?? ''] ??
      text.search.disabled;
    const off = disabled || this.#busy.has(record.id);
    return html`<div class="row"><button type="button" aria-label=${text.history.refillOf(line)} aria-disabled=${off ? 'true' : nothing}
        @click=${() => {
          if (disabled) this.#host.announce(forbidden.blocked ? text.form.prohibited : reason, 'assertive');
          else if (!off) void this.#refill(record, line);
        }}>${text.history.refill}</button>${
          disabled
            ? html`<span class="small muted">${forbidden.blocked ? text.form.prohibited : reason}</span>`
            : nothing
        }</div>`;
  }

  async #refill(record: HistoryRecord, line: string): Promise<void> {
    const { text, state } = this.#host;
    this.#busy.add(record.id);
    this.#host.update();
    try {
      const draft = await state.prefills.refill(record.id);
      if (draft !== undefined) this.#host.announce(text.history.refilled(line));
    } finally {
      this.#busy.delete(record.id);
      this.#host.update();
    }
  }

  /** What changed is said once: of what was just sent, the card above says it. */
  #changed(): void {
    const { text, state, session } = this.#host;
    this.#host.update();
    const store = this.#store;
    if (store === undefined) return;
    const { language } = text.kit;
    const rows = this.#news.of(announcedRows(store, session, { text: this.#words.of(language), language }));
    const above = new Set(state.review.submission.sent?.prescriptions.map(({ id }) => id));
    for (const { id, line, word } of rows)
      if (!above.has(id)) this.#host.announce(text.history.changed(line, word));
  }
}
