// Announces changes: the newest situation of each fill or order once, and nothing about what is seen for the first time.

export class News {
  readonly #last = new Map<string, string>();

  /** Those whose situation is another one than at the last look. */
  of<Item extends { readonly id: string; readonly key: string }>(items: readonly Item[]): readonly Item[] {
    return items.filter(({ id, key }) => {
      const before = this.#last.get(id);
      this.#last.set(id, key);
      return before !== undefined && before !== key;
    });
  }
}
