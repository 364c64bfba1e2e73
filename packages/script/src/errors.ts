// The one error class of the library and the table of its codes: what each means and what to do about it.

/** Every code a ScriptError can carry, with what the caller should do. */
export const SCRIPT_ERRORS = {
  'too-large': 'larger than the limit',
  encoding: 'not UTF-8, or declared as something else: ask the sender for UTF-8',
  'not-a-message': 'neither a SCRIPT message in XML nor one in JSON',
  malformed: 'not well-formed',
  doctype: 'a DOCTYPE is never read, nor any entity or external reference',
  'processing-instruction': 'a processing instruction is never read',
  'split-value': 'a comment or CDATA section splits a value: two readers could read two values',
  'mixed-content': 'text and elements are mixed',
  'too-deep': 'nested more deeply than the limit',
  'too-many': 'more elements or attributes than the limit',
  'duplicate-member': 'a JSON object names a member twice: two readers could read two values',
  'unsupported-message': 'the body is no message type that is modelled',
  refused: 'breaks the standard: see findings',
  unrepresentable: 'a character that XML cannot carry',
  'edit-refused': 'would touch what was signed, or what no constant may say of a message',
  'edit-invalid': 'no path, or a place that no message has',
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
    super(`${code}: ${SCRIPT_ERRORS[code]}${detail === '' ? '' : ` (${detail})`}`);
    this.code = code;
    this.findings = findings;
  }
}
