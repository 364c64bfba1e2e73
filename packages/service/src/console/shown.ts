// How the console's sections show facts: lists of names and values that fit 320 px, instants, and why an act was refused.
import { html, type SafeHtml } from '@remix-run/html-template';
import { Failure } from '../kernel/errors.ts';

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

/** Why what a form asked for was refused, in a section's own words where it has them; undefined for every other failure. */
export function refusalWords(
  error: unknown,
  words: Readonly<Record<string, string>> = {},
): string | undefined {
  if (!(error instanceof Failure) || error.code !== 'INVALID_INPUT') return undefined;
  const { fields = [] } = error.detail;
  if (fields.length === 0) return error.message;
  return fields.map(({ code, message }) => words[code] ?? message).join(' ');
}
