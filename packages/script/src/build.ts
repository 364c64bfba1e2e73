// Builds the text of a message: encode, change what the profile changes, check, write.
import { decode } from './decode.ts';
import { applyEdits } from './edits.ts';
import { type EncodeOptions, encode, type Warning } from './encode.ts';
import { type Finding, ScriptError } from './errors.ts';
import type { Message, MessageType, Received } from './model.ts';
import type { Branch } from './node.ts';
import { addNoteLines } from './note-lines.ts';
import { encodeOptions, type Form, type Profile } from './options.ts';
import { writeJson } from './wire/json-write.ts';
import { writeXml } from './wire/xml-write.ts';

export interface BuildOptions extends Profile {
  /** Write what `check` would refuse. For tests and for forwarding what others sent. */
  readonly unchecked?: boolean;
}

export interface Built {
  /** The document, in ASCII: one character is one byte. */
  readonly text: string;
  readonly form: Form;
  /** For the HTTP header Content-Type. */
  readonly contentType: string;
  /** What was rewritten to ASCII, which note lines did not fit. */
  readonly warnings: readonly Warning[];
}

const CONTENT_TYPES: Readonly<Record<Form, string>> = {
  xml: 'application/xml; charset=utf-8',
  json: 'application/json',
};

/**
 * Writes a message. The same message and options give the same bytes. Nothing is shortened.
 * Throws `ScriptError`: `refused` with `findings` for a message that breaks the standard (S5), `edit-refused` or
 * `edit-invalid` for a profile that may not be applied (D7), `unrepresentable` for text XML cannot carry (`unchecked` only).
 *
 * @example
 * const { text, contentType } = build(newRx, { version: '2017071', form: 'xml' });
 */
export function build(message: Message | Received, options: BuildOptions = {}): Built {
  const { root, findings, warnings, form } = prepare(message, options);
  if (root === undefined || (findings.length > 0 && options.unchecked !== true)) {
    const first = findings[0];
    throw new ScriptError(
      'refused',
      `${findings.length} finding(s), first: ${first?.path} ${first?.rule}`,
      findings,
    );
  }
  return {
    text: form === 'xml' ? writeXml(root) : writeJson(root),
    form,
    contentType: CONTENT_TYPES[form],
    warnings,
  };
}

export interface Prepared {
  readonly root: Branch | undefined;
  readonly form: Form;
  readonly findings: readonly Finding[];
  readonly warnings: readonly Warning[];
}

/** Everything but the writing: what `build` and `check` share, so that they can never disagree. */
export function prepare(message: unknown, profile: Profile): Prepared {
  const options = encodeOptions(profile);
  const lined = addNoteLines(message, profile.noteLines ?? []);
  const first = encode(lined.message, options);
  const warnings = [...lined.warnings, ...first.warnings];
  const edits = profile.edits ?? [];
  if (first.root === undefined || edits.length === 0) {
    return { root: first.root, form: options.form, findings: first.findings, warnings };
  }
  applyEdits(first.root, typeOf(first.root), edits);
  return {
    root: first.root,
    form: options.form,
    findings: [...first.findings, ...editedFindings(first, options)],
    warnings,
  };
}

const typeOf = (root: Branch): MessageType => root.children[1]?.children[0]?.name as MessageType;

/** An edited tree is read and checked again: what an edit broke is found like anything else. */
function editedFindings(
  first: { root: Branch | undefined; findings: readonly Finding[] },
  options: EncodeOptions,
): readonly Finding[] {
  if (first.root === undefined || first.findings.length > 0) return [];
  const { message, warnings } = decode(first.root);
  const foreign = warnings
    .filter(({ rule }) => rule === 'unexpected')
    .map(
      ({ path, message: found }): Finding => ({
        path,
        field: 'edits',
        rule: 'unknown',
        limit: 'an element of this form',
        found,
      }),
    );
  return [...foreign, ...encode(message, options).findings];
}
