// Builds the text of a message: encode, change what the profile changes, check, write.

import { type Finding, ScriptError } from './errors.ts';
import { MAX_FINDINGS } from './limits.ts';
import type { Message, MessageType, Received } from './model/messages.ts';
import { applyEdits } from './profile/edits.ts';
import { checkOptions } from './profile/known-options.ts';
import { addNoteLines } from './profile/note-lines.ts';
import { encodeOptions, type Form, type Profile } from './profile/options.ts';
import { rootFindings } from './table/root.ts';
import { decode } from './walk/decode.ts';
import { type EncodeOptions, encode, type Warning } from './walk/encode.ts';
import { insertUnmodelled } from './walk/insert.ts';
import { structureFindings } from './walk/structure.ts';
import { type Branch, TreeSink } from './walk/tree.ts';
import { writeJson } from './wire/json-write.ts';
import { legalXml, writeXml, XmlSink } from './wire/xml-write.ts';

/** How a message is written: everything of a profile, and whether it is checked. */
export interface BuildOptions extends Profile {
  /** Write what `check` would refuse. For tests and for forwarding what others sent. */
  readonly unchecked?: boolean;
}

/** A message as text, ready to be sent. */
export interface Built {
  /** The document, in ASCII: one character is one byte. */
  readonly text: string;
  readonly form: Form;
  /** For the HTTP header Content-Type. */
  readonly contentType: string;
  /** What was rewritten to ASCII, which note lines did not fit, which edits this message has no place for. */
  readonly warnings: readonly Warning[];
}

const CONTENT_TYPES: Readonly<Record<Form, string>> = {
  xml: 'application/xml; charset=utf-8',
  json: 'application/json',
};

/**
 * Writes a message. The same message and options give the same bytes. Nothing is shortened.
 * Throws `ScriptError`: `refused` with `findings` for a message that breaks the standard, `edit-refused` or
 * `edit-invalid` for a profile that may not be applied, `unrepresentable` for text (`unchecked` only) and version attributes XML cannot carry.
 *
 * @example
 * const { text, contentType } = build(newRx, { version: '2017071', form: 'xml' });
 */
export function build(message: Message | Received, options: BuildOptions = {}): Built {
  checkOptions(options, 'build');
  const { write, form, findings, warnings } = prepare(message, options);
  if (write === undefined || (findings.length > 0 && options.unchecked !== true)) {
    const { path = '', rule = '' } = findings[0] ?? {};
    throw new ScriptError('refused', `${findings.length}, first: ${path} ${rule}`, findings);
  }
  return { text: write(), form, contentType: CONTENT_TYPES[form], warnings };
}

export interface Prepared {
  /** Makes the text; absent where there is nothing to write. */
  readonly write: (() => string) | undefined;
  readonly form: Form;
  readonly findings: readonly Finding[];
  readonly warnings: readonly Warning[];
  /** What no rule was tried on. */
  readonly unchecked: readonly string[];
}

/** Everything but the last step: what `build` and `check` share, so that they can never disagree. `whole`: see `EncodeOptions`. */
export function prepare(original: unknown, profile: Profile, whole = false): Prepared {
  const options = { ...encodeOptions(profile), whole };
  const { form } = options;
  const { message, warnings: lines } = addNoteLines(original, profile.noteLines ?? []);
  const edits = profile.edits ?? [];
  const unmodelled = unmodelledOf(message, options);
  const said =
    form === 'xml' && profile.versionAttributes !== undefined ? rootFindings(options.attributes) : [];
  if (form === 'xml' && edits.length === 0 && unmodelled === undefined) {
    const sink = new XmlSink();
    const { findings, warnings, unchecked } = encode(message, options, sink);
    const write = () => (findings.length > 0 ? legalXml(sink.text) : sink.text);
    return { write, form, findings: [...said, ...findings], warnings: [...lines, ...warnings], unchecked };
  }
  const sink = new TreeSink();
  const encoded = encode(message, options, sink);
  const findings = [...said, ...encoded.findings];
  let edited: readonly Warning[] = [];
  let kept: readonly string[] = [];
  const { root } = sink;
  if (root !== undefined) {
    if (unmodelled !== undefined)
      insertUnmodelled(root, unmodelled, form, (path, found, rule) => {
        if (findings.length < MAX_FINDINGS) findings.push(notWritten(path, found, rule));
      });
    if (edits.length > 0) edited = applyEdits(root, typeOf(root), options, edits);
    if (edits.length > 0 || unmodelled !== undefined) {
      const decoded = decode(root);
      kept = decoded.unchecked;
      findings.push(...structureFindings(decoded.warnings));
      // What an edit wrote stands there as it is: it is not rewritten either when it is checked.
      if (edits.length > 0 && findings.length === 0)
        findings.push(
          ...encode(decoded.message, { ...options, transliterate: false }, new TreeSink()).findings,
        );
    }
  }
  const write = root && (() => (form === 'xml' ? legalXml(writeXml(root)) : writeJson(root)));
  const warnings = [...lines, ...encoded.warnings, ...edited];
  return { write, form, findings, warnings, unchecked: [...encoded.unchecked, ...kept] };
}

/** What was kept and is to be written back: not what a cut CancelRx leaves out on purpose. */
function unmodelledOf(message: unknown, { form, content }: EncodeOptions): unknown {
  if (typeof message !== 'object' || message === null || !('unmodelled' in message)) return undefined;
  const { unmodelled } = message;
  if (!('type' in message) || message.type !== 'CancelRx' || !Array.isArray(unmodelled)) return unmodelled;
  const cut = [...(form === 'json' ? ['Header'] : []), ...(content === 'reduced' ? ['Body'] : [])];
  return unmodelled.filter((entry: unknown) => !cut.some((part) => standsIn(part, entry)));
}

function standsIn(part: string, entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null || !('parent' in entry)) return false;
  return entry.parent === part || (typeof entry.parent === 'string' && entry.parent.startsWith(`${part}/`));
}

const notWritten = (path: string, found: string, rule: Finding['rule'] = 'unknown'): Finding => ({
  path,
  field: 'unmodelled',
  rule,
  limit: rule === 'unknown' ? 'a place in this version' : 'characters that XML has',
  found,
});

const typeOf = (root: Branch): MessageType => root.children[1]?.children[0]?.name as MessageType;
