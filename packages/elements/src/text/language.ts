// Owns which language an element speaks: the nearest `lang` in the composed tree, followed while the page lives.

export type Language = 'en' | 'es';

/** English for every language that there are no words for. */
export function languageFor(tag: string | null | undefined): Language {
  return /^es(?:-|$)/i.test(tag?.trim() ?? '') ? 'es' : 'en';
}

/** The nearest `lang` around an element, out through every shadow root; null where the page has none. */
export function nearestLanguage(element: Element): string | null {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const language = at.getAttribute('lang');
    if (language !== null && language.trim() !== '') return language;
  }
  return null;
}

/** Calls back when the language around an element may have changed; the answer stops it. */
export function watchLanguage(element: Element, changed: (language: Language) => void): () => void {
  let last = languageFor(nearestLanguage(element));
  const observer = new MutationObserver(() => {
    const now = languageFor(nearestLanguage(element));
    if (now === last) return;
    last = now;
    changed(now);
  });
  for (let root: Node | null = element.getRootNode(); root !== null; ) {
    observer.observe(root, { attributes: true, attributeFilter: ['lang'], subtree: true });
    if (!(root instanceof ShadowRoot)) break;
    observer.observe(root.host, { attributes: true, attributeFilter: ['lang'] });
    root = root.host.getRootNode();
  }
  return () => observer.disconnect();
}

function parentOf(element: Element): Element | null {
  const slot = element.assignedSlot;
  if (slot !== null) return slot;
  const parent = element.parentNode;
  return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
}
