// Tests sig shorthand: the table of shorthand, what is refused, quantities, and that printing and reading agree.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parseSig, structureOf } from './sig.ts';
import { offersOf } from './sig-offers.ts';
import { REFUSED_WORDS } from './sig-words.ts';

const read = (typed: string, doseForm?: string): Extract<ReturnType<typeof parseSig>, { ok: true }> => {
  const result = parseSig(typed, doseForm === undefined ? {} : { doseForm });
  assert.ok(result.ok, `${typed}: ${JSON.stringify(result)}`);
  return result;
};
const errorsOf = (
  typed: string,
): readonly { code: string; message: string; offset?: number; length?: number; replacement?: string }[] => {
  const result = parseSig(typed);
  assert.equal(result.ok, false, typed);
  return result.ok ? [] : result.errors;
};

// What prescribers type, and more of the same kind.
for (const [typed, text, quantity] of [
  ['1 tab po bid x10d', 'Take 1 tablet by mouth twice daily for 10 days.', '20'],
  ['5 ml po q8h x10d', 'Take 5 mL by mouth every 8 hours for 10 days.', '150'],
  [
    '1-2 tab po q4-6h prn pain',
    'Take 1 to 2 tablets by mouth every 4 to 6 hours as needed for pain.',
    undefined,
  ],
  ['1/2 tab po daily x30d', 'Take one-half tablet by mouth once daily for 30 days.', '15'],
  [
    '1 1/2 tabs po tid ac x1w',
    'Take 1 and one-half tablets by mouth 3 times daily before meals for 1 week.',
    '32',
  ],
  ['2.4ml po bid x7d', 'Take 2.4 mL by mouth twice daily for 7 days.', '34'],
  [
    '2 puffs inh q4h prn wheezing',
    'Inhale 2 puffs into the lungs every 4 hours as needed for wheezing.',
    undefined,
  ],
  ['1 cap po qhs x3m', 'Take 1 capsule by mouth at bedtime for 3 months.', '90'],
  ['1 patch td weekly x4w', 'Apply 1 patch to the skin once weekly for 4 weeks.', '4'],
  ['1 patch td q72h x30d', 'Apply 1 patch to the skin every 72 hours for 30 days.', '10'],
  ['1 gtt each eye bid', 'Instill 1 drop in each eye twice daily.', undefined],
  ['10 units subcut qhs', 'Inject 10 units under the skin at bedtime.', undefined],
  [
    '1 supp pr prn nausea q6h x3d',
    'Insert 1 suppository rectally every 6 hours as needed for nausea for 3 days.',
    '12',
  ],
  ['1 tab po every other day x30d', 'Take 1 tablet by mouth every other day for 30 days.', '15'],
  [
    '1 app top bid prn itching',
    'Apply 1 application to the affected area twice daily as needed for itching.',
    undefined,
  ],
  ['1 tab po once x1d', 'Take 1 tablet by mouth one time only for 1 day.', '1'],
  [
    '1-2 tab po q4-6h prn pain x5d max 8/day',
    'Take 1 to 2 tablets by mouth every 4 to 6 hours as needed for pain for 5 days. Do not use more than 8 tablets in 24 hours.',
    '40',
  ],
] as const) {
  test(`"${typed}" reads "${text}"`, () => {
    const result = read(typed);
    assert.equal(result.text, text);
    assert.equal(result.quantity, quantity);
  });
}

for (const [typed, code, span, message] of [
  ['1 tab po qd', 'ERROR_PRONE', 'qd', /use daily/],
  ['1 tab po Q.D. x3d', 'ERROR_PRONE', 'Q.D', /use daily/],
  ['1 tab po qod', 'ERROR_PRONE', 'qod', /every other day/],
  ['10U subcut qhs', 'ERROR_PRONE', 'U', /units/],
  ['10 iu subcut qhs', 'ERROR_PRONE', 'iu', /units/],
  ['5 cc po bid', 'ERROR_PRONE', 'cc', /mL/],
  ['25 \u00b5g po daily', 'ERROR_PRONE', '\u00b5g', /mcg/],
  ['1 tsp po bid', 'ERROR_PRONE', 'tsp', /5 mL/],
  ['2 gtt os bid', 'ERROR_PRONE', 'os', /left eye/],
  ['.5 ml po bid', 'DECIMAL', '.5', /0\.5/],
  ['1.0 tab po bid', 'DECIMAL', '1.0', /Write 1/],
  ['1 tab po bid sometimes', 'UNKNOWN_WORD', 'sometimes', /not understood/],
  ['1 tab po bid tid', 'SAID_TWICE', 'tid', /twice/],
  ['1 tab po bid 2 tab', 'SAID_TWICE', '2 tab', /twice/],
  ['2-1 tab po bid', 'RANGE_REVERSED', '2-1', /larger/],
  ['1 tab po q6-4h', 'RANGE_REVERSED', 'q6-4h', /larger/],
  ['1 tab po q0h', 'HOURS_OUT_OF_RANGE', 'q0h', /1 to 168/],
  ['1 tab po bid x0d', 'DAYS_OUT_OF_RANGE', 'x0d', /1 to 365/],
  ['1 tab po bid x366d', 'DAYS_OUT_OF_RANGE', 'x366d', /1 to 365/],
  ['0 tab po bid', 'DOSE_OUT_OF_RANGE', '0', /more than 0/],
  ['1 tab po bid prn 5', 'REASON_UNREADABLE', '5', /plain words/],
  [
    '1 tab po bid max 8 puffs in 24 hours',
    'MAXIMUM_IN_OTHER_UNIT',
    'max 8 puffs in 24 hours',
    /another unit/,
  ],
  ['1 tab po bid prn', 'REASON_MISSING', 'prn', /reason/],
  ['1 tab po prn x3d', 'REASON_MISSING', 'prn', /reason/],
  ['tab 1 po bid', 'DOSE_MISSING', 'tab', /before its unit/],
] as const) {
  test(`"${typed}" is refused at "${span}"`, () => {
    const [error, ...others] = errorsOf(typed);
    assert.equal(others.length, 0, JSON.stringify(others));
    assert.equal(error?.code, code);
    assert.equal(typed.slice(error?.offset, (error?.offset ?? 0) + (error?.length ?? 0)), span);
    assert.match(error?.message ?? '', message);
  });
}

for (const [typed, codes] of [
  ['', ['DOSE_MISSING', 'ROUTE_MISSING', 'FREQUENCY_MISSING']],
  ['1', ['UNIT_MISSING', 'ROUTE_MISSING', 'FREQUENCY_MISSING']],
  ['1 tab', ['ROUTE_MISSING', 'FREQUENCY_MISSING']],
  ['1 tab bid', ['ROUTE_MISSING']],
  ['1 tab po', ['FREQUENCY_MISSING']],
  ['1/2 cap po daily', ['NOT_DIVISIBLE']],
  [`1 tab po bid ${'x'.repeat(1_000)}`, ['TOO_LONG']],
] as const) {
  test(`"${typed.slice(0, 20)}" names what is missing: ${codes.join(', ')}`, () => {
    assert.deepEqual(
      errorsOf(typed).map((error) => error.code),
      codes,
    );
  });
}

for (const [typed, span] of [
  ['1 tab po daily as before', 'as before'],
  ['1 tab po bid ad lib', 'ad lib'],
  ['1 tab po daily Ud. debe comer', 'Ud'],
] as const) {
  test(`W1: "${span}" in "${typed}" is not understood, and no other words are offered for it`, () => {
    const error = errorsOf(typed).find(({ code }) => code === 'UNKNOWN_WORD');
    assert.equal(typed.slice(error?.offset, (error?.offset ?? 0) + (error?.length ?? 0)), span);
    assert.equal(error?.replacement, undefined);
    assert.deepEqual(
      errorsOf(typed).filter(({ code }) => code === 'ERROR_PRONE'),
      [],
    );
  });
}

for (const [typed, span, replacement] of [
  ['1 gtt AS', 'AS', 'left ear'],
  ['1 gtt as bid', 'as', 'left ear'],
  ['4 drops ad bid', 'ad', 'right ear'],
  ['1 tab per os bid', 'per os', 'by mouth'],
  ['1 tab po od', 'od', undefined],
  ['1 tab os bid', 'os', undefined],
  ['1 tab po ud', 'ud', undefined],
  ['2 mg iv bid', 'iv', undefined],
  ['10 units sub q daily', 'sub q', 'subcut'],
] as const) {
  test(`W1: "${span}" in "${typed}" is refused, with what can stand in its place: ${replacement ?? 'nothing for certain'}`, () => {
    const [error] = errorsOf(typed);
    assert.equal(error?.code, 'ERROR_PRONE');
    assert.equal(typed.slice(error?.offset, (error?.offset ?? 0) + (error?.length ?? 0)), span);
    assert.equal(error?.replacement, replacement);
  });
}

test('every refused word is refused, whatever stands around it', () => {
  for (const [word] of REFUSED_WORDS) {
    assert.equal(parseSig(`1 tab po bid ${word}`).ok, false, word);
    assert.equal(parseSig(`1 ${word} tab po bid`).ok, false, word);
  }
});

test('the parts come in any order after the dose, in any letter case', () => {
  const expected = read('1 tab po bid prn pain x10d').sig;
  const parts = fc.shuffledSubarray(['po', 'bid', 'x10d', 'PRN pain'], { minLength: 4 });
  fc.assert(
    fc.property(parts, fc.boolean(), (order, upper) => {
      const typed = `1 tab ${order.join(' ')}`;
      assert.deepEqual(read(upper ? typed.toUpperCase().replace('PAIN', 'pain') : typed).sig, expected);
    }),
  );
});

test('an open range with "as needed" asks for the daily maximum, until it is given', () => {
  assert.deepEqual(read('1-2 tab po q4h prn pain').asks, ['maxPerDay']);
  assert.deepEqual(read('1 tab po q4-6h prn pain').asks, ['maxPerDay']);
  assert.deepEqual(read('1-2 tab po q4h prn pain max 6/d').asks, []);
  assert.deepEqual(read('1 tab po q4h prn pain').asks, []);
});

test('the verb is that of the dose form, and a unit that does not fit the form is a warning', () => {
  assert.equal(read('1 tab po daily', 'Chewable Tablet').text, 'Chew 1 tablet by mouth once daily.');
  assert.deepEqual(read('1 tab po daily', 'Oral Tablet').warnings, []);
  assert.equal(read('1 tab po daily', 'Oral Suspension').warnings[0]?.code, 'UNIT_UNLIKE_TREATMENT');
  assert.equal(read('5 ml po daily', 'Oral Suspension').warnings.length, 0);
  assert.equal(
    read('1 gtt oph bid', 'Ophthalmic Solution').text,
    'Instill 1 drop in the affected eye twice daily.',
  );
});

test('only words that say exactly what a structure holds are stored with one', () => {
  const sentence = 'Take 1 tablet by mouth twice daily for 10 days.';
  assert.equal(structureOf(sentence)?.frequency.kind, 'named');
  const others = [
    '1 tab po bid x10d',
    sentence.toLowerCase(),
    sentence.slice(0, -1),
    ` ${sentence}`,
    `${sentence} Come back in a week.`,
    'Take one tablet by mouth twice daily.',
    'Take 2 tablets on day 1, then 1 tablet daily.',
    'x'.repeat(2000),
    '',
  ];
  for (const text of others) assert.equal(structureOf(text), undefined, text);
});

test('no text is understood by accident: whatever is typed gives a sentence with all parts, or errors in place', () => {
  const words = fc.array(
    fc.constantFrom(
      '1',
      '2',
      '1/2',
      '1-2',
      '.5',
      'tab',
      'ml',
      'po',
      'inh',
      'bid',
      'qd',
      'q4h',
      'daily',
      'once',
      'prn',
      'pain',
      'x3d',
      'to',
      'and',
      'max',
      '8/day',
      'take',
      '\u{1F600}',
      'x',
      'every',
      'hours',
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        words.map((list) => list.join(' ')),
        fc.string({ unit: 'binary' }),
      ),
      (typed) => {
        const result = parseSig(typed);
        if (result.ok) {
          assert.match(result.text, /^[A-Z][\x20-\x7e]+\.$/);
          assert.deepEqual(parseSig(result.text), { ...result, warnings: [] });
        } else {
          assert.ok(result.errors.length > 0);
          for (const { offset = 0, length = 0, message } of result.errors) {
            assert.ok(offset + length <= typed.length && message.length > 5);
          }
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('W1: "as directed" asks by whom, and never becomes an ear', () => {
  for (const typed of ['1 tab po daily as directed', '1 TAB PO DAILY AS DIRECTED', 'use as directed']) {
    const error = errorsOf(typed).find(({ code }) => code === 'DIRECTED_BY_WHOM');
    assert.equal(
      typed
        .slice(error?.offset, (error?.offset ?? 0) + (error?.length ?? 0))
        .toLowerCase()
        .replace('use ', ''),
      'as directed',
    );
    assert.deepEqual(
      errorsOf(typed).filter(({ code }) => code === 'ERROR_PRONE'),
      [],
    );
  }
  assert.deepEqual(
    offersOf('1 tab po daily as directed').map(({ text }) => text),
    [
      'Take 1 tablet by mouth once daily as directed on the package.',
      'Take 1 tablet by mouth once daily as directed by your prescriber.',
    ],
  );
});

for (const [typed, text] of [
  ['1 daily', 'Take 1 tablet by mouth once daily.'],
  ['take 2 at night', 'Take 2 tablets by mouth at night.'],
  ['take 1 cap by mouth 2 (two) times a day', 'Take 1 capsule by mouth twice daily.'],
  [
    '1 tablet every morning and 2 tablets at bedtime',
    'Take 1 tablet by mouth every morning, and 2 tablets at bedtime.',
  ],
  [
    '2 tabs on day 1, then 1 tab daily on days 2-5',
    'Take 2 tablets by mouth once daily for 1 day, then 1 tablet once daily for 4 days.',
  ],
  [
    '40 mg daily for 5 days, then 20 mg x 5 days, then stop',
    'Take 40 mg by mouth once daily for 5 days, then 20 mg once daily for 5 days.',
  ],
  ['1 tab twice daily at 8 am and 6:30 pm', 'Take 1 tablet by mouth twice daily at 8:00 AM and 6:30 PM.'],
  ['1 tab MWF', 'Take 1 tablet by mouth 3 times weekly on Monday, Wednesday, and Friday.'],
  [
    '1 tab daily 30 minutes before breakfast',
    'Take 1 tablet by mouth once daily 30 minutes before breakfast.',
  ],
  [
    '1 tab q6h prn pain, max 4 g/day',
    'Take 1 tablet by mouth every 6 hours as needed for pain. Do not use more than 4 grams in 24 hours.',
  ],
] as const) {
  test(`a tablet's one route and unit settle "${typed}"`, () => {
    assert.equal(read(typed, 'Oral Tablet').text, text);
  });
}

for (const [typed, form, code] of [
  ['10 units per sliding scale', 'Injectable Solution', 'NO_SCALE'],
  ['taper as directed', 'Oral Tablet', 'STEPS_UNCLEAR'],
  ['take 1 am and 2 pm', 'Oral Tablet', 'AMBIGUOUS'],
  ['1 tab bid at 8', 'Oral Tablet', 'AMBIGUOUS'],
  ['2 tablets 500 mg twice daily', 'Oral Tablet', 'AMBIGUOUS'],
  ['twice daily in the morning 1 tab', 'Oral Tablet', 'CONTRADICTS_ITSELF'],
  ['1 tab twice daily with breakfast', 'Oral Tablet', 'CONTRADICTS_ITSELF'],
  ['1 tab twice weekly on Monday', 'Oral Tablet', 'CONTRADICTS_ITSELF'],
  ['1 tab on day 1, then 2 tabs on days 3-5', 'Oral Tablet', 'STEPS_UNCLEAR'],
  ['1 tab daily, then 2 tabs daily', 'Oral Tablet', 'STEPS_UNCLEAR'],
  ['1 tab in the morning and 2 tabs at bedtime prn sleep', 'Oral Tablet', 'STEPS_UNCLEAR'],
  ['5 mg daily except 2.5 mg on Sunday', 'Oral Tablet', 'UNKNOWN_WORD'],
  ['1 tab daily, 2 tabs on Sundays', 'Oral Tablet', 'STEPS_UNCLEAR'],
  ['1 tab in the morning and half a day in the evening', 'Oral Tablet', 'UNKNOWN_WORD'],
  ['1 tab q5min prn chest pain', 'Sublingual Tablet', 'FREQUENCY_MISSING'],
  ['5 bid', 'Oral Suspension', 'UNIT_MISSING'],
  ['1 spray nasally', 'Nasal Spray', 'ERROR_PRONE'],
  ['4 drops tid', 'Otic Suspension', 'ROUTE_MISSING'],
  ['1 tab daily on Monday', 'Oral Tablet', 'CONTRADICTS_ITSELF'],
] as const) {
  test(`what is dangerous or has two meanings is asked or refused: "${typed}"`, () => {
    const result = parseSig(typed, { doseForm: form });
    assert.ok(!result.ok, JSON.stringify(result));
    assert.ok(
      result.errors.some((error) => error.code === code),
      JSON.stringify(result.errors),
    );
  });
}

test('a dose is compared with the mass beside it, by the strength of the treatment', () => {
  const options = { doseForm: 'Oral Tablet', strength: '40 mg' };
  assert.equal(parseSig('take 1 tablet 40 mg total by mouth daily', options).ok, true);
  assert.equal(parseSig('take 2 tablets (40 mg total) by mouth daily', options).ok, false);
});
