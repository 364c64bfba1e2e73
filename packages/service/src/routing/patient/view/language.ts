// Which of the two languages a patient reads.

export type Language = 'en' | 'es';

/** Spanish when the record says so (`es`, `es-MX`, `Spanish`, `español`), else English. */
export function languageOf(recorded: string | null): Language {
  return /^(?:es|spa|spanish|español|espanol)\b/i.test(recorded?.trim() ?? '') ? 'es' : 'en';
}
