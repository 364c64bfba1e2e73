// Tests what a fax says, that it stays on one page, and that the same facts give the same bytes.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { npiFrom } from '@pestle/rules/npi';
import { readFaxText } from '@pestle/sandbox/fax/evidence';
import { clinicalContent, envelope } from '@pestle/testbed/practice/clinical-content';
import * as fc from 'fast-check';
import type { ClinicalContent } from '../../prescribing/inside.ts';
import { drawFax, FaxTooLongError } from './document.ts';
import type { FaxFacts } from './facts.ts';
import { createLinkKey, linkUrl, printedCode } from './link.ts';

const { token, code } = createLinkKey(new Uint8Array(32).fill(7)).secretsOf(
  'trm_01JD0000000000000000000001',
  1,
);

function facts(over: Partial<FaxFacts> = {}): FaxFacts {
  return {
    kind: 'new',
    content: clinicalContent(),
    envelope: envelope(),
    address: null,
    pharmacy: { name: 'Corner Drugstore #12', fax: '6175550199', timeZone: 'America/New_York' },
    senderFax: '6175550151',
    sentAt: new Date('2026-11-20T19:05:00Z'),
    writtenAt: '2026-11-20T19:00:00Z',
    prescriberOrderNumber: '01JD0000000000000000000001-1',
    orderNumber: '41270364',
    messageId: 'M01JD0000000000000000000009',
    reason: { because: 'electronic-failed', at: '2026-11-20T19:04:10Z' },
    mayHaveArrived: false,
    link: {
      url: linkUrl('https://pestle.example.org', token),
      address: 'https://pestle.example.org/rx',
      code,
      expiresAt: '2027-11-21T05:00:00Z',
    },
    ...over,
  };
}

/** Draws a page. What the words beside it say must stand on the page itself, and nothing else: read from the bytes. */
async function linesOf(over: Partial<FaxFacts> = {}): Promise<{ text: string; lines: readonly string[] }> {
  const { document, lines } = await drawFax(facts(over));
  const bytes = Buffer.from(document).toString('latin1');
  assert.equal(bytes.match(/\/Type \/Page$/gm)?.length, 1, 'one page');
  assert.equal(lettersOn(bytes), letters(lines.join('')));
  return { lines, text: lines.join('\n').replace(/\s+/g, ' ') };
}

/** The letters that an uncompressed page shows, in the order of its bytes: hex strings of Windows-1252, each array of them a line. */
function lettersOn(page: string): string {
  const shown = [...page.matchAll(/\[(.*)\] TJ$/gm)].flatMap(([, parts]) => [
    ...(parts ?? '').matchAll(/<([\da-f]*)>/g),
  ]);
  const hex = shown.map(([, part]) => part).join('');
  return letters(new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')));
}

/** Without blanks: where a line breaks on the page is not said beside it. */
function letters(text: string): string {
  return text.replace(/\s+/g, '');
}

test('the fax carries what a pharmacist needs to fill and verify', async () => {
  const { text } = await linesOf();
  const expected = [
    'NOTICE OF ELECTRONIC PRESCRIPTION',
    'Corner Drugstore #12',
    'Fax 617-555-0199',
    'Riverside Family Medicine',
    'Phone 617-555-0150',
    'Fax 617-555-0151',
    'Sent 20-Nov-2026 14:05 EST = 20-Nov-2026 19:05 UTC',
    'electronic delivery to this pharmacy did not succeed (20-Nov-2026 14:04 EST)',
    'NÚÑEZ, José A',
    'Date of birth 04-Jul-1976',
    '12 Elm Street, Apt 4',
    'Boston, MA 02108',
    'atorvastatin 20 mg oral tablet',
    'Take 1 tablet by mouth once daily in the evening.',
    '30 tablets',
    'Days supply 30',
    '2 (3 fills in all)',
    'Allowed',
    '20-Nov-2026',
    'Patient prefers easy-open caps.',
    'Ada Okafor, MD',
    `NPI ${npiFrom('123456789')}`,
    'Riverside Family Medicine, Boston',
    '1 River Road',
    'Boston, MA 02110-1234',
    'Order number 01JD0000000000000000000001-1',
    'MessageID: M01JD0000000000000000000009',
    'https://pestle.example.org/rx',
    printedCode(code),
    'NCPDP id or the NPI of your pharmacy',
    'The link works until 21-Nov-2027',
    'RECEIVED IN ERROR?',
  ];
  for (const part of expected) assert.ok(text.includes(part), `${part} is not in:\n${text}`);
  assert.ok(!text.includes('already be held'));
  assert.ok(!text.includes(token), 'the token is in the QR code only');
});

test('of a compound it says how much of an ingredient goes in, where that was signed', async () => {
  const content = clinicalContent();
  const compound = [
    { name: 'ketoprofen', strength: '10%', quantity: '6', unitCode: 'C48155' },
    { name: 'lidocaine', strength: '5%', quantity: null, unitCode: null },
  ];
  const treatment = { ...content.treatment, ingredients: ['ketoprofen', 'lidocaine'], compound };
  const { text } = await linesOf({ content: { ...content, treatment } });
  assert.match(text, /, with ketoprofen 6 grams/);
  assert.doesNotMatch((await linesOf()).text, /, with /);
});

test('what the pharmacy simulator reads in its words are the order number and the MessageID', async () => {
  const evidence = readFaxText((await linesOf()).lines);
  assert.equal(evidence.prescriberOrderNumber, '01JD0000000000000000000001-1');
  assert.equal(evidence.messageId, 'M01JD0000000000000000000009');
  assert.equal(evidence.isCancelNotice, false);
});

test('D4: a fax after an attempt that may have arrived says so, with order number and MessageID', async () => {
  const { text: flat } = await linesOf({ mayHaveArrived: true });
  assert.ok(flat.includes('may already be held electronically'));
  assert.ok(flat.includes('DO NOT DISPENSE TWICE'));
  assert.ok(flat.includes('order 01JD0000000000000000000001-1, MessageID M01JD0000000000000000000009'));
});

test('D10: a cancel notice says so in its title and names the prescription', async () => {
  const { text: flat, lines } = await linesOf({
    kind: 'cancel',
    mayHaveArrived: true,
    reason: { because: 'earlier-fax', at: '2026-11-20T18:00:00Z' },
  });
  const evidence = readFaxText(lines);
  assert.equal(evidence.isCancelNotice, true);
  assert.equal(evidence.prescriberOrderNumber, '01JD0000000000000000000001-1');
  assert.ok(flat.includes('DO NOT DISPENSE IT.') && flat.includes('Cancel that copy too.'));
  assert.ok(flat.includes('This follows the fax of 20-Nov-2026 13:00 EST.'));
  assert.ok(flat.includes(printedCode(code)));
});

test('D10: a notice about refills stops them, and is neither a prescription nor a cancel', async () => {
  const { text: flat, lines } = await linesOf({ kind: 'discontinue', mayHaveArrived: true });
  const evidence = readFaxText(lines);
  assert.deepEqual([evidence.isRefillNotice, evidence.isCancelNotice], [true, false]);
  assert.equal(evidence.prescriberOrderNumber, '01JD0000000000000000000001-1');
  assert.ok(
    flat.includes('DISPENSE NO MORE REFILLS OF IT.') && flat.includes('Stop the refills of that copy too.'),
  );
});

test('D4: the notice of a late acceptance says that two copies are one prescription', async () => {
  const { text, lines } = await linesOf({ kind: 'late_notice', mayHaveArrived: true });
  assert.equal(readFaxText(lines).isCancelNotice, false);
  assert.ok(text.includes('by fax AND electronically'));
});

test('the page of a substitution ban, a later date and no refills says each', async () => {
  const content = clinicalContent({
    dispenseAsWritten: true,
    fillsAllowed: 1,
    doNotFillBeforeDate: '2026-12-01',
    daysSupply: null,
    dispenseQuantity: '1',
    notes: null,
  });
  const { text } = await linesOf({ content, reason: { because: 'not-integrated' } });
  for (const part of ['NO: dispense as written', '0 (none)', 'Do not fill before 01-Dec-2026', '1 tablet'])
    assert.ok(text.includes(part), part);
  assert.ok(!text.includes('Days supply') && !text.includes('Note'));
  assert.ok(text.includes('does not receive electronic prescriptions from this service'));
});

test('directions of 1,000 and a note of 210 characters fit one page, whole', async () => {
  const words = 'Take 1 tablet by mouth twice daily with food and a full glass of water. ';
  const instructions = words.repeat(14).slice(0, 1000);
  const notes = 'Call before any change. '.repeat(9).slice(0, 210);
  const { text } = await linesOf({ content: clinicalContent({ instructions, notes }), mayHaveArrived: true });
  const flat = text.replace(/\s+/g, '');
  assert.ok(flat.includes(instructions.replace(/\s+/g, '')));
  assert.ok(flat.includes(notes.replace(/\s+/g, '')));
});

test('the widest text that the fields allow still fits one page', async () => {
  const wide = (count: number): string => 'W'.repeat(count);
  const content: ClinicalContent = clinicalContent({
    instructions: wide(1000),
    notes: wide(210),
    dispenseAsWritten: true,
  });
  await linesOf({ content, mayHaveArrived: true });
});

test('text beyond every field limit is refused, never cut off', async () => {
  const content = clinicalContent({ instructions: 'W'.repeat(4000) });
  await assert.rejects(drawFax(facts({ content })), FaxTooLongError);
});

test('letters that the font lacks are rewritten or marked, and the page points to the record', async () => {
  const base = clinicalContent();
  const named = (lastName: string) => ({ content: { ...base, patient: { ...base.patient, lastName } } });
  const polish = (await linesOf(named('Wałęsa'))).text;
  assert.ok(polish.includes('WALESA'), polish);
  assert.ok(polish.includes('The record shows every letter.'));
  const chinese = (await linesOf(named('李'))).text;
  assert.ok(chinese.includes('[…]') && chinese.includes('The record shows every letter.'));
  const spanish = (await linesOf(named('Núñez'))).text;
  assert.ok(spanish.includes('NÚÑEZ') && !spanish.includes('The record shows every letter.'));
});

test('I5: the same facts give the same bytes, whenever and however often it is drawn', async (context) => {
  const digest = async (over: Partial<FaxFacts> = {}): Promise<string> =>
    createHash('sha256')
      .update((await drawFax(facts(over))).document)
      .digest('hex');
  context.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-20T19:05:00Z') });
  const first = await digest();
  context.mock.timers.setTime(Date.parse('2027-11-20T19:05:01Z'));
  assert.equal(await digest(), first);
  assert.notEqual(await digest({ sentAt: new Date('2026-11-20T19:06:00Z') }), first);
});

test('no text of any kind breaks the page', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 100 }),
      async (instructions, lastName) => {
        const base = clinicalContent({ instructions });
        await linesOf({ content: { ...base, patient: { ...base.patient, lastName } } });
      },
    ),
    { numRuns: 25 },
  );
});
