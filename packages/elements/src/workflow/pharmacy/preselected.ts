// Owns how the pharmacy that the page set is shown, or why it cannot be used.
import { html, nothing } from 'lit/html.js';
import { note } from '../../kit/look/icons.ts';
import { trouble } from '../../kit/trouble.ts';
import { pharmacyFacts } from '../../pharmacy/pharmacy-choice.ts';
import type { WorkflowHost } from '../part.ts';

/** The pharmacy that the page set, or why it cannot be used. */
export function preselectedPharmacy(host: WorkflowHost, facts: Parameters<typeof pharmacyFacts>[1]): unknown {
  const { state, text, config } = host;
  const { preselection, preselected, tab } = state.pharmacy;
  const { words } = facts;
  if (config.pharmacyId === null) return nothing;
  switch (preselection) {
    case 'loading':
      return html`<p class="muted"><span class="spinner" aria-hidden="true"></span> ${text.kit.loading}</p>`;
    case 'failed':
      return note(
        'danger',
        trouble(host, words.failed, state.pharmacy.error, () => void state.resume()),
      );
    case 'unknown':
      return note('danger', state.pharmacy.fixed ? words.fixedMissing : words.presetMissing);
    case 'none':
      return nothing;
    case 'ready':
      if (preselected === null || tab !== null) return nothing;
      return html`<div class="treatment"><div><div class="name">${preselected.name}</div>
          ${pharmacyFacts(preselected as Parameters<typeof pharmacyFacts>[0], facts)}</div></div>
          ${state.pharmacy.fixed ? html`<p class="small muted">${words.fixed}</p>` : nothing}`;
    default:
      return preselection satisfies never;
  }
}
