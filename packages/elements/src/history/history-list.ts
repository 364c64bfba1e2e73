// Owns how the medication history looks: the same rows in the workflow's card and in `svc-med-history`.
import type { Session } from '@pestle/client';
import { formatDate } from '@pestle/rules/dates';
import { dayOf } from '@pestle/rules/moment';
import { orderName } from '@pestle/rules/order-number';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { chip, note } from '../kit/look/icons.ts';
import { medicationLine, medicationText, quantityText } from '../kit/medication.ts';
import { hasEnded, trouble } from '../kit/trouble.ts';
import { liveMark } from '../situation/live-link.ts';
import { clockOf, situationChip, situationLines } from '../situation/situation-view.ts';
import type { HistoryText } from '../text/en/history.ts';
import type { KitText } from '../text/en/kit.ts';
import type { SaidText } from '../text/en/said.ts';
import type { SituationText } from '../text/en/situation.ts';
import { type HistoryRecord, portalLink, recordSituation } from './history-model.ts';
import type { HistoryStore } from './history-store.ts';

export type HistoryView = {
  readonly store: HistoryStore;
  readonly session: Session;
  readonly text: {
    readonly kit: KitText;
    readonly history: HistoryText;
    readonly situation: SituationText;
    readonly said: SaidText;
  };
  /** Where the service is, for links; null: no links. */
  readonly portal: string | undefined | null;
  /** What stands at the end of a row. */
  readonly action?: (record: HistoryRecord) => unknown;
};

/** Draws the list with what is said when it is empty, old or on its way. */
export function historyList(view: HistoryView): TemplateResult {
  const { store, text } = view;
  const said = (what: string): TemplateResult => trouble(view, what, store.error, () => void store.look());
  if (store.status === 'loading')
    return html`<p class="muted"><span class="spinner" aria-hidden="true"></span> ${text.kit.loading}</p>`;
  if (store.status === 'failed') return note('danger', said(text.history.failed));
  const asOf = { text: text.situation, clock: clockOf(view.session, text.situation), asOfMs: store.asOfMs };
  return html`<div>${liveMark(store.link, asOf)}</div>
    ${store.stale || hasEnded(view.session) ? note('warn', said(text.history.stale)) : nothing}
    ${store.unreadable.size === 0 ? nothing : note('warn', text.history.unreadable(store.unreadable.size))}
    ${
      store.records.length === 0 && store.unreadable.size === 0
        ? html`<p class="muted">${text.history.none}</p>`
        : html`<ul class="list">${repeat(
            store.records,
            ({ id }) => id,
            (record) => row(record, view),
          )}</ul>`
    }
    ${
      store.hasMore
        ? html`<div><button type="button" aria-disabled=${store.loadingMore ? 'true' : nothing} @click=${() => void store.more()}
          >${text.history.more}</button></div>`
        : nothing
    }`;
}

/** Every row as it is told aloud when it changes. */
export function announcedRows(
  store: HistoryStore,
  session: Session,
  { text, language }: { readonly text: SituationText; readonly language: string },
) {
  const around = { text, clock: clockOf(session, text) };
  return store.records.map((record) => {
    const shown = recordSituation(record, store.fillOf(record), around);
    return {
      id: record.id,
      key: shown?.key ?? 'not-ordered',
      line: medicationText(record.treatment, language),
      word: shown?.word ?? text.notOrdered,
    };
  });
}

function row(record: HistoryRecord, { store, session, text, portal, action }: HistoryView): TemplateResult {
  const { history } = text;
  const line = medicationLine(record.treatment, text.kit.language);
  const link = portal === null ? null : portalLink(portal, record.id);
  const clock = clockOf(session, text.situation);
  const fill = store.fillOf(record);
  const shown = recordSituation(record, fill, { text: text.situation, clock });
  const written = dayOf(record.writtenAt, clock);
  const pharmacy = fill?.pharmacy?.name;
  const order = record.latestFill?.order ?? null;
  return html`<li part="prescription">
    <div class="top"><span>${
      link === null
        ? line
        : html`<a href=${link} target="_blank" rel="noopener" aria-label=${history.openOf(medicationText(record.treatment, text.kit.language))}>${line}</a>`
    }</span>${
      shown === null ? chip('wait', text.situation.notOrdered) : situationChip(shown.key, shown.word)
    }</div>
    <div dir="auto">${record.instructions}</div>
    ${record.liquidDose === null ? nothing : html`<div class="muted numeric" dir="ltr">${record.liquidDose}</div>`}
    <div class="facts">
      <span>${quantityText(record.dispenseQuantity, record.dispenseUnit, history)}</span>
      ${record.daysSupply === null ? nothing : html`<span>${history.days(record.daysSupply)}</span>`}
      <span>${history.refills(record.fillsAllowed - 1)}</span>
      ${written === undefined ? nothing : html`<span class="unbroken">${history.written} ${formatDate(written, text.situation.language)}</span>`}
      ${pharmacy === undefined ? nothing : html`<span>${pharmacy}</span>`}
      ${order === null ? nothing : html`<span class="unbroken">${orderName(order, text.kit.language)}</span>`}
    </div>
    ${shown === null ? nothing : situationLines(shown)}
    ${action?.(record) ?? nothing}
  </li>`;
}
