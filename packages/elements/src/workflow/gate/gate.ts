// Owns what stands before prescribing: the attestation, what a prescriber lacks, and for whom staff prepare (A2).
import type { ClientError } from '@pestle/client';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { selectField } from '../../kit/fields/field.ts';
import { focusOn } from '../../kit/host.ts';
import { note } from '../../kit/look/icons.ts';
import { trouble } from '../../kit/trouble.ts';
import type { Part, WorkflowHost } from '../part.ts';

/** Signing in, also again, is asked for by `svc-client` around it. */
export class Gate implements Part {
  readonly #host: WorkflowHost;

  constructor(host: WorkflowHost) {
    this.#host = host;
  }

  render(): unknown {
    return this.#signer();
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
