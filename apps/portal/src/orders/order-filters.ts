// Owns the filters of the orders: how each stands in the address, what it asks of the service, and the form that sets it.
import type { InputOf } from '@pestle/client';
import type { PortalOrders } from '@pestle/client/documents/portal-orders';
import { formatDate, isDate } from '@pestle/rules/dates';
import { FILL_STATES, type FillState } from '@pestle/rules/fill-status';
import type { Situation } from '@pestle/rules/situations';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { setFilters } from '../navigate.ts';
import type { SharedWords } from '../page/words.ts';
import { language } from '../preferences.ts';
import type { OrdersText } from '../text/en/orders.ts';

export const FILTERS = ['state', 'channel', 'pharmacy', 'prescriber', 'from', 'to', 'attention'] as const;

/** A line in one of these states is told under one of these words; the words of the one table, and no others. */
const STATES: ReadonlyArray<readonly [FillState, readonly Situation[]]> = [
  ['STUCK', ['stuck']],
  ['ERROR', ['problem']],
  ['QUEUED', ['queued', 'choose']],
  ['SENDING', ['sending']],
  ['SENT', ['sent', 'faxed', 'unconfirmed']],
  ['RECEIVED', ['received']],
  ['FILLING', ['filling', 'ready']],
  ['SHIPPED', ['shipped']],
  ['DELIVERED', ['picked-up', 'delivered']],
  ['CANCELED', ['canceled', 'cancel-sent', 'cancel-refused']],
];

/** What the address asks for. What cannot be meant is left out: an old or mistyped address still shows orders. */
export function filtersIn(search: string): InputOf<typeof PortalOrders> {
  const given = new URLSearchParams(search);
  const state = FILL_STATES.find((one) => one === given.get('state'));
  const channel = (['ELECTRONIC', 'FAX'] as const).find((one) => one === given.get('channel'));
  const day = (name: string): string | undefined => {
    const text = given.get(name) ?? '';
    return isDate(text) ? text : undefined;
  };
  const [pharmacyId, prescriberId, from, to] = [
    given.get('pharmacy') ?? undefined,
    given.get('prescriber') ?? undefined,
    day('from'),
    day('to'),
  ];
  return {
    ...(state === undefined ? {} : { states: [state] }),
    ...(channel === undefined ? {} : { channel }),
    ...(pharmacyId === undefined ? {} : { pharmacyId }),
    ...(prescriberId === undefined ? {} : { prescriberId }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(given.get('attention') === 'true' ? { needsAttention: true } : {}),
  };
}

interface Offered {
  readonly words: OrdersText;
  readonly shared: SharedWords;
  readonly prescribers: readonly {
    readonly id: string;
    readonly firstName: string;
    readonly lastName: string;
  }[];
}

type Choices = ReadonlyArray<readonly [value: string, label: string]>;

export function filterForm({ words, shared, prescribers }: Offered): TemplateResult {
  const given = new URLSearchParams(location.search);
  const one = (name: string, label: string, choices: Choices): TemplateResult => {
    const value = given.get(name) ?? '';
    return html`<div><label for="filter-${name}">${label}</label>
      <select id="filter-${name}" @change=${changed(name)}>
        <option value="" .selected=${value === ''}>${words.all}</option>
        ${choices.map(([id, text]) => html`<option value=${id} .selected=${value === id}>${text}</option>`)}
      </select></div>`;
  };
  const day = (
    name: 'from' | 'to',
    label: string,
  ): TemplateResult => html`<div><label for="filter-${name}">${label}</label>
    <input type="date" id="filter-${name}" .value=${given.get(name) ?? ''} @change=${changed(name)}></div>`;
  const { situations } = shared.situation;
  const attention = given.get('attention') === 'true';
  return html`<div class="chips" role="group" aria-label=${words.show}>
      <button type="button" aria-pressed=${String(!attention)} @click=${() => setFilters({ attention: null })}>${words.everything}</button>
      <button type="button" aria-pressed=${String(attention)} @click=${() => setFilters({ attention: 'true' })}>${words.attention}</button>
      ${
        given.has('pharmacy')
          ? html`<button type="button" aria-pressed="true" @click=${() => setFilters({ pharmacy: null })}>${words.onePharmacy} <span aria-hidden="true">×</span></button>`
          : nothing
      }
    </div>
    <div class="filters">
      ${one(
        'state',
        words.filters.state,
        STATES.map(([state, keys]) => [state, keys.map((key) => situations[key].word).join(', ')]),
      )}
      ${one('channel', words.filters.channel, [
        ['ELECTRONIC', words.channels.ELECTRONIC],
        ['FAX', words.channels.FAX],
      ])}
      ${one(
        'prescriber',
        words.filters.prescriber,
        prescribers.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]),
      )}
      ${day('from', words.filters.from)}${day('to', words.filters.to)}
    </div>`;
}

/** What narrows the list now, in the words of the filters; '' where nothing does. */
export function chosenFilters({ words, shared, prescribers }: Offered): string {
  const given = new URLSearchParams(location.search);
  const person = prescribers.find(({ id }) => id === given.get('prescriber'));
  const state = STATES.find(([name]) => name === given.get('state'));
  const channel = given.get('channel');
  const days = [given.get('from'), given.get('to')].flatMap((day) =>
    day !== null && isDate(day) ? [formatDate(day, language())] : [],
  );
  return [
    given.get('attention') === 'true' ? words.attention : '',
    given.has('pharmacy') ? words.onePharmacy : '',
    state === undefined ? '' : state[1].map((key) => shared.situation.situations[key].word).join(', '),
    channel === 'FAX' || channel === 'ELECTRONIC' ? words.channels[channel] : '',
    person === undefined ? '' : `${person.firstName} ${person.lastName}`,
    days.join(' – '),
  ]
    .filter((one) => one !== '')
    .join(', ');
}

function changed(name: string): (event: Event) => void {
  return (event) => setFilters({ [name]: (event.target as HTMLInputElement | HTMLSelectElement).value });
}
