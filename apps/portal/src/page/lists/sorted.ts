// Owns how a list that is here as a whole is sorted: by its headers, kept in the address; where the list is cards, by a choice of its own.
import { html, type TemplateResult } from 'lit';
import { setFilters } from '../../navigate.ts';
import { portalIcon } from '../icons.ts';

export interface Column {
  readonly name: string;
  readonly label: string;
  /** Nothing to sort by. */
  readonly plain?: true;
}

interface Order {
  readonly by: string;
  readonly isDescending: boolean;
}

/** What the address asks for: `name` or `-name`; the first column where it asks for nothing. */
export function orderIn(search: string, columns: readonly Column[]): Order {
  const asked = new URLSearchParams(search).get('sort') ?? '';
  const by = asked.replace(/^-/, '');
  const known = columns.find(({ name, plain }) => name === by && plain !== true);
  return known === undefined
    ? { by: columns[0]?.name ?? '', isDescending: false }
    : { by, isDescending: asked.startsWith('-') };
}

/** In the order of the address; what is empty comes last either way. */
export function sorted<Row>(
  rows: readonly Row[],
  { by, isDescending }: Order,
  keyOf: (row: Row, by: string) => string | null,
): readonly Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row, by) }));
  return keyed
    .toSorted((one, other) => {
      if (one.key === null || other.key === null)
        return Number(one.key === null) - Number(other.key === null);
      const order = one.key.localeCompare(other.key);
      return isDescending ? -order : order;
    })
    .map(({ row }) => row);
}

export function sortedHead(columns: readonly Column[], { by, isDescending }: Order): TemplateResult {
  return html`<thead class="sorting"><tr>${columns.map(({ name, label, plain }) => {
    const isThis = name === by;
    // A cell without words heads nothing: what stands below names itself.
    if (label === '') return html`<td></td>`;
    if (plain === true) return html`<th scope="col">${label}</th>`;
    return html`<th scope="col" aria-sort=${isThis ? (isDescending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" class="inline" @click=${() => setFilters({ sort: isThis && !isDescending ? `-${name}` : name })}
        >${label}${isThis ? html`<span class=${isDescending ? 'down' : ''}>${portalIcon('up', 14)}</span>` : ''}</button></th>`;
  })}</tr></thead>`;
}

/** Shown where the headers are not. */
export function sortChoice(
  columns: readonly Column[],
  { by, isDescending }: Order,
  label: string,
): TemplateResult {
  const choices = columns.filter(({ plain }) => plain !== true);
  return html`<div class="sort-choice"><label for="sort">${label}</label><select id="sort"
    @change=${(event: Event) => setFilters({ sort: (event.target as HTMLSelectElement).value })}>${choices.flatMap(
      ({ name, label: text }) =>
        (
          [
            ['', '↑'],
            ['-', '↓'],
          ] as const
        ).map(
          ([sign, arrow]) =>
            html`<option value="${sign}${name}" .selected=${name === by && isDescending === (sign === '-')}>${text} ${arrow}</option>`,
        ),
    )}</select></div>`;
}
