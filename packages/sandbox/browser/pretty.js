// @ts-check
// Owns the readable form of a message: one element or member a line, names quiet and values clear. The exact bytes stand beside it.
import { h } from './dom.js';

/**
 * The lines of a message, ready to be shown; null when it is neither XML nor JSON.
 * @param {string} text
 * @returns {HTMLElement | null}
 */
export function pretty(text) {
  const start = text.trimStart().charAt(0);
  if (start === '<') return xml(text);
  if (start !== '{' && start !== '[') return null;
  try {
    return json(JSON.stringify(JSON.parse(text), null, 2));
  } catch {
    return null;
  }
}

/** @param {string} text */
function xml(text) {
  const block = h('code');
  let depth = 0;
  let line = '';
  const names = /** @param {string} name */ (name) => h('span', { class: 'name' }, name);
  const breakLine = /** @param {number} at */ (at) =>
    `${block.hasChildNodes() ? '\n' : ''}${'  '.repeat(Math.max(0, at))}`;
  /** @type {'open' | 'close' | 'text' | 'none'} */
  let before = 'none';
  for (const [token] of text.matchAll(/<[^>]+>|[^<]+/g)) {
    if (!token.startsWith('<')) {
      line = token.trim();
      if (line !== '') {
        block.append(h('span', { class: 'value' }, line));
        before = 'text';
      }
      continue;
    }
    const closes = token.startsWith('</');
    if (closes) depth -= 1;
    const stays = closes && (before === 'text' || before === 'open');
    block.append(stays ? '' : breakLine(depth), names(token));
    const opens = !closes && !token.endsWith('/>') && !token.startsWith('<?');
    if (opens) depth += 1;
    before = closes ? 'close' : opens ? 'open' : 'none';
  }
  return block;
}

/** @param {string} text */
function json(text) {
  const block = h('code');
  for (const line of text.split('\n')) {
    const member = /^(\s*)("(?:[^"\\]|\\.)*"):( ?)(.*)$/.exec(line);
    if (block.hasChildNodes()) block.append('\n');
    if (member === null) block.append(line);
    else {
      const [, indent = '', name = '', , value = ''] = member;
      block.append(indent, h('span', { class: 'name' }, `${name}: `), h('span', { class: 'value' }, value));
    }
  }
  return block;
}
