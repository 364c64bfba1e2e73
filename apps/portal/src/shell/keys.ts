// Owns the keys of the portal: `/` for the search, `J` `K` between rows, `N` and `A` for what can be done with one, `?` for the list of them.

/** What a key did; `help` is left to the frame. */
export type KeyDone = 'help' | 'done' | 'nothing';

/** Rows carry `data-row` on what opens them, their next action `data-next` (or it is the strong one of what can be done), assigning `data-assign`. */
const ROWS = '[data-row]';

export function onKey(event: KeyboardEvent, page: ParentNode | null): KeyDone {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event))
    return 'nothing';
  if (event.key === '?') return 'help';
  if (page === null) return 'nothing';
  switch (event.key.toLowerCase()) {
    case '/':
      return focus(page.querySelector<HTMLElement>('input[type="search"]'));
    case 'j':
      return focus(besideRow(page, 1));
    case 'k':
      return focus(besideRow(page, -1));
    case 'n':
      return press(page, '[data-next], .acts > button.strong');
    case 'a':
      return press(page, '[data-assign]');
    default:
      return 'nothing';
  }
}

/** Whoever types means letters; so does the workflow, which has keys of its own. */
function isTyping(event: KeyboardEvent): boolean {
  return event
    .composedPath()
    .some(
      (at) =>
        at instanceof HTMLElement &&
        (at.matches(
          'input:not([type="checkbox"], [type="radio"]), select, textarea, svc-prescribe-workflow, dialog',
        ) ||
          at.isContentEditable),
    );
}

function besideRow(page: ParentNode, step: 1 | -1): HTMLElement | undefined {
  const rows = [...page.querySelectorAll<HTMLElement>(ROWS)];
  const at = rows.findIndex((row) => rowOf(row).matches(':focus-within'));
  if (at === -1) return step === 1 ? rows[0] : rows.at(-1);
  return rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
}

function press(page: ParentNode, what: string): KeyDone {
  const row = [...page.querySelectorAll<HTMLElement>(ROWS)]
    .map(rowOf)
    .find((one) => one.matches(':focus-within'));
  const button = row?.querySelector<HTMLElement>(what);
  if (button === null || button === undefined) return 'nothing';
  button.click();
  return 'done';
}

/** An open row and what is open of it share one body. */
function rowOf(opener: HTMLElement): Element {
  return opener.closest('tbody[data-item]') ?? opener.closest('tr') ?? opener;
}

function focus(target: HTMLElement | null | undefined): KeyDone {
  if (target === null || target === undefined) return 'nothing';
  target.focus();
  return 'done';
}
