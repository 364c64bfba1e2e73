// Holds what is stored and what is typed to the same words.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { unitCodeOf } from './import/unit.ts';
import { treatmentWords } from './words.ts';

it('keeps decimals whole, thousands without comma, and each word once', () => {
  const readings: readonly [string, string][] = [
    ['Levothyroxine 0.025 mg', 'levothyroxine 0.025 mg'],
    ['1,000 mg / 1,000 units', '1000 mg units'],
    ['albuterol 90 mcg/actuation', 'albuterol 90 mcg actuation'],
    ['10mg', '10 mg'],
    ['St. John’s Wort', 'st johns wort'],
    ['A+D (Topical) 1-10%', 'a d topical 1 10'],
    ['vitamin B12 .5', 'vitamin b12 0.5'],
    ['  ', ''],
  ];
  for (const [text, words] of readings) assert.equal(treatmentWords(text).join(' '), words, text);
});

it('derives the NCPDP unit from the dose form, else from how the drug is priced, else counts pieces', () => {
  const rule: readonly [form: string, pricing: string, unit: string][] = [
    ['Extended Release Oral Tablet', 'EA', 'C48542'],
    ['Oral Capsule', '', 'C48480'],
    ['Metered Dose Inhaler', 'GM', 'C64933'],
    ['Ophthalmic Solution', 'ML', 'C28254'],
    ['Powder for Oral Suspension', '', 'C28254'],
    ['Topical Cream', 'GM', 'C48155'],
    ['Transdermal System', '', 'C48524'],
    ['Rectal Suppository', '', 'C48539'],
    ['Vaginal System', '', 'C62609'],
    ['Sublingual Film', '', 'C53499'],
    ['something new', 'ML', 'C28254'],
    ['something new', 'GM', 'C48155'],
    ['something new', '', 'C64933'],
  ];
  for (const [form, pricing, unit] of rule) assert.equal(unitCodeOf(form, pricing), unit, form);
});
