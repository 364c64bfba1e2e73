// Owns the key that leads to the search.
import type { WorkflowConfig } from '../../attributes/workflow-config.ts';
import type { WorkflowHost } from '../part.ts';
import { SEARCH_FIELD } from '../search/search.ts';

/** `/` leads to the search from anywhere in the element where no text is being written. */
export class SlashKey {
  readonly #host: WorkflowHost;
  readonly #go: () => void;
  #root: Node | undefined;

  constructor(host: WorkflowHost, go: () => void) {
    this.#host = host;
    this.#go = go;
  }

  /** Listens in this root from now on, and in no other. */
  watch(root: Node | undefined): void {
    if (root === this.#root) return;
    this.#root?.removeEventListener('keydown', this.#pressed);
    this.#root = root;
    root?.addEventListener('keydown', this.#pressed);
  }

  readonly #pressed = (event: Event): void => {
    if (!asksForSearch(event, this.#host.config) || this.#host.find(SEARCH_FIELD) === null) return;
    event.preventDefault();
    this.#go();
  };
}

/** True for the key `/`, where no text is being written and shortcuts are wanted. */
function asksForSearch(event: Event, { disableShortcuts }: WorkflowConfig): event is KeyboardEvent {
  if (!(event instanceof KeyboardEvent) || event.key !== '/' || event.defaultPrevented) return false;
  if (event.ctrlKey || event.metaKey || event.altKey || disableShortcuts) return false;
  const { target } = event;
  return !(
    target instanceof Element && target.matches('input:not([type=checkbox],[type=radio]),textarea,select')
  );
}
