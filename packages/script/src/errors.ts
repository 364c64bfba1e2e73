// The one error class of the library and the table of its codes: what each means and what to do about it.
import { MAX_FINDINGS } from './limits.ts';

/** Every code a ScriptError can carry, with what the caller should do. */
export const SCRIPT_ERRORS = {
  'too-large': 'larger than the limit',
  encoding:
    'not UTF-8, or characters beyond ASCII that are declared as something else: ask the sender for UTF-8',
  'not-a-message': 'neither a SCRIPT message in XML nor one in JSON',
  malformed: 'not well-formed',
  doctype: 'a DOCTYPE is never read, nor any entity or external reference',
  'processing-instruction': 'a processing instruction is never read',
  'split-value': 'a comment or CDATA section splits a value: two readers could read two values',
  'mixed-content': 'text and elements are mixed',
  'too-deep': 'nested more deeply than the limit',
  'too-many': 'more elements or attributes than the limit',
  'duplicate-member': 'a JSON object names a member twice: two readers could read two values',
  'several-messages': 'more than one message: two readers could read two',
  'unsupported-message': 'the body is no message type that is modelled',
  refused: 'breaks the standard: see findings',
  unrepresentable: 'a character that XML cannot carry',
  'invalid-option': 'an option that does not exist, or a value that it cannot have: the message names it',
  'edit-refused': 'would touch what was signed, or what no constant may say of a message',
  'edit-invalid': 'no path, or a place that no message has',
} as const;

/** Why a function threw: a key of `SCRIPT_ERRORS`. */
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

/**
 * What `check` answers: an empty list means that nothing breaks the standard. `unchecked` names what it could not look into: elements of
 * the standard that the library does not model, and codes of lists that it does not know. It is no finding, and no approval either.
 */
export interface Findings extends ReadonlyArray<Finding> {
  readonly unchecked: readonly string[];
}

/** A list of findings. What was not checked stands beside the list and not in it: a caller that counts findings counts those alone. */
export function findingsOf(findings: readonly Finding[], unchecked: readonly string[]): Findings {
  return Object.defineProperty(findings.slice(0, MAX_FINDINGS), 'unchecked', {
    value: unchecked,
  }) as Finding[] & Findings;
}

/** Thrown by `build` and `read`, and by every function for an option that does not exist. The message holds no patient data. */
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
