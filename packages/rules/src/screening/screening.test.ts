// Goal: what speaks against a drug is found by ingredient and class, once each, and nothing that was typed about a patient is in the name of a rule.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAnswer, NOT_CHECKED } from './answers.ts';
import { ingredientName, plainName } from './drug-names.ts';
import { type OtherDrug, pairOf, type ReadAllergy, type ScreenedDrug, screen } from './screening.ts';
import { findingSentence, reasonsFor, troubleSentence } from './words.ts';

const drug = (name: string, className: string | null = null): ScreenedDrug => ({
  name: `${name} 10 mg tablet`,
  ingredients: [name],
  className,
});
const other = (name: string, from: OtherDrug['from'], className: string | null = null): OtherDrug => ({
  ...drug(name, className),
  from,
});
const penicillins: ReadAllergy = {
  substance: 'PCN since 1990',
  allergen: 'penicillins',
  is: ['penicillin'],
  alsoIngredients: ['amoxicillin'],
  alsoClasses: ['penicillins and beta-lactam antimicrobials'],
};
const nothing = { others: [], allergies: [], pairs: [] };

describe('section 14: screening', () => {
  test('names of salts and of classes are compared in one form', () => {
    assert.equal(ingredientName('Atorvastatin Calcium'), 'atorvastatin');
    assert.equal(ingredientName('metformin hydrochloride'), 'metformin');
    assert.equal(ingredientName('ferrous sulfate'), 'ferrous sulfate');
    assert.equal(ingredientName('calcium chloride'), 'calcium chloride');
    assert.equal(ingredientName('potassium'), 'potassium');
    assert.equal(plainName('Antirheumatics, Other'), plainName('ANTIRHEUMATICS,OTHER'));
    assert.deepEqual(pairOf('warfarin sodium', 'Aspirin'), ['aspirin', 'warfarin']);
  });

  test('an interaction is found in either direction, with its severity', () => {
    const pairs = [{ a: 'ketoconazole', b: 'simvastatin', severity: 'HIGH' }] as const;
    for (const [one, two] of [
      ['simvastatin', 'ketoconazole'],
      ['ketoconazole', 'simvastatin'],
    ] as const) {
      const [found, ...rest] = screen({
        ...nothing,
        drug: drug(one),
        others: [other(two, 'PRESCRIBED')],
        pairs,
      });
      assert.deepEqual(rest, []);
      assert.equal(found?.rule, 'interaction:ketoconazole+simvastatin');
      assert.equal(found?.severity, 'HIGH');
      assert.match(findingSentence(found).en, /^Severe interaction: .* \(prescribed here\)\.$/);
      assert.match(findingSentence(found).es, /^Interacción grave: .* \(recetado aquí\)\.$/);
    }
    assert.deepEqual(
      screen({ ...nothing, drug: drug('simvastatin'), others: [other('x', 'ORDER')], pairs }),
      [],
    );
  });

  test('the same drug in two prescriptions is one finding', () => {
    const pairs = [{ a: 'aspirin', b: 'warfarin', severity: 'MODERATE' }] as const;
    const others = [other('warfarin', 'PRESCRIBED'), other('warfarin', 'TOLD')];
    assert.equal(screen({ ...nothing, drug: drug('aspirin'), others, pairs }).length, 1);
  });

  test('an allergy is found by the ingredient itself, by a relative and by class; the rule names no typed word', () => {
    const kinds = ['penicillin', 'amoxicillin'].map(
      (name) => screen({ ...nothing, drug: drug(name), allergies: [penicillins] })[0],
    );
    assert.deepEqual(
      kinds.map((found) => [found?.kind, found?.severity]),
      [
        ['ALLERGY', 'HIGH'],
        ['ALLERGY_CLASS', 'HIGH'],
      ],
    );
    const [byClass] = screen({
      ...nothing,
      drug: drug('nafcillin', 'Penicillins And Beta-Lactam Antimicrobials'),
      allergies: [penicillins],
    });
    assert.equal(byClass?.kind, 'ALLERGY_CLASS');
    for (const found of [...kinds, byClass]) assert.doesNotMatch(found?.rule ?? '', /1990/);
    assert.deepEqual(screen({ ...nothing, drug: drug('metformin'), allergies: [penicillins] }), []);
  });

  test('therapy twice over: the same ingredient in what was told, the same class in anything, never a class of the rest', () => {
    const found = (from: OtherDrug['from'], mine: string, theirs: string, className: string | null) =>
      screen({ ...nothing, drug: drug(mine, className), others: [other(theirs, from, className)] }).map(
        ({ kind }) => kind,
      );
    assert.deepEqual(found('TOLD', 'metformin', 'metformin', null), ['SAME_INGREDIENT']);
    // Found with who and when among the likely duplicates.
    assert.deepEqual(found('PRESCRIBED', 'metformin', 'metformin', null), []);
    assert.deepEqual(found('PRESCRIBED', 'lisinopril', 'ramipril', 'ACE Inhibitors'), ['SAME_CLASS']);
    assert.deepEqual(found('PRESCRIBED', 'a', 'b', 'Antidepressants, Other'), []);
    assert.deepEqual(found('PRESCRIBED', 'a', 'b', null), []);
  });

  test('severe findings come first', () => {
    const pairs = [
      { a: 'a', b: 'z', severity: 'MODERATE' },
      { a: 'b', b: 'z', severity: 'HIGH' },
    ] as const;
    const others = [other('a', 'ORDER'), other('b', 'ORDER')];
    const found = screen({ ...nothing, drug: drug('z'), others, pairs });
    assert.deepEqual(
      found.map(({ severity }) => severity),
      ['HIGH', 'MODERATE'],
    );
  });

  test('an answer has a code of its rule, and words where the code says nothing', () => {
    assert.equal(isAnswer({ rule: 'allergy:x', reason: 'TOLERATED_BEFORE', text: null }), true);
    assert.equal(isAnswer({ rule: 'allergy:x', reason: 'CHECKED_BY_HAND', text: null }), false);
    assert.equal(isAnswer({ rule: NOT_CHECKED, reason: 'CHECKED_BY_HAND', text: null }), true);
    assert.equal(isAnswer({ rule: NOT_CHECKED, reason: 'TOLERATED_BEFORE', text: null }), false);
    assert.equal(isAnswer({ rule: NOT_CHECKED, reason: 'OTHER', text: '  ' }), false);
    assert.equal(isAnswer({ rule: 'x', reason: 'OTHER', text: 'Cardiology agreed' }), true);
    for (const rule of ['x', NOT_CHECKED])
      for (const { text } of reasonsFor(rule))
        assert.ok(text.en !== '' && text.es !== '' && text.en !== text.es);
    assert.notEqual(troubleSentence('DATA_OLD').en, troubleSentence('DATA_OLD').es);
  });
});
