// Draws windows of maintenance: their list, the form that announces one, and one with what can be done to it.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { MaintenanceWindow, WindowSubject } from '../../directory/inside.ts';
import type { Language } from '../../kernel/web/pages/language.ts';
import { choices, field, table } from '../parts.ts';
import { facts, instant } from '../shown.ts';
import type { MaintenanceWords } from './words.ts';
import { MAINTENANCE_WORDS } from './words.ts';

export const MAINTENANCE_PATH = '/maintenance';
export const NEW_PATH = `${MAINTENANCE_PATH}/new`;

export const windowUrl = (id: string): string => `${MAINTENANCE_PATH}/${id}`;

/** The way to the form from the page of a pharmacy or a partner. */
export function announceLink(language: Language, of: string): SafeHtml {
  return html`<a class="button" href="${NEW_PATH}?of=${of}">${MAINTENANCE_WORDS[language].announce}</a>`;
}

function whomOf(words: MaintenanceWords, subject: WindowSubject): string | SafeHtml {
  if (subject.kind === 'service') return words.service;
  const section = subject.kind === 'pharmacy' ? '/pharmacies' : '/partners';
  return html`<a class="mono" href="${section}/${subject.id}">${subject.id}</a>`;
}

export function listBody(
  words: MaintenanceWords,
  windows: readonly MaintenanceWindow[],
  all: boolean,
): SafeHtml {
  const rows = windows.map(({ id, subject, state, start, end, endedAt, note }) => [
    whomOf(words, subject),
    words.states[state],
    instant(start),
    instant(endedAt ?? end),
    note ?? '',
    html`<a class="mono" href="${windowUrl(id)}">${id}</a>`,
  ]);
  return html`<p>${words.intro}</p>
<div class="buttons"><a class="button main" href="${NEW_PATH}">${words.announce}</a>
<a class="button quiet" href="${MAINTENANCE_PATH}${all ? '' : '?all=1'}">${all ? words.open : words.all}</a></div>
${table(words.windows, words.columns, rows, words.none)}`;
}

/** As the form has it. */
export const typedIn = (form: URLSearchParams | undefined, name: string): string =>
  form?.get(name)?.trim() ?? '';

export function announceFields(
  words: MaintenanceWords,
  form: URLSearchParams | undefined,
  { of, wrong }: { readonly of: string; readonly wrong: boolean },
): SafeHtml {
  const isService = typedIn(form, 'whom') === 'service';
  return html`<p>${words.announceHelp}</p>
${choices(words.whom, 'whom', 'radio', [
  { value: 'one', label: words.one, chosen: !isService },
  { value: 'service', label: words.everybody, chosen: isService },
])}
${field({ name: 'id', label: words.id, value: form === undefined ? of : typedIn(form, 'id'), required: false, wrong })}
${field({ name: 'start', label: words.start, type: 'datetime-local', value: typedIn(form, 'start'), required: false, wrong })}
${field({ name: 'end', label: words.end, type: 'datetime-local', value: typedIn(form, 'end'), wrong })}
${field({ name: 'note', label: words.note, value: typedIn(form, 'note'), required: false, wrong })}
<div class="buttons"><button class="main" type="submit">${words.announce}</button>
<a class="button quiet" href="${MAINTENANCE_PATH}">${words.back}</a></div>`;
}

export function windowFacts(words: MaintenanceWords, window: MaintenanceWindow): SafeHtml {
  const { subject, state, start, end, endedAt, note, setBy, changedBy } = window;
  const [whom = '', stateName = '', from = '', until = '', noteName = ''] = words.columns;
  return facts([
    [whom, whomOf(words, subject)],
    [stateName, words.states[state]],
    [from, instant(start)],
    [until, instant(endedAt ?? end)],
    [noteName, note],
    [words.by, setBy],
    [words.changedBy, changedBy],
  ]);
}

/** To the minute, as a field of a form has it. */
export const minuteOf = (text: string): string => text.slice(0, 16);

export function changeFields(
  words: MaintenanceWords,
  { id, state, declared, start, end, note }: MaintenanceWindow,
  form: URLSearchParams | undefined,
): SafeHtml {
  const wrong = form !== undefined;
  const value = (name: string, now: string): string => (wrong ? typedIn(form, name) : now);
  const startField =
    declared || state !== 'announced'
      ? null
      : field({
          name: 'start',
          label: words.startOfAnnounced,
          type: 'datetime-local',
          value: value('start', minuteOf(start)),
          wrong,
        });
  const endField = declared
    ? html`<p>${words.declared}</p>`
    : field({
        name: 'end',
        label: words.end,
        type: 'datetime-local',
        value: value('end', minuteOf(end)),
        wrong,
      });
  return html`${startField}${endField}
${field({ name: 'note', label: words.note, value: value('note', note ?? ''), required: false, wrong })}
<div class="buttons"><button class="main" type="submit">${words.change}</button>
<a class="button" href="${windowUrl(id)}/end">${words.endWindow}</a></div>`;
}
