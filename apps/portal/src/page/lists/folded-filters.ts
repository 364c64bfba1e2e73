// Owns how filters take no room on a small screen: folded, with what is chosen in the line that opens them; on a large one as they are.
import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import { html, nothing } from 'lit';

/** The one measure of the portal: from here on the navigation stands beside the page. */
const LARGE = '(min-width: 960px)';

export class FoldedFilters implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #large = matchMedia(LARGE);
  readonly #changed = (): void => this.#host.requestUpdate();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#large.addEventListener('change', this.#changed);
  }

  hostDisconnected(): void {
    this.#large.removeEventListener('change', this.#changed);
  }

  /** `chosen` names what narrows the list now; '' where nothing does. */
  render(name: string, chosen: string, filters: TemplateResult): TemplateResult {
    if (this.#large.matches) return filters;
    return html`<details class="fold"><summary>${name}${chosen === '' ? nothing : html`: <span class="chosen">${chosen}</span>`}</summary>
      <div class="page">${filters}</div></details>`;
  }
}
