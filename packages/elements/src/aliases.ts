// The alias kit: the same elements under another prefix, for pages that were written for another vendor's tags.
import { ClientElement, MedHistoryElement, PrescribeWorkflowElement } from './index.ts';

/** What `defineAliases` takes. */
export interface AliasOptions {
  /** `acme` makes `<acme-client>`, `<acme-prescribe-workflow>` and `<acme-med-history>`, and events `acme-…`. */
  readonly prefix: string;
}

const ELEMENTS = {
  client: ClientElement,
  'prescribe-workflow': PrescribeWorkflowElement,
  'med-history': MedHistoryElement,
};
const OWN = 'svc-';
const PRIVATE = 'svc-i-';

/**
 * Registers the elements under another prefix: `defineAliases({ prefix: 'acme' })` makes `<acme-client>`. Every event fires under both
 * prefixes; what one listener prevents is prevented for both. Harmless when called twice, and on a server. Throws `TypeError` for what is no
 * prefix: lower-case letters, digits and single hyphens.
 */
export function defineAliases({ prefix }: AliasOptions): void {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(prefix))
    throw new TypeError(
      'defineAliases: a prefix is lower-case letters, digits and single hyphens, such as "acme".',
    );
  const registry = globalThis.customElements;
  if (registry === undefined) return;
  for (const [name, element] of Object.entries(ELEMENTS)) {
    if (registry.get(`${prefix}-${name}`) === undefined)
      registry.define(`${prefix}-${name}`, renamed(element, prefix));
  }
}

/** Fires every public event a second time under the prefix; what one listener prevents is prevented for both. */
function renamed(element: typeof HTMLElement, prefix: string): typeof HTMLElement {
  return class extends element {
    override dispatchEvent(event: Event): boolean {
      const goesOn = super.dispatchEvent(event);
      if (!event.type.startsWith(OWN) || event.type.startsWith(PRIVATE)) return goesOn;
      const { bubbles, composed, cancelable } = event;
      const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
      const alias = new CustomEvent(`${prefix}-${event.type.slice(OWN.length)}`, {
        bubbles,
        composed,
        cancelable,
        detail,
      });
      const alsoGoesOn = super.dispatchEvent(alias);
      if (!alsoGoesOn) event.preventDefault();
      return goesOn && alsoGoesOn;
    }
  };
}
