// Registers tags so that a second import, an older copy on the page and a server without a window do no harm (E2).
import { VERSION } from './version.ts';

/** `HTMLElement`, or a class like any other where there is no document, so that modules can be imported on a server. */
export const ElementBase: typeof HTMLElement =
  globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

/** Defines a public tag unless the page has one of that name already: whoever came first keeps it. */
export function definePublic(tag: string, element: CustomElementConstructor): void {
  if (globalThis.customElements === undefined || customElements.get(tag) !== undefined) return;
  customElements.define(tag, element);
}

/** Defines an inner element under a tag that belongs to this build, and answers how to make one. */
export function definePrivate<Element extends HTMLElement>(
  name: string,
  element: new () => Element,
): () => Element {
  const tag = `svc-i-${name}-${VERSION.replaceAll('.', '-')}`;
  if (customElements.get(tag) === undefined) customElements.define(tag, element);
  return () => document.createElement(tag) as Element;
}
