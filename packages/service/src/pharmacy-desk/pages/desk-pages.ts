// The pages of a pharmacy that is signed in: recent prescriptions, and its hook key.
import { orderNumberText } from '@pestle/rules/order-number';
import { PRACTICE_EN } from '@pestle/rules/situations-practice-en';
import { PRACTICE_ES } from '@pestle/rules/situations-practice-es';
import { html, type SafeHtml } from '@remix-run/html-template';
import { faxWords } from '../../delivery/inside.ts';
import type { HookKey } from '../../directory/inside.ts';
import { notice, problemNotice } from '../../kernel/web/pages/frame.ts';
import { PHARMACY_DESK_LIMITS as LIMITS } from '../limits.ts';
import type { RecentOrder } from '../orders/recent.ts';
import { ago, type DeskVisit, deskPage, PATHS, table, visitForm } from './frame.ts';

const SITUATIONS = { en: PRACTICE_EN, es: PRACTICE_ES };

export const recordPath = ({ orderId, fillId }: Pick<RecentOrder, 'orderId' | 'fillId'>): string =>
  `${PATHS.orders}/${orderId}/${fillId}`;

export function ordersPage(visit: DeskVisit, orders: readonly RecentOrder[], nowMs: number): string {
  const { words, language } = visit;
  // The way to the record is in the first column: on a narrow screen the others are beside it.
  const rows = orders.map((order) => [
    numberOf(visit, order),
    order.initials,
    order.situation === undefined ? words.elsewhere : SITUATIONS[language][order.situation].word,
    html`<time datetime="${order.at}">${ago(visit, order.at, nowMs)}</time>`,
  ]);
  return deskPage(
    visit,
    words.ordersTitle,
    html`<p>${words.ordersIntro(LIMITS.recentOrdersMax)}</p>
${
  rows.length === 0
    ? html`<p class="muted">${words.noOrders}</p>`
    : table(words.ordersTitle, [words.number, words.patient, words.status, words.sent], rows)
}`,
  );
}

/** The order's number, which people say, and below it that of the medication, which programs do; an order without the first has the second only. */
function numberOf({ words }: DeskVisit, order: RecentOrder): SafeHtml {
  const { number, orderNumber } = order;
  const label =
    orderNumber === null ? words.openOf(number) : words.openOf(`${orderNumberText(orderNumber)}, ${number}`);
  const shown = orderNumber === null ? number : orderNumberText(orderNumber);
  return html`<a class="mono" href="${recordPath(order)}" aria-label="${label}">${shown}</a>${orderNumber === null ? '' : html`<br><span class="small mono">${number}</span>`}`;
}

/** A key with when a report last came with it. */
export type UsedKey = HookKey & { readonly lastUsedAt: string | null };

export interface KeysShown {
  readonly keys: readonly UsedKey[];
  /** The partner that reports for the pharmacy. */
  readonly partner: string | null;
  /** Names the form: sent again, it makes no second key. */
  readonly once: string;
  readonly zone: string;
  readonly done?: boolean;
  readonly problem?: string;
}

export function keysPage(visit: DeskVisit, shown: KeysShown): string {
  const { words } = visit;
  const moment = (at: string): string => faxWords.moment(shown.zone, at);
  const open = shown.keys.filter(({ state }) => state !== 'over');
  const rows = open.map((key) => [
    html`<span class="mono">${key.fingerprint}</span>`,
    words.kinds[key.kind],
    key.state === 'coming'
      ? words.fromTime(moment(key.from))
      : key.until === null
        ? words.withoutEnd
        : words.until(moment(key.until)),
    key.lastUsedAt === null ? words.never : moment(key.lastUsedAt),
    visitForm(
      visit,
      `${PATHS.key}/end`,
      html`<button class="quiet" aria-label="${words.endKeyOf(key.fingerprint)}">${words.endKey}</button>`,
      { key: key.id },
    ),
  ]);
  const mine =
    rows.length === 0
      ? html`<p class="muted">${words.noKeys}</p>`
      : table(
          words.keyTitle,
          [words.fingerprint, words.kind, words.valid, words.lastUsed, words.endKey],
          rows,
        );
  return deskPage(
    visit,
    words.keyTitle,
    html`${shown.done === true ? notice('good', words.keyEnded) : ''}${problemNotice(shown.problem)}
<p>${words.keyIntro}</p>
${shown.partner === null ? '' : html`<p>${words.keyPartner(shown.partner)}</p>`}
${mine}
<h2>${words.rotate}</h2>
<p>${words.rotateHelp}</p>
${visitForm(visit, PATHS.key, rotateFields(visit, open), { once: shown.once })}`,
  );
}

function rotateFields({ words }: DeskVisit, keys: readonly UsedKey[]): SafeHtml {
  const known = keys[0]?.kind ?? 'bearer';
  const kinds = ['bearer', 'standard-webhooks'] as const;
  return html`<fieldset><legend>${words.kind}</legend>${kinds.map(
    (kind) =>
      html`<label class="choice"><input type="radio" name="kind" value="${kind}"${kind === known ? html.raw` checked` : ''}>${words.kinds[kind]}</label>`,
  )}</fieldset>
<label for="overlap">${words.overlap}</label><select id="overlap" name="overlap">${LIMITS.keyOverlapHours.map(
    (hours) =>
      html`<option value="${hours}"${hours === 24 ? html.raw` selected` : ''}>${words.overlapHours(hours)}</option>`,
  )}</select>
<p><button class="main">${words.rotate}</button></p>`;
}

/** The key itself, this once; null where its form was sent before. */
export function newKeyPage(visit: DeskVisit, key: HookKey, secret: string | null): string {
  const { words } = visit;
  return deskPage(
    visit,
    words.newKeyTitle,
    html`${
      secret === null
        ? html`<p>${words.madeBefore}</p>`
        : html`<p>${words.newKey}</p><p><code class="secret mono">${secret}</code></p>`
    }
<dl><dt>${words.fingerprint}</dt><dd>${key.fingerprint}</dd>${
      key.keyId === null ? '' : html`<dt>${words.signedAs}</dt><dd>${key.keyId}</dd>`
    }</dl>
<p><a class="button" href="${PATHS.key}">${words.back}</a></p>`,
  );
}
