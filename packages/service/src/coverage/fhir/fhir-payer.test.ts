// Goal: a payer that is asked in real time is believed only about the patient that was asked about, whatever it answers (E5).
// Method: the simulated payer of the sandbox over loopback, through the real exchange; then its answers, changed in every way.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { COVERAGE_EN } from '@pestle/rules/coverage-words-en';
import { COVERAGE_ES } from '@pestle/rules/coverage-words-es';
import { PAYER_KEY } from '@pestle/sandbox/credentials';
import { PAYER_BEHAVIOURS } from '@pestle/sandbox/payer/behaviours';
import { REAL_TIME_BIN } from '@pestle/sandbox/payer/plan';
import { missingOf } from '@pestle/sandbox/payer/required';
import { startPeers } from '@pestle/sandbox/peers';
import { coverageText } from '@pestle/testbed/coverage/coverage-text';
import { drugOf, LISINOPRIL, questionOf } from '@pestle/testbed/coverage/payer-question';
import { createCredentials } from '../../kernel/outgoing/credentials.ts';
import { createExchange } from '../../kernel/outgoing/exchange.ts';
import { systemPorts } from '../../kernel/ports.ts';
import type { AskedDrug, PayerAnswer, PayerDrugAnswer, PayerQuestion } from '../payer.ts';
import type { PayerSettings } from '../payer-settings.ts';
import { createFhirPayer } from './fhir-payer.ts';
import { writeRequest } from './request.ts';

const peers = await startPeers({ pace: { slowPayerMs: 20 } });
const exchange = createExchange({ loopbackOnly: true });
const credentials = createCredentials(exchange, systemPorts.clock);
const servers: Server[] = [];
after(async () => {
  await exchange.close();
  await peers.close();
  for (const server of servers) server.close();
});

const senderUrl = 'https://rx.example.com';
const settings: PayerSettings = {
  name: 'Sandbox Real-Time',
  bins: [REAL_TIME_BIN],
  url: peers.payerUrl,
  auth: { kind: 'bearer', token: PAYER_KEY },
};
const payerWith = (more: Partial<PayerSettings> = {}) =>
  createFhirPayer({ exchange, credentials, clock: systemPorts.clock, senderUrl }, { ...settings, ...more });

const never = new AbortController().signal;
const ask = (memberId: string, drugs?: readonly AskedDrug[], more: Partial<PayerSettings> = {}) =>
  payerWith(more).ask(questionOf(memberId, drugs), never);
async function answerOf(memberId: string, of: AskedDrug): Promise<PayerDrugAnswer> {
  const answer = await ask(memberId, [of]);
  assert.equal(answer.state, 'CHECKED');
  const [first] = answer.drugs;
  assert.ok(first !== undefined);
  return first;
}
const textOf = (answer: PayerAnswer): string =>
  answer.state === 'COULD_NOT_CHECK' ? answer.because : answer.state;
const english = (lines: PayerDrugAnswer['reasons']): string => coverageText(lines, COVERAGE_EN);

describe('what an ordinary payer says', () => {
  test('covered, with the exact amount of today and its parts', async () => {
    const { status, reasons, copay } = await answerOf('RT-1', drugOf('1364447'));
    assert.deepEqual([status, reasons, copay?.kind, copay?.fromCents], ['COVERED', [], 'EXACT', 4_740]);
    assert.equal(
      english(copay?.steps ?? []),
      'Computed by the plan for this patient today. Copay: $30.00. Coinsurance: $17.40.',
    );
  });

  test('prior authorization, step therapy and a quantity limit, each with the payer’s own sentence', async () => {
    const prior = await answerOf('RT-1', drugOf('2200656'));
    assert.equal(prior.status, 'COVERED_WITH_RESTRICTIONS');
    assert.equal(
      english(prior.reasons),
      'Prior authorization: the plan must approve it first. The plan says: Call 1-800-555-0100 before the first fill.',
    );
    assert.match(coverageText(prior.reasons, COVERAGE_ES), /El plan dice: Call 1-800/);
    const step = await answerOf('RT-1', drugOf('606730'));
    assert.deepEqual([step.restrictions, step.reasons.map(({ code }) => code)], [1, ['STEP_THERAPY']]);
    assert.deepEqual(
      step.alternatives.map(({ rxcui, quantity }) => [rxcui, quantity]),
      [['198051', '30']],
    );
    const limited = await answerOf('RT-1', drugOf('313161'));
    assert.equal(english(limited.limit), 'The plan says: At most 9 tablets in 30 days.');
  });

  test('not covered: what the patient would pay, and other drugs by RxCUI', async () => {
    const crestor = await answerOf('RT-1', drugOf('859749'));
    assert.deepEqual([crestor.status, crestor.copay?.fromCents], ['NOT_COVERED', 31_200]);
    assert.deepEqual(crestor.alternatives.map(({ rxcui }) => rxcui).toSorted(), ['617310', '617312']);
    assert.equal(crestor.alternatives[0]?.copay?.fromCents, 650);
  });

  test('a kind of pharmacy where the same supply costs less', async () => {
    const { cheaperAt } = await answerOf('RT-1', LISINOPRIL);
    assert.deepEqual(
      cheaperAt.map(({ kind, copay }) => [kind, copay.fromCents]),
      [['MAIL_ORDER', 200]],
    );
  });

  test('several drugs are several questions, and each answer is of its drug', async () => {
    const answer = await ask('RT-1', [
      drugOf('2200656'),
      LISINOPRIL,
      drugOf('', { key: 'compound', rxcui: null }),
      drugOf('617312', { key: 'unsaid', quantity: null }),
    ]);
    assert.equal(answer.state, 'CHECKED');
    assert.deepEqual(
      answer.drugs.map(({ key, status, reasons }) => [key, status, reasons[0]?.code]),
      [
        ['drf_2200656', 'COVERED_WITH_RESTRICTIONS', 'PRIOR_AUTHORIZATION'],
        ['drf_314076', 'COVERED', undefined],
        ['compound', 'NO_DATA', 'NO_DRUG_CODE'],
        ['unsaid', 'NO_DATA', 'QUANTITY_NEEDED'],
      ],
    );
  });
});

describe('what leaves', () => {
  const sentFor = async (of: PayerQuestion): Promise<string> => {
    await payerWith().ask(of, never);
    return peers.payerLog().at(-1)?.question ?? '';
  };

  test('a question has every element that the guide requires, also where pharmacy and prescriber are not known', async () => {
    const whole = questionOf('RT-1', [drugOf('314076', { ndc: '00143126701' })]);
    for (const one of [whole, { ...questionOf('RT-1'), prescriberNpi: null, pharmacy: null }])
      assert.deepEqual(missingOf(JSON.parse(await sentFor(one))), []);
    const text = await sentFor(whole);
    const lacking = (from: string | RegExp, to: string) => missingOf(JSON.parse(text.replaceAll(from, to)));
    assert.deepEqual(lacking(/"birthDate":"[^"]*"/g, '"x":1'), ['Patient.birthDate']);
    assert.deepEqual(lacking('"use":"predetermination"', '"use":"claim"'), ['Claim.use']);
    assert.match(
      lacking('"provider":{"reference":"Organization/', '"provider":{"reference":"Organization/x').join(),
      /^no resource/,
    );
  });

  test('it names the member by card, name and birth, and none of our ids; nothing of it is in the address', async () => {
    const sent = await sentFor(questionOf('RT-1'));
    for (const part of ['RT-1', 'Núñez', '1975-11-23', REAL_TIME_BIN, '314076'])
      assert.ok(sent.includes(part));
    for (const id of ['pat_', 'phr_', 'org_', 'drf_']) assert.ok(!sent.includes(id), id);
    assert.ok(!peers.payerUrl.includes('RT-1'));
  });

  test('a payer is asked only for its own BIN and PCN', () => {
    const { benefit } = questionOf('RT-1');
    const knows = (more: Partial<PayerSettings>, pcn: string | null = 'SANDBOX') =>
      payerWith(more).knows({ ...benefit, pcn });
    assert.deepEqual(
      [knows({}), knows({ bins: ['999999'] }), knows({ pcns: ['SANDBOX'] }), knows({ pcns: ['OTHER'] })],
      [true, false, true, false],
    );
    assert.equal(knows({ pcns: ['SANDBOX'] }, null), false);
  });
});

describe('what a payer does wrong', () => {
  const EXPECTED: Readonly<Record<string, string>> = {
    slow: 'CHECKED',
    refuses: 'REFUSED',
    'unknown-member': 'MEMBER_UNKNOWN',
    away: 'NO_ANSWER',
    hangs: 'NO_ANSWER',
    huge: 'UNREADABLE',
    'web-page': 'UNREADABLE',
    half: 'UNREADABLE',
    'other-resource': 'UNREADABLE',
    deep: 'UNREADABLE',
    negative: 'CHECKED',
    'other-patient': 'OTHER_PATIENT',
    late: 'OTHER_PATIENT',
    ordinary: 'CHECKED',
  };

  for (const { name, member, about } of PAYER_BEHAVIOURS)
    test(`one that ${about}: ${EXPECTED[name]}`, async () => {
      await ask('RT-1');
      const more = name === 'hangs' ? { timeoutMs: 1_000 } : {};
      assert.equal(textOf(await ask(`${member}-7`, undefined, more)), EXPECTED[name]);
    });

  test('amounts below zero are not told, and the status is', async () => {
    const { status, copay } = await answerOf('RT-MINUS', LISINOPRIL);
    assert.deepEqual([status, copay?.kind, copay?.toCents], ['COVERED', 'UNKNOWN', null]);
    assert.equal(english(copay?.steps ?? []), 'The plan’s amount cannot be true and is not shown.');
  });

  test('nobody listens, a wrong key, and an address that is not the payer’s', async () => {
    const nowhere = 'http://127.0.0.1:1/fhir';
    assert.equal(textOf(await ask('RT-1', undefined, { url: nowhere })), 'NO_ANSWER');
    assert.equal(textOf(await ask('RT-1', undefined, { auth: { kind: 'bearer', token: 'x' } })), 'REFUSED');
    assert.equal(textOf(await ask('RT-1', undefined, { url: `${peers.url}/payer/elsewhere` })), 'REFUSED');
  });

  test('whoever has gone waits no longer, also for a turn', async () => {
    const abort = new AbortController();
    const asking = payerWith({ concurrency: 1 }).ask(
      questionOf('RT-HANGS', [LISINOPRIL, drugOf('861007')]),
      abort.signal,
    );
    abort.abort();
    assert.deepEqual(await asking, { state: 'COULD_NOT_CHECK', because: 'NO_ANSWER' });
  });

  test('a payer has only so many requests of a node at a time', async () => {
    let underWay = 0;
    let most = 0;
    const server = createServer((_request, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      setImmediate(() => {
        underWay -= 1;
        response.writeHead(503).end();
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const drugs = Array.from({ length: 12 }, (_, index) => drugOf(String(1_000 + index)));
    await ask('RT-1', drugs, { url, concurrency: 2 });
    assert.equal(most, 2);
  });
});

test('a question can be written whatever a name holds', () => {
  const { drugs: _drugs, ...rest } = questionOf('RT-1');
  const createdAt = '2026-11-22T18:00:00.000Z';
  const bundle = writeRequest({
    question: rest,
    drug: LISINOPRIL,
    requestId: 'pcq_1/ü-1',
    senderUrl,
    payerId: 'P',
    createdAt,
  });
  const ids = JSON.stringify(bundle).match(/"id":"[^"]*"/g) ?? [];
  assert.ok(ids.length > 0 && ids.every((id) => /^"id":"[A-Za-z0-9.-]{1,64}"$/.test(id)));
});
