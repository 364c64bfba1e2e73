// D6: the sandbox's pharmacies pass a conformance run, and those that are broken fail it for the stated reason.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { PharmacyId } from '@pestle/rules/ids';
import { type Peers, startPeers } from '@pestle/sandbox/peers';
import type { SimulatedPharmacy } from '@pestle/sandbox/pharmacies/types';
import { certificate } from '@pestle/testbed/network/certificates';
import type { Integration } from '../directory/inside.ts';
import { Failure } from '../kernel/errors.ts';
import { systemPorts } from '../kernel/ports.ts';
import {
  type CaseReport,
  type ConformanceReport,
  conformancePage,
  type Listener,
  openListener,
  readProfile,
  runConformance,
  type Subject,
  subjectOf,
} from './conformance.ts';

const SENDER = { id: 'PESTLE', tertiaryId: 'PESTLE', softwareVersion: '1' };
const HOOK_KEY = 'conformance-test-hook-key';

let peers: Peers;
let listener: Listener;

before(async () => {
  peers = await startPeers({ pace: { slowAnswerMs: 20, lateAnswerMs: 1, routineStepMs: 1 } });
  listener = await openListener({ ports: systemPorts, host: '127.0.0.1', port: 0, sender: SENDER });
  peers.setStatusHookUrl(`${listener.url}/v1/hooks/pharmacy`);
  peers.setScriptInboxUrl(`${listener.url}/v1/hooks/script`);
});
after(async () => {
  await listener.close();
  await peers.close();
});

const integrated = (): readonly SimulatedPharmacy[] =>
  peers.pharmacies.filter(({ integration }) => integration !== null);

function subjectFor(pharmacy: SimulatedPharmacy, attempts?: { readonly timeoutMs: number }): Subject {
  const integration = pharmacy.integration as Integration;
  const partner = peers.partners.find(({ id }) => id === integration.partnerId) ?? null;
  return subjectOf(attempts === undefined ? integration : { ...integration, attempts }, {
    ...pharmacy,
    id: pharmacy.id as PharmacyId,
    partner,
  });
}

function conform(subject: Subject, reportsWaitMs = 0): Promise<ConformanceReport> {
  return runConformance(subject, { policy: { loopbackOnly: true }, sender: SENDER, listener, reportsWaitMs });
}

function named({ cases }: ConformanceReport, id: string): CaseReport {
  const found = cases.find((one) => one.id === id);
  assert.ok(found, id);
  return found;
}

/** Broken on purpose: which case finds it, and in which words. */
const BROKEN: Readonly<Record<string, readonly [id: string, seen: RegExp, advice: RegExp]>> = {
  phr_0FA11S0TW1CE00000000000000: ['new-rx', /HTTP 500/, /The endpoint failed/],
  phr_0REJECTS000000000000000000: [
    'new-rx',
    /Error 900, 2000.*does not take electronic/,
    /keeps the standard/,
  ],
  phr_0ACCEPTS0THEN0DR0PS0000000: ['new-rx', /ended before an answer/, /Keep the connection open/],
  phr_0NEVER0ANSWERS000000000000: ['new-rx', /No answer within 1 s/, /Store the message, answer/],
  phr_0GARBAGE000000000000000000: ['new-rx', /neither yes nor no/, /Answer with a SCRIPT Status/],
  phr_0WR0NG0KEY0000000000000000: ['new-rx', /HTTP 401/, /credentials were refused/],
  phr_0RED1RECTS0000000000000000: ['new-rx', /HTTP 307/, /never sent on/],
  phr_0ASKS0T00WA1T0000000000000: ['new-rx', /HTTP 429/, /without waiting/],
  phr_00H100N00FAX00000000000000: ['new-rx', /HTTP 500/, /The endpoint failed/],
  phr_01ATE0ERR0R000000000000000: ['later-answers', /An Error came for m/, /Answer Status 000 only/],
  phr_0S11ENT0CANCE1000000000000: ['cancel', /No answer within 1 s/, /Store the message, answer/],
};

describe('D6: the pharmacies of the sandbox', () => {
  test('each one that works passes, and holds what the report says, each once', async () => {
    const working = integrated().filter(({ id }) => BROKEN[id] === undefined);
    assert.ok(working.length >= 12, `${working.length} pharmacies`);
    for (const pharmacy of working) {
      const report = await conform(subjectFor(pharmacy));
      const failures = report.cases.filter(({ verdict }) => verdict === 'failed');
      assert.deepEqual(failures, [], pharmacy.name);
      assert.equal(report.passed, true);
      const kinds = new Set(['NewRx', 'api-order']);
      const taken = peers
        .log()
        .filter((one) => one.pharmacyId === pharmacy.id && one.accepted && kinds.has(one.kind));
      const ids = new Set<string | null>(report.held.prescriptions);
      assert.equal(taken.length, ids.size, pharmacy.name);
      for (const { messageId } of taken) assert.ok(ids.has(messageId), pharmacy.name);
      const wrong = named(report, 'wrong-credentials');
      assert.equal(wrong.verdict, 'passed', `${pharmacy.name}: ${wrong.seen}`);
    }
  });

  test('each broken one fails for its reason, and is told what to do', async () => {
    for (const [id, [failing, seen, advice]] of Object.entries(BROKEN)) {
      const pharmacy = integrated().find((one) => one.id === id);
      assert.ok(pharmacy, id);
      const isSilent = pharmacy.behaviour === 'never-answers' || pharmacy.cancels === 'never-answers';
      const isLate = pharmacy.behaviour === 'answers-late';
      const report = await conform(
        subjectFor(pharmacy, isSilent ? { timeoutMs: 1_000 } : undefined),
        isLate ? 30_000 : 0,
      );
      const found = named(report, failing);
      assert.equal(report.passed, false, pharmacy.name);
      assert.equal(found.verdict, 'failed', pharmacy.name);
      assert.match(found.seen, seen, pharmacy.name);
      assert.match(found.advice ?? '', advice, pharmacy.name);
      if (failing === 'new-rx') assert.equal(named(report, 'duplicate').verdict, 'skipped', pharmacy.name);
    }
  });

  test('one that reports is heard at the status hook', async () => {
    const pharmacy = integrated().find(({ routine }) => routine === 'picks-up');
    assert.ok(pharmacy);
    const report = await conform(subjectFor(pharmacy), 60_000);
    assert.equal(named(report, 'status-hook').verdict, 'passed');
    assert.match(named(report, 'status-hook').seen, /^(RECEIVED|FILLING|DELIVERED) was reported/);
  });
});

describe('D6: endpoints that no simulation has', () => {
  const STATUS =
    '<?xml version="1.0" encoding="UTF-8"?><Message DatatypesVersion="20170715" TransportVersion="20170715" TransactionDomain="SCRIPT" TransactionVersion="20170715" StructuresVersion="20170715" ECLVersion="20170715"><Header><To Qualifier="D">PESTLE</To><From Qualifier="P">1234567</From><MessageID>p1</MessageID><RelatesToMessageID>another</RelatesToMessageID><SentTime>2026-01-01T00:00:00Z</SentTime></Header><Body><Status><Code>010</Code></Status></Body></Message>';
  let server: Server;
  let url: string;
  before(async () => {
    // Says yes to everything, whoever asks and whatever it is.
    server = createServer((request, response) => {
      request.resume().on('end', () => response.setHeader('content-type', 'application/xml').end(STATUS));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/script`;
  });
  after(() => server.close());

  const profile = (auth: object): object => ({
    ncpdpId: '1234567',
    integration: {
      channel: 'script',
      endpoint: { url, auth },
      script: { version: '2017071', form: 'xml', cancel: 'full', acknowledge: 'script' },
    },
  });

  test('one that takes whatever comes from whomever', async () => {
    const report = await conform(readProfile(profile({ kind: 'bearer', token: 'right' })));
    assert.equal(named(report, 'wrong-credentials').verdict, 'failed');
    assert.equal(named(report, 'unreadable').verdict, 'failed');
    assert.match(named(report, 'new-rx').seen, /RelatesToMessageID is not ours \(another\)/);
    assert.equal(named(report, 'cancel-unknown').verdict, 'warning');
    assert.equal(report.passed, false);
  });

  test('one that asks for no credentials is warned', async () => {
    const report = await conform(readProfile(profile({ kind: 'none' })));
    assert.match(named(report, 'wrong-credentials').seen, /asks for no credentials/);
  });

  test('one at which nobody listens', async () => {
    const subject = readProfile(profile({ kind: 'none' }));
    server.close();
    const report = await conform({
      ...subject,
      endpoint: { ...subject.endpoint, url: 'http://127.0.0.1:1/script' },
    });
    assert.match(named(report, 'new-rx').seen, /No connection \(econnrefused\)/);
  });

  test('one whose certificate nobody vouches for', async () => {
    const subject = readProfile(profile({ kind: 'none' }));
    const report = await conform({
      ...subject,
      endpoint: { ...subject.endpoint, url: peers.url.replace('http:', 'https:') },
    });
    assert.equal(named(report, 'connection').verdict, 'failed');
    assert.equal(named(report, 'new-rx').verdict, 'skipped');
  });

  test('one whose certificate is for another name is told which name is missing', async () => {
    const tls = createTlsServer(
      { cert: certificate('pharmacy.pem'), key: certificate('pharmacy.key') },
      (_request, response) => response.end(),
    );
    await new Promise<void>((resolve) => {
      tls.listen(0, '127.0.0.2', resolve);
    });
    const subject = readProfile(profile({ kind: 'none' }));
    const report = await conform({
      ...subject,
      endpoint: {
        url: `https://127.0.0.2:${(tls.address() as AddressInfo).port}/script`,
        auth: {
          kind: 'mtls',
          certificatePem: certificate('service.pem'),
          privateKeyPem: certificate('service.key'),
          authorityPem: certificate('authority.pem'),
        },
      },
    });
    tls.close();
    const { verdict, seen, advice } = named(report, 'connection');
    assert.deepEqual([verdict, seen], ['failed', 'No encrypted connection (ERR_TLS_CERT_ALTNAME_INVALID).']);
    assert.match(advice ?? '', /for another name than 127\.0\.0\.2/);
  });

  test('a profile that breaks the rules says each place', () => {
    const wrong = {
      ncpdpId: '12',
      integration: { channel: 'script', endpoint: { url: 'ftp://x', auth: { kind: 'none' } } },
    };
    assert.throws(
      () => readProfile(wrong),
      (error: unknown) =>
        error instanceof Failure &&
        (error.detail.fields ?? []).some(({ path }) => path === 'integration.endpoint.url'),
    );
    assert.throws(
      () =>
        readProfile({
          integration: { ...(profile({ kind: 'none' }) as { integration: object }).integration },
        }),
      Failure,
    );
  });
});

describe('the listener of a run', () => {
  test('asks for its key, and says why a report is refused', async () => {
    const own = await openListener({
      ports: systemPorts,
      host: '127.0.0.1',
      port: 0,
      key: HOOK_KEY,
      sender: SENDER,
    });
    try {
      const send = (body: object, key: string): Promise<Response> =>
        fetch(`${own.url}/v1/hooks/pharmacy`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
          body: JSON.stringify(body),
        });
      const orderId = 'ord_01JD0000000000000000000001';
      assert.equal((await send({ status: 'RECEIVED', order_id: orderId }, 'another-key')).status, 401);
      assert.equal((await send({ status: 'READY', order_id: orderId }, HOOK_KEY)).status, 422);
      assert.equal((await send({ status: 'received', order_id: orderId }, HOOK_KEY)).status, 200);
      assert.deepEqual(await own.report(() => true, 0), { orderId, status: 'RECEIVED' });
      assert.match(own.refusals().join('\n'), /HTTP 401.*\nHTTP 422.*accepted statuses are/);
    } finally {
      await own.close();
    }
  });
});

test('the report as a page shows what was sent as text, and no markup of the other side', async () => {
  const [pharmacy] = integrated();
  assert.ok(pharmacy);
  const report = await conform(subjectFor(pharmacy));
  const page = conformancePage({ ...report, pharmacy: { name: '<script>alert(1)</script>', ncpdpId: '1' } });
  assert.ok(!page.includes('<script>'));
  assert.ok(page.includes('&lt;Message '));
  assert.ok(!page.includes('sandbox-beacon'), 'no credential is in a report');
});
