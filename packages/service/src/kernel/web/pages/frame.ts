// The frame of every page that the service shows to people; a room brings words and bodies.
import { html, type SafeHtml } from '@remix-run/html-template';
import { stylePath } from './style/style.ts';

/** What is around a page's own words. */
export interface PageFrame {
  /** `card`: narrow, in the middle; `column`: one column, large type; `sheet`: a record that is printed as well; `desk`: wide, with tables. */
  readonly look: 'card' | 'column' | 'sheet' | 'desk';
  readonly language: 'en' | 'es';
  /** Stays in the browser's history: it names neither patient nor drug. */
  readonly title: string;
  readonly header?: SafeHtml | undefined;
  readonly footer?: SafeHtml | undefined;
  /** Path of a script of our own origin. */
  readonly script?: string | undefined;
}

/** A complete HTML document. */
export function page({ look, language, title, header, footer, script }: PageFrame, main: SafeHtml): string {
  return String(html`<!doctype html>
<html lang="${language}" data-look="${look}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylePath(look)}">
${script && html`<script type="module" src="${script}"></script>\n`}</head>
<body>
${header && html`<header>${header}</header>\n`}<main id="main">
${main}
</main>
${footer && html`<footer>${footer}</footer>\n`}</body>
</html>
`);
}

/** A page that only says something. */
export function messagePage(
  frame: PageFrame,
  heading: string,
  ...sentences: readonly (string | SafeHtml)[]
): string {
  return page(frame, html`<h1>${heading}</h1>${sentences.map((sentence) => html`<p>${sentence}</p>`)}`);
}

/** A form with its hidden fields, first of them the proof that it came from our page. */
export function form(
  action: string,
  hidden: Readonly<Record<string, string>>,
  fields: SafeHtml,
  autocomplete: 'on' | 'off' = 'off',
): SafeHtml {
  return html`<form method="post" action="${action}" autocomplete="${autocomplete}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${fields}
</form>`;
}

/** What a form's answer says. A problem is read out at once, and fields name it as their description (`problem`). */
export function notice(kind: 'good' | 'warn' | 'bad', text: string | SafeHtml): SafeHtml {
  return kind === 'good'
    ? html`<p class="notice good" role="status">${text}</p>`
    : html`<p class="notice ${kind}" role="alert" id="problem">${text}</p>`;
}

/** What went wrong, where something did. */
export function problemNotice(problem: string | null | undefined): SafeHtml | null {
  return problem === null || problem === undefined ? null : notice('bad', problem);
}

/** What a field says of itself while there is a problem with it, besides its own `help`. */
export function describedBy(problem: boolean, help?: string): SafeHtml {
  const ids = [help, problem ? 'problem' : undefined].filter((id) => id !== undefined).join(' ');
  return html`${problem ? html.raw` aria-invalid="true"` : ''}${ids === '' ? '' : html` aria-describedby="${ids}"`}`;
}
