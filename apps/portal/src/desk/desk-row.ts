// Owns how one item of the desk looks: its row, what can be done with it at once, and what is told of it when it is open.
import type { Session } from '@pestle/client';
import type { ShownAct } from '@pestle/elements/acts-views';
import { buttonName, type Clock, momentText, unbroken } from '@pestle/elements/views';
import { formatDate } from '@pestle/rules/dates';
import { orderName } from '@pestle/rules/order-number';
import { formatPhone } from '@pestle/rules/phone';
import { situationOfCode } from '@pestle/rules/situations';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { rowActs } from '../page/lists/row-acts.ts';
import { medicationLine } from '../page/medication.ts';
import { spanText } from '../page/moments.ts';
import { statusOfCode } from '../page/status.ts';
import type { SharedWords } from '../page/words.ts';
import { language } from '../preferences.ts';
import type { DeskText } from '../text/en/desk.ts';
import { type DeskItem, linksOf, nextActOf, nextOf, patientOf, treatmentsOf, whyOf } from './desk-item.ts';

const COLUMNS = 6;

/** Of which the patient's number is what is called, or corrected. */
const OF_THE_NUMBER: ReadonlySet<DeskItem['situation']> = new Set(['WRONG_NUMBER', 'PATIENT_NOT_TOLD']);

export interface DeskRow {
  readonly item: DeskItem;
  readonly session: Session;
  readonly words: DeskText;
  readonly shared: SharedWords;
  readonly clock: Clock;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** Opens an act of its order. */
  readonly begin: (act: ShownAct) => void;
  /** Opens where it is handed over. */
  readonly hand: () => void;
  /** The buttons of all that can be done with it, or the act that is in hand there. */
  readonly acts: unknown;
  /** What is being confirmed about its owner and notes. */
  readonly form: unknown;
  /** What became of the last act, for those who hear the page. */
  readonly told: string;
}

export function deskRow(row: DeskRow): TemplateResult {
  const { isOpen, acts } = row;
  return html`<tbody data-item class=${isOpen ? 'open' : nothing}>${facts(row)}
    ${rowActs(COLUMNS, [acts])}
    ${isOpen ? peek(row) : nothing}</tbody>`;
}

function facts({
  item,
  session,
  words,
  shared,
  clock,
  isOpen,
  toggle,
  begin,
  hand,
}: DeskRow): TemplateResult {
  const name = patientOf(item, words);
  const next = nextOf(item, session);
  const nextAct = nextActOf(item, session);
  const owner = item.owner.id === session.me?.id ? words.you : item.owner.name;
  const { word } = shared.situation.situations[situationOfCode(item.situation)];
  return html`<tr>
      <td class="part">${statusOfCode(item.situation, shared)}</td>
      <td><button type="button" class="inline opener" data-row aria-expanded=${String(isOpen)} aria-label=${words.openOf(name, word)}
        @click=${toggle}>${name}</button>
        ${treatmentsOf(item).map((treatment) => html`<div>${medicationLine(treatment)}</div>`)}</td>
      <td class="muted" dir="auto">${unbroken(whyOf(item, shared, clock))}</td>
      <td class="part age ${item.isLate ? 'late' : ''}">${spanText(clock.nowMs - Date.parse(item.since), words.days)}${item.isLate ? html` <span class="small">${words.late}</span>` : nothing}</td>
      <td class="part"><button type="button" class="inline owner" data-assign aria-label=${words.ownerOf(owner)} @click=${hand}>${owner}</button></td>
      <td class="part end">${
        nextAct !== undefined
          ? html`<button type="button" class="strong" data-next id=${buttonName({ place: item.id }, nextAct)}
              aria-label=${words.nextOf(shared.acts.buttons[nextAct], name)} @click=${() => begin(nextAct)}>${shared.acts.buttons[nextAct]}</button>`
          : next === null
            ? nothing
            : html`<a class="button" data-next href=${next.path} aria-label=${words.nextOf(words.next[next.name], name)}>${words.next[next.name]}</a>`
      }</td>
    </tr>`;
}

function peek({ item, words, shared, clock, form, told }: DeskRow): TemplateResult {
  const pharmacy =
    item.fill?.pharmacy ?? item.question?.pharmacy ?? item.request?.pharmacy ?? item.order?.pharmacy ?? null;
  const phone = pharmacy?.phone ?? null;
  return html`<tr><td colspan=${COLUMNS}><div class="peek"><div class="page">
        ${form}
        <p class="small muted">${unbroken(words.since(momentText(item.since, clock)))} ${unbroken(words.lateAt(momentText(item.lateAt, clock)))}
          ${item.takenAt === null ? '' : unbroken(words.takenBy(item.owner.name, momentText(item.takenAt, clock)))}
          ${item.order === null ? '' : html`<span class="whole">${orderName(item.order, shared.kit.language)}.</span>`}
          ${item.patient === null ? '' : unbroken(words.born(formatDate(item.patient.dateOfBirth, language())))}</p>
        ${pharmacy === null || phone === null ? nothing : html`<p>${words.call(pharmacy.name)} <a class="whole" href="tel:+1${phone}">${formatPhone(phone)}</a></p>`}
        ${!OF_THE_NUMBER.has(item.situation) || item.patient?.phone == null ? nothing : html`<p>${words.onFile} <a class="whole" href="tel:+1${item.patient.phone}">${formatPhone(item.patient.phone)}</a></p>`}
        <nav aria-label=${words.openOf(patientOf(item, words), words.title)}>${linksOf(item).map(([path, name]) => html`<a href=${path}>${words.links[name]}</a>`)}</nav>
        <p class="visually-hidden" role="status">${told}</p>
      </div>
      <section aria-label=${words.notes}><h2>${words.notes}</h2>${
        item.notes.length === 0
          ? html`<p class="muted">${words.noNotes}</p>`
          : html`<ul>${item.notes.map(({ at, by, text }) => html`<li><span class="small muted">${unbroken(momentText(at, clock))}, ${by === null ? words.somebody : `${by.firstName} ${by.lastName}`}</span><div dir="auto">${text}</div></li>`)}</ul>`
      }</section></div></td></tr>`;
}
