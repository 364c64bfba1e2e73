// A prescriber's keyboard on the prescribing page: types, presses, and counts both.
import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import type { Locator, Page } from 'playwright-core';

/** More stops than any way through the page has: the way is lost then. */
const STOPS_MAX = 90;

export class Keyboard {
  count = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** `Control+Enter` is one key, as is every letter. */
  async press(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      this.count += 1;
      await this.page.keyboard.press(name);
    }
  }

  async type(text: string): Promise<void> {
    this.count += text.length;
    await this.page.keyboard.type(text);
  }

  /** Goes on with Tab until this has the focus. */
  async tabTo(place: Locator): Promise<void> {
    await place.first().waitFor();
    for (let stops = 0; stops < STOPS_MAX; stops += 1) {
      await this.press('Tab');
      if (await place.first().evaluate((node) => node.matches(':focus'))) return;
    }
    assert.fail(`Tab does not lead to ${String(place)}`);
  }

  /** Into the search of medications, which has the focus when the page opens. */
  async search(): Promise<void> {
    const search = this.page.getByRole('combobox', { name: /^Search medication/ });
    await search.waitFor();
    if (!(await search.evaluate((node) => node.matches(':focus')))) await this.tabTo(search);
  }

  /** Searches, goes to the line that says this, and takes it. */
  async choose(typed: string, line: RegExp): Promise<void> {
    await this.search();
    await this.type(typed);
    const search = this.page.getByRole('combobox', { name: /^Search medication/ });
    await this.page.getByRole('option', { name: line }).first().waitFor();
    for (let rows = 0; ; rows += 1) {
      assert.ok(rows < STOPS_MAX, `no row says ${line}`);
      await this.press('ArrowDown');
      const active = await search.getAttribute('aria-activedescendant');
      if (active !== null && line.test(await this.page.locator(`[id="${active}"]`).innerText())) break;
    }
    await this.press('Enter');
    await this.page.getByLabel('Directions for the patient').waitFor();
  }

  /** Writes directions, where the focus is after something was chosen; none keep those that are there. */
  async directions(text: string): Promise<void> {
    const field = this.page.getByLabel('Directions for the patient');
    await field.waitFor();
    for (const deadline = performance.now() + 10_000; ; ) {
      if (await field.evaluate((node) => node.matches(':focus'))) break;
      assert.ok(performance.now() < deadline, 'the directions have the focus');
    }
    // A template brings its own: these take their place, or it stays with them.
    if (text !== '' && (await field.inputValue()) !== '') await this.press('Control+a');
    await this.type(text);
  }
}
