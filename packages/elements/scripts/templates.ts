// Makes the templates of a build short: blanks that no reader sees leave `html` and `css` templates. What is written stays readable.
import type { Plugin } from 'vite';

/** Elements that begin on a line of their own, whatever our style sheets say: blanks beside their tags are never drawn. */
const BLOCKS =
  'article|aside|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|legend|li|main|nav|ol|optgroup|option|p|section|table|tbody|td|th|thead|tr|ul';
const BLOCK_TAG = new RegExp(`^</?(?:${BLOCKS})(?![\\w-])`);
/** Inside these, every blank counts. */
const VERBATIM = /^<(\/?)(?:pre|textarea)(?![\w-])/;
/** A value that means the same without its quotes; not before `/`, which would become part of it. */
const QUOTED = /^(["'])([\w-]+)\1(?=[\s>])/;

type Shorten = (strings: readonly string[]) => string[];

/**
 * The strings of an `html` or `svg` template, with the same holes between them. Runs of blanks become one; beside a block's tag they
 * go. Nothing changes inside quoted values, `<pre>` and `<textarea>`. Blanks between inline elements stay: they are drawn.
 */
export function shortenHtml(strings: readonly string[]): string[] {
  let tag = '';
  let quote = '';
  let verbatim = false;
  // Whether the last thing before this place was a block's tag.
  let afterBlock = false;
  return strings.map((text, hole) => {
    let out = '';
    if (hole > 0 && tag === '') afterBlock = false;
    for (let at = 0; at < text.length; ) {
      const rest = text.slice(at);
      const [blanks = ''] = /^\s+/.exec(rest) ?? [];
      let taken = rest.charAt(0);
      if (quote !== '') {
        if (taken === quote) quote = '';
      } else if (tag !== '') {
        const unquoted = out.endsWith('=') ? QUOTED.exec(rest)?.[2] : undefined;
        if (unquoted !== undefined) {
          out += unquoted;
          at += unquoted.length + 2;
          continue;
        }
        if (blanks !== '') {
          out += /^\s+>/.test(rest) ? '' : ' ';
          at += blanks.length;
          continue;
        }
        if (taken === '"' || taken === "'") quote = taken;
        if (taken === '>') {
          const close = VERBATIM.exec(tag);
          if (close !== null) verbatim = close[1] === '';
          afterBlock = BLOCK_TAG.test(tag);
          tag = '';
        }
      } else if (/^<[/a-z]/i.test(rest)) {
        [tag] = /^<\/?[\w-]*/.exec(rest) ?? [taken];
        taken = tag;
      } else if (blanks !== '' && !verbatim) {
        out += afterBlock || BLOCK_TAG.test(rest.slice(blanks.length)) ? '' : ' ';
        at += blanks.length;
        continue;
      } else {
        afterBlock = false;
      }
      out += taken;
      at += taken.length;
    }
    return out;
  });
}

/** The strings of a `css` template, with the same holes between them; texts in quotes stay as they are. */
export function shortenCss(strings: readonly string[]): string[] {
  const last = strings.length - 1;
  return strings.map((text, index) => {
    const short = text
      .replaceAll(/("[^"]*"|'[^']*')|\/\*[^]*?\*\//g, (_, kept = '') => String(kept))
      .split(/("[^"]*"|'[^']*')/)
      .map((piece, part) => (part % 2 === 0 ? shortenRules(piece) : piece))
      .join('');
    const begun = index === 0 ? short.trimStart() : short;
    return index === last ? begun.trimEnd() : begun;
  });
}

/** Not before `:`, where a blank descends, nor around `+`, `-` and `*`, which need theirs in calculations. */
function shortenRules(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(/: /g, ':')
    .replaceAll(/;}/g, '}')
    .replaceAll(/ !important/g, '!important')
    .replaceAll(/(?<![\w.#-])0\.(?=\d)/g, '.');
}

const SHORTEN: Readonly<Record<string, Shorten>> = { html: shortenHtml, svg: shortenHtml, css: shortenCss };

interface Quasi {
  readonly start: number;
  readonly end: number;
}

/** Shortens the templates of our own sources. */
export const shortTemplates: Plugin = {
  name: 'short-templates',
  transform: {
    filter: { id: /[\\/]packages[\\/]elements[\\/]src[\\/].+\.ts$/, code: /\b(?:html|svg|css)`/ },
    handler(code) {
      const edits: (Quasi & { readonly text: string })[] = [];
      visit(this.parse(code), (shorten, quasis) => {
        const raw = quasis.map(({ start, end }) => code.slice(start, end));
        shorten(raw).forEach((text, index) => {
          const quasi = quasis[index];
          if (quasi !== undefined && text !== raw[index]) edits.push({ ...quasi, text });
        });
      });
      const sorted = edits.toSorted((a, b) => b.start - a.start);
      return {
        code: sorted.reduce((all, { start, end, text }) => all.slice(0, start) + text + all.slice(end), code),
        map: null,
      };
    },
  },
};

/** Finds every tagged template, also those inside the holes of another. */
function visit(node: unknown, found: (shorten: Shorten, quasis: readonly Quasi[]) => void): void {
  if (Array.isArray(node)) for (const child of node) visit(child, found);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  if (isTemplate(node)) {
    const shorten = Object.hasOwn(SHORTEN, node.tag.name) ? SHORTEN[node.tag.name] : undefined;
    if (shorten !== undefined)
      found(
        shorten,
        node.quasi.quasis.map(({ start, end }) => ({ start, end })),
      );
  }
  for (const child of Object.values(node)) visit(child, found);
}

interface TaggedTemplate {
  readonly type: 'TaggedTemplateExpression';
  readonly tag: { readonly name: string };
  readonly quasi: { readonly quasis: readonly Quasi[] };
}

function isTemplate(node: object): node is TaggedTemplate {
  return 'type' in node && node.type === 'TaggedTemplateExpression';
}
