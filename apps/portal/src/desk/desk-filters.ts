// Owns the filters of the desk: how each stands in the address, what it asks of the service, and the chips that set it.
import type { DataOf, InputOf } from '@pestle/client';
import type { PortalDesk, PortalDeskFigures } from '@pestle/client/documents/portal-desk';
import { situationIcon } from '@pestle/elements/views';
import { SITUATION_KEYS, SITUATIONS, situationCode, situationOfCode } from '@pestle/rules/situations';
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import { setFilters } from '../navigate.ts';
import type { SharedWords } from '../page/words.ts';
import type { DeskText } from '../text/en/desk.ts';

export const DESK_FILTERS = ['situation', 'mine', 'item'] as const;
export type DeskFigures = DataOf<typeof PortalDeskFigures>['deskFigures'];

/** What the address asks for; what cannot be meant is left out. */
export function deskFilterIn(search: string): NonNullable<InputOf<typeof PortalDesk>['filter']> {
  const given = new URLSearchParams(search);
  const situation = SITUATION_KEYS.map(situationCode).find((code) => code === given.get('situation'));
  const id = given.get('item');
  // One item alone: what else is asked for with it does not count.
  if (id !== null && id.length <= 100) return { id };
  return {
    ...(situation === undefined ? {} : { situations: [situation] }),
    ...(given.get('mine') === 'true' ? { mine: true } : {}),
  };
}

/** Each situation that lies there with how much of it; the chosen one also when nothing of it does any more. */
export function deskChips(
  figures: DeskFigures,
  words: DeskText,
  { situation: table }: SharedWords,
): TemplateResult {
  const { situations, mine = false, id = null } = deskFilterIn(location.search);
  const chosen = situations?.[0];
  const counts = new Map(figures.bySituation.map(({ situation, count }) => [situation, count]));
  if (chosen !== undefined && !counts.has(chosen)) counts.set(chosen, 0);
  const shown = SITUATION_KEYS.map(situationCode).filter(
    (code) => code === chosen || (counts.get(code) ?? 0) > 0,
  );
  return html`<div class="chips" role="group" aria-label=${words.filter}>
    <button type="button" aria-pressed=${String(chosen === undefined && id === null)} @click=${() => setFilters({ situation: null, item: null })}>${words.everything} <b>${figures.count}</b></button>
    ${shown.map((code) => {
      const key = situationOfCode(code);
      return html`<button type="button" aria-pressed=${String(code === chosen)} @click=${() => setFilters({ situation: code, item: null })}
        >${situationIcon(SITUATIONS[key].icon)} ${table.situations[key].word} <b>${counts.get(code) ?? 0}</b></button>`;
    })}
    <button type="button" aria-pressed=${String(mine === true)} @click=${() => setFilters({ mine: mine === true ? null : 'true', item: null })}>${words.mine} <b>${figures.mine}</b></button>
  </div>`;
}

/** What narrows the desk now, with how much of it lies there. */
export function chosenOnDesk(
  figures: DeskFigures,
  words: DeskText,
  { situation: table }: SharedWords,
): string {
  const { situations, mine = false } = deskFilterIn(location.search);
  const chosen = situations?.[0];
  const count = figures.bySituation.find(({ situation }) => situation === chosen)?.count ?? 0;
  const what =
    chosen === undefined
      ? mine === true
        ? ''
        : `${words.everything} ${figures.count}`
      : `${table.situations[situationOfCode(chosen)].word} ${count}`;
  return [what, mine === true ? `${words.mine} ${figures.mine}` : ''].filter((one) => one !== '').join(', ');
}
