// The one script of the record's page: a copy button beside each value, and one that prints. Everything else works without it.
import { fixedFile } from '../../kernel/web/pages/fixed-file.ts';

/**
 * Runs in the browser as it stands here. Without the permission to write the clipboard, or by http, what is selected is copied. What the
 * buttons say stands on the page, in its language.
 */
const SCRIPT = `
const status = document.querySelector('[data-copied]');
const copy = async (value, text, name) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    getSelection().selectAllChildren(value);
    document.execCommand('copy');
  }
  status.textContent = '';
  status.textContent = name + ': ' + status.dataset.copied;
};
if (status)
  for (const value of document.querySelectorAll('dd')) {
    const name = value.previousElementSibling.textContent;
    const text = value.textContent;
    const inner = document.createElement('span');
    inner.className = 'copyable';
    inner.append(...value.childNodes);
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy screen';
    button.textContent = status.dataset.copy;
    button.setAttribute('aria-label', status.dataset.copy + ' ' + name);
    button.addEventListener('click', () => copy(inner, text, name));
    value.append(inner, button);
  }
for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
`;

export const RECORD_SCRIPT = fixedFile('/pages/record', 'js', SCRIPT.replaceAll(/\n\s*/g, '\n').trimStart());
