// Changes a pharmacy's profile makes by path (D7), and the fence around what a prescriber signed.
import { ScriptError } from '../errors.ts';
import { MAX_EDITS } from '../limits.ts';
import { isElementName } from '../model/element.ts';
import type { MessageType } from '../model/messages.ts';
import { isMessageType } from '../table/messages.ts';
import { type Layout, messageParts } from '../table/parts.ts';
import { faultsOf, type TextType } from '../table/text.ts';
import type { Warning } from '../walk/encode.ts';
import { insert, locate, partsIn, stepOf } from '../walk/insert.ts';
import type { Branch } from '../walk/tree.ts';

/**
 * One change. Paths are the wire's: `Header/RxReferenceNumber`, `Header/To/@Qualifier`, `Body/NewRx/Pharmacy/Specialty`.
 * `set` replaces or adds a text; `add` adds a text or leaves the one that is there; `drop` removes an element or attribute.
 */
export type Edit =
  | { readonly op: 'set' | 'add'; readonly path: string; readonly value: string }
  | { readonly op: 'drop'; readonly path: string };

/**
 * What no constant may say of a message: the ids and times that answers and cancels go by, of which orders it is one, and that it
 * is a test, which no pharmacy dispenses.
 */
const FIXED =
  /^Header\/(?:MessageID|RelatesToMessageID|SentTime|PrescriberOrderNumber|PrescriberOrderGroup|RxReferenceOrderGroup|TestMessage)(?:\/|$)/;

/** Where a profile may write. Patient, prescriber, medication and supervisor are what was signed. */
const OPEN = [
  /^Header\/./,
  /^Body\/[A-Za-z]+\/(?:ReturnReceipt|RequestReferenceNumber)$/,
  /^Body\/[A-Za-z]+\/Pharmacy\/./,
];

/**
 * Identifiers beside the signed ones, for the pharmacy's internal use: these may be added, never replaced. Not those that name one person,
 * as a licence or a Medicare number: a profile says the same in every message.
 */
const ADDABLE = [
  /^Body\/[A-Za-z]+\/Patient\/HumanPatient\/Identification\/(?:PatientAccountNumber|MutuallyDefined)$/,
  /^Body\/[A-Za-z]+\/Prescriber\/NonVeterinarian\/Identification\/MutuallyDefined$/,
  /^Body\/[A-Za-z]+\/Prescriber\/NonVeterinarian\/(?:Specialty|PrescriberPlaceOfService)$/,
];

/** A CancelRx restates what was signed: a receiver that refuses a part of it may have it left out. */
const DROPPABLE =
  /^Body\/CancelRx\/MedicationPrescribed\/(?:Product\/)?(?:DrugCoded|DaysSupply|Note|Diagnosis|PriorAuthorization)(?:\/|$)/;

/**
 * Why an edit is refused, or undefined if it may be made: `edit-refused` behind the fence, `edit-invalid` for what is no place of any
 * message, `refused` for a text that the standard does not take there. Whoever stores a profile asks this first, so that a bad edit is found
 * when it is written and not when a prescription is sent.
 */
export function refusalOf(edit: Edit): 'edit-refused' | 'edit-invalid' | 'refused' | undefined {
  const { path, op } = edit;
  if (typeof path !== 'string') return 'edit-invalid';
  const steps = path.split('/');
  const last = steps.pop() ?? '';
  // An ordinal may choose a parent (`Fax[2]/Number`), not what is written.
  const names = [...steps.map((step) => step.replace(/\[[1-9][0-9]*\]$/, '')), last.replace(/^@/, '')];
  if (names.length < 2 || !names.every(isElementName)) return 'edit-invalid';
  if (!['set', 'add', 'drop'].includes(op)) return 'edit-invalid';
  if (op !== 'drop' && (typeof edit.value !== 'string' || edit.value === '')) return 'edit-invalid';
  const open =
    !FIXED.test(path) &&
    (OPEN.some((pattern) => pattern.test(path)) ||
      (op === 'add' && ADDABLE.some((pattern) => pattern.test(path))) ||
      (op === 'drop' && DROPPABLE.test(path)));
  if (!open) return 'edit-refused';
  const type = textTypeAt(path);
  if (type === undefined || (op !== 'drop' && type === 'no text')) return 'edit-invalid';
  return op !== 'drop' && type !== 'no text' && faultsOf(edit.value, type).length > 0 ? 'refused' : undefined;
}

/** What may stand at a path of any version, where some message has one. */
function textTypeAt(path: string): TextType | 'no text' | undefined {
  const [part, named = ''] = path.split('/');
  const type = part === 'Header' ? 'NewRx' : named;
  return isMessageType(type) ? textAt(type, { shape: 'any', content: 'full', form: 'xml' }, path) : undefined;
}

/**
 * Makes the edits that speak of this type of message, in order, and answers those whose place this message does not have: a CancelRx in
 * JSON has six fields in its Header, a reduced one says little, and a pharmacy that is left out has no identifiers. Throws `edit-refused`,
 * and `edit-invalid` for a place that no message of this type has.
 */
export function applyEdits(
  root: Branch,
  type: MessageType,
  layout: Layout,
  edits: readonly Edit[],
): readonly Warning[] {
  if (edits.length > MAX_EDITS) throw new ScriptError('edit-invalid', `more than ${MAX_EDITS}`);
  const warnings: Warning[] = [];
  for (const edit of edits) {
    const { path } = edit;
    const refusal = refusalOf(edit);
    // A text that the standard does not take is found where it stands, with what is wrong with it.
    if (refusal !== undefined && refusal !== 'refused') throw new ScriptError(refusal, path);
    if (!path.startsWith('Header/') && !path.startsWith(`Body/${type}/`)) continue;
    if (edit.op === 'drop') drop(root, path);
    else if (hasText(type, layout, path) && hasParty(root, path) && write(root, edit)) continue;
    else if (hasText(type, { ...layout, content: 'full', form: 'xml' }, path))
      warnings.push({ path, rule: 'edit', message: 'this message has no such place' });
    else throw new ScriptError('edit-invalid', path);
  }
  prune(root);
  return warnings;
}

/** Whether the tables have a text, or an attribute of one, at a path. */
function hasText(type: MessageType, layout: Layout, path: string): boolean {
  return typeof textAt(type, layout, path) === 'object';
}

/** The rules of the text, or of the attribute of one, at a path. Undefined for what is no place. */
function textAt(type: MessageType, layout: Layout, path: string): TextType | 'no text' | undefined {
  const steps = path.split('/');
  const { header, root } = messageParts(type, layout);
  const attribute = steps.at(-1)?.startsWith('@') === true ? steps.pop()?.slice(1) : undefined;
  const name = steps.pop() ?? '';
  let { inner } = steps[0] === 'Header' ? header : root;
  for (const step of steps.slice(steps[0] === 'Header' ? 1 : 2)) {
    const [parent, ordinal] = stepOf(step);
    const part = inner.byName.get(parent)?.find(({ field }) => field.kind === 'group');
    if (part === undefined || ordinal > part.field.max) return undefined;
    ({ inner } = part);
  }
  const field = inner.byName.get(name)?.[0]?.field;
  if (attribute !== undefined)
    return field?.kind === 'leaf' && layout.form === 'xml' && field.attribute?.name === attribute
      ? field.attribute.type
      : undefined;
  if (field === undefined) return undefined;
  return field.kind === 'leaf' ? field.type : 'no text';
}

/** A party that the message leaves out is not made of what a profile adds to it. */
function hasParty(root: Branch, path: string): boolean {
  const [party] = /^Body\/\w+\/(?:Patient|Pharmacy|Prescriber)(?=\/)/.exec(path) ?? [];
  return party === undefined || locate(root, party, false) !== undefined;
}

/** False for an attribute of a text that is not there. */
function write(root: Branch, { op, path, value }: Exclude<Edit, { op: 'drop' }>): boolean {
  const [parentPath, name] = cut(path);
  const isAttribute = name.startsWith('@');
  const parent = locate(root, parentPath, !isAttribute);
  if (parent === undefined) return false;
  if (isAttribute) {
    const own = { [name.slice(1)]: value };
    parent.attributes = op === 'set' ? { ...parent.attributes, ...own } : { ...own, ...parent.attributes };
    return true;
  }
  const at = parent.children.findIndex((child) => child.name === name);
  const known = parent.children[at];
  if (known === undefined) {
    const part = partsIn(parent)?.byName.get(name)?.[0];
    insert(parent, { name, text: value, children: [], ...(part && { part }) });
  } else if (op === 'set') {
    parent.children[at] = { ...known, text: value };
  }
  return true;
}

function drop(root: Branch, path: string): void {
  const [parentPath, name] = cut(path);
  const parent = locate(root, parentPath, false);
  if (parent === undefined) return;
  if (name.startsWith('@')) {
    const { [name.slice(1)]: _dropped, ...attributes } = parent.attributes ?? {};
    if (Object.keys(attributes).length > 0) parent.attributes = attributes;
    else delete parent.attributes;
    return;
  }
  const at = parent.children.findIndex((child) => child.name === name);
  if (at >= 0) parent.children.splice(at, 1);
}

/** The standard has no empty elements but those that say something by being there: what a drop has emptied goes too. */
function prune({ children }: Branch): void {
  for (let at = children.length; at > 0; at -= 1) {
    const child = children[at - 1];
    if (child === undefined) continue;
    prune(child);
    const field = child.part?.field;
    if (field?.kind === 'group' && field.marker !== true && child.children.length === 0)
      children.splice(at - 1, 1);
  }
}

function cut(path: string): readonly [parent: string, last: string] {
  const at = path.lastIndexOf('/');
  return [path.slice(0, at), path.slice(at + 1)];
}
