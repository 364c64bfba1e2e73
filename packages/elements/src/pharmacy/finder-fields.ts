// Owns the fields of the search for a pharmacy.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { textField } from '../kit/fields/field.ts';
import type { KitHost } from '../kit/host.ts';
import type { KitText } from '../text/en/kit.ts';
import type { PharmacyText } from '../text/en/workflow/pharmacy.ts';
import type { PharmacyFinder } from './pharmacy-finder.ts';

interface FieldsHost extends KitHost {
  readonly text: { readonly kit: KitText };
}

/** The fields of a search for a pharmacy. */
export function finderFields(
  host: FieldsHost,
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
function placeField(host: FieldsHost, finder: PharmacyFinder, words: PharmacyText): TemplateResult {
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
