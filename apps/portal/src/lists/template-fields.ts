// Owns the fields of a template on the portal, and reading them: what a template fills in of a prescription.
import type { DataOf } from '@pestle/client';
import type { PortalTemplates } from '@pestle/client/documents/portal-lists';
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import { typedIn } from '../page/change.ts';
import type { ListsText } from '../text/en/lists.ts';

export type Template = DataOf<typeof PortalTemplates>['templates']['nodes'][number];

const NUMBERS = ['daysSupply', 'fillsAllowed'] as const;
const LONGEST = 1_000;

type Filled = Pick<
  Template,
  'name' | 'dispenseQuantity' | 'instructions' | 'notes' | (typeof NUMBERS)[number]
>;

/** The fields, filled in with what there is; `of` keeps the ids of several forms apart. */
export function templateFields(template: Filled, of: string, words: ListsText['templates']): TemplateResult {
  const field = (name: keyof Filled): TemplateResult =>
    html`<div><label for="${name}-${of}">${words.fields[name]}</label><input id="${name}-${of}" name=${name} ?required=${name === 'name'} maxlength=${LONGEST} autocomplete="off" .value=${String(template[name] ?? '')}></div>`;
  return html`<div class="filters">${field('name')}${field('dispenseQuantity')}${NUMBERS.map(field)}</div>${field('instructions')}${field('notes')}`;
}

/** What was typed; null for what was left out. */
export function templateIn(form: FormData) {
  const text = (name: string): string | null => typedIn(form, name) || null;
  const number = (name: string): number | null => (text(name) === null ? null : Number(text(name)));
  return {
    name: typedIn(form, 'name'),
    dispenseQuantity: text('dispenseQuantity'),
    daysSupply: number('daysSupply'),
    fillsAllowed: number('fillsAllowed'),
    instructions: text('instructions'),
    notes: text('notes'),
  };
}
