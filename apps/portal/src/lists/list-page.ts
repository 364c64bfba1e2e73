// What the pages of the practice's lists have in common: their words, an act that is confirmed first, and the field that searches them.
import { ChangingPage } from '../page/changing-page.ts';
import { Confirm } from '../page/confirm.ts';
import { SearchField } from '../page/search-field.ts';
import { PageWords } from '../page/words.ts';
import { lists as english, type ListsText } from '../text/en/lists.ts';

export abstract class ListPage<Loaded> extends ChangingPage<Loaded> {
  static override properties = { address: {}, route: {} };
  declare address: string;
  protected readonly confirm = new Confirm(() => this.requestUpdate());
  protected readonly search = new SearchField();
  readonly #words = new PageWords<ListsText>(
    english,
    async () => (await import('../text/es/lists.ts')).lists,
    () => this.requestUpdate(),
  );

  /** The words of the language that is chosen now. */
  protected get words(): ListsText {
    return this.#words.now;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.search.stop();
  }

  /** Searching and sorting ask nothing anew, so that what is shown stays. */
  protected override keepsWhileLoading(): boolean {
    return true;
  }
}
