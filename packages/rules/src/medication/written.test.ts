// Goal: what is written by hand says what it is made of, in a form that every message carries, and no name is a way around the list of ingredients.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codedStrength, WRITTEN_FORMS, type WrittenInput, writeTreatment } from './written.ts';
import { writtenStrength } from './written-strength.ts';

const ON = '2026-11-28';
const of = (name: string, strength: string) => ({ name, strength, quantity: null, unitCode: null });
const CREAM: WrittenInput = {
  kind: 'COMPOUND',
  name: 'Pain cream',
  ingredients: [of('ketoprofen', '10 %'), of('lidocaine', '5%')],
  doseForm: 'Topical Cream',
};

test('a compound says its ingredients, form and name in the one description', () => {
  const made = writeTreatment(CREAM, ON);
  assert.ok(made.ok);
  assert.equal(made.value.description, 'Compound: ketoprofen 10% / lidocaine 5% topical cream (Pain cream)');
  assert.deepEqual([made.value.strength, made.value.route], ['10% / 5%', 'topical']);
});

test('how much of an ingredient goes in stands in the description, which every message carries; of a medication it is refused', () => {
  const [first, second] = CREAM.ingredients;
  assert.ok(first !== undefined && second !== undefined);
  const weighed = { ...first, quantity: '6', unitCode: 'C48155' };
  const made = writeTreatment({ ...CREAM, ingredients: [weighed, second] }, ON);
  assert.ok(made.ok);
  assert.equal(
    made.value.description,
    'Compound: ketoprofen 10% / lidocaine 5% topical cream, with ketoprofen 6 grams (Pain cream)',
  );
  assert.ok(!writeTreatment({ ...CREAM, kind: 'MEDICATION', name: '', ingredients: [weighed] }, ON).ok);
});

test('what a message cannot carry whole is refused, never shortened', () => {
  const many = ['ketoprofen', 'lidocaine', 'gabapentin', 'baclofen', 'cyclobenzaprine', 'amitriptyline'];
  const made = writeTreatment({ ...CREAM, ingredients: many.map((name) => of(name, '10 %')) }, ON);
  assert.ok(!made.ok);
  assert.match(made.message, /\d+ characters, and pharmacies take 105/);
});

test('W7: a name mentions nothing controlled, and no drug that was not chosen', () => {
  for (const [input, code] of [
    [{ ...CREAM, name: 'Codeine cream' }, 'CONTROLLED_SUBSTANCE'],
    [{ ...CREAM, name: 'Cream with gabapentin' }, 'NAME_MENTIONS_DRUG'],
    [{ kind: 'EQUIPMENT', name: 'amoxicillin 500', ingredients: [], doseForm: '' }, 'NAME_MENTIONS_DRUG'],
    [{ kind: 'EQUIPMENT', name: 'x ketamine x', ingredients: [], doseForm: '' }, 'CONTROLLED_SUBSTANCE'],
    [{ kind: 'EQUIPMENT', name: 'Pump', ingredients: [of('insulin', '1 mg')], doseForm: '' }, undefined],
  ] as const) {
    const made = writeTreatment(input, ON);
    assert.ok(!made.ok, JSON.stringify(input));
    assert.equal(made.code, code, JSON.stringify(input));
  }
  for (const name of ['glucose test strips', 'insulin syringes 31G', 'sterile saline wipes'])
    assert.ok(writeTreatment({ kind: 'EQUIPMENT', name, ingredients: [], doseForm: '' }, ON).ok, name);
  assert.ok(writeTreatment({ ...CREAM, name: 'Ketoprofen cream' }, ON).ok);
});

test('a strength is a number with a unit of the list, in one spelling', () => {
  for (const [typed, written] of [
    ['10%', '10%'],
    ['0.05 %', '0.05%'],
    ['250MG/5ML', '250 mg/5 mL'],
    ['1,000 units', '1,000 units'],
    ['100 mcg/mL', '100 mcg/mL'],
  ] as const)
    assert.equal(writtenStrength(typed), written);
  for (const wrong of ['', 'some', '0 mg', '5', 'mg', '-5 mg', '.5 mg', '5 mg or so', '5 mg/day', '1e3 mg'])
    assert.equal(writtenStrength(wrong), undefined, wrong);
  assert.deepEqual(codedStrength('1,000 units'), { value: '1000', unit: 'C44278' });
  assert.equal(codedStrength('250 mg/5 mL'), undefined);
});

test('each dose form of the list has a route and a code of its own kind', () => {
  assert.equal(new Set(WRITTEN_FORMS.map(({ name }) => name)).size, WRITTEN_FORMS.length);
  for (const { code, route } of WRITTEN_FORMS) {
    assert.match(code, /^C\d{5}$/);
    assert.match(route, /^[a-z]+$/);
  }
});

/** What the NCI Thesaurus calls each form, as HL7 published its list of product forms (FHIR DSTU2, 24 October 2015). */
const NCI_NAMES: Readonly<Record<string, string>> = {
  C25158: 'CAPSULE',
  C28944: 'CREAM',
  C29167: 'LOTION',
  C42934: 'GEL',
  C42966: 'OINTMENT',
  C42967: 'PASTE',
  C42972: 'POWDER',
  C42981: 'SHAMPOO',
  C42986: 'SOLUTION',
  C42989: 'SPRAY',
  C42993: 'SUPPOSITORY',
  C42994: 'SUSPENSION',
  C42998: 'TABLET',
  C43001: 'TROCHE',
};

test('section 14: the code of a dose form is the one that the NCI Thesaurus has under its name', () => {
  for (const { name, code } of WRITTEN_FORMS)
    assert.equal(NCI_NAMES[code], name.split(' ').at(-1)?.toUpperCase(), `${name}: ${code}`);
});
