// The page of what we believe about a pharmacy, with a form under each thing that it may correct, and what became of its corrections.
import { html, type SafeHtml } from '@remix-run/html-template';
import { faxWords } from '../../delivery/inside.ts';
import type { ShownPharmacy } from '../../directory/inside.ts';
import { notice, problemNotice } from '../../kernel/web/pages/frame.ts';
import { AT_ONCE, endpointIn, type PharmacyFacts, valueText } from '../corrections/corrected.ts';
import type { Correction } from '../corrections/corrections.ts';
import { DAYS, hoursOfDay } from '../corrections/hours.ts';
import { PHARMACY_DESK_LIMITS as LIMITS } from '../limits.ts';
import type { CorrectedField } from '../tables.ts';
import { type DeskVisit, deskPage, field, PATHS, table, visitForm } from './frame.ts';

export interface FactsShown {
  readonly shown: ShownPharmacy;
  readonly corrections: readonly Correction[];
  /** Names the forms of this page: sent again, none asks for anything twice. */
  readonly once: string;
  readonly zone: string;
  readonly done?: keyof DeskVisit['words']['done'] | undefined;
  /** What was refused, with what was typed. */
  readonly refused?:
    | { readonly field: CorrectedField; readonly message: string; readonly form: URLSearchParams }
    | undefined;
}

export function factsPage(visit: DeskVisit, facts: FactsShown): string {
  const { words } = visit;
  const { pharmacy, partner } = facts.shown;
  const { integration, address } = pharmacy;
  const own = endpointIn(pharmacy);
  const none = (text: string | null): string => text ?? words.none;
  const version =
    integration?.channel === 'script' && integration.script !== undefined
      ? `NCPDP SCRIPT ${integration.script.version}`
      : integration?.channel === 'api'
        ? 'API'
        : words.none;
  const lines: readonly (readonly [CorrectedField | 'name' | 'version', string, SafeHtml | string])[] = [
    [
      'name',
      words.name,
      `${pharmacy.name}${pharmacy.ncpdpId === null ? '' : `, NCPDP ${pharmacy.ncpdpId}`}${pharmacy.npi === null ? '' : `, NPI ${pharmacy.npi}`}`,
    ],
    ['phone', words.phone, none(pharmacy.phone === null ? null : faxWords.phoneText(pharmacy.phone))],
    ['hours', words.hours, hoursText(visit, pharmacy)],
    ['fax', words.fax, none(pharmacy.fax === null ? null : faxWords.phoneText(pharmacy.fax))],
    ['address', words.address, none(address === null ? null : faxWords.addressLines(address).join(', '))],
    ['endpoint', words.endpoint, own ?? (partner === null ? words.faxOnly : words.byPartner(partner.name))],
    [
      'version',
      words.version,
      integration == null ? words.none : `${version}, ${words.stages[integration.stage]}`,
    ],
  ];
  return deskPage(
    visit,
    words.factsTitle,
    html`${facts.done === undefined ? '' : notice('good', words.done[facts.done])}${problemNotice(facts.refused?.message)}
<p>${words.factsIntro}</p>
<dl>${lines.map(([, label, text]) => html`<dt>${label}</dt><dd>${text}</dd>\n`)}</dl>
${lines.map(([name]) => (name === 'name' || name === 'version' || (name === 'endpoint' && own === null) ? '' : correction(visit, facts, name)))}
${correctionsPart(visit, facts)}`,
  );
}

function hoursText({ words }: DeskVisit, { openingHours }: PharmacyFacts): string {
  if (openingHours === null) return words.unknownHours;
  return DAYS.map((day) => `${words.days[day]}: ${hoursOfDay(openingHours, day) || words.closed}`).join('\n');
}

/** A form that opens in place, and stands open where it was refused. */
function correction(visit: DeskVisit, facts: FactsShown, name: CorrectedField): SafeHtml {
  const { words } = visit;
  const isRefused = facts.refused?.field === name;
  return html`<details${isRefused ? html.raw` open` : ''}><summary>${words.correctOf[name]}</summary>
<p>${AT_ONCE[name] ? words.atOnce : words.later}</p>
${visitForm(
  visit,
  PATHS.facts,
  html`${fieldsOf(visit, facts, name)}<p><button class="main">${AT_ONCE[name] ? words.save : words.askFor}</button></p>`,
  { field: name, once: `${facts.once}-${name}` },
)}</details>
`;
}

function fieldsOf(
  { words }: DeskVisit,
  { shown: { pharmacy }, refused }: FactsShown,
  name: CorrectedField,
): SafeHtml {
  const wrong = refused?.field === name;
  const typed = (of: string, now: string): string => (wrong ? (refused.form.get(of) ?? '') : now);
  const one = (
    of: string,
    label: string,
    now: string | null | undefined,
    max: number,
    required = true,
  ): SafeHtml => field({ name: of, label, value: typed(of, now ?? ''), max, required, wrong });
  switch (name) {
    case 'phone':
    case 'fax':
      return one(name, words[name], pharmacy[name], 20);
    case 'endpoint':
      return one(name, words.endpoint, endpointIn(pharmacy), 2_000);
    case 'address': {
      const { address } = pharmacy;
      return html`${one('street1', words.street1, address?.street1, 60)}${one('street2', words.street2, address?.street2, 60, false)}
${one('city', words.city, address?.city, 60)}${one('state', words.state, address?.state, 2)}${one('postalCode', words.postalCode, address?.postalCode, 10)}`;
    }
    case 'hours':
      return html`<p class="small">${words.hoursHelp}</p>${DAYS.map((day) =>
        one(
          `hours-${day}`,
          words.days[day],
          hoursOfDay(pharmacy.openingHours, day),
          LIMITS.hoursCharactersMax,
          false,
        ),
      )}`;
    default:
      return name satisfies never;
  }
}

function correctionsPart(visit: DeskVisit, { corrections, zone }: FactsShown): SafeHtml | string {
  if (corrections.length === 0) return '';
  const { words } = visit;
  const rows = corrections.map(({ id, field: name, proposed, state, asked_at: at, reason }) => [
    words[name],
    valueText(name, proposed),
    faxWords.moment(zone, at),
    html`${words.states[state]}${reason === null ? '' : html`: ${reason}`}${
      state === 'waiting'
        ? visitForm(
            visit,
            `${PATHS.facts}/withdraw`,
            html`<button class="quiet" aria-label="${words.withdrawOf(words[name])}">${words.withdraw}</button>`,
            { correction: id },
          )
        : ''
    }`,
  ]);
  return html`<h2>${words.corrections}</h2>
${table(words.corrections, [words.correctedField, words.proposed, words.asked, words.status], rows)}`;
}
