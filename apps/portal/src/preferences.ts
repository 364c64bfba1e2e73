// Owns what a browser remembers of the portal between visits: language, shortcuts and the practice. Nothing of a patient.

export type Language = 'en' | 'es';

const NAMES = {
  /** An id. */
  organization: 'pestle.portal.organization',
  language: 'pestle.portal.language',
  keys: 'pestle.portal.keys',
} as const;

const listeners = new Set<() => void>();

/** Calls back when a preference has changed; the answer stops it. */
export function watchPreferences(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

export function rememberedOrganization(): string | null {
  return read('organization');
}

export function rememberOrganization(id: string): void {
  write('organization', id);
}

/** What was chosen, else what the browser asks for. */
export function language(): Language {
  return (read('language') ?? navigator.language).startsWith('es') ? 'es' : 'en';
}

export function chooseLanguage(chosen: Language): void {
  write('language', chosen);
  applyLanguage();
  tell();
}

/** The elements speak the language of the document. */
export function applyLanguage(): void {
  document.documentElement.lang = language();
}

export function areKeysOn(): boolean {
  return read('keys') !== 'off';
}

export function turnKeys(on: boolean): void {
  write('keys', on ? 'on' : 'off');
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** For a browser that keeps nothing: as long as the page lasts. */
const kept = new Map<string, string>();

function read(name: keyof typeof NAMES): string | null {
  const known = kept.get(name);
  if (known !== undefined) return known;
  try {
    return localStorage.getItem(NAMES[name]);
  } catch {
    return null;
  }
}

function write(name: keyof typeof NAMES, value: string): void {
  kept.set(name, value);
  try {
    localStorage.setItem(NAMES[name], value);
  } catch {
    // It is asked again at the next visit.
  }
}
