// Puts elements into a tree at their standard place: what was read and is not modelled, and what a profile adds.
import { MAX_ATTRIBUTES, MAX_DEPTH, MAX_ELEMENTS } from '../limits.ts';
import { type Element, isElementName, isLegalXml } from '../model/element.ts';
import type { Unmodelled } from '../model/messages.ts';
import type { Parts } from '../table/parts.ts';
import type { Branch, Node } from './tree.ts';

/** Writes back what a read kept. `refuse` hears of parts that have no place or are no elements. */
export function insertUnmodelled(
  root: Branch,
  list: unknown,
  form: 'xml' | 'json',
  refuse: (parent: string, found: string, rule?: 'characters') => void,
): void {
  if (!Array.isArray(list)) {
    refuse('', 'no array');
    return;
  }
  let elements = 0;
  for (const entry of list as unknown[]) {
    if (!isUnmodelled(entry)) {
      refuse('', 'no element or attribute');
      continue;
    }
    if ('element' in entry) elements += 1;
    if (form === 'xml' && !isCarried(entry))
      refuse(entry.parent, 'a character that XML cannot carry', 'characters');
    const parent = elements > MAX_ELEMENTS ? undefined : locate(root, entry.parent, true);
    if (parent === undefined)
      refuse(entry.parent, elements > MAX_ELEMENTS ? `more than ${MAX_ELEMENTS} elements` : 'no such place');
    else if ('attribute' in entry) {
      if (Object.keys(parent.attributes ?? {}).length < MAX_ATTRIBUTES)
        parent.attributes = { ...parent.attributes, [entry.attribute]: entry.value };
      else refuse(entry.parent, `more than ${MAX_ATTRIBUTES} attributes`);
    } else if (parent.text !== '' || parent.part?.field.kind === 'leaf')
      refuse(entry.parent, 'a place that holds text');
    else if (form === 'xml' || !isIdleInJson(parent, entry.element))
      insert(parent, branchOf(entry.element), entry.after);
  }
}

/** The paths of the elements that a message keeps as they came; undefined where it keeps none. */
export function keptPaths(list: unknown): ReadonlySet<string> | undefined {
  if (!Array.isArray(list)) return undefined;
  return new Set(
    (list as unknown[]).flatMap((entry) =>
      isUnmodelled(entry) && 'element' in entry ? [`${entry.parent}/${entry.element.name}`] : [],
    ),
  );
}

/** Whether XML can carry every text of an entry. */
function isCarried(entry: Unmodelled): boolean {
  return 'attribute' in entry ? isLegalXml(entry.value) : isLegalElement(entry.element);
}

const isLegalElement = ({ text, attributes = {}, children }: Element): boolean =>
  isLegalXml(text) && Object.values(attributes).every(isLegalXml) && children.every(isLegalElement);

/** A repetition that says something by its attributes alone says nothing in JSON, which has none; the reader passes over such. */
function isIdleInJson(parent: Branch, { name, text, attributes, children }: Element): boolean {
  const field = partsIn(parent)?.byName.get(name)?.[0]?.field;
  if (field === undefined || field.kind === 'opaque' || ('marker' in field && field.marker)) return false;
  return attributes !== undefined && text.trim() === '' && children.length === 0;
}

/** The element at a path below the root; `Fax[2]` is the second Fax. With `create`, groups the table knows are made. */
export function locate(root: Branch, path: string, create: boolean): Branch | undefined {
  let here: Branch = root;
  for (const step of path === '' ? [] : path.split('/')) {
    const [name, ordinal] = stepOf(step);
    let next = here.children.filter((child) => child.name === name)[ordinal - 1];
    if (next === undefined) {
      const part = create
        ? partsIn(here)
            ?.byName.get(name)
            ?.find(({ field }) => field.kind === 'group')
        : undefined;
      if (part === undefined) return undefined;
      next = { name, text: '', children: [], part };
      insert(here, next);
    }
    here = next;
  }
  return here;
}

/** A step of a path: `Fax[2]` is the second Fax, `Fax` the first. */
export function stepOf(step: string): readonly [name: string, ordinal: number] {
  const [, name = step, ordinal = '1'] = /^([^[\]]+)\[([0-9]+)\]$/.exec(step) ?? [];
  return [name, Number(ordinal)];
}

/** Adds a child where the table has it; what the table does not have goes after the sibling called `after`, else first. */
export function insert(parent: Branch, child: Branch, after?: string): void {
  const { children } = parent;
  const parts = partsIn(parent);
  const index = indexOf(parts, child.name);
  let at = children.length;
  // Behind one of its own name, where that is there: one with nothing in it is not written.
  const follows = after === child.name && children.some(({ name }) => name === after);
  if (index !== undefined && !follows) {
    // From the end: siblings that the table has stand in its order, and documents are written back from first to last.
    for (let before = at - 1; before >= 0; before -= 1) {
      const other = indexOf(parts, children[before]?.name ?? '');
      if (other !== undefined && other <= index) break;
      if (other !== undefined) at = before;
    }
  } else {
    at = after === undefined ? 0 : children.findLastIndex((sibling) => sibling.name === after) + 1;
  }
  children.splice(at, 0, child);
}

/** The table's rows inside a node. */
export const partsIn = (node: Node): Parts | undefined =>
  node.part?.field.kind === 'group' ? node.part.inner : undefined;

const indexOf = (parts: Parts | undefined, name: string): number | undefined =>
  parts?.byName.get(name)?.[0]?.index;

/** A copy of an element that may grow. */
export const branchOf = (element: Element): Branch => ({
  ...element,
  children: element.children.map(branchOf),
});

const ATTRIBUTE = /^(?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*$/;

function isUnmodelled(entry: unknown): entry is Unmodelled {
  if (!isRecord(entry) || typeof entry['parent'] !== 'string') return false;
  if (entry['attribute'] !== undefined) {
    return (
      typeof entry['attribute'] === 'string' &&
      ATTRIBUTE.test(entry['attribute']) &&
      typeof entry['value'] === 'string'
    );
  }
  const { after } = entry;
  return (
    (after === undefined || typeof after === 'string') &&
    isElement(entry['element'], 0, { elements: MAX_ELEMENTS })
  );
}

/** `left`: how many elements may still come. A typed message may hold the same element in itself, again and again. */
function isElement(value: unknown, depth: number, left: { elements: number }): boolean {
  left.elements -= 1;
  if (depth > MAX_DEPTH || left.elements < 0 || !isRecord(value)) return false;
  const { name, text, children, attributes } = value;
  return (
    typeof name === 'string' &&
    isElementName(name) &&
    typeof text === 'string' &&
    Array.isArray(children) &&
    (text === '' || children.length === 0) &&
    children.every((child) => isElement(child, depth + 1, left)) &&
    (attributes === undefined ||
      (isRecord(attributes) &&
        Object.entries(attributes).every(([key, text]) => ATTRIBUTE.test(key) && typeof text === 'string')))
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
