// Owns the words of pages: English with the page, Spanish when somebody reads Spanish; and the words that the portal shares with the elements.
import {
  actWords,
  historyWords,
  kitWords,
  PartWords,
  saidWords,
  situationWords,
} from '@pestle/elements/views';
import { language } from '../preferences.ts';

const ENGLISH = {
  kit: kitWords,
  said: saidWords,
  situation: situationWords,
  history: historyWords,
  acts: actWords,
};
export type SharedWords = typeof ENGLISH;

const waiting = new Set<() => void>();
const shared = new PartWords<SharedWords>(
  ENGLISH,
  () => import('@pestle/elements/views-es'),
  () => {
    for (const draw of waiting) draw();
    waiting.clear();
  },
);

/** What the elements say, too, in the language of the portal; `draw` is called when the other language has come. */
export function sharedWords(draw: () => void): SharedWords {
  const words = shared.of(language());
  if (words.kit.language !== language()) waiting.add(draw);
  return words;
}

/** The words of one page, in the language of the portal. */
export class PageWords<Words> {
  readonly #words: PartWords<Words>;

  constructor(english: Words, spanish: () => Promise<Words>, draw: () => void) {
    this.#words = new PartWords(english, spanish, draw);
  }

  get now(): Words {
    return this.#words.of(language());
  }
}
