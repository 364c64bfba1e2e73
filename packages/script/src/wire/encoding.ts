// Turns bytes into text: UTF-8, and plain ASCII whatever encoding its sender names by mistake.
import { ScriptError } from '../errors.ts';

const UTF8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
/** In these ASCII is written with the same bytes. */
const SUPERSET = /^(?:iso[-_]?8859[-_]?[0-9]{1,2}|latin-?1|(?:windows|cp)-?125[0-8])$/;
/** In these it is not; but a document that is plain ASCII is none of them, whatever it says. */
const WIDE = /^(?:utf-?16(?:le|be)?|ucs-?2|unicode)$/;
const ASCII = /^\p{ASCII}*$/u;

/** What is said of the encoding of a document, in lower case: by its XML declaration, and by the `charset` of HTTP. */
export interface Labels {
  readonly declared: string | undefined;
  readonly charset: string | undefined;
}

/**
 * Decodes UTF-8. Throws `encoding` for bytes that are something else, unless `replace`: then they become U+FFFD.
 * UTF-16 is never read: a document of ASCII signs in it would be another one in UTF-8.
 */
export function decodeUtf8(bytes: Uint8Array, replace: boolean): string {
  const [first, second] = bytes;
  const wide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (wide || first === 0 || second === 0) throw new ScriptError('encoding');
  try {
    return new TextDecoder('utf-8', { fatal: !replace, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ScriptError('encoding');
  }
}

/** What is noted of a document that came as text: its bytes are gone, and nothing said of them matters. */
export function ignored(declared: string | undefined): string | undefined {
  const matters = declared !== undefined && !UTF8.has(declared);
  return matters ? 'the declared encoding is ignored: this is text' : undefined;
}

/**
 * Whether text that was decoded as UTF-8 may be believed although it is called something else: undefined where nobody does, else what was
 * forgiven. Throws `encoding` where two readers could read two texts: signs that are not ASCII, an encoding in which ASCII means something
 * else. With `replace` signs that are not ASCII are doubtful, and what is ASCII is believed.
 */
export function forgiven(text: string, { declared, charset }: Labels, replace: boolean): string | undefined {
  let words: string | undefined;
  for (const label of [declared, charset]) {
    if (label === undefined || UTF8.has(label)) continue;
    const ascii = ASCII.test(text);
    if (!SUPERSET.test(label) && !(WIDE.test(label) && ascii)) throw new ScriptError('encoding');
    if (ascii) words = 'declared as another encoding; every character is plain ASCII';
    else if (label === charset && declared !== undefined && UTF8.has(declared))
      words = 'HTTP names another encoding than the document, which is UTF-8';
    else if (replace) words = 'declared as another encoding: characters beyond ASCII are doubtful';
    else throw new ScriptError('encoding');
  }
  return words;
}

/** The `charset` of an HTTP header Content-Type, in lower case; undefined where it names none. */
export function charsetOf(contentType: string | undefined): string | undefined {
  const [, quoted, bare] =
    /;\s*charset\s*=\s*(?:"([^"]{1,40})"|([^\s;"]{1,40}))/i.exec(contentType ?? '') ?? [];
  return (quoted ?? bare)?.trim().toLowerCase();
}

/** The media type of an HTTP header Content-Type, in lower case and without parameters. */
export const mediaTypeOf = (contentType: string | undefined): string =>
  (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
