// Owns the filters of the audit trail: the form that sets them in the address, and what narrows it now in words.
import { formatDate, isDate } from '@pestle/rules/dates';
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import { setFilters } from '../navigate.ts';
import { language } from '../preferences.ts';
import type { Person } from '../team/everybody.ts';
import type { AuditText } from '../text/en/audit.ts';

interface Offered {
  readonly words: AuditText;
  readonly people: readonly Person[];
}

export function filterForm({ words, people }: Offered): TemplateResult {
  const given = new URLSearchParams(location.search);
  const changed =
    (name: string) =>
    (event: Event): void =>
      setFilters({ [name]: (event.target as HTMLInputElement | HTMLSelectElement).value.trim() });
  const choice = (
    name: 'person' | 'act',
    label: string,
    all: string,
    choices: readonly (readonly [string, string])[],
  ): TemplateResult =>
    html`<div><label for="filter-${name}">${label}</label><select id="filter-${name}" @change=${changed(name)}>
      <option value="" .selected=${!given.has(name)}>${all}</option>
      ${choices.map(([value, text]) => html`<option value=${value} .selected=${given.get(name) === value}>${text}</option>`)}</select></div>`;
  const day = (name: 'from' | 'to', label: string): TemplateResult =>
    html`<div><label for="filter-${name}">${label}</label><input type="date" id="filter-${name}" .value=${given.get(name) ?? ''} @change=${changed(name)}></div>`;
  return html`<div class="filters">
    ${choice(
      'person',
      words.person,
      words.everybody,
      people.map((person) => [person.id, nameOf(person)]),
    )}
    ${choice('act', words.act, words.everything, Object.entries(words.acts))}
    ${day('from', words.from)}${day('to', words.to)}
    <div><label for="filter-patient">${words.patient}</label><input id="filter-patient" maxlength="30" spellcheck="false" autocomplete="off" .value=${given.get('patient') ?? ''} @change=${changed('patient')}></div>
  </div>`;
}

/** What narrows it now; '' where nothing does. Whose report it is stands in its heading. */
export function chosenFilters({ words, people }: Offered): string {
  const given = new URLSearchParams(location.search);
  const person = people.find(({ id }) => id === given.get('person'));
  const act = given.get('act');
  const days = [given.get('from'), given.get('to')].flatMap((day) =>
    day !== null && isDate(day) ? [formatDate(day, language())] : [],
  );
  return [
    person === undefined ? '' : nameOf(person),
    act === null ? '' : (words.acts[act] ?? act),
    days.join(' – '),
  ]
    .filter((one) => one !== '')
    .join(', ');
}

function nameOf({ firstName, lastName }: Person): string {
  return `${lastName}, ${firstName}`;
}
