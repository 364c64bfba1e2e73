// Goal: a hospital's own CDS Hooks 2.0 service is asked, proven to and told as the specification says, and whoever is late, broken, huge or leads elsewhere has
// not checked. Method: a real HTTP peer that behaves as it is told, the real rooms on each store.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { PatientId } from '@pestle/rules/ids';
import {
  failureOf,
  freshKey,
  TEST_ORGANIZATION,
  userActor,
  useScreening,
} from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import {
  anotherPatient,
  LISINOPRIL,
  METFORMIN,
  openPractice,
  PHARMACY,
} from '@pestle/testbed/practice/practice';
import {
  type CdsBody as Body,
  CARD,
  type CdsCall as Call,
  json,
  type CdsPeer as Peer,
  startCdsPeer as startPeer,
} from '@pestle/testbed/screening/cds-peer';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { sql } from 'kysely';
import { createDirectory } from '../../directory/directory.ts';
import type { Actor } from '../../kernel/actor.ts';
import { createExchange, type Exchange } from '../../kernel/outgoing/exchange.ts';
import { systemPorts } from '../../kernel/ports.ts';
import { createScreening, type Screening, type ScreeningServiceInput } from '../../screening/screening.ts';
import { createPrescribing, type Prescribing, type ReviewedDraft } from '../prescribing.ts';

const ISSUER = 'https://pestle.example';
const feedbackOf = ({ calls }: Peer): Call[] => calls.filter(({ path }) => path.endsWith('/feedback'));
const askedOf = ({ calls }: Peer): Call[] => calls.filter(({ path }) => path === '/cds-services/drug-check');

for (const { name, skip, open } of BOTH_STORES)
  describe(`CDS Hooks, on ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let practice: Practice;
    let peer: Peer;
    let exchange: Exchange;
    let screening: Screening;
    let prescribing: Prescribing;
    before(async () => {
      opened = await open();
      practice = await openPractice(opened.store);
      await useScreening(opened.store);
      peer = await startPeer();
      await code(LISINOPRIL, '314076');
      exchange = createExchange({ loopbackOnly: true });
      screening = createScreening({
        store: opened.store,
        services: { exchange, issuer: ISSUER, httpsOnly: false },
      });
      prescribing = createPrescribing({ ...practice.deps, screening });
      await screening.serviceAdministration?.set(
        TEST_ORGANIZATION,
        { url: peer.url, timeoutMs: 700 },
        'tests',
      );
    });
    after(async () => {
      await exchange.close();
      await peer.close();
      await opened.close();
    });
    beforeEach(() => {
      peer.calls.length = 0;
      peer.answer = (_call, response) => json(response, 200, { cards: [] });
    });

    const setService = (...[actor, input]: [Actor, ScreeningServiceInput]) =>
      screening.setService(actor, input, freshKey('set'));
    const code = (treatmentId: string, rxcui: string | null) =>
      opened.store.asKeeper((tx) =>
        sql`update treatment set rxcui = ${rxcui} where id = ${treatmentId}`.execute(tx),
      );
    const draft = async (patientId?: PatientId, more: object = {}) =>
      await prescribing.createDraft(
        practice.prescriber,
        {
          patientId: patientId ?? (await anotherPatient(practice)),
          treatmentId: LISINOPRIL,
          dispenseQuantity: 30,
          dispenseUnit: 'Tablet',
          daysSupply: 30,
          instructions: 'Take one tablet by mouth once daily.',
          ...more,
        },
        freshKey('createDraft'),
      );
    const review = async (id: string): Promise<ReviewedDraft> => {
      const [one] = (await prescribing.reviewDrafts(practice.prescriber, { draftIds: [id] })).drafts;
      assert.ok(one !== undefined);
      return one;
    };

    const toSign = async (id: string) => {
      const { contentHash } = await review(id);
      assert.ok(contentHash !== null);
      return [{ draftId: id, contentHash }];
    };

    it('the order-sign hook gets the context and prefetch that it asked for, from who it can verify', async () => {
      const patientId = await anotherPatient(practice);
      const directory = createDirectory({ store: opened.store, ports: systemPorts });
      await directory.updatePatient(
        userActor(),
        {
          id: patientId,
          expectedRevision: 1,
          changes: {
            allergies: [{ substance: 'Penicillin', code: '7980', codeSystem: 'RXNORM' }],
            medications: [{ name: 'Warfarin 5 mg', rxcui: '855332' }],
          },
        },
        freshKey('updatePatient'),
      );
      const { id } = await draft(patientId);
      const reviewed = await review(id);
      assert.deepEqual([reviewed.screening.checked, reviewed.screening.troubles], [true, []]);
      assert.match(reviewed.screening.source ?? '', /^Drug check \(127\.0\.0\.1:/);
      const [call] = askedOf(peer);
      assert.ok(call !== undefined && peer.calls.length === 1);
      const { hook, context, prefetch } = call.body as {
        hook: string;
        context: { patientId: string; userId: string; draftOrders: { entry: { resource: Body }[] } };
        prefetch: Record<string, Body>;
      };
      const reference = patientId.replace('_', '-');
      assert.equal(hook, 'order-sign');
      assert.deepEqual(
        [context.patientId, context.userId],
        [reference, `Practitioner/${practice.prescriber.id.replace('_', '-')}`],
      );
      assert.deepEqual(
        context.draftOrders.entry.map(({ resource }) => [
          resource['resourceType'],
          resource['id'],
          resource['status'],
        ]),
        [['MedicationRequest', id.replace('_', '-'), 'draft']],
      );
      assert.deepEqual(Object.keys(prefetch).toSorted(), ['allergies', 'others', 'patient', 'told']);
      assert.match(JSON.stringify(prefetch['allergies']), /rxnorm","code":"7980"/);
      assert.match(JSON.stringify(prefetch['told']), /"code":"855332"/);
      assert.equal(prefetch['patient']?.['birthDate'], '1970-01-01');
      const service = await screening.serviceAdministration?.show(TEST_ORGANIZATION);
      const keys = createLocalJWKSet(service?.publicKeys as JSONWebKeySet);
      const { payload, protectedHeader } = await jwtVerify(call.token, keys, {
        issuer: ISSUER,
        audience: `${peer.url}/cds-services/drug-check`,
      });
      assert.equal(protectedHeader.alg, 'ES384');
      assert.ok(payload.jti !== undefined && (payload.exp ?? 0) - (payload.iat ?? 0) <= 300);
      assert.doesNotMatch(JSON.stringify(service), /"d":/);
    });

    it('a critical card stops the signature until it is answered; the answer is signed, and told to the service', async () => {
      peer.answer = ({ path }, response) =>
        json(response, 200, path.endsWith('/feedback') ? {} : { cards: [CARD] });
      const { id } = await draft();
      const stopped = await review(id);
      assert.equal(stopped.contentHash, null);
      const [finding] = stopped.screening.findings;
      assert.ok(finding !== undefined);
      assert.match(finding.rule, /^service:drug-check:k-high#[0-9a-f]{12}$/);
      assert.doesNotMatch(finding.rule, /Ann/);
      assert.deepEqual(
        [finding.severity, finding.about, finding.against],
        ['HIGH', 'Riverside Hospital', 'Hyperkalemia risk for Ann'],
      );
      assert.deepEqual(finding.card?.suggestions, ['Choose amlodipine']);
      const answer = { rule: finding.rule, reason: 'OTHER', text: 'Potassium is monitored' } as const;
      await prescribing.updateDraft(
        practice.prescriber,
        { id, revision: 1, screeningAnswers: [answer] },
        freshKey('updateDraft'),
      );
      const { contentHash, content } = await review(id);
      assert.ok(contentHash !== null);
      assert.deepEqual(content?.reasons?.screening?.answers, [answer]);
      await prescribing.createOrder(
        practice.prescriber,
        { drafts: [{ draftId: id, contentHash }], pharmacyId: PHARMACY },
        freshKey('createOrder'),
      );
      await until(() => feedbackOf(peer).length === 1);
      const [told] = feedbackOf(peer);
      assert.equal(told?.path, '/cds-services/drug-check/feedback');
      assert.ok(told !== undefined);
      const [{ outcomeTimestamp, ...feedback }] = told.body['feedback'] as [Body];
      assert.ok(!Number.isNaN(Date.parse(String(outcomeTimestamp))));
      assert.deepEqual(feedback, {
        card: CARD.uuid,
        outcome: 'overridden',
        overrideReason: { reason: { code: 'will-monitor', system: 'https://riverside.example/reasons' } },
      });
      const counted = await screening.countedRules(userActor({ roles: ['admin'] }));
      assert.ok(
        counted.some(({ rule, overridden }) => rule === 'service:drug-check:k-high' && overridden === 1),
      );
    });

    it('warnings and notes are told and stop nothing, and a card that names an order is about that one', async () => {
      const patientId = await anotherPatient(practice);
      const first = await draft(patientId);
      const second = await draft(patientId, {
        repeatReason: 'Taper.',
        daysSupply: 15,
        instructions: 'Take two tablets by mouth once daily.',
      });
      const about = {
        label: 'Less',
        actions: [{ type: 'delete', resourceId: `MedicationRequest/${second.id.replace('_', '-')}` }],
      };
      peer.answer = (_call, response) =>
        json(response, 200, {
          cards: [
            { ...CARD, indicator: 'warning', summary: 'Of both', suggestions: [] },
            { ...CARD, indicator: 'info', summary: 'Of one', suggestions: [about] },
          ],
        });
      const { drafts } = await prescribing.reviewDrafts(practice.prescriber, {
        draftIds: [first.id, second.id],
      });
      assert.deepEqual(
        drafts.map(({ screening: said }) =>
          said.findings.map(({ against, severity }) => [against, severity]),
        ),
        [
          [['Of both', 'MODERATE']],
          [
            ['Of both', 'MODERATE'],
            ['Of one', 'MODERATE'],
          ],
        ],
      );
      assert.ok(drafts.every(({ problems }) => problems.every(({ severity }) => severity === 'warning')));
    });

    it('said twice in the same words, the critical one counts', async () => {
      peer.answer = (_call, response) =>
        json(response, 200, { cards: [{ ...CARD, indicator: 'info' }, CARD] });
      const { screening: said, contentHash } = await review((await draft()).id);
      assert.deepEqual([said.findings.map(({ severity }) => severity), contentHash], [['HIGH'], null]);
    });

    it('a drug that has no code went there as words alone, and counts as not checked; others that have one take it along', async () => {
      const patientId = await anotherPatient(practice);
      const { id } = await draft(patientId);
      const other = await draft(patientId, { treatmentId: METFORMIN });
      assert.deepEqual((await review(id)).screening.troubles, []);
      assert.deepEqual((await review(other.id)).screening.troubles, ['DRUG_WITHOUT_CODE']);
      const [ofFirst, ofOther] = askedOf(peer).map(({ body }) =>
        JSON.stringify((body as { prefetch: Body }).prefetch['others']),
      );
      assert.doesNotMatch(ofFirst ?? '', /coding/);
      assert.match(ofOther ?? '', /"code":"314076"/);
    });

    it('what was answered when saved prescriptions joined an order is told as well', async () => {
      const patientId = await anotherPatient(practice);
      await code(METFORMIN, '861007');
      const first = await toSign((await draft(patientId)).id);
      const { order } = await prescribing.createOrder(
        practice.prescriber,
        { drafts: first },
        freshKey('createOrder'),
      );
      const [saved] = await prescribing.createPrescriptions(
        practice.prescriber,
        { drafts: await toSign((await draft(patientId, { treatmentId: METFORMIN })).id) },
        freshKey('createPrescriptions'),
      );
      const prescriptionId = saved?.row.id ?? '';
      peer.answer = ({ path }, response) =>
        json(response, 200, path.endsWith('/feedback') ? {} : { cards: [CARD] });
      const [asked] = await prescribing.screeningToSend(practice.prescriber, [prescriptionId]);
      const answer = { prescriptionId, rule: asked?.open[0] ?? '', reason: 'WILL_MONITOR' } as const;
      const what = { orderId: order.id, prescriptionIds: [prescriptionId], screeningAnswers: [answer] };
      await prescribing.combineOrder(practice.prescriber, what, freshKey('combineOrder'));
      await until(() => feedbackOf(peer).length === 1);
      await code(METFORMIN, null);
    });

    it('who is late, refuses, is broken, huge or leads elsewhere has not checked: that needs a reason', async () => {
      const endless = 'x'.repeat(300_000);
      for (const [what, trouble, answer] of [
        ['late', 'NO_ANSWER', () => undefined],
        ['slow', 'NO_ANSWER', (response: ServerResponse) => void response.writeHead(200).write('{"cards":')],
        ['refuses', 'NO_ANSWER', (response: ServerResponse) => json(response, 412, {})],
        ['fails', 'NO_ANSWER', (response: ServerResponse) => json(response, 500, { cards: [] })],
        [
          'leads elsewhere',
          'NO_ANSWER',
          (response: ServerResponse) =>
            void response.writeHead(307, { location: `${peer.url}/elsewhere` }).end(),
        ],
        ['hangs up', 'NO_ANSWER', (response: ServerResponse) => void response.destroy()],
        ['is no JSON', 'UNREADABLE_ANSWER', (response: ServerResponse) => void response.end('<html>')],
        ['has no cards', 'UNREADABLE_ANSWER', (response: ServerResponse) => json(response, 200, {})],
        [
          'has half a card',
          'UNREADABLE_ANSWER',
          (response: ServerResponse) => json(response, 200, { cards: [CARD, { indicator: 'critical' }] }),
        ],
        [
          'has too many',
          'UNREADABLE_ANSWER',
          (response: ServerResponse) =>
            json(response, 200, { cards: Array.from({ length: 51 }, () => CARD) }),
        ],
        [
          'is huge',
          'UNREADABLE_ANSWER',
          (response: ServerResponse) => json(response, 200, { cards: [], endless }),
        ],
      ] as const) {
        peer.answer = (_call, response) => answer(response);
        const began = performance.now();
        const reviewed = await review((await draft()).id);
        assert.deepEqual(reviewed.screening.troubles, [trouble], what);
        assert.deepEqual(
          [reviewed.screening.checked, reviewed.screening.needsReason, reviewed.contentHash],
          [false, true, null],
          what,
        );
        assert.ok(performance.now() - began < 5_000, what);
      }
      assert.ok(peer.calls.every(({ path }) => path !== '/elsewhere'));
    });

    it('a review in which nothing is remembered of the service any more does not wait for itself', async () => {
      let later = 0;
      const forgetful = { ...systemPorts, clock: { now: () => systemPorts.clock.now() + (later += 60_000) } };
      const { id } = await draft();
      const again = createPrescribing({
        ...practice.deps,
        screening: createScreening({
          store: opened.store,
          ports: forgetful,
          services: { exchange, issuer: ISSUER, httpsOnly: false },
        }),
      });
      const { drafts } = await again.reviewDrafts(practice.prescriber, { draftIds: [id] });
      assert.equal(drafts[0]?.screening.checked, true);
    });

    it('a key gives way with overlap: known before it signs, and after it signed; each step may be repeated', async () => {
      const admin = userActor({ roles: ['admin'] });
      const step = async (key: 'prepare' | 'use' | 'end') =>
        (await setService(admin, { url: peer.url, key })).publicKeys.keys.map(({ kid }) => kid);
      const signs = async (): Promise<unknown> => {
        await review((await draft()).id);
        return decodeProtectedHeader(peer.calls.at(-1)?.token ?? '').kid;
      };
      const [old] = (await screening.service(admin))?.publicKeys.keys ?? [];
      assert.equal((await failureOf(step('use'))).code, 'INVALID_INPUT', 'there is none to use');
      const prepared = await step('prepare');
      assert.deepEqual([prepared.length, prepared[0], await signs()], [2, old?.kid, old?.kid]);
      assert.deepEqual(await step('prepare'), prepared);
      const used = await step('use');
      assert.deepEqual([used, await signs()], [prepared.toReversed(), prepared[1]]);
      assert.deepEqual(await step('use'), used);
      assert.equal((await failureOf(step('prepare'))).code, 'INVALID_INPUT', 'the old one is to end first');
      assert.deepEqual([await step('end'), await step('end')], [[prepared[1]], [prepared[1]]]);
    });

    it('it is set at an address that offers something, its key is kept sealed, and removed it is asked no more', async () => {
      const admin = userActor({ roles: ['admin'] });
      for (const url of [
        'no address',
        'http://user:secret@127.0.0.1/',
        `${peer.url}?a=1`,
        'http://127.0.0.1:1',
      ])
        assert.equal((await failureOf(setService(admin, { url }))).code, 'INVALID_INPUT', url);
      assert.equal((await failureOf(setService(practice.prescriber, { url: peer.url }))).code, 'FORBIDDEN');
      const before = await screening.service(admin);
      const again = await setService(admin, { url: peer.url, timeoutMs: 800 });
      assert.deepEqual(again.publicKeys, before?.publicKeys);
      const other = await setService(admin, { url: peer.url, algorithm: 'RS384' });
      assert.deepEqual(
        other.publicKeys.keys.map(({ alg }) => alg),
        ['RS384', 'ES384'],
        'the one before is known still',
      );
      const { rows } = await opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{ row: string }>`select screening_service::text as row from screening_service`.execute(tx),
      );
      assert.doesNotMatch(rows[0]?.row ?? '', /privateKey|"d"/);
      await review((await draft()).id);
      assert.equal(askedOf(peer).length, 1);
      await screening.removeService(admin, freshKey('remove'));
      assert.equal(await screening.service(admin), null);
      const reviewed = await review((await draft()).id);
      assert.deepEqual([reviewed.screening.troubles, askedOf(peer).length], [['NO_DATA'], 1]);
    });
  });

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!holds()) {
    assert.ok(performance.now() < end, 'it did not come');
    await new Promise((resolve) => void setTimeout(resolve, 20));
  }
}
