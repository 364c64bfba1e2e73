// @ts-check
// Owns the making and changing of elements: nodes are made, never parsed from text, and changed in place so that focus stays.

/** @typedef {Node | string | number | null | undefined | false | ReadonlyArray<Node | string | number | null | undefined | false>} Child */

/**
 * Makes an element. `key` names it among its siblings; other attributes are set as they are, left out when null or false.
 * @param {string} name
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(key === 'key' ? 'data-key' : key, value === true ? '' : String(value));
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/**
 * Makes the children of an element these, keeping those that are there already: what somebody has focused, opened or typed stays.
 * @param {Element} parent
 * @param {ReadonlyArray<Node>} wanted
 */
export function patch(parent, wanted) {
  /** @type {Map<string, Element>} */
  const keyed = new Map();
  for (const child of parent.children) {
    const key = child.getAttribute('data-key');
    if (key !== null) keyed.set(key, child);
  }
  let next = parent.firstChild;
  for (const node of wanted) {
    const key = node instanceof Element ? node.getAttribute('data-key') : null;
    const match = key === null ? (isAlike(next, node) ? next : null) : (keyed.get(key) ?? null);
    if (match === null || !isSameKind(match, node)) {
      parent.insertBefore(node, next);
      continue;
    }
    if (match === next) next = next.nextSibling;
    else move(parent, match, next);
    update(match, node);
  }
  while (next !== null) {
    const rest = next;
    next = next.nextSibling;
    parent.removeChild(rest);
  }
}

/**
 * @param {Node | null} found
 * @param {Node} node
 */
function isAlike(found, node) {
  return (
    found !== null && isSameKind(found, node) && !(found instanceof Element && found.hasAttribute('data-key'))
  );
}

/**
 * @param {Node} one
 * @param {Node} other
 */
function isSameKind(one, other) {
  return one.nodeType === other.nodeType && one.nodeName === other.nodeName;
}

/**
 * @param {Element} parent
 * @param {Node} node
 * @param {Node | null} before
 */
function move(parent, node, before) {
  // moveBefore keeps focus and scroll; older browsers lose them for an element that moves.
  if ('moveBefore' in parent && typeof parent.moveBefore === 'function') parent.moveBefore(node, before);
  else parent.insertBefore(node, before);
}

/**
 * @param {Node} old
 * @param {Node} fresh
 */
function update(old, fresh) {
  if (!(old instanceof Element) || !(fresh instanceof Element)) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name, value } of fresh.attributes) {
    // What is open stays as somebody left it.
    if (name !== 'open' && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of Array.from(old.attributes))
    if (name !== 'open' && !fresh.hasAttribute(name)) old.removeAttribute(name);
  patch(old, [...fresh.childNodes]);
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element #${id}.`);
  return element;
}
