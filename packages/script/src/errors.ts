// The one error class of the library and the table of its codes: what each means and what to do about it.

/** Every code a ScriptError can carry, with what the caller should do. */
export const SCRIPT_ERRORS = {
  'too-large': 'The document is larger than the limit. Refuse it.',
  encoding: 'The document is not UTF-8, or declares another encoding. Ask the sender for UTF-8.',
  'not-a-message': 'The text is neither a SCRIPT message in XML nor one in JSON.',
  malformed: 'The XML or JSON is not well-formed.',
  doctype: 'A DOCTYPE (and with it entities and external references) is never read.',
  'processing-instruction': 'Processing instructions are never read.',
  'split-value': 'A comment, CDATA section or element splits a value, so two readers could read two values.',
  'mixed-content': 'Text stands between elements where the standard has elements only.',
  'too-deep': 'The document is nested more deeply than the limit.',
  'too-many': 'The document has more elements or attributes than the limit.',
  'duplicate-member': 'A JSON object names the same member twice, so two readers could read two values.',
  'unsupported-message': 'The body is a message type that this library does not model.',
  refused: 'The message breaks the standard. `findings` lists where.',
  unrepresentable: 'A value holds characters that XML cannot carry at all.',
  'edit-refused':
    'An edit of the profile would touch signed clinical content or an id that correlates messages.',
  'edit-invalid': 'An edit of the profile names no path, or a path that does not exist.',
} as const;

export type ScriptErrorCode = keyof typeof SCRIPT_ERRORS;

/** One thing that `check` found. Carries no value of the message except codes, lengths and single characters. */
export interface Finding {
  /** Where on the wire: `Body/NewRx/MedicationPrescribed/Note`. */
  readonly path: string;
  /** Where in the typed model: `medicationPrescribed.note`. */
  readonly field: string;
  readonly rule: Rule;
  /** What the rule allows, for a person: `1 to 210 characters`. */
  readonly limit: string;
  /** What was there instead: `212 characters`, `U+00E9 at 4`. Never a name, date or free text. */
  readonly found: string;
}

/** The rules that `check` knows. */
export type Rule =
  | 'required'
  | 'length'
  | 'characters'
  | 'pattern'
  | 'code'
  | 'order'
  | 'cardinality'
  | 'unknown'
  | 'empty'
  | 'type'
  | 'attribute'
  | 'business'
  | 'document';

/** Thrown by `build` and `read`; never by `check`. The message holds no patient data. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
  readonly code: ScriptErrorCode;
  readonly findings: readonly Finding[];

  constructor(code: ScriptErrorCode, detail = '', findings: readonly Finding[] = []) {
    super(`${code}: ${detail === '' ? SCRIPT_ERRORS[code] : detail}`);
    this.code = code;
    this.findings = findings;
  }
}
