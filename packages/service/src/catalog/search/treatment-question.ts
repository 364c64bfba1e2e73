// Owns the reading of what is asked of the search: the words and codes that were typed, within their bounds, and what a page of hits belongs to.
import { toNdc11 } from '@pestle/rules/ndc';
import { invalidInput } from '../../kernel/errors.ts';
import type { CursorQuestion, PageRequest } from '../../kernel/paging.ts';
import { CATALOG_LIMITS as LIMITS } from '../limits.ts';
import type { TreatmentContext } from './treatment-hit.ts';
import { readTypedWords, type TypedText } from './word-index.ts';

export interface TreatmentSearch extends PageRequest, TreatmentContext {
  /** At least 3 letters of names, strength and form, in any order; or an RxCUI or NDC. */
  readonly text: string;
  /** Also answer templates that match. Default false. */
  readonly templates?: boolean | null;
}

/** What was typed, and the codes that it may be. */
export interface Typed extends TypedText {
  readonly codes: { readonly rxcui: string; readonly ndc: string } | undefined;
}

/** Throws VALIDATION_FAILED for too much and too little. */
export function readTyped(text: string): Typed {
  if (text.length > LIMITS.searchTextCharactersMax) {
    const message = `Type at most ${LIMITS.searchTextCharactersMax} characters.`;
    throw invalidInput([{ path: 'text', code: 'TOO_LONG', message }]);
  }
  const typed = readTypedWords(text, LIMITS.searchWordsMax);
  if (typed.words.join('').length < LIMITS.searchLettersMin) {
    const message = `Type at least ${LIMITS.searchLettersMin} letters, or an RxCUI or NDC.`;
    throw invalidInput([{ path: 'text', code: 'TOO_SHORT', message }]);
  }
  const code = text.trim();
  if (!/^[\d-]+$/.test(code)) return { ...typed, codes: undefined };
  const ndc = toNdc11(code);
  return { ...typed, codes: { rxcui: code, ndc: ndc.ok ? ndc.value : '' } };
}

/** What decides which treatments are found, and in which order. */
export function questionOf({ text, catalogId, offCatalog }: TreatmentSearch): CursorQuestion {
  return ['treatments', text, catalogId ?? null, offCatalog ?? true];
}
