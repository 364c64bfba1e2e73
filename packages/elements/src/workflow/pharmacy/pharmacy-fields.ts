// Owns how the pharmacy that the page set is shown, and the fields of the search for another.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { textField } from '../../kit/fields/field.ts';
import { note } from '../../kit/look/icons.ts';
import { trouble } from '../../kit/trouble.ts';
import type { PharmacyText } from '../../text/en/workflow/pharmacy.ts';
import type { WorkflowHost } from '../part.ts';
import { pharmacyFacts } from './pharmacy-choice.ts';
import type { PharmacyFinder } from './pharmacy-finder.ts';

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

/** The fields of a search for a pharmacy. */
export function finderFields(
  host: WorkflowHost,
  tab: 'local-pickup' | 'mail-order',
  finder: PharmacyFinder,
  words: PharmacyText,
): TemplateResult {
  return html`<div class="fields" role="search">
      ${tab === 'mail-order' ? nothing : placeField(host, finder, words)}
      ${textField(host, {
        name: `${tab}-name`,
        label: words.name,
        optional: host.text.kit.optional,
        value: finder.name,
        change: (name) => finder.type({ name }),
      })}
    </div>`;
}

/** Mail comes from anywhere; only for pickup a place matters. */
function placeField(host: WorkflowHost, finder: PharmacyFinder, words: PharmacyText): TemplateResult {
  return textField(host, {
    name: 'local-pickup-place',
    label: words.near,
    optional: '',
    hint: words.nearHint,
    error: finder.unreadable ? words.noPlace : undefined,
    value: finder.place,
    change: (place) => finder.type({ place }),
  });
}
