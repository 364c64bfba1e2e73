// Fills the blanks of a situation's sentence, and tells a shorter one where a fact is not known.

/** What a sentence can name. Times and dates come as they are to be read. */
export interface SentenceFacts {
  readonly carrier?: string | null;
  readonly date?: string | null;
  /** The day until which what was dispensed lasts. */
  readonly date2?: string | null;
  /** Of texts to the patient, or the number of an attempt. */
  readonly n?: number | null;
  readonly name?: string | null;
  readonly owner?: string | null;
  readonly pharmacy?: string | null;
  readonly practice?: string | null;
  readonly prescriber?: string | null;
  readonly reason?: string | null;
  readonly staff?: string | null;
  readonly text?: string | null;
  readonly time?: string | null;
  readonly tracking?: string | null;
  readonly when?: string | null;
  readonly who?: string | null;
}
/** A fact that a sentence leaves a blank for. */
export type Blank = keyof SentenceFacts;

/** The word and the sentences of one situation for one kind of reader: the fullest sentence first. */
export interface SituationWords {
  readonly word: string;
  readonly sentences: readonly string[];
}

/** `{name}`, or `{n text|texts}` with what is counted, for one and for many; with the full stop behind it. */
const BLANKS = /\{(\w+)(?: ([^|{}]*)\|([^|{}]*))?\}(\.?)/g;

/** The blanks of a sentence, by name. */
export function blanksOf(sentence: string): readonly string[] {
  return [...sentence.matchAll(BLANKS)].map(([, name = '']) => name);
}

/** The first sentence of which every fact is known, filled in; '' when there is none: the word says enough. */
export function firstKnownSentence(
  { sentences }: Pick<SituationWords, 'sentences'>,
  facts: SentenceFacts | Readonly<Record<string, string>>,
): string {
  const known = (name: string): string => written(facts[name as Blank]);
  const sentence = sentences.find((one) => blanksOf(one).every((name) => known(name) !== ''));
  if (sentence === undefined) return '';
  return sentence.replaceAll(BLANKS, (_blank, name: string, one?: string, many?: string, stop?: string) => {
    const value = known(name);
    if (one !== undefined) return `${value} ${value === '1' ? one : many}${stop ?? ''}`;
    // Somebody's own words end like a sentence once, whether or not they brought a full stop of their own.
    const ends = stop === '.' || name === 'reason' || name === 'text';
    return ends && !/[.!?…:,]$/.test(value) ? `${value}.` : value;
  });
}

function written(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value).trim();
}
