// Owns who works here: the attestation, what a prescriber lacks, for whom staff prepare and hand over, who is signed in (A2).
import type { ClientError } from '@pestle/client';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { selectField } from '../../kit/fields/field.ts';
import { focusOn } from '../../kit/host.ts';
import { note } from '../../kit/look/icons.ts';
import { trouble } from '../../kit/trouble.ts';
import type { Part, WorkflowHost } from '../part.ts';
import { settled, unfinishedIn } from '../state/settled.ts';

/** Signing in, also again, is asked for by `svc-client` around it. */
export class Gate implements Part {
  readonly #host: WorkflowHost;
  /** What the last press of staff on their button came to, and over how many drafts. */
  #handedOver: { readonly done: boolean; readonly words: string } | null = null;
  #seen = 0;

  constructor(host: WorkflowHost) {
    this.#host = host;
  }

  render(): unknown {
    return this.#signer();
  }

  /** Who is signed in, beside the button that acts in this name, with the way out: a shared workstation forgets nobody. */
  whoSigns(): unknown {
    const { state, text, session } = this.#host;
    const { me, role } = state.signer;
    if (me === undefined || state.patient.record === null) return nothing;
    const { order } = text;
    const name = `${me.firstName ?? ''} ${me.lastName ?? ''}`.trim();
    const who = role === 'prescriber' ? order.signs(name) : role === 'staff' ? order.prepares(name) : name;
    return html`${this.#handedOver === null ? nothing : this.#handed(this.#handedOver)}<p class="who-signs"><span><strong>${who}</strong>${
      me.npi === null || role !== 'prescriber'
        ? nothing
        : html` <span class="muted small">NPI ${me.npi}</span>`
    }</span> <button type="button" class="inline small" @click=${() => void session.signOut()}>${order.signOut}</button></p>`;
  }

  /** What staff prepared lies on the prescriber's desk already; this says so, or what is still to do. */
  async handOver(): Promise<boolean> {
    const { state, text, announce, update } = this.#host;
    const unsaved = (await settled(state)) ?? [];
    if (state.signal.aborted) return false;
    const { drafts, form, signer } = state;
    const { problems } = text.order;
    const missing = unfinishedIn(form) ?? (unsaved.length > 0 ? 'DRAFT_UNSAVED' : null);
    const found = missing ?? (drafts.rows.length === 0 ? 'NO_DRAFTS' : null);
    const who = signer.prescribers.find(({ id }) => id === signer.prescriberId);
    this.#handedOver =
      found === null && who !== undefined
        ? { done: true, words: text.order.handedOver(`${who.firstName} ${who.lastName}`) }
        : { done: false, words: problems[found ?? 'NO_PRESCRIBER'] ?? '' };
    this.#seen = drafts.rows.length;
    update();
    announce(this.#handedOver.words, this.#handedOver.done ? 'polite' : 'assertive');
    await focusOn(this.#host, 'handed-over');
    return false;
  }

  #handed({ done, words }: { readonly done: boolean; readonly words: string }): unknown {
    const { state, text, id } = this.#host;
    // What was added since lies there as well, and nobody has said so.
    if (done && state.drafts.rows.length !== this.#seen) return nothing;
    const more = done ? html`<p>${text.order.handedOverHint(text.order.counted(this.#seen))}</p>` : nothing;
    return html`<div id=${id('handed-over')} tabindex="-1">${note(done ? 'ok' : 'danger', html`<p><strong>${words}</strong></p>${more}`)}</div>`;
  }

  #signer(): unknown {
    const { state, text } = this.#host;
    const { signer } = state;
    if (signer.me === undefined) return nothing;
    if (signer.role === 'nobody') return note('danger', text.order.neither);
    const error = signer.error === null ? nothing : this.#failure(signer.error);
    if (signer.role === 'staff') return html`${this.#staff()}${error}`;
    const { missing } = signer;
    return html`${
      missing.length === 0
        ? nothing
        : note(
            'danger',
            html`<p>${text.order.mayNot}</p><ul class="problems">${missing.map((need) => html`<li>${text.said.needs[need.code] ?? need.text}</li>`)}</ul>`,
          )
    }${signer.needsAttestation ? this.#attestation() : nothing}${error}`;
  }

  #failure(error: ClientError): TemplateResult {
    const retry = (): void => void this.#host.state.signer.load();
    return note('danger', trouble(this.#host, '', error, retry), { role: 'alert' });
  }

  /** Exactly the service's text is shown, and exactly that is agreed to. */
  #attestation(): unknown {
    const { state, text, id } = this.#host;
    const { attestation, busy } = state.signer;
    if (attestation === null) return nothing;
    return html`<section class="card" part="attestation" aria-labelledby=${id('attestation')}>
      <h2 id=${id('attestation')} tabindex="-1">${text.order.attestation}</h2>
      <p class="free" lang="en">${attestation.text}</p>
      <div class="row end"><button type="button" class="primary" aria-disabled=${busy} @click=${(event: Event) => void this.#agree(event)}
        >${text.order.agree}</button></div>
    </section>`;
  }

  /** As with signing, no script of the page agrees for a person. */
  async #agree(event: Event): Promise<void> {
    const { state } = this.#host;
    if (!event.isTrusted || state.signer.busy) return;
    await state.signer.agree();
    if (!state.signer.mayPrepare) return;
    await state.permitted();
    await focusOn(this.#host, 'search');
  }

  #staff(): TemplateResult {
    const { state, text } = this.#host;
    const { signer } = state;
    return html`${note('info', text.order.staff)}${selectField(this.#host, {
      name: 'prescriber',
      label: text.order.forWhom,
      value: signer.prescriberId ?? '',
      empty: text.order.chooseWho,
      choices: signer.prescribers.map(
        ({ id, firstName, lastName, credentials }) =>
          [id, `${firstName} ${lastName}${credentials === null ? '' : `, ${credentials}`}`] as const,
      ),
      change: (value) => {
        signer.choosePrescriber(value === '' ? null : value);
        void state.permitted();
      },
    })}`;
  }
}
