// How long a search takes from a key to a list that is laid out, for what it knows without asking the service.
import type { Page } from 'playwright-core';

/** Fewer letters than the catalog is asked for: templates and what the patient had before. */
const TYPED = ['l', 'i', 'm', 'e', 'a', 't', 's'] as const;

/** The least that any search does, on the same machine: an input that fills a list of ten. */
export const BARE_SEARCH = `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,">
<input role="combobox" aria-label="Search medication"><ul role="listbox"></ul><script>
  const list = document.querySelector('ul');
  document.querySelector('input').addEventListener('input', ({ target }) => {
    list.replaceChildren(...Array.from({ length: 10 }, (_, index) => {
      const item = document.createElement('li');
      item.textContent = target.value + ' ' + index;
      return item;
    }));
  });
</script>`;

/** Milliseconds for each key that changed the list of the page's only search. */
export async function keystrokes(page: Page, rounds: number): Promise<readonly number[]> {
  await page.getByRole('combobox', { name: /^Search medication/ }).click();
  await page.evaluate(watchList);
  for (let round = 0; round < rounds; round += 1)
    for (const letter of TYPED) {
      await page.keyboard.press(letter);
      await page.keyboard.press('Backspace');
    }
  return await page.evaluate(() => (globalThis as unknown as { keyMs: number[] }).keyMs);
}

/** Runs in the page: from the time of the event on, queues included, to a list whose layout is known. */
function watchList(): void {
  const keyMs: number[] = [];
  Object.assign(globalThis, { keyMs });
  const shell = document.querySelector('svc-prescribe-workflow');
  const root = shell?.shadowRoot?.firstElementChild?.shadowRoot ?? document;
  let pressedAt: number | undefined;
  document.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressedAt = timeStamp;
    },
    true,
  );
  new MutationObserver((changes) => {
    const list = root.querySelector('[role=listbox]');
    if (pressedAt === undefined || list === null) return;
    if (!changes.some(({ target }) => list.contains(target) || target.contains(list))) return;
    list.getBoundingClientRect();
    keyMs.push(performance.now() - pressedAt);
    pressedAt = undefined;
  }).observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
}
