// Owns tabs: a row of which one is chosen, with roving focus and arrow keys (ARIA practice, automatic activation).
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { KitHost } from '../host.ts';
import { focusOn } from '../host.ts';

export type Tab<K extends string> = { readonly key: K; readonly label: string };

/** The tab that a key leads to, or undefined. In a right-to-left page the arrows change places. */
export function tabAfterKey<K extends string>(
  tabs: ReadonlyArray<Tab<K>>,
  chosen: K,
  key: string,
  rightToLeft: boolean,
): K | undefined {
  const at = tabs.findIndex((tab) => tab.key === chosen);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (key === 'Home') return tabs[0]?.key;
  if (key === 'End') return tabs.at(-1)?.key;
  if (step === undefined || tabs.length === 0) return undefined;
  return tabs[(at + (rightToLeft ? -step : step) + tabs.length) % tabs.length]?.key;
}

/** Draws the tabs and the panel of the chosen one. With a single tab it is a heading: there is nothing to choose. */
export function tabs<K extends string>(
  host: KitHost,
  settings: {
    readonly name: string;
    readonly label: string;
    readonly tabs: ReadonlyArray<Tab<K>>;
    /** Null: none is, as long as something else stands. */
    readonly chosen: K | null;
    readonly choose: (key: K) => void;
    readonly panel: unknown;
  },
): TemplateResult {
  const { name, chosen } = settings;
  const id = (part: string): string => host.id(`${name}-${part}`);
  if (settings.tabs.length === 1 && chosen !== null)
    return html`<h3>${settings.tabs[0]?.label}</h3><div class="tab-only">${settings.panel}</div>`;
  const reached = chosen ?? settings.tabs[0]?.key;
  const pressed = (event: KeyboardEvent): void => {
    const rightToLeft = event.target instanceof Element && event.target.matches(':dir(rtl)');
    const next =
      reached === undefined ? undefined : tabAfterKey(settings.tabs, reached, event.key, rightToLeft);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    settings.choose(next);
    void focusOn(host, `${name}-tab-${next}`);
  };
  return html`<div role="tablist" part="tabs" aria-label=${settings.label} @keydown=${pressed}>
      ${settings.tabs.map(
        ({
          key,
          label,
        }) => html`<button type="button" role="tab" part="tab" id=${id(`tab-${key}`)} aria-selected=${key === chosen ? 'true' : 'false'}
          aria-controls=${key === chosen ? id('panel') : nothing} tabindex=${key === reached ? '0' : '-1'}
          @click=${() => settings.choose(key)}>${label}</button>`,
      )}
    </div>
    ${
      chosen === null
        ? nothing
        : html`<div role="tabpanel" id=${id('panel')} aria-labelledby=${id(`tab-${chosen}`)}>${settings.panel}</div>`
    }`;
}
