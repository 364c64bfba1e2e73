// Owns what opens in place: the native element, whose state the browser keeps and tells.
import { html, type TemplateResult } from 'lit/html.js';

/** A summary that shows more. `content` is asked for when it is first needed: what nobody opens is never made. */
export function disclosure(settings: {
  readonly id: string;
  readonly summary: unknown;
  readonly open: boolean;
  readonly content: () => unknown;
  readonly toggled: (open: boolean) => void;
}): TemplateResult {
  return html`<details id=${settings.id} .open=${settings.open} @toggle=${(event: Event) => {
    const open = event.target instanceof HTMLDetailsElement && event.target.open;
    if (open !== settings.open) settings.toggled(open);
  }}><summary>${settings.summary}</summary>${settings.open ? settings.content() : ''}</details>`;
}
