// Goal: what a payer answers is read as hostile input, and counts only about the question, the patient and the card that were asked about.
// Method: an answer of the sandbox's payer, changed by hand and by chance.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { COVERAGE_EN } from '@pestle/rules/coverage-words-en';
import { PAYER_KEY } from '@pestle/sandbox/credentials';
import { startPeers } from '@pestle/sandbox/peers';
import { coverageText } from '@pestle/testbed/coverage/coverage-text';
import { drugOf, guideExample, LISINOPRIL, questionOf } from '@pestle/testbed/coverage/payer-question';
import * as fc from 'fast-check';
import type { PayerDrugAnswer } from '../payer.ts';
import { readPayerSettings } from '../payer-settings.ts';
import { type HttpAnswer, readAnswer } from './read-answer.ts';
import { writeRequest } from './request.ts';

const peers = await startPeers();
after(() => peers.close());
const senderUrl = 'https://rx.example.com';
const english = (lines: PayerDrugAnswer['reasons']): string => coverageText(lines, COVERAGE_EN);

describe('an answer that was changed on the way', () => {
  const of = questionOf('RT-1', [drugOf('606730')]);
  const { drugs, ...rest } = of;
  const parts = { question: rest, drug: drugs[0] ?? LISINOPRIL, requestId: `${of.id}-1`, senderUrl };
  const original = async (): Promise<string> => {
    const createdAt = '2026-11-22T18:00:00.000Z';
    const answer = await fetch(`${peers.payerUrl}/$process-message`, {
      method: 'POST',
      headers: { 'content-type': 'application/fhir+json', authorization: `Bearer ${PAYER_KEY}` },
      body: JSON.stringify(writeRequest({ ...parts, payerId: 'P', createdAt })),
    });
    return await answer.text();
  };
  const http = (text: string, more: Partial<HttpAnswer> = {}): HttpAnswer => ({
    status: 200,
    contentType: 'application/fhir+json; charset=utf-8',
    body: Buffer.from(text),
    truncated: false,
    ...more,
  });
  const read = (text: string, more: Partial<HttpAnswer> = {}): string => {
    const answer = readAnswer(http(text, more), parts);
    return answer.ok ? 'READ' : answer.because;
  };

  test('it counts as it came, and not with another question, patient, birth or card in it', async () => {
    const text = await original();
    assert.equal(read(text), 'READ');
    const other = (from: string, to: string): string => {
      assert.ok(text.includes(from), from);
      return read(text.replaceAll(from, to));
    };
    assert.equal(other(`"value":"${parts.requestId}"`, '"value":"question-0-1"'), 'OTHER_PATIENT');
    assert.equal(other(`"identifier":"${parts.requestId}"`, '"identifier":"question-0-1"'), 'OTHER_PATIENT');
    assert.equal(other('1975-11-23', '1975-11-24'), 'OTHER_PATIENT');
    assert.equal(other('Núñez', 'Nuno'), 'OTHER_PATIENT');
    assert.equal(other('Núñez', 'NUNEZ'), 'READ');
    assert.equal(
      other(`"patient":{"reference":"Patient/`, '"patient":{"reference":"Patient/x'),
      'OTHER_PATIENT',
    );
    const card = (reference: string) =>
      other(
        '"use":"predetermination"',
        `"use":"predetermination","insurance":[{"coverage":{"reference":"${reference}"}}]`,
      );
    assert.equal(card(`Coverage/${parts.requestId}`), 'READ');
    assert.equal(card('Coverage/another'), 'OTHER_PATIENT');
    assert.equal(other('"use":"predetermination"', '"use":"claim"'), 'UNREADABLE');
    assert.equal(other('"outcome":"complete"', '"outcome":"queued"'), 'NO_ANSWER');
    assert.equal(other('"code":"ok"', '"code":"fatal-error"'), 'REFUSED');
    assert.equal(other('"code":"ok"', '"code":"transient-error"'), 'NO_ANSWER');
  });

  test('it counts only whole, in UTF-8, as FHIR’s JSON, with every name once', async () => {
    const text = await original();
    assert.equal(read(text, { truncated: true }), 'UNREADABLE');
    assert.equal(read(text, { contentType: 'text/plain' }), 'UNREADABLE');
    assert.equal(read(text, { contentType: 'application/fhir+json; charset=latin1' }), 'UNREADABLE');
    assert.equal(read(text, { body: Buffer.concat([Buffer.from(text), Buffer.of(0xff)]) }), 'UNREADABLE');
    assert.equal(read(text.replace('{', '{"type":"x",')), 'UNREADABLE');
    assert.equal(read(text, { status: 302 }), 'REFUSED');
    assert.equal(read(text, { status: 429 }), 'NO_ANSWER');
  });

  test('an outcome says what it is: the member, something that passes, or a refusal', () => {
    const outcome = (issue: object) =>
      read(JSON.stringify({ resourceType: 'OperationOutcome', issue: [issue] }), { status: 400 });
    assert.equal(outcome({ code: 'processing', details: { coding: [{ code: '52' }] } }), 'MEMBER_UNKNOWN');
    assert.equal(outcome({ code: 'throttled' }), 'NO_ANSWER');
    assert.equal(outcome({ code: 'invalid' }), 'REFUSED');
  });

  test('a payer’s sentence is one bounded line, without anything that hides or turns', async () => {
    const note = JSON.stringify(`A\u0000\u202Eb\n${'c'.repeat(500)}`);
    const text = (await original())
      .replace('"itemSequence":1,', '"itemSequence":1,"noteNumber":[7],')
      .replace('"outcome":"complete"', `"outcome":"complete","processNote":[{"number":7,"text":${note}}]`);
    const answer = readAnswer(http(text), parts);
    assert.ok(answer.ok);
    const said = answer.answer.reasons.find(({ code }) => code === 'PAYER_SAYS')?.facts.text ?? '';
    assert.match(said, /^A b c+…$/);
    assert.equal(said.length, 300);
  });

  test('a status in a payer’s own codes, or none, is not guessed; and not covered is, in whatever code system', async () => {
    const text = await original();
    const verdict = (changed: string): PayerDrugAnswer => {
      const answer = readAnswer(http(changed), parts);
      assert.ok(answer.ok);
      return answer.answer;
    };
    const own = verdict(text.replace('step-therapy', 'age-limit'));
    assert.deepEqual([own.status, english(own.reasons)], ['NO_DATA', COVERAGE_EN.STATUS_UNSTATED]);
    const refused = verdict(
      text.replace('rtpbc-benefit-restriction","code":"step-therapy', 'own","code":"not-covered'),
    );
    assert.equal(refused.status, 'NOT_COVERED');
    const unsaid = verdict(text.replaceAll('rtpbc-benefitRestriction', 'rtpbc-somethingElse'));
    assert.deepEqual([unsaid.status, unsaid.alternatives], ['NO_DATA', []]);
    const euros = verdict(text.replaceAll('"USD"', '"EUR"'));
    assert.equal(euros.copay?.kind, 'UNKNOWN');
    const elsewhere = verdict(
      text.replace(
        '"productOrService"',
        '"provider":[{"reference":"Organization/sandbox-mail-service"}],"productOrService"',
      ),
    );
    assert.deepEqual(
      [elsewhere.alternatives[0]?.copay, elsewhere.alternatives[0]?.reasons.at(-1)?.code],
      [null, 'PRICED_ELSEWHERE'],
    );
    const ndc = verdict(
      text.replaceAll('http://www.nlm.nih.gov/research/umls/rxnorm', 'http://hl7.org/fhir/sid/ndc'),
    );
    assert.deepEqual(ndc.alternatives, []);
  });

  test('property: however it is changed, reading never throws, and never gives a verdict for another patient', async () => {
    const text = await original();
    const whole = JSON.parse(text) as object;
    const leaves = leavesOf(whole);
    const junk = fc.oneof(
      fc.constantFrom(null, -1, 1e308, '', [], {}, true, 'x'.repeat(5_000)),
      fc.string(),
      fc.double(),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(leaves.length - 1), junk), { minLength: 1, maxLength: 3 }),
        (changes) => {
          const copy = structuredClone(whole);
          for (const [at, value] of changes) put(copy, leaves[at] ?? [], value);
          const answer = readAnswer(http(JSON.stringify(copy)), parts);
          if (!answer.ok) return;
          // What makes it this patient's is untouched in whatever is believed.
          const bundle = JSON.stringify(copy);
          assert.ok(bundle.includes('1975-11-23') && bundle.includes('Núñez'));
          assert.ok(bundle.includes(`"request":{"identifier":{"value":"${parts.requestId}"}}`));
          assert.equal(answer.answer.key, parts.drug.key);
          assert.ok((answer.answer.copay?.toCents ?? 0) >= 0);
        },
      ),
      { numRuns: 400 },
    );
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(40), fc.string({ maxLength: 40 }), (from, length, put) => {
        const changed = text.slice(0, from) + put + text.slice(from + length);
        const answer = readAnswer(http(changed), parts);
        assert.ok(!answer.ok || (changed.includes('1975-11-23') && changed.includes(parts.requestId)));
      }),
      { numRuns: 400 },
    );
  });
});

type Path = readonly (string | number)[];

/** The way to every value of an answer. */
function leavesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => [
    [...path, key],
    ...leavesOf(inner, [...path, key]),
  ]);
}

function put(into: unknown, path: Path, value: unknown): void {
  let at = into;
  for (const key of path.slice(0, -1)) {
    if (typeof at !== 'object' || at === null) return;
    at = (at as Record<string, unknown>)[key];
  }
  const last = path.at(-1);
  if (typeof at === 'object' && at !== null && last !== undefined)
    (at as Record<string, unknown>)[last] = value;
}

test('the guide for payers: its request is what is sent, its response reads as it says, and its settings are usable', () => {
  const guide = readFileSync(new URL('../../../../../docs/guides/payers.md', import.meta.url), 'utf8');
  const example = (name: string): string =>
    new RegExp(`<!-- ${name} -->\\n\`\`\`json\\n([^]*?)\`\`\``).exec(guide)?.[1] ?? '';
  assert.deepEqual(JSON.parse(example('request')), writeRequest(guideExample));
  const body = Buffer.from(example('response'));
  const read = readAnswer(
    { status: 200, contentType: 'application/fhir+json', body, truncated: false },
    guideExample,
  );
  assert.ok(read.ok);
  const { status, reasons, copay, alternatives } = read.answer;
  assert.deepEqual([status, english(reasons)], ['COVERED_WITH_RESTRICTIONS', COVERAGE_EN.STEP_THERAPY]);
  assert.deepEqual([copay?.toCents, alternatives[0]?.copay?.toCents], [6_000, 800]);
  assert.ok(guide.includes('$60.00, and omeprazole for $8.00'));
  const settings = readPayerSettings(example('settings'));
  assert.ok('payers' in settings && settings.payers.length === 1);
});
