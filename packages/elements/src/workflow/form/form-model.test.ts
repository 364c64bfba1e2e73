// Tests what the form calculates, what it never overwrites, and what it sends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDraft } from '@pestle/rules/check-draft';
import { parseSig } from '@pestle/rules/sig';
import { printSigEs } from '@pestle/rules/sig-print-es';
import fc from 'fast-check';
import { reading as readingEn } from '../../text/en/workflow/card/reading.ts';
import { reading as readingEs } from '../../text/es/workflow/card/reading.ts';
import { prescribedTo, type Taker } from '../state/form/weight.ts';
import { derived, mismatch, sentText } from './form-model.ts';
import { type Amounts, type Provenance, provenanceOf, wholeNumber } from './provenance.ts';
import { SpanishSig } from './sig/spanish.ts';

const TABLET = { doseForm: 'Oral Tablet' };
const NOTHING: Amounts & { instructions: string } = {
  dispenseQuantity: '',
  dispenseUnit: 'Tablet',
  daysSupply: '',
  instructions: '',
};

function typed(instructions: string, changes: Partial<Amounts & Provenance> = {}): Amounts {
  const provenance = { ...provenanceOf(NOTHING), typed: instructions, ...changes };
  return derived({ ...NOTHING, ...changes }, provenance, TABLET).amounts;
}

test('W1: quantity and days follow from directions with an end', () => {
  assert.deepEqual(typed('1 tab po bid x10d'), {
    dispenseQuantity: '20',
    daysSupply: '10',
    dispenseUnit: 'Tablet',
  });
});

test('W1: quantity follows from typed days, days from a typed quantity', () => {
  assert.equal(typed('1 tab po bid', { daysSupply: '30', daysByHand: true }).dispenseQuantity, '60');
  assert.equal(typed('1 tab po bid', { dispenseQuantity: '60', quantityByHand: true }).daysSupply, '30');
});

test('W1: what was typed by hand is not overwritten, and a number that no longer follows goes', () => {
  const byHand = typed('1 tab po bid x10d', { dispenseQuantity: '30', quantityByHand: true });
  assert.deepEqual([byHand.dispenseQuantity, byHand.daysSupply], ['30', '10']);
  const after = typed('use it well', typed('1 tab po bid x10d'));
  assert.deepEqual([after.dispenseQuantity, after.daysSupply], ['', '']);
});

test('W1: numbers that contradict the directions are named with what would fit, by their own days', () => {
  const misfit = (sig: string, dispenseQuantity: string, daysSupply: string) =>
    mismatch({ dispenseQuantity, dispenseUnit: 'Tablet', daysSupply, refills: '0' }, sig, TABLET);
  const wrong = misfit('1 tab po q8h x7d', '90', '90');
  assert.deepEqual(wrong?.found.fits, { daysSupply: 7, quantity: '21' });
  assert.equal(wrong?.directions, 'Take 1 tablet by mouth every 8 hours for 90 days.');
  assert.equal(wrong?.unit?.name, 'Tablet');
  assert.equal(misfit('1 tab po bid', '60', '60')?.lasts, 30);
  assert.equal(misfit('1 tab po bid x10d', '20', '10'), undefined);
  assert.equal(misfit('use it well', '20', '10'), undefined);
});

const template = {
  ...NOTHING,
  instructions: 'Take 1 tablet by mouth once daily.',
  dispenseQuantity: '90',
  daysSupply: '90',
};
const afterTemplate = (instructions: string, changes: Partial<Amounts & Provenance> = {}) => {
  const provenance = { ...provenanceOf(template), typed: instructions, ...changes };
  const { amounts, quantity, days } = derived({ ...template, ...changes }, provenance, TABLET);
  return [amounts.dispenseQuantity, quantity, amounts.daysSupply, days];
};

test('W1: the numbers of a template stand with its directions, and are computed anew from others', () => {
  assert.deepEqual(afterTemplate(template.instructions), ['90', undefined, '90', undefined]);
  assert.deepEqual(afterTemplate('1 tab po daily x30d'), ['30', 'calculated', '30', 'calculated']);
  assert.deepEqual(afterTemplate('2 tab po daily'), ['180', 'calculated', '90', 'taken']);
  assert.deepEqual(afterTemplate('use it well'), ['', undefined, '', undefined], 'nothing is known to hold');
  assert.deepEqual(
    afterTemplate('1 tab po daily x30d', { dispenseQuantity: '60', quantityByHand: true }),
    ['60', undefined, '30', 'calculated'],
    'what was typed by hand stays, and is told to contradict',
  );
  const inhaler = { ...template, dispenseUnit: 'Each', dispenseQuantity: '1' };
  const kept = derived(
    inhaler,
    { ...provenanceOf(inhaler), typed: '2 puffs inh bid' },
    { doseForm: 'Metered Dose Inhaler' },
  );
  assert.deepEqual([kept.amounts.dispenseQuantity, kept.quantity], ['1', 'taken']);
});

test('W1: no quantity is made up in another unit than the one to dispense, and an empty unit is filled in', () => {
  const other = typed('1 tab po bid x10d', { dispenseUnit: 'Each' });
  assert.deepEqual([other.dispenseQuantity, other.daysSupply], ['', '10']);
  const empty = typed('1 tab po bid x10d', { dispenseUnit: '' });
  assert.deepEqual([empty.dispenseQuantity, empty.dispenseUnit], ['20', 'Tablet']);
});

test('W1: what is sent is the sentence of the shorthand, and prose as it stands', () => {
  assert.equal(sentText('1 tab po bid x10d', TABLET), 'Take 1 tablet by mouth twice daily for 10 days.');
  assert.equal(sentText('Use it well. ', TABLET), 'Use it well. ');
  assert.equal(sentText('', TABLET), '');
});

test('W1: what comes from elsewhere counts as written by somebody, and its numbers as taken over', () => {
  const provenance = provenanceOf({ ...NOTHING, instructions: 'Use it well.', daysSupply: '0' });
  assert.deepEqual(
    [provenance.asWritten, provenance.daysByHand, provenance.taken?.daysSupply],
    [true, false, '0'],
  );
  assert.equal(provenanceOf(NOTHING).asWritten, false);
  assert.equal(provenanceOf(NOTHING).taken, null);
});

test('whole numbers are plain digits', () => {
  assert.deepEqual(['0', ' 12 ', '1e2', '-1', '1.5', ''].map(wholeNumber), [
    0,
    12,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('W1: calculating twice changes nothing more', () => {
  const sigs = fc.constantFrom(
    '1 tab po bid x10d',
    '1-2 tab po q4-6h prn pain',
    '1/2 tab po daily',
    'nonsense',
    '',
  );
  fc.assert(
    fc.property(
      sigs,
      fc.boolean(),
      fc.boolean(),
      fc.nat(400),
      fc.nat(400),
      (sig, quantityByHand, daysByHand, q, d) => {
        const provenance = { quantityByHand, daysByHand };
        const once = typed(sig, { ...provenance, dispenseQuantity: String(q), daysSupply: String(d) });
        assert.deepEqual(typed(sig, { ...once, ...provenance }), once);
      },
    ),
  );
});

/** The Spanish that the form shows once its phrases are loaded, beside what the patient's own page prints. */
async function spanish(shorthand: string): Promise<string | null> {
  const result = parseSig(shorthand, TABLET);
  assert.ok(result.ok, shorthand);
  const form = await new Promise<SpanishSig>((loaded) => {
    const printer: SpanishSig = new SpanishSig(() => loaded(printer));
    assert.equal(printer.print(result.sig), null, 'nothing is said before the phrases are there');
  });
  const shown = form.print(result.sig);
  assert.equal(shown, printSigEs(result.sig) ?? null, "the sentence of the patient's page");
  return shown;
}

test('E6: prescriber and patient read the same Spanish sentence, made from the structure', async () => {
  for (const [shorthand, sentence] of [
    ['1 tab po bid x10d', 'Tome 1 tableta por la boca 2 veces al día durante 10 días.'],
    ['1/2 tab po daily x1d', 'Tome media tableta por la boca una vez al día durante 1 día.'],
    ['2.5 tab po qhs', 'Tome 2 tabletas y media por la boca a la hora de dormir.'],
    [
      '1-2 tab po q4-6h prn pain max 8 per day',
      'Tome de 1 a 2 tabletas por la boca cada 4 a 6 horas solo si hace falta para el dolor. No use más de 8 tabletas en 24 horas.',
    ],
  ] as const)
    assert.equal(await spanish(shorthand), sentence);
});

test('E6: a reason without a reviewed phrase has no Spanish sentence', async () => {
  assert.equal(await spanish('1 tab po q6h prn hiccups'), null);
});

test('W1: a dose that is more than is usual of the medicine does not fit, in the words of either language', () => {
  const numbers = { dispenseQuantity: '360', dispenseUnit: 'Tablet', daysSupply: '30', refills: '0' };
  const treated = { ...TABLET, ingredients: ['acetaminophen'], strength: '500 mg' };
  assert.equal(mismatch(numbers, '2 tab po q4h x30d', TABLET), undefined);
  assert.equal(mismatch({ ...numbers, dispenseQuantity: '240' }, '2 tab po q6h x30d', treated), undefined);
  const over = mismatch(numbers, '2 tab po q4h x30d', treated)?.over;
  assert.ok(over !== undefined);
  assert.match(readingEn.mismatchOver(over), /^These directions come to 6,000 mg of acetaminophen a day/);
  assert.match(readingEs.mismatchOver(over), /suman 6,000 mg de acetaminophen al día/);
});

test('W1: a child’s dose is judged by its weight and age when it is added, too, so that its reason is kept', () => {
  const treatment = { ingredients: ['acetaminophen'], strength: '160 mg/5 mL', doseForm: 'Oral Suspension' };
  const instructions = '2.5 ml po q4h prn fever max 5 doses per day';
  const asked = (dateOfBirth: string): boolean => {
    const record = { dateOfBirth, weight: { value: '6', unit: 'kg' } };
    const patient = { record, isChild: true, today: '2026-11-29' };
    const taker = { patient, scope: { config: () => ({ weight: null }) } } as unknown as Taker;
    const medicine = prescribedTo(treatment, taker);
    return checkDraft({ instructions, medicine }, '2026-11-29').some(
      ({ code }) => code === 'AMOUNTS_CONTRADICT',
    );
  };
  assert.equal(asked('2026-03-01'), true);
  assert.equal(asked('2024-03-01'), false);
});
