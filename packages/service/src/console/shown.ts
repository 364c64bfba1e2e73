// How the console's sections show facts: lists of names and values that fit 320 px, instants, and why an act was refused.
import { html, type SafeHtml } from '@remix-run/html-template';
import { Failure } from '../kernel/errors.ts';
import type { Language } from '../kernel/web/pages/language.ts';

/** A value, or nothing where there is none: then its name is not shown either. */
export type Fact = readonly [name: string, value: SafeHtml | string | number | null | undefined];

export function facts(all: readonly Fact[]): SafeHtml {
  const known = all.filter(([, value]) => value !== null && value !== undefined);
  return html`<dl>${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** An instant to the second, UTC. */
export function instant(text: string): SafeHtml {
  return html`<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

/** The same, or null for none. */
export function instantOr(text: string | null): SafeHtml | null {
  return text === null ? null : instant(text);
}

/**
 * Why what a form asked for was refused, in a section's own words where it has them; undefined for every other failure. In Spanish a sentence
 * that the rule itself says in English stands behind what kind of problem it is, and of which field.
 */
export function refusalWords(
  error: unknown,
  language: Language,
  own: Readonly<Record<string, string>> = {},
): string | undefined {
  if (!(error instanceof Failure) || error.code !== 'INVALID_INPUT') return undefined;
  const { fields = [] } = error.detail;
  if (fields.length === 0) return inLanguage(language, 'INVALID', '', error.message);
  return fields
    .map(({ code, path, message }) => own[code] ?? inLanguage(language, code, path, message))
    .join(' ');
}

/** The kinds of problem that a field can have, whatever the section. */
const KINDS_IN_SPANISH: Readonly<Record<string, string>> = {
  REQUIRED: 'es obligatorio.',
  TOO_LONG: 'es demasiado largo.',
  UNKNOWN_FIELD: 'no existe.',
  NOT_ACCEPTED: 'no es uno de los valores permitidos.',
  WRONG_TYPE: 'no tiene la forma debida.',
};

function inLanguage(language: Language, code: string, path: string, message: string): string {
  if (language === 'en') return message;
  const kind = KINDS_IN_SPANISH[code];
  const what = path === '' ? 'Lo que se pidió' : `«${path}»`;
  return `${what} ${kind ?? 'no se puede aceptar.'} En inglés: ${message}`;
}
