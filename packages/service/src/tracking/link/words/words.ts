// The words of the pages behind a fax's link by language: each has all of them.
import type { Language } from '../../../kernel/web/pages/language.ts';
import { en, type RecordWords } from './en.ts';
import { es } from './es.ts';

export type { RecordWords } from './en.ts';

export const RECORD_WORDS: Readonly<Record<Language, RecordWords>> = { en, es };
