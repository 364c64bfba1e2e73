// In which language a page for people who sign in is shown.

export type Language = 'en' | 'es';

/** The language of a page: what was chosen on it, else the application's wish, else the browser's; English otherwise. */
export function chooseLanguage(...wishes: readonly (string | undefined)[]): Language {
  for (const wish of wishes) {
    for (const tag of (wish ?? '').toLowerCase().split(/[\s,]+/)) {
      const language = tag.split(';')[0]?.split('-')[0];
      if (language === 'en' || language === 'es') return language;
    }
  }
  return 'en';
}
