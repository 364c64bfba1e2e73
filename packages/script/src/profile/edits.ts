// Changes a pharmacy's profile makes by path (D7), and the fence around what a prescriber signed.
import { ScriptError } from '../errors.ts';
import { MAX_EDITS } from '../limits.ts';
import type { MessageType } from '../model/messages.ts';
import { insert, locate } from '../walk/place.ts';
import type { Branch } from '../walk/tree.ts';
import { isElementName } from '../wire/element.ts';

/**
 * One change. Paths are the wire's: `Header/RxReferenceNumber`, `Header/To/@Qualifier`, `Body/NewRx/Pharmacy/Specialty`.
 * `set` replaces or adds a text; `add` adds a text or leaves the one that is there; `drop` removes an element or attribute.
 */
export type Edit =
  | { readonly op: 'set' | 'add'; readonly path: string; readonly value: string }
  | { readonly op: 'drop'; readonly path: string };

/** Ids that correlate messages: a constant there would break every answer and every cancel (D9, D10). */
const CORRELATION = /^Header\/(?:MessageID|RelatesToMessageID|SentTime|PrescriberOrderNumber)(?:\/|$)/;

/** Where a profile may write. Patient, prescriber, medication and supervisor are what was signed (W4). */
const OPEN = [
  /^Header\/./,
  /^Body\/[A-Za-z]+\/(?:ReturnReceipt|RequestReferenceNumber|Facility)(?:\/|$)/,
  /^Body\/[A-Za-z]+\/Pharmacy\/./,
];

/** Identifiers beside the signed ones, for the pharmacy's internal use: these may be added, never replaced. */
const ADDABLE = [
  /^Body\/[A-Za-z]+\/Patient\/HumanPatient\/Identification\/[A-Za-z]+$/,
  /^Body\/[A-Za-z]+\/Prescriber\/NonVeterinarian\/Identification\/(?!NPI$|DEANumber$)[A-Za-z0-9]+$/,
  /^Body\/[A-Za-z]+\/Prescriber\/NonVeterinarian\/(?:Specialty|PrescriberPlaceOfService)$/,
];

/** A CancelRx restates what was signed: a receiver that refuses a part of it may have it left out. */
const DROPPABLE =
  /^Body\/CancelRx\/MedicationPrescribed\/(?:Product\/)?(?:DrugCoded|DaysSupply|Note|Diagnosis|PriorAuthorization)(?:\/|$)/;

/**
 * Why an edit is refused, or undefined if it may be made. Whoever stores a profile asks this first, so that a bad edit is
 * found when it is written and not when a prescription is sent.
 */
export function refusalOf(edit: Edit): 'edit-refused' | 'edit-invalid' | undefined {
  const { path } = edit;
  if (typeof path !== 'string') return 'edit-invalid';
  const steps = path.split('/');
  const last = steps.pop() ?? '';
  // An ordinal may choose a parent (`Fax[2]/Number`), not what is written.
  const names = [...steps.map((step) => step.replace(/\[[1-9][0-9]*\]$/, '')), last.replace(/^@/, '')];
  if (names.length < 2 || !names.every(isElementName)) return 'edit-invalid';
  if (edit.op !== 'drop' && (typeof edit.value !== 'string' || edit.value === '')) return 'edit-invalid';
  if (CORRELATION.test(path)) return 'edit-refused';
  if (OPEN.some((pattern) => pattern.test(path))) return undefined;
  if (edit.op === 'add' && ADDABLE.some((pattern) => pattern.test(path))) return undefined;
  if (edit.op === 'drop' && DROPPABLE.test(path)) return undefined;
  return 'edit-refused';
}

/** Makes the edits that speak of this type of message, in order. Throws `edit-refused` or `edit-invalid`. */
export function applyEdits(root: Branch, type: MessageType, edits: readonly Edit[]): void {
  if (edits.length > MAX_EDITS) throw new ScriptError('edit-invalid', `more than ${MAX_EDITS}`);
  for (const edit of edits) {
    const refusal = refusalOf(edit);
    if (refusal !== undefined) throw new ScriptError(refusal, edit.path);
    if (edit.path.startsWith('Header/') || edit.path.startsWith(`Body/${type}/`)) apply(root, edit);
  }
}

function apply(root: Branch, edit: Edit): void {
  const cut = edit.path.lastIndexOf('/');
  const parentPath = edit.path.slice(0, cut);
  const name = edit.path.slice(cut + 1);
  const parent = locate(root, parentPath, edit.op !== 'drop');
  if (parent === undefined) {
    if (edit.op === 'drop') return;
    throw new ScriptError('edit-invalid', edit.path);
  }
  if (name.startsWith('@')) attribute(parent, name.slice(1), edit);
  else element(parent, name, edit);
}

function attribute(node: Branch, name: string, edit: Edit): void {
  const attributes = { ...node.attributes };
  if (edit.op === 'drop') delete attributes[name];
  else if (edit.op === 'set' || attributes[name] === undefined) attributes[name] = edit.value;
  if (Object.keys(attributes).length > 0) node.attributes = attributes;
  else delete node.attributes;
}

function element(parent: Branch, name: string, edit: Edit): void {
  const at = parent.children.findIndex((child) => child.name === name);
  const known = parent.children[at];
  if (edit.op === 'drop') {
    if (at >= 0) parent.children.splice(at, 1);
    return;
  }
  if (
    parent.text !== '' ||
    parent.part?.field.kind === 'leaf' ||
    (known !== undefined && known.children.length > 0)
  ) {
    throw new ScriptError('edit-invalid', edit.path);
  }
  if (known === undefined) {
    const last = parent.children.at(-1)?.name;
    insert(parent, { name, text: edit.value, children: [] }, last);
  } else if (edit.op === 'set') {
    parent.children[at] = { ...known, text: edit.value };
  }
}
