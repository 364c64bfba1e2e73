// Goal: whatever a patient is texted brings the link and says how to get no more, in their language, and names no medication.
// Method: every kind of text, with all that may be known and with nothing of it, in both languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATIENT_TEXTS } from '@pestle/rules/patient-texts';
import type { TextKind } from '../ledger/tables.ts';
import { type TextFacts, textOf } from './words.ts';

const URL = `https://rx.example.com/p/${'A'.repeat(43)}`;
const KINDS: readonly TextKind[] = ['invitation', 'reminder', ...PATIENT_TEXTS];
const STOP = { en: 'Reply STOP for no more texts.', es: 'Responda STOP si no quiere más mensajes.' };
/** What carriers put into ten parts of a text with accents, and still bring in order. */
const CHARACTERS_MAX = 670;

const bare: Omit<TextFacts, 'language'> = { practice: 'Riverside', phone: null, url: URL };
const full: Omit<TextFacts, 'language'> = {
  ...bare,
  practice: 'Riverside Family Medicine and Pediatrics of Massachusetts',
  phone: '6175550100',
  pharmacy: 'Beacon Hill Apothecary and Compounding Pharmacy of Boston',
  carrier: 'United States Postal Service',
  part: true,
};
const variants: ReadonlyArray<Omit<TextFacts, 'language'>> = [
  bare,
  full,
  { ...full, goesToPreferred: true },
  { ...full, pickedUp: true },
  { ...full, pickedUp: true, afterCancel: true },
];

for (const kind of KINDS)
  test(`P2: the text of "${kind}" brings the link once and says how to get no more, in both languages`, () => {
    for (const language of ['en', 'es'] as const)
      for (const facts of variants) {
        const text = textOf(kind, { ...facts, language });
        assert.equal(text.split(URL).length, 2, text);
        assert.match(text, /^Riverside[^:]*: \p{Ll}/u, 'the practice first');
        assert.ok(text.endsWith(STOP[language]), text);
        assert.ok(text.length <= CHARACTERS_MAX, `${text.length} characters`);
        assert.doesNotMatch(text, /undefined|null|: :| {2}|\.\./, text);
        assert.equal(text.includes('617-555-0100'), facts.phone !== null, text);
      }
    assert.notEqual(textOf(kind, { ...full, language: 'en' }), textOf(kind, { ...full, language: 'es-MX' }));
  });
